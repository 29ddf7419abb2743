"""How often each row of a posted table is reached: the combination tables, priced row by row."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.games.figures import figures_of
from croupier.odds.figures import PostedTable, added_up
from croupier.rules.paytable import Paytable, prize


class CombinationRow(NamedTuple):
    """A row of the table, or a reason why no row is reached."""

    label: str
    printed: str  # as the table prints it
    ways: int
    pays: int  # net, in units of the wager
    percent: int = 0  # of the meter


class Combinations(NamedTuple):
    """One posted table, with how often each of its rows is reached."""

    name: str
    group: str
    table: Paytable
    lines: tuple[CombinationRow, ...]
    whole_wager: bool  # if not, only a part of the main game's net

    @property
    def total(self) -> int:
        return sum(line.ways for line in self.lines)

    @property
    def net(self) -> Fraction:
        return sum((self.share(line) for line in self.lines), Fraction(0))

    def chance(self, line: CombinationRow) -> Fraction:
        return Fraction(line.ways, self.total)

    def share(self, line: CombinationRow) -> Fraction:
        """The line's contribution to the wager's net."""
        return self.chance(line) * line.pays

    def under(self, table: Paytable) -> "Combinations":
        """The same counts under another table of the group, whose rows begin at the same hands."""
        ways = {line.label: line.ways for line in self.lines}
        rows = [row.label for row in table.rows]
        rest = [line for line in self.lines if line.label not in rows]
        lines = row_lines(table, ways, "pays percent")
        return self._replace(table=table, lines=(*lines, *rest))


def combinations(table: PostedTable) -> list[Combinations]:
    """Every posted paytable that can be priced row by row, in the order of the game."""
    return list(figures_of(table.game.id).combinations(table))


def row_lines(table: Paytable, ways: Mapping[str, int], percent: str = "") -> list[CombinationRow]:
    """Each row of the table, with the ways to reach it; `percent` names its column of meter
    percents.
    """
    steps = table.steps.get(percent, ())
    return [
        CombinationRow(
            row.label,
            row.printed[0],
            ways.get(row.label, 0),
            table.net(row.floor),
            max(0, prize(steps, row.floor)),
        )
        for row in table.rows
    ]


def ways_by_row(table: Paytable, scores: Iterable[tuple[int, int]]) -> dict[str, int]:
    """How often each row is reached, by its label, from how often each score occurs."""
    return added_up((table.row(score).label, count) for score, count in scores)


def hand_combinations(
    table: PostedTable, name: str, group: str, counts: Iterable[tuple[int, int]]
) -> Combinations:
    """A wager on the player's hand alone."""
    paytable = table.posted[group]
    lines = row_lines(paytable, ways_by_row(paytable, counts), "pays percent")
    return Combinations(name, group, paytable, tuple(lines), whole_wager=True)
