"""The play behind the figures: how often each action is the best one, a chart where one fits, and
rules that a player can keep in mind, with what they cost.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

from croupier.cards.scales import FOUR
from croupier.odds import four_card_prime
from croupier.odds.figures import House, Odds
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.odds.printed import rounded
from croupier.odds.report_sheets import EXACT, PERCENT, Cell, Column, Kind, Prose, Section, Sheet
from croupier.odds.strategies import Line, Strategy
from croupier.odds.strategy import guide_of
from croupier.rules.four_card_prime import CHOICE


def strategy_section(house: House, odds: Odds, lists: list[Strategy]) -> Section:
    sheets = (*strategy_sheets(house, odds), *rule_sheets(house, odds, lists))
    return Section("Strategies", (Prose(INTRO), *sheets))


INTRO = (
    "All figures of this report are those of the best play: in every state the action of the "
    "highest expected net is taken. It is found state by state and is not a list of rules. The "
    "value of each action in any single state is printed by `croupier ev`. The lists of rules "
    "below are what a player may keep in mind: each was found by search, and its cost against "
    "the best play is exact."
)


def strategy_sheets(house: House, odds: Odds) -> list[Sheet]:
    """The best play, by how often each action is taken; a chart where the game has one."""
    rows = tuple((name, share, share) for name, share in odds.decisions.items())
    columns = (Column("action"), PERCENT, EXACT)
    note = NOTES.get(house.game.id, "Of all rounds.")
    found = [Sheet("How often each action is the best one", columns, rows, note=note)]
    if house.game.id in CHARTS:
        found += CHARTS[house.game.id](house)
    return found


def rule_sheets(house: House, odds: Odds, lists: list[Strategy]) -> Iterator[Sheet]:
    """The lists of rules, each with what it costs and what each of its rules is worth."""
    guide = guide_of(house)
    columns = (
        Column("decision"),
        Column("if"),
        Column("then"),
        Column("cost without this rule", Kind.PERCENT),
    )
    for strategy in lists:
        rows = tuple(map(_rule, strategy.lines))
        cost, edge = (
            rounded(value * 100, 4) + "%"
            for value in (strategy.cost, odds.house_edge + strategy.cost)
        )
        note = f"{guide.how} {guide.note}".strip()
        title = f"{len(rows)} rules: cost {cost}, house edge {edge}"
        yield Sheet(title, columns, rows, note=note)


def _rule(line: Line) -> tuple[Cell, ...]:
    without = "cannot be left out" if line.without is None else line.without
    return line.decision, line.condition or "otherwise", line.action, without


_OF_CHOICES = (
    "For the third card of all rounds; for the fourth card of the rounds that come to it, which "
    "are those that bought the third."
)
NOTES = {"ultimate-4-card-buyout": _OF_CHOICES, "4-card-buyout": _OF_CHOICES}


def _prime(house: House) -> Iterator[Sheet]:
    """Fold and raises by the hand held; within one line the upcard and the kickers decide."""
    names = [option.name for option in CHOICE.options]  # type: ignore[union-attr]
    lines: dict[str, list[int]] = {}
    for score, taken in reversed(list(_actions(house))):
        line = lines.setdefault(hand_name(score), [0] * len(names))
        for times, hands in enumerate(taken):
            line[times] += hands
    total = sum(map(sum, lines.values()))
    rows: list[tuple[Cell, ...]] = [
        (name, Fraction(sum(taken), total), *(Fraction(hands, sum(taken)) for hands in taken))
        for name, taken in lines.items()
    ]
    columns = (Column("best four cards"), Column("dealt", Kind.PERCENT))
    actions = tuple(Column(name, Kind.PERCENT) for name in names)
    note = (
        "Shares are of all deals of such a hand, over every upcard and kicker: where a line is "
        "not all of one action, the upcard and the other cards decide."
    )
    yield Sheet("The best action by the hand held", columns + actions, tuple(rows), note=note)


def _actions(house: House) -> Iterator[tuple[int, list[int]]]:
    """For each score, how many hands (with an upcard) take each action."""
    arrays, dealers = four_card_prime.counted(house), comb(len(WHOLE_DECK) - 6, 5)
    for rows, paid in four_card_prime.rows_alike(house, arrays):
        wins, weight = arrays["wins"][rows], arrays["weight"][rows]
        action, _ = four_card_prime.best_raise(house, paid, wins, dealers - wins)
        places = arrays["score"][rows]
        taken: dict[int, list[int]] = {}
        for place, times, hands in zip(places, action, weight, strict=True):
            line = taken.setdefault(int(place), [0] * len(four_card_prime.TIMES))
            line[int(times)] += int(hands)
        for place, line in taken.items():
            yield int(arrays["scores"][place]), line


def hand_name(score: int) -> str:
    """A hand as a chart names it: by its rank where the category alone says too little."""
    words = FOUR.words(score).partition(" (")[0]
    if words.startswith(("four ", "three ")):
        return f"{words.partition(' ')[0]} of a kind"
    if words.startswith("two pair"):
        return words.partition(" and ")[0]
    return words.partition(",")[0]


CHARTS: Mapping[str, Callable[[House], Iterator[Sheet]]] = {"four-card-prime": _prime}
