"""Four Card Prime's own parts of a report: results, a chart, posted tables, expensive deals."""

from collections.abc import Iterator
from itertools import product

from croupier.cards.card import RANKS, Card, mask
from croupier.cards.hands import best_four, five_card, one_color
from croupier.cards.scales import FOUR
from croupier.games.figures import edges, extremes
from croupier.games.four_card_prime import rules
from croupier.games.four_card_prime.counts import StateCounts, copies_win, counted
from croupier.games.four_card_prime.exact import bad_beat_rows, main_outcomes, offered
from croupier.games.four_card_prime.guide import choice_of, situations
from croupier.odds.combinations import (
    CombinationRow,
    Combinations,
    hand_combinations,
    row_lines,
    ways_by_row,
)
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import five_card_counts
from croupier.report import exposure
from croupier.report.sheets import Column, ReportSheet, counted_sheet
from croupier.rules.paytable import prize

METHOD = (
    "For each upcard the dealer's sets of five further cards are swept in order of rank; for "
    "each player's hand the dealer's hands that it beats and copies are counted by inclusion "
    "and exclusion over the cards it holds. Each raise is then valued exactly."
)
JACKPOT_WAGER = (
    "It is the size of the unit. Dollar pays and envy are multiplied with it, so all figures "
    "per wager stay the same. The meter that breaks even stays the same number of wagers, and is "
    "that many times the wager in dollars."
)
UNMOVED = {"five_card_jackpot_wager": JACKPOT_WAGER, "four_card_jackpot_wager": JACKPOT_WAGER}
MOST_RAISED = max(rules.ACTIONS, key=lambda option: option.times * bool(option.bet)).name


def results(table: PostedTable) -> Iterator[ReportSheet]:
    counts = counted(table)
    names = [option.name for option in rules.ACTIONS]
    ends: dict[tuple[int, int, int], int] = {}
    for played in main_outcomes(table, counts):
        for lost, (net, count) in enumerate(played.ends):
            key = played.times, lost if played.times else 0, net
            ends[key] = ends.get(key, 0) + count
    words = ("won or copied", "beaten") if copies_win(table) else ("won", "beaten or copied")
    lines = [
        (f"{names[times]}, {words[lost]}" if times else "fold", ends[times, lost, net], net)
        for times, lost, net in sorted(ends, key=lambda key: (key[0], key[1], -key[2]))
        if ends[times, lost, net]
    ]
    note = (
        "Net of ante and raise together, in antes: even money and, where the hand has one, its "
        "bonus. The bonuses are listed in the combination tables."
    )
    yield counted_sheet("The main game by action and result", "action and result", lines, note)


def chart(table: PostedTable) -> Iterator[ReportSheet]:
    """The best action for a hand and an upcard, whatever the kickers."""
    seen = situations()
    choice = choice_of(table, seen)
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
    note = "One column for each upcard. The best action over all hands of that name together."
    yield ReportSheet("The best action by the hand held and the upcard", columns, rows, note=note)


def hand_name(score: int) -> str:
    """A hand as a chart names it: by its rank as well if the category alone says too little."""
    words = FOUR.words(score).partition(" (")[0]
    if words.startswith(("four ", "three ")):
        return f"{words.partition(' ')[0]} of a kind"
    if words.startswith("two pair"):
        return words.partition(" and ")[0]
    return words.partition(",")[0]


def combinations(table: PostedTable) -> Iterator[Combinations]:
    counts, hands = counted(table), five_card_counts()
    yield from bonuses(table, counts)
    for wager in offered(table):
        if wager.name == rules.BAD_BEAT:
            yield bad_beat(table, counts)
        else:
            scores = hands.scored(table.posted[wager.table].scale)
            yield hand_combinations(table, wager.name, wager.table, scores.items())


def bonuses(table: PostedTable, counts: StateCounts) -> Iterator[Combinations]:
    """The two bonuses of the ante: they are paid only to hands that were raised."""
    win, beat = table.posted["win_bonus"], table.posted["bad_beat_bonus"]
    hands = list(main_outcomes(table, counts))
    raised = [alike for alike in hands if alike.times]
    won = ways_by_row(win, ((alike.score, alike.won) for alike in raised))
    lost = ways_by_row(beat, ((alike.score, alike.lost) for alike in raised))
    folded = sum(alike.won + alike.lost for alike in hands if not alike.times)
    fold = CombinationRow("Folded", "", folded, 0)
    other = CombinationRow("Raised and lost", "", sum(lost.values()), 0)
    lines = (*row_lines(win, won), other, fold)
    yield Combinations("win bonus", win.group, win, lines, whole_wager=False)
    other = CombinationRow("Raised and won", "", sum(won.values()), 0)
    lines = (*row_lines(beat, lost), other, fold)
    yield Combinations("bad beat bonus", beat.group, beat, lines, whole_wager=False)


def bad_beat(table: PostedTable, counts: StateCounts) -> Combinations:
    """By the row of the losing hand, or by the rule's reason if no row pays."""
    paytable = table.posted["bad_beat_wager"]
    copy_pays = int(table.options["bad_beat_on_copy"])
    ways: dict[str, int] = {}
    unpaid: dict[int, int] = {}
    for score, is_copy, count in bad_beat_rows(counts):
        why, net = rules.settle_bad_beat(score, is_copy, copy_pays, paytable.steps["pays"])
        if why == rules.COPIED:
            unpaid[net] = unpaid.get(net, 0) + count
        else:
            label = paytable.row(score).label
            ways[label] = ways.get(label, 0) + count
    others = (
        CombinationRow("Copies, not paid by this house", "Loss", count, net)
        for net, count in unpaid.items()
    )
    lines = (*row_lines(paytable, ways), *others)
    return Combinations(rules.BAD_BEAT, paytable.group, paytable, lines, whole_wager=True)


def worst_deals(table: PostedTable, seats: int) -> Iterator[exposure.LargeDeal]:
    """Every strong hand of the dealer, and one weak one: a losing hand is what a bad beat pays."""
    deck = exposure.whole(table)
    strong = [*list(exposure.four_of_a_rank(deck))[:3], *list(exposure.four_in_a_row(deck))[:2]]
    for first in strong:
        for core in [*strong, ()]:
            if set(first) & set(core):
                continue
            for card in _fifths(exposure.without(deck, first + core), first):
                left = exposure.without(deck, (*first, card, *core))
                fill = exposure.lowest(left, 6 - len(core), lambda cards: best_four(mask(cards)))
                dealer = (*core, *fill)
                yield _filled(
                    table, dealer, exposure.DealtSeat((*first, card), (MOST_RAISED,)), seats
                )


def _fifths(left: exposure.Stock, four: tuple[Card, ...]) -> set[Card]:
    """The fifth cards that may matter: of the same suit, of the same color, the lowest."""
    cards = sorted(left)
    return {
        max(cards, key=lambda card: five_card(mask((*four, card)))),
        max(cards, key=lambda card: one_color(mask((*four, card)))),
        min(cards, key=lambda card: (card % exposure.RANK_COUNT, card)),
    }


def _filled(
    table: PostedTable, dealer: tuple[Card, ...], first: exposure.DealtSeat, seats: int
) -> exposure.LargeDeal:
    taken = [first]
    left = exposure.without(exposure.without(exposure.whole(table), dealer), first.cards)
    beat, win = table.steps("bad_beat_wager"), table.steps("aces_baby")
    shown = best_four(mask(dealer))

    def worth(hand: tuple[Card, ...]) -> tuple[int, int]:
        score = best_four(mask(hand))
        return prize(beat, rules.losing_hand(score, shown)), prize(win, score)

    while len(taken) < seats:
        hands = [*exposure.four_of_a_rank(left), *exposure.four_in_a_row(left)]
        core = max(hands, key=worth) if hands else tuple(sorted(left)[:4])
        left = exposure.without(left, core)
        fifth = min(left, key=lambda card: (card % exposure.RANK_COUNT, card))
        left = exposure.without(left, (fifth,))
        taken.append(exposure.DealtSeat((*core, fifth), (MOST_RAISED,)))
    return exposure.LargeDeal(dealer, tuple(taken))


def largest_wins(table: PostedTable) -> dict[str, tuple[int, str]]:
    """The largest net of the ante, which both bonus tables pay, and of the raise, for any hands."""
    tables = table.steps("win_bonus"), table.steps("bad_beat_bonus")
    raised = 1
    (_, ante), (_, most) = extremes(
        rules.settle(raised, score, score + less, *tables)
        for score, less in product(edges(*tables), (-1, 0, 1))
    )
    return {rules.ANTE: (ante, "the largest bonus of the ante"), rules.RAISE: exposure.to_1(most)}
