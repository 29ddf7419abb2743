"""What a report says of Four Card Prime alone: results by action, and a chart of the best play."""

from collections.abc import Iterator

from croupier.cards.card import RANKS
from croupier.cards.scales import FOUR
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.exact import main_outcomes
from croupier.games.four_card_prime.guide import choice_of, situations
from croupier.games.four_card_prime.rules import ACTIONS
from croupier.odds.figures import House
from croupier.report.main import counted_sheet
from croupier.report.sheets import Column, Sheet

METHOD = (
    "For each upcard the dealer's sets of five further cards are swept in order of rank; for "
    "each player's hand the dealer's hands that it beats and copies are counted by inclusion "
    "and exclusion over the cards it holds. Each raise is then valued exactly."
)
JACKPOT_WAGER = (
    "It is the size of the unit. Dollar pays and envy are multiplied with it, so that all figures "
    "per wager stay. The meter that breaks even stays the same number of wagers, and is that many "
    "times the wager in dollars."
)
UNMOVED = {"five_card_jackpot_wager": JACKPOT_WAGER, "four_card_jackpot_wager": JACKPOT_WAGER}


def results(house: House) -> Iterator[Sheet]:
    counts = counted(house)
    names = [option.name for option in ACTIONS]
    ends: dict[tuple[int, int, int], int] = {}
    for played in main_outcomes(house, counts):
        won, lost_to = played.won, played.hands * counts.dealers - played.won
        for lost, (net, count) in enumerate(zip(played.pays, (won, lost_to), strict=True)):
            key = played.times, lost if played.times else 0, net
            ends[key] = ends.get(key, 0) + count
    words = ("won or copied", "beaten")
    lines = [
        (f"{names[times]}, {words[lost]}" if times else "fold", ends[times, lost, net], net)
        for times, lost, net in sorted(ends, key=lambda key: (key[0], key[1], -key[2]))
        if ends[times, lost, net]
    ]
    note = (
        "Net of ante and raise together, in antes: even money and, where the hand has one, its "
        "bonus. The bonuses stand by themselves in the combination tables."
    )
    yield counted_sheet("The main game by action and result", "action and result", lines, note)


def chart(house: House) -> Iterator[Sheet]:
    """The best action for a hand and an upcard, whatever the kickers."""
    seen = situations()
    choice = choice_of(house, seen)
    sums: dict[str, list[list[int]]] = {}
    for row in reversed(range(len(seen.score))):
        line = sums.setdefault(
            hand_name(int(seen.score[row])), [[0] * len(choice.actions) for _ in RANKS]
        )
        here = line[int(seen.up[row])]
        for action, worth in enumerate(choice.worth[row]):
            here[action] += worth
    rows = tuple(
        (name, *(choice.actions[worths.index(max(worths))] for worths in line))
        for name, line in sums.items()
    )
    columns = (Column("best four cards"), *(Column(rank) for rank in RANKS))
    note = "One column for each upcard. The best action over all hands of that name, as they fall."
    yield Sheet("The best action by the hand held and the upcard", columns, rows, note=note)


def hand_name(score: int) -> str:
    """A hand as a chart names it: by its rank where the category alone says too little."""
    words = FOUR.words(score).partition(" (")[0]
    if words.startswith(("four ", "three ")):
        return f"{words.partition(' ')[0]} of a kind"
    if words.startswith("two pair"):
        return words.partition(" and ")[0]
    return words.partition(",")[0]
