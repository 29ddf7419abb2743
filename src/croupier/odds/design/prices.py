"""What a designed table is priced by: counts made once, and the best play where pays change it."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.odds.figures import Distribution, PostedTable
from croupier.rules.felt import OptionValue
from croupier.rules.paytable import LOSS, Paytable, Steps
from croupier.rules.vocabulary import Game

Pays = tuple[int, ...]  # of every row, from the top down
PAYS = ("pays",)


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
    """The same table, whose paytable of that group pays so much, row by row, in these columns."""
    paytable = table.posted[group]
    floors = [row.floor for row in paytable.rows]
    new = tuple(zip(floors, pays, strict=True))
    steps = {**paytable.steps, **dict.fromkeys(columns, new)}
    posted = {**table.posted, group: paytable._replace(steps=steps)}
    return Reposted(table.game, posted, table.options, table.unprinted)


class Priced(NamedTuple):
    """What a wager, or the main game, brings under a table."""

    net: Fraction
    results: Distribution | None = None  # not where they take long to count


Price = Callable[[PostedTable], Priced]


class Recipe(NamedTuple):
    """How a table is priced."""

    group: str
    prepare: Callable[[PostedTable], Price]  # counts what no table changes
    decides: bool = False  # its pays change how a hand is played
    columns: tuple[str, ...] = PAYS  # that are designed, all alike
    adds_up: bool = True  # what a row is worth does not depend on the other rows


def _of(results: Distribution) -> Priced:
    return Priced(results.mean, results)


def recipe_of(table: PostedTable, asked: str) -> Recipe:
    recipes = figures_of(table.game.id, "no table of it can be designed").recipes
    if asked not in recipes:
        raise RuleError(
            f"{table.game.id}: no table {asked!r} can be designed; these can: {', '.join(recipes)}",
            "design/unknown",
        )
    return recipes[asked]


class Pricing(NamedTuple):
    """What a table brings: `base`, and for each row what it is worth at a pay."""

    base: Fraction
    worth: Callable[[int, int], Fraction]
    price: Callable[[Pays], Priced]
    counts: Mapping[int, Fraction] = {}  # how often each row is reached


def pricing_of(table: PostedTable, recipe: Recipe) -> Pricing:
    return _decided(table, recipe) if recipe.decides else _counted(table, recipe)


def posted_pays(table: PostedTable, recipe: Recipe) -> Pays:
    """What the rows pay now; refused where columns that are to be alike are not."""
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


def _counted(table: PostedTable, recipe: Recipe) -> Pricing:
    """Rows that pay their own number: the results are then how often each row is reached."""
    paytable = table.posted[recipe.group]
    marked = recipe.prepare(table)(
        reposted(table, recipe.group, range(1, len(paytable.rows) + 1))
    ).results
    assert marked is not None
    counts = [marked.counts.get(paytable.net_of(row + 1), 0) for row in range(len(paytable.rows))]
    unpaid = marked.total - sum(counts)  # such as copies, where the house does not pay them

    def price(pays: Pays) -> Priced:
        nets: dict[int, int] = {LOSS: unpaid} if unpaid else {}
        for pay, count in zip(pays, counts, strict=True):
            if count:
                net = paytable.net_of(pay)
                nets[net] = nets.get(net, 0) + count
        return _of(Distribution(nets))

    shares = {row: Fraction(count, marked.total) for row, count in enumerate(counts)}
    return Pricing(
        Fraction(LOSS * unpaid, marked.total),
        lambda row, pay: shares[row] * paytable.net_of(pay),
        price,
        shares,
    )


def _decided(table: PostedTable, recipe: Recipe) -> Pricing:
    """The best play for every pay of one row, the others as posted."""
    posted, prepared = posted_pays(table, recipe), recipe.prepare(table)

    def price(pays: Pays) -> Priced:
        changed: PostedTable = table
        for column in recipe.columns:  # the row of all other hands stays as it is in each
            others = table.steps(f"{recipe.group}.{column}")[-1][1]
            changed = reposted(changed, recipe.group, (*pays[:-1], others), (column,))
        return prepared(changed)

    base = price(posted).net

    def worth(row: int, pay: int) -> Fraction:
        if pay == posted[row]:
            return Fraction(0)
        return price((*posted[:row], pay, *posted[row + 1 :])).net - base

    return Pricing(base, worth, price)


def printed_place(table: Paytable, recipe: Recipe) -> int:
    """The printed column that is designed."""
    return next(
        place
        for place, name in enumerate(table.columns)
        if recipe.columns[0] in name.split(" and ")
    )
