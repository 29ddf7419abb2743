"""The main game's result, taken apart: by action and end, by points, by row of the ante table."""

from fractions import Fraction

from croupier.games.figures import figures_of
from croupier.odds.figures import House
from croupier.report.sheets import Cell, Column, Kind, Sheet

WAYS = Column("combinations", Kind.COUNT)
CHANCE, SHARE = Column("probability", Kind.DECIMAL), Column("contribution", Kind.DECIMAL)
NET, EXACT = Column("net", Kind.COUNT), Column("exactly", Kind.EXACT)


def main_results(house: House) -> list[Sheet]:
    """Sheets whose contributions add up to the net of the main game."""
    return list(figures_of(house.game.id).results(house))


def counted_sheet(
    title: str, first: str, lines: list[tuple[str, int, int]], note: str = ""
) -> Sheet:
    """What happens, in how many ways, and what it brings."""
    total = sum(ways for _, ways, _ in lines)
    rows: list[tuple[Cell, ...]] = []
    for label, ways, net in lines:
        chance = Fraction(ways, total)
        rows.append((label, ways, chance, net, chance * net, chance * net))
    mean = Fraction(sum(ways * net for _, ways, net in lines), total)
    return Sheet(
        title,
        (Column(first), WAYS, CHANCE, NET, SHARE, EXACT),
        tuple(rows),
        ("all", total, Fraction(1), "", mean, mean),
        note,
    )
