"""Paytables near a target house edge: count once, price many.

A wager's rows are counted by posting a table whose rows pay their own number. What a whole table is
worth is then a sum over its rows, and the sums of the upper and of the lower rows meet in the
middle. Where pays change how a hand is played, a row's worth is that of the best play of its hands:
a bonus for one row does not touch the play of another's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import RuleError
from croupier.odds import four_card_buyout, four_card_prime
from croupier.odds.figures import Distribution, House, spread
from croupier.odds.hand_counts import WHOLE_DECK, five_card_counts, four_card_counts
from croupier.rules.felt import OptionValue
from croupier.rules.paytable import LOSS, Paytable, Row, Steps, prize
from croupier.rules.vocabulary import Game

Array = NDArray[Any]  # whole numbers; Python's own where they outgrow 64 bits
Pays = tuple[int, ...]  # of every row, from the top down

MOST_HALVES = 2_000_000  # sums of the upper or of the lower rows
FEW = 200_000  # so many tables are simply all compared
MOST_SOLVED = 300  # pays for which the best play is found anew
MOST_PAY = 1_000_000
EXACT = 1 << 62
TOO_MANY = "too many tables to compare; narrow them with --rows"


class Reposted(NamedTuple):
    """A house with one of its tables changed."""

    game: Game
    posted: Mapping[str, Paytable]
    options: Mapping[str, OptionValue]

    def steps(self, key: str) -> Steps:
        group, _, column = key.partition(".")
        return self.posted[group].steps[column or "pays"]


def reposted(house: House, group: str, pays: Sequence[int]) -> Reposted:
    """The same house, whose table of that group pays so much, row by row."""
    table = house.posted[group]
    floors = [row.floor for row in table.rows]
    steps = {**table.steps, "pays": tuple(zip(floors, pays, strict=True))}
    return Reposted(house.game, {**house.posted, group: table._replace(steps=steps)}, house.options)


Price = Callable[[House], Distribution]


class Recipe(NamedTuple):
    """How a table is priced: what its wager, or the main game, brings under it."""

    group: str
    prepare: Callable[[House], Price]  # counts what no table changes
    decides: bool = False  # its pays change how a hand is played


def _prime_dealers() -> int:
    return comb(len(WHOLE_DECK) - 6, 5)


def _side(wager: str) -> Callable[[House], Price]:
    def prepare(house: House) -> Price:
        arrays, hands = four_card_prime.counted(house), five_card_counts()

        def price(house: House) -> Distribution:
            wagers = four_card_prime.side_results(house, arrays, _prime_dealers(), hands)
            if wager not in wagers:
                raise RuleError(f"this table does not offer the {wager}", "design/not_offered")
            return wagers[wager]

        return price

    return prepare


def _prime_main(house: House) -> Price:
    arrays = four_card_prime.counted(house)
    return lambda house: four_card_prime.played(house, arrays, _prime_dealers())[0]


def _blind(house: House) -> Price:
    scores = four_card_counts()
    return lambda house: _spread(scores, house.steps("blind"))


def _spread(counts: Mapping[int, int], steps: Steps) -> Distribution:
    return spread(counts, lambda score: prize(steps, score))


def _bonus_beside(house: House) -> Price:
    """Beside the play that is best without the bonus."""
    plain = np.zeros_like(four_card_buyout.bonus_nets(house))
    tally, _ = four_card_buyout.tallied([house.game.decks] * 52, plain)
    return lambda house: four_card_buyout.bonus_results(four_card_buyout.bonus_nets(house), tally)


def _bonus_alone(house: House) -> Price:
    counts = four_card_buyout.four_card_points([house.game.decks] * 52)
    return lambda house: _spread(counts, house.steps("bonus"))


_BUYOUT = {"bonus": Recipe("bonus", _bonus_beside), "bonus alone": Recipe("bonus", _bonus_alone)}
_SPLIT = {"blind": Recipe("blind", _blind)}
RECIPES: Mapping[str, Mapping[str, Recipe]] = {
    "four-card-prime": {
        "aces_baby": Recipe("aces_baby", _side("aces baby")),
        "prime": Recipe("prime", _side("prime")),
        "bad_beat_wager": Recipe("bad_beat_wager", _side("bad beat")),
        "five_card_jackpot": Recipe("five_card_jackpot", _side("five card jackpot")),
        "four_card_jackpot": Recipe("four_card_jackpot", _side("four card jackpot")),
        "win_bonus": Recipe("win_bonus", _prime_main, decides=True),
        "bad_beat_bonus": Recipe("bad_beat_bonus", _prime_main, decides=True),
    },
    "ultimate-4-card-buyout": _BUYOUT,
    "4-card-buyout": _BUYOUT,
    "4-card-split-v1": _SPLIT,
    "4-card-split-v2": _SPLIT,
}


def recipe_of(house: House, asked: str) -> Recipe:
    recipes = RECIPES.get(house.game.id, {})
    if asked not in recipes:
        known = ", ".join(recipes) or "none"
        raise RuleError(
            f"{house.game.id}: no table {asked!r} can be designed; these can: {known}",
            "design/unknown",
        )
    return recipes[asked]


class Designed(NamedTuple):
    """One table that was found."""

    pays: Pays
    results: Distribution
    edge: Fraction
    distance: Fraction  # of the edge from the target
    changed: int  # rows that pay other than the posted table's


class Target(NamedTuple):
    edge: Fraction
    hit: Fraction | None = None


Bounds = Mapping[str, tuple[int, int]]  # by a row's label


def search(
    house: House, asked: str, target: Target, bounds: Bounds | None = None, limit: int = 10
) -> list[Designed]:
    """The tables nearest to the target edge; of those as near, the ones most like the posted."""
    recipe = recipe_of(house, asked)
    table = house.posted[recipe.group]
    _check_bounds(table, bounds or {})
    pricing = _decided(house, recipe) if recipe.decides else _counted(house, recipe)
    if target.hit is not None and recipe.decides:
        raise RuleError(f"{asked} does not decide how often the game is won", "design/hit")
    posted = _posted_pays(house, recipe.group)
    start = posted if target.hit is None else _cut(table, posted, pricing, target.hit)
    free = _free(table, start, bounds or {})
    choices = [_choices(table.rows[row], start[row], bounds or {}) for row in free]
    if recipe.decides and sum(map(len, choices)) > MOST_SOLVED:
        raise RuleError(TOO_MANY, "design/many")
    worths = [
        [pricing.worth(row, pay) for pay in pays] for row, pays in zip(free, choices, strict=True)
    ]
    rest = sum(pricing.worth(row, start[row]) for row in range(len(start)) if row not in free)
    aim = -target.edge * pricing.total - pricing.base - rest
    near = tuple(posted[row] for row in free)
    found = []
    for chosen in _nearest(choices, worths, aim, near, limit):
        pays = list(start)
        for row, pay in zip(free, chosen, strict=True):
            pays[row] = pay
        found.append(_priced(tuple(pays), posted, pricing, target))
    if not found:
        raise RuleError(
            "no table keeps these bounds: a lower row may not pay more than one above it",
            "design/none",
        )
    return found


class Pricing(NamedTuple):
    """What a table brings in all: `base`, and for each row what it is worth at a pay."""

    total: int
    base: int
    worth: Callable[[int, int], int]
    results: Callable[[Pays], Distribution]
    counts: tuple[int, ...] = ()


def _posted_pays(house: House, group: str) -> Pays:
    return tuple(pay for _, pay in house.steps(group))


def _counted(house: House, recipe: Recipe) -> Pricing:
    """Rows that pay their own number: the results are then how often each row is reached."""
    table = house.posted[recipe.group]
    lost = -1 if table.odds == "for 1" else 0  # the wager itself is gone
    marked = recipe.prepare(house)(reposted(house, recipe.group, range(1, len(table.rows) + 1)))
    counts = tuple(marked.counts.get(row + 1 + lost, 0) for row in range(len(table.rows)))
    unpaid = marked.total - sum(counts)  # such as copies, where the house does not pay them

    def results(pays: Pays) -> Distribution:
        nets: dict[int, int] = {LOSS: unpaid} if unpaid else {}
        for pay, count in zip(pays, counts, strict=True):
            if count:
                nets[pay + lost] = nets.get(pay + lost, 0) + count
        return Distribution(nets)

    def worth(row: int, pay: int) -> int:
        return counts[row] * (pay + lost)

    return Pricing(marked.total, LOSS * unpaid, worth, results, counts)


def _decided(house: House, recipe: Recipe) -> Pricing:
    """The best play for every pay of one row, the others as posted."""
    posted, price = _posted_pays(house, recipe.group), recipe.prepare(house)

    def results(pays: Pays) -> Distribution:
        return price(reposted(house, recipe.group, pays))

    def net(pays: Pays) -> int:
        return sum(net * count for net, count in results(pays).counts.items())

    start = results(posted)
    base = net(posted)

    def worth(row: int, pay: int) -> int:
        if pay == posted[row]:
            return 0
        return net((*posted[:row], pay, *posted[row + 1 :])) - base

    return Pricing(start.total, base, worth, results)


def _cut(table: Paytable, posted: Pays, pricing: Pricing, hit: Fraction) -> Pays:
    """The posted pays, for as many rows from the top as come nearest to the hits asked for."""
    rows = [row for row in range(len(posted)) if not _held(table, row)]

    def off(many: int) -> Fraction:
        return abs(Fraction(sum(pricing.counts[row] for row in rows[:many]), pricing.total) - hit)

    paying = rows[: min(range(1, len(rows) + 1), key=off)]
    nothing = 0 if table.odds == "for 1" else LOSS
    pays = list(posted)
    for row in rows:
        pays[row] = max(posted[row], 1) if row in paying else nothing
    return tuple(pays)


def _free(table: Paytable, start: Pays, bounds: Bounds) -> list[int]:
    """The rows whose pays are searched, from the top down. A lower one never pays more."""
    return [row for row, pay in enumerate(start) if pay > 0 or table.rows[row].label in bounds]


def _held(table: Paytable, row: int) -> bool:
    """Rows that no design touches: a share of a meter, the row of all other hands, no hand."""
    kept: Row = table.rows[row]
    place = next(place for place, name in enumerate(table.columns) if "pays" in name.split(" and "))
    return kept.floor == 0 or not kept.reachable or kept.printed[place].endswith("%")


def _check_bounds(table: Paytable, bounds: Bounds) -> None:
    free = [row.label for place, row in enumerate(table.rows) if not _held(table, place)]
    for label, (low, high) in bounds.items():
        if label not in free:
            raise RuleError(
                f"table {table.id} has no row {label!r} to design; it has: {', '.join(free)}",
                "design/row",
            )
        if not 1 <= low <= high <= MOST_PAY:
            raise RuleError(
                f"{label}={low}..{high}; write the least and the most it may pay, "
                f"from 1 to {MOST_PAY}",
                "design/row",
            )


def _choices(row: Row, pay: int, bounds: Bounds) -> list[int]:
    """The pays that a row may have: within its bounds, or within half of what is posted."""
    if row.label in bounds:
        low, high = bounds[row.label]
        return [*range(low, high + 1)]
    if not row.reachable:
        return [pay]
    near = (each for each in range(-(-pay // 2), pay * 3 // 2 + 1) if _round(each))
    return sorted({pay, *near})


def _round(pay: int) -> bool:
    """Pays as felts print them: any up to 20, then two digits of which the second is 0 or 5."""
    scale = 10 ** (len(str(pay)) - 2) if pay > 20 else 0
    return pay <= 20 or pay % (5 * scale) == 0


def _nearest(
    choices: list[list[int]],
    worths: list[list[int]],
    aim: Fraction,
    posted: Pays,
    limit: int,
) -> list[Pays]:
    """Tables that never pay a lower row more, by how near their worth comes to the aim."""
    choices, worths = [*choices, [0]], [*worths, [0]]  # so that there are two halves
    sizes = [len(pays) for pays in choices]
    middle = min(
        range(1, len(sizes)),
        key=lambda place: (max(prod(sizes[:place]), prod(sizes[place:])), place),
    )
    scaled, goal = aim.denominator, aim.numerator
    most = abs(goal) + scaled * sum(max(map(abs, row)) for row in worths)
    kind = np.int64 if most < EXACT else object
    upper = _sums(choices[:middle], worths[:middle], scaled, kind)
    lower = _sums(choices[middle:], worths[middle:], scaled, kind)
    pairs = _meet(upper, lower, goal, limit)
    tables = [(*map(int, upper.pays[a]), *map(int, lower.pays[b, :-1])) for a, b in pairs]
    distance = [abs(int(upper.sums[a]) + int(lower.sums[b]) - goal) for a, b in pairs]
    order = sorted(
        range(len(tables)),
        key=lambda place: (distance[place], *_likeness(tables[place], posted)),
    )
    return [tables[place] for place in order[:limit]]


def _likeness(pays: Pays, posted: Pays) -> tuple[int, Fraction, Pays]:
    changed = [pair for pair in zip(pays, posted, strict=True) if pair[0] != pair[1]]
    moved = sum((Fraction(abs(new - old), max(old, 1)) for new, old in changed), Fraction(0))
    return len(changed), moved, pays


class Half(NamedTuple):
    """Some rows of many tables: what they pay, and what that is worth."""

    pays: Array
    sums: Array


def _sums(choices: list[list[int]], worths: list[list[int]], scaled: int, kind: type) -> Half:
    pays = np.array([[pay] for pay in choices[0]], np.int64)
    sums: Array = np.array([worth * scaled for worth in worths[0]], kind)
    for row, worth in zip(choices[1:], worths[1:], strict=True):
        if len(pays) * len(row) > 10 * MOST_HALVES:
            raise RuleError(TOO_MANY, "design/many")
        above, here = np.meshgrid(np.arange(len(pays)), np.arange(len(row)), indexing="ij")
        fits = pays[above, -1] >= np.array(row)[here]
        above, here = above[fits], here[fits]
        if len(above) > MOST_HALVES:
            raise RuleError(TOO_MANY, "design/many")
        pays = np.column_stack([pays[above], np.array(row, np.int64)[here]])
        sums = sums[above] + np.array([each * scaled for each in worth], kind)[here]
    return Half(pays, sums)


def _meet(upper: Half, lower: Half, goal: int, limit: int) -> list[tuple[int, int]]:
    """Pairs of halves that hold the nearest tables, with all that come as near."""
    if not len(upper.pays) or not len(lower.pays):
        return []
    steps = [_Step.of(int(first), upper, lower) for first in np.unique(lower.pays[:, 0])]
    everything = len(upper.pays) * len(lower.pays) <= FEW
    within = None if everything else _reach(steps, goal, limit)
    return [pair for step in steps for pair in step.pairs(goal, within)]


def _reach(steps: Sequence["_Step"], goal: int, limit: int) -> int | None:
    """A distance that `limit` tables keep: each upper half with its nearest lower one."""
    nearest = np.concatenate([step.nearest(goal) for step in steps])
    if len(nearest) < limit:
        return None
    return int(np.partition(nearest, limit - 1)[limit - 1])


class _Step(NamedTuple):
    """The lower halves of one first pay, in order of worth, and the upper halves above them."""

    above: Array
    below: Array
    upper: Half
    lower: Half

    @classmethod
    def of(cls, first: int, upper: Half, lower: Half) -> "_Step":
        below = np.nonzero(lower.pays[:, 0] == first)[0]
        below = below[np.argsort(lower.sums[below], kind="stable")]
        return cls(np.nonzero(upper.pays[:, -1] >= first)[0], below, upper, lower)

    def nearest(self, goal: int) -> Array:
        rest, sums = goal - self.upper.sums[self.above], self.lower.sums[self.below]
        place = np.searchsorted(sums, rest)
        over = np.abs(sums[np.minimum(place, len(sums) - 1)] - rest)
        under = np.abs(sums[np.maximum(place - 1, 0)] - rest)
        nearest: Array = np.minimum(over, under)
        return nearest

    def pairs(self, goal: int, within: int | None) -> Iterator[tuple[int, int]]:
        rest, sums = goal - self.upper.sums[self.above], self.lower.sums[self.below]
        if within is None:
            starts, ends = np.zeros(len(rest), np.intp), np.full(len(rest), len(sums))
        else:
            starts = np.searchsorted(sums, rest - within, side="left")
            ends = np.searchsorted(sums, rest + within, side="right")
        for place in np.nonzero(ends > starts)[0]:
            for low in range(int(starts[place]), int(ends[place])):
                yield int(self.above[place]), int(self.below[low])


def _priced(pays: Pays, posted: Pays, pricing: Pricing, target: Target) -> Designed:
    results = pricing.results(pays)
    edge = -results.mean
    changed = sum(new != old for new, old in zip(pays, posted, strict=True))
    return Designed(pays, results, edge, abs(edge - target.edge), changed)
