"""Paytables near a target house edge: count once, price many.

The rows of a wager are counted by posting a table in which each row pays its own number. The worth
of any table is then a sum over its rows. If pays change how a hand is played, a row's worth is that
of the best play; every table listed is then priced as a whole.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.odds.design.tables import TOO_MANY, RowPays, Rows, fewest_changes, likeness, nearest
from croupier.odds.figures import Distribution, PostedTable, added_up
from croupier.rules.changed_pays import MOST_PAY
from croupier.rules.felt import OptionValue
from croupier.rules.paytable import LOSS, PUSH, Paytable, Row, Steps
from croupier.rules.vocabulary import Game

PAYS = ("pays",)
MOST_SOLVED = 300  # pays for which the best play is found again
# If rows do not add up, their sum is only a guide: of the tables whose sum is off by at most
# ASTRAY, those most like the posted one are priced. On 4 Card Split the sum was never off by more.
ASTRAY, MOST_ASTRAY = Fraction(3, 200), 300
PayBounds = Mapping[str, tuple[int, int]]  # by a row's label


class Reposted(NamedTuple):
    """A table with one of its paytables changed."""

    game: Game
    posted: Mapping[str, Paytable]
    options: Mapping[str, OptionValue]
    unprinted: tuple[str, ...] = ()

    def steps(self, key: str) -> Steps:
        group, _, column = key.partition(".")
        return self.posted[group].steps[column or "pays"]


def reposted(
    table: PostedTable, group: str, pays: Sequence[int], columns: Sequence[str] = PAYS
) -> Reposted:
    """The same table with these pays, row by row, in these columns of one paytable."""
    paytable = table.posted[group]
    floors = [row.floor for row in paytable.rows]
    new = tuple(zip(floors, pays, strict=True))
    steps = {**paytable.steps, **dict.fromkeys(columns, new)}
    posted = {**table.posted, group: paytable._replace(steps=steps)}
    return Reposted(table.game, posted, table.options, table.unprinted)


class Priced(NamedTuple):
    """The net of a wager or of the main game under a table."""

    net: Fraction
    results: Distribution | None = None  # left out if they take long to count


Price = Callable[[PostedTable], Priced]


def priced_by(results: Callable[[PostedTable], Distribution]) -> Price:
    """Prices each table by the mean of its results."""

    def price(table: PostedTable) -> Priced:
        found = results(table)
        return Priced(found.mean, found)

    return price


class Recipe(NamedTuple):
    group: str
    prepare: Callable[[PostedTable], Price]  # counts what no table changes
    decides: bool = False  # whether its pays change how a hand is played
    columns: tuple[str, ...] = PAYS  # the columns being designed, all with the same pays
    adds_up: bool = True  # whether a row's worth is independent of the other rows


def recipe_of(table: PostedTable, name: str) -> Recipe:
    recipes = figures_of(table.game.id, "no table of it can be designed").recipes
    if name not in recipes:
        raise RuleError(
            f"{table.game.id}: no table {name!r} can be designed; these can: {', '.join(recipes)}",
            "design/unknown",
        )
    return recipes[name]


class PricedRows(NamedTuple):
    """The net of a table: `base`, plus for each row its worth at a pay."""

    base: Fraction
    worth: Callable[[int, int], Fraction]
    price: Callable[[RowPays], Priced]
    counts: Mapping[int, Fraction] = {}  # how often each row is reached


def posted_pays(table: PostedTable, recipe: Recipe) -> RowPays:
    """The current pays of the rows; refused if columns that must be equal differ."""
    first, *others = (table.steps(f"{recipe.group}.{column}") for column in recipe.columns)
    for steps in others:
        for (floor, pay), (_, other) in zip(first, steps, strict=True):
            if floor > 0 and pay != other:
                names = " or ".join(f"{recipe.group}.{column}" for column in recipe.columns)
                raise RuleError(
                    f"the columns of table {table.posted[recipe.group].id} differ; design {names}",
                    "design/columns",
                )
    return tuple(pay for _, pay in first)


def _counted(table: PostedTable, recipe: Recipe) -> PricedRows:
    """Lets each row pay its own number: the results then say how often each row is reached."""
    paytable = table.posted[recipe.group]
    marked = recipe.prepare(table)(
        reposted(table, recipe.group, range(1, len(paytable.rows) + 1))
    ).results
    assert marked is not None
    counts = [marked.counts.get(paytable.net_of(row + 1), 0) for row in range(len(paytable.rows))]
    unpaid = marked.total - sum(counts)  # such as copies, if the house does not pay them

    def price(pays: RowPays) -> Priced:
        nets = [(paytable.net_of(pay), count) for pay, count in zip(pays, counts, strict=True)]
        ends = ((LOSS, unpaid), *nets)
        results = Distribution(added_up((net, count) for net, count in ends if count))
        return Priced(results.mean, results)

    shares = {row: Fraction(count, marked.total) for row, count in enumerate(counts)}
    return PricedRows(
        Fraction(LOSS * unpaid, marked.total),
        lambda row, pay: shares[row] * paytable.net_of(pay),
        price,
        shares,
    )


def _decided(table: PostedTable, recipe: Recipe) -> PricedRows:
    """Finds the best play for every pay of one row, with the others as posted."""
    posted, prepared = posted_pays(table, recipe), recipe.prepare(table)

    def price(pays: RowPays) -> Priced:
        changed: PostedTable = table
        for column in recipe.columns:  # in each column the row of all other hands keeps its pay
            others = table.steps(f"{recipe.group}.{column}")[-1][1]
            changed = reposted(changed, recipe.group, (*pays[:-1], others), (column,))
        return prepared(changed)

    base = price(posted).net

    def worth(row: int, pay: int) -> Fraction:
        if pay == posted[row]:
            return Fraction(0)
        return price((*posted[:row], pay, *posted[row + 1 :])).net - base

    return PricedRows(base, worth, price)


def printed_place(table: Paytable, recipe: Recipe) -> int:
    return next(
        place
        for place, name in enumerate(table.columns)
        if recipe.columns[0] in name.split(" and ")
    )


class Designed(NamedTuple):
    pays: RowPays
    results: Distribution | None
    edge: Fraction
    distance: Fraction  # of the edge from the target
    changed: int  # rows whose pay differs from the posted table's


class Target(NamedTuple):
    edge: Fraction
    hit: Fraction | None = None
    within: Fraction = Fraction(0)  # tables this near are ordered by likeness to the posted one


class DesignPlan(NamedTuple):
    """A table to design: how it is priced, what it begins with, and the rows that may change."""

    pricing: PricedRows
    posted: RowPays
    start: RowPays
    free: list[int]
    choices: list[list[int]]


def search(
    table: PostedTable, name: str, target: Target, bounds: PayBounds | None = None, limit: int = 10
) -> list[Designed]:
    """Tables within the target, those most like the posted one first; then the nearest ones."""
    recipe = recipe_of(table, name)
    plan = _plan(table, recipe, target, bounds or {})
    found = [_designed(plan, pays, target) for pays in _candidates(plan, recipe, target, limit)]
    if not found:
        raise RuleError(
            "no table is within these bounds: a lower row may not pay more than one above it",
            "design/none",
        )

    def order(one: Designed) -> tuple[object, ...]:
        near = one.distance <= target.within
        return not near, Fraction(0) if near else one.distance, *likeness(one.pays, plan.posted)

    return sorted(found, key=order)[:limit]


def _plan(table: PostedTable, recipe: Recipe, target: Target, bounds: PayBounds) -> DesignPlan:
    paytable = table.posted[recipe.group]
    _check_bounds(paytable, recipe, bounds)
    posted = posted_pays(table, recipe)
    if target.hit is not None and recipe.decides:
        raise RuleError(f"{recipe.group} does not decide how often the game is won", "design/hit")
    pricing = (_decided if recipe.decides else _counted)(table, recipe)
    start = posted
    if target.hit is not None:
        start = _cut(paytable, recipe, posted, pricing, target.hit)
    free = _free(paytable, start, bounds)
    choices = [_choices(paytable.rows[row], start[row], bounds) for row in free]
    if recipe.decides and sum(map(len, choices)) > MOST_SOLVED:
        raise RuleError(TOO_MANY, "design/many")
    return DesignPlan(pricing, posted, start, free, choices)


def _candidates(plan: DesignPlan, recipe: Recipe, target: Target, limit: int) -> list[RowPays]:
    """Tables to be priced, chosen by the sum of their rows' worths."""
    worths = [
        [plan.pricing.worth(row, pay) for pay in pays]
        for row, pays in zip(plan.free, plan.choices, strict=True)
    ]
    held = [row for row in range(len(plan.start)) if row not in plan.free]
    rest = sum((plan.pricing.worth(row, plan.start[row]) for row in held), plan.pricing.base)
    aim = -target.edge - rest
    within, many = target.within, limit
    if not recipe.adds_up:
        within, many = within + ASTRAY, MOST_ASTRAY
    scale = lcm(aim.denominator, *(worth.denominator for row in worths for worth in row))
    rows = Rows(
        plan.choices,
        [[int(worth * scale) for worth in row] for row in worths],
        tuple(plan.posted[row] for row in plan.free),
    )
    few = fewest_changes(rows, int(aim * scale), int(within * scale), many) if within else []
    chosen = {*few, *nearest(rows, int(aim * scale), limit)}
    return [_whole(plan, pays) for pays in sorted(chosen)]


def _whole(plan: DesignPlan, chosen: RowPays) -> RowPays:
    pays = list(plan.start)
    for row, pay in zip(plan.free, chosen, strict=True):
        pays[row] = pay
    return tuple(pays)


def _designed(plan: DesignPlan, pays: RowPays, target: Target) -> Designed:
    priced = plan.pricing.price(pays)
    changed = sum(new != old for new, old in zip(pays, plan.posted, strict=True))
    edge = -priced.net
    return Designed(pays, priced.results, edge, abs(edge - target.edge), changed)


def _cut(
    table: Paytable, recipe: Recipe, posted: RowPays, pricing: PricedRows, hit: Fraction
) -> RowPays:
    """The posted pays for as many rows from the top as come nearest to the wanted hit frequency."""
    rows = [row for row in range(len(posted)) if not _held(table, recipe, row)]

    def off(many: int) -> Fraction:
        return abs(sum(pricing.counts[row] for row in rows[:many]) - hit)

    paying = rows[: min(range(1, len(rows) + 1), key=off)]
    nothing = PUSH if table.stake_is_gone else LOSS  # in either case the stake is lost
    pays = list(posted)
    for row in rows:
        pays[row] = max(posted[row], 1) if row in paying else nothing
    return tuple(pays)


def _free(table: Paytable, start: RowPays, bounds: PayBounds) -> list[int]:
    """The rows whose pays are searched, from the top down. A lower row never pays more."""
    return [
        row
        for row, pay in enumerate(start)
        if table.rows[row].floor > 0 and (pay > 0 or table.rows[row].label in bounds)
    ]


def _held(table: Paytable, recipe: Recipe, row: int) -> bool:
    """Whether a row is never changed: a share of a meter, the row of all other hands, no hand."""
    kept: Row = table.rows[row]
    printed = kept.printed[printed_place(table, recipe)]
    return kept.floor == 0 or not kept.reachable or printed.endswith("%")


def _check_bounds(table: Paytable, recipe: Recipe, bounds: PayBounds) -> None:
    free = [row.label for place, row in enumerate(table.rows) if not _held(table, recipe, place)]
    for label, (low, high) in bounds.items():
        if label not in free:
            raise RuleError(
                f"table {table.id} has no row {label!r} to design; it has: {', '.join(free)}",
                "design/row",
            )
        if not 1 <= low <= high <= MOST_PAY:
            raise RuleError(
                f"{label}={low}..{high}; write the lowest and the highest pay, "
                f"from 1 to {MOST_PAY}",
                "design/row",
            )


def _choices(row: Row, pay: int, bounds: PayBounds) -> list[int]:
    """The pays to try for a row: within its bounds, or within half of the posted pay, or up to 2
    more.
    """
    if row.label in bounds:
        low, high = bounds[row.label]
        return [*range(low, high + 1)]
    if not row.reachable:
        return [pay]
    near = (
        each for each in range(-(-pay // 2), max(pay * 3 // 2, pay + 2) + 1) if _printable(each)
    )
    return sorted({pay, *near})


def _printable(pay: int) -> bool:
    """Pays as felts print them: any up to 20, then two digits of which the second is 0 or 5."""
    scale = 10 ** (len(str(pay)) - 2) if pay > 20 else 0
    return pay <= 20 or pay % (5 * scale) == 0
