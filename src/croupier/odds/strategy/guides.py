"""Strategies for people: lists of rules to memorize, found once for each table and cached."""

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import RANKS
from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.kernels.arrays import Bools
from croupier.kernels.cache.counts import short_digest, stored
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.search import (
    OTHERWISE,
    Choice,
    Condition,
    Rule,
    Rules,
    RuleSearch,
    best_worth,
    decided,
    worth,
)

if TYPE_CHECKING:
    from croupier.odds.position import Position

Actions = NDArray[np.int64]  # the action taken in each situation
SIZES = (3, 6, 12)
MOST_RULES = 20
AND = " and "  # between the parts of a rule's condition; no part has it


class Stage(NamedTuple):
    """One decision of the game, and all conditions that a rule may use there."""

    name: str
    conditions: Sequence[Condition]


class Playbook(NamedTuple):
    """The decisions of a game in order: one, or two."""

    stages: tuple[Stage, ...]
    total: int  # the outcomes that the worths are summed over
    best: int  # the worth of optimal play
    first: Callable[[Actions | None], Choice]  # given the later actions; None: the best
    last: Choice | None = None  # the later decision, in the situations that optimal play reaches


class RuleLine(NamedTuple):
    decision: str
    condition: str  # empty for the last rule: otherwise
    action: str
    without: Fraction | None  # the list's cost without this rule; None: it must stay


class Strategy(NamedTuple):
    """A list of rules. `cost`: what it loses to optimal play, in units of the first bet."""

    lines: tuple[RuleLine, ...]
    cost: Fraction


def lists_of(book: Playbook, sizes: Sequence[int]) -> list[Strategy]:
    """The best lists found, by number of rules."""
    first = book.first(None)
    early = RuleSearch(first, book.stages[0].conditions).lists(max(sizes))
    if book.last is None:
        return [_strategy(book, (early[size - 1],)) for size in sizes]
    late = RuleSearch(book.last, book.stages[1].conditions).lists(max(sizes))
    return [_strategy(book, _shared(book, first, early, late, size)) for size in sizes]


def _shared(
    book: Playbook, first: Choice, early: list[Rules], late: list[Rules], size: int
) -> tuple[Rules, ...]:
    """`size` rules over two decisions, divided where they save most."""
    assert book.last is not None

    def lost(rules: Rules, stage: int, choice: Choice) -> int:
        return best_worth(choice) - worth(choice, _taken(book, stage, rules, choice))

    early_lost = [lost(rules, 0, first) for rules in early]
    late_lost = [lost(rules, 1, book.last) for rules in late]
    many = min(range(1, size), key=lambda many: early_lost[many - 1] + late_lost[size - many - 1])
    then = late[size - many - 1]
    choice = book.first(_taken(book, 1, then, book.last))
    again = RuleSearch(choice, book.stages[0].conditions).lists(many)[-1]
    best = max(
        (again, early[many - 1]), key=lambda rules: worth(choice, _taken(book, 0, rules, choice))
    )
    return best, then


def _taken(book: Playbook, stage: int, rules: Rules, choice: Choice) -> Actions:
    return decided(rules, book.stages[stage].conditions, choice.legal)


def _worth(book: Playbook, lists: tuple[Rules, ...]) -> int:
    """What a player wins who follows these lists."""
    later = None if book.last is None else _taken(book, 1, lists[1], book.last)
    choice = book.first(later)
    return worth(choice, _taken(book, 0, lists[0], choice))


def _strategy(book: Playbook, lists: tuple[Rules, ...]) -> Strategy:
    def cost(lists: tuple[Rules, ...]) -> Fraction:
        return Fraction(book.best - _worth(book, lists), book.total)

    lines = []
    for stage, rules in enumerate(lists):
        actions = (book.first(None) if stage == 0 else book.last).actions  # type: ignore[union-attr]
        for place, rule in enumerate(rules):
            last = place == len(rules) - 1
            fewer = (*rules[:place], *rules[place + 1 :])
            rest = (*lists[:stage], fewer, *lists[stage + 1 :])
            words = "" if last else book.stages[stage].conditions[rule.condition].words
            without = None if last else cost(rest)
            lines.append(RuleLine(book.stages[stage].name, words, actions[rule.action], without))
    return Strategy(tuple(lines), cost(lists))


def followed(book: Playbook, strategy: Strategy) -> list[Actions]:
    """The action in every situation of each decision, read from the list as worded."""
    taken = []
    for stage, choice in zip(book.stages, (book.first(None), book.last), strict=False):
        assert choice is not None
        places = {condition.words: place for place, condition in enumerate(stage.conditions)}
        rules = tuple(
            Rule(
                places[line.condition] if line.condition else OTHERWISE,
                choice.actions.index(line.action),
            )
            for line in strategy.lines
            if line.decision == stage.name
        )
        taken.append(decided(rules, stage.conditions, choice.legal))
    return taken


def crossed(*groups: Sequence[Condition], most: int = 2) -> list[Condition]:
    """Every condition, and up to `most` of different groups combined; simplest first."""
    made = []
    groups = tuple([part for part in group if _divides(part.holds)] for group in groups)
    for many in range(1, most + 1):
        for some in combinations(groups, many):
            for parts in product(*some):
                holds = np.logical_and.reduce([part.holds for part in parts])
                if _divides(holds):
                    made.append(Condition(AND.join(part.words for part in parts), holds))
    return made


def _divides(holds: Bools) -> bool:
    """Whether a condition is true of some situations, and false of others."""
    return bool(holds.any() and not holds.all())


def ladder(values: Actions, rungs: Iterable[int], at_least: str, below: str) -> list[Condition]:
    """Conditions from above and from below, at each of these values."""
    return [
        Condition(words.format(rung), holds)
        for rung in sorted(rungs)
        for words, holds in ((at_least, values >= rung), (below, values < rung))
    ]


def telling(choice: Choice, rung: Actions, beside: Actions) -> set[int]:
    """The rungs of a ladder at which the best action changes, for any value of `beside`."""
    values = np.where(choice.legal, choice.worth.astype(np.float64), -np.inf)
    key, group = np.unique(beside * (rung.max() + 1) + rung, return_inverse=True)
    sums = np.zeros((len(key), values.shape[1]))
    np.add.at(sums, group, values)
    best, side = sums.argmax(axis=1), key // (rung.max() + 1)
    changed = (best[1:] != best[:-1]) & (side[1:] == side[:-1])
    return {int(each) for each in key[1:][changed] % (rung.max() + 1)}


def upcard_conditions(rank: Actions) -> list[Condition]:
    """The upcard's rank, from above and from below."""
    last = len(RANKS) - 1
    lower = ["the upcard is a 2", *(f"the upcard is {r} or lower" for r in RANKS[1:last])]
    higher = [*(f"the upcard is {r} or higher" for r in RANKS[1:last]), "the upcard is an ace"]
    return [
        *(Condition(words, rank <= place) for place, words in enumerate(lower)),
        *(Condition(words, rank >= place) for place, words in enumerate(higher, 1)),
    ]


def deciding(lines: Iterable[RuleLine], legal: Collection[str], held: Iterable[Condition]) -> str:
    """The first rule that holds in a single situation, as a sentence: `held` has its conditions."""
    true = {condition.words for condition in held if condition.holds[0]}
    for line in lines:
        parts = line.condition.split(AND) if line.condition else []
        if line.action in legal and true.issuperset(parts):
            return f"{line.condition or 'otherwise'}: {line.action}"
    raise AssertionError("a list of rules ends in one that always holds")


Find = Callable[[PostedTable, Sequence[int]], list[Strategy]]
Reminder = Callable[[PostedTable, "Position"], str]


class Guide(NamedTuple):
    """How a game's strategies are found, and how they are read."""

    groups: tuple[str, ...]  # the tables that change the play
    find: Find
    fewest: int  # rules: one for each decision
    how: str = "Read from the top: the first rule that holds decides."
    note: str = ""
    remind: Reminder | None = None  # the rule to remember that applies to a position


def by_rules(book: Callable[[PostedTable], Playbook]) -> Find:
    """Strategies that are lists of rules, from the game's playbook."""
    return lambda table, sizes: lists_of(book(table), sizes)


def guide_of(table: PostedTable) -> Guide:
    return figures_of(table.game.id, "there is no strategy to show").guide


def strategies_of(table: PostedTable, sizes: Sequence[int] = SIZES) -> list[Strategy]:
    """Strategies with these numbers of rules, shortest first."""
    guide = guide_of(table)
    for size in sizes:
        if not guide.fewest <= size <= MOST_RULES:
            raise RuleError(
                f"a strategy of {size} rules; ask for {guide.fewest} to {MOST_RULES}",
                "strategy/size",
            )
    wanted = sorted(set(sizes))
    name = f"{table.game.id}/strategy-{pays_digest(table, wanted)}"
    return _read(stored(name, lambda: _written(guide.find(table, wanted))))


def list_to_remember(table: PostedTable) -> Strategy:
    """The list of medium length."""
    _, middle, _ = strategies_of(table)
    return middle


def pays_digest(table: PostedTable, *parts: object) -> str:
    """A digest for a cache name, of the pays that change the play."""
    pays = [sorted(table.posted[group].steps.items()) for group in guide_of(table).groups]
    return short_digest(pays, *parts)


def _written(found: list[Strategy]) -> dict[str, NDArray[np.str_]]:
    lines = [
        (str(place), line.decision, line.condition, line.action, str(line.without))
        for place, strategy in enumerate(found)
        for line in strategy.lines
    ]
    return {"lines": np.array(lines), "costs": np.array([str(strategy.cost) for strategy in found])}


def _read(kept: dict[str, NDArray[np.str_]]) -> list[Strategy]:
    found: list[list[RuleLine]] = [[] for _ in kept["costs"]]
    for place, decision, condition, action, without in kept["lines"].tolist():
        cost = None if without == "None" else Fraction(without)
        found[int(place)].append(RuleLine(decision, condition, action, cost))
    return [
        Strategy(tuple(lines), Fraction(cost))
        for lines, cost in zip(found, kept["costs"].tolist(), strict=True)
    ]
