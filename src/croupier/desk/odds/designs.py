"""Paytables near a target house edge, priced exactly."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.desk.marks import marks
from croupier.odds.design.search import (
    Designed,
    Target,
    posted_pays,
    printed_place,
    recipe_of,
    search,
)
from croupier.odds.figures import fraction
from croupier.rules.paytable import Paytable
from croupier.table.table import Table


class PostedRow(NamedTuple):
    """A row as it is posted: what it pays, and how that is printed."""

    label: str
    pay: int
    printed: str


class Designs(NamedTuple):
    """Tables in place of a posted one, the nearest or the least changed first."""

    name: str  # as it was asked for
    posted: Paytable
    rows: list[PostedRow]
    target: Target
    designs: list[Designed]


def designs(
    table: Table, name: str, target: Target, bounds: Mapping[str, tuple[int, int]], limit: int
) -> Designs:
    """`name`: of the table to design; `bounds`: what its rows may pay, by label."""
    recipe = recipe_of(table, name)
    posted, pays = table.posted[recipe.group], posted_pays(table, recipe)
    place = printed_place(posted, recipe)
    rows = [
        PostedRow(row.label, pay, row.printed[place])
        for row, pay in zip(posted.rows, pays, strict=True)
    ]
    return Designs(name, posted, rows, target, search(table, name, target, bounds, limit))


def designs_json(table: Table, found: Designs) -> dict[str, object]:
    target, labels = found.target, [row.label for row in found.rows]
    return {
        "game": table.game.id,
        **marks(table),
        "table": found.name,
        "target": {
            "edge": fraction(target.edge),
            "hit": None if target.hit is None else fraction(target.hit),
            "within": fraction(target.within),
        },
        "tables": [
            {
                "pays": dict(zip(labels, one.pays, strict=True)),
                "edge": fraction(one.edge),
                "hit": one.results and fraction(one.results.win),
                "variance": one.results and fraction(one.results.variance),
                "distance": fraction(one.distance),
                "rows_changed": one.changed,
            }
            for one in found.designs
        ],
    }
