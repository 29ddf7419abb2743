"""The checks a report carries: two ways to each figure, and what the rulebook prints."""

from fractions import Fraction

from croupier.odds.combinations import Combinations
from croupier.odds.figures import House, Odds
from croupier.odds.printed import V1_EDGES, V2_COMBINATIONS, V2_NETS, rounded
from croupier.odds.report_sheets import Cell, Column, Kind, Section, Sheet

SETS = {"1": "I", "2": "II"}  # V1 prints its blind tables for one set of ante pays each


def checks(house: House, odds: Odds, tables: list[Combinations]) -> Section:
    columns = (
        Column("figure"),
        Column("one way", Kind.DECIMAL),
        Column("the other way", Kind.DECIMAL),
        Column("verdict"),
    )
    sheets = [
        Sheet("Each figure found in two ways", columns, tuple(_twice(odds, tables)), note=TWICE)
    ]
    printed = _printed(house, odds, tables)
    if printed:
        shown = (Column("figure"), Column("printed"), Column("found"), Column("verdict"))
        sheets.append(Sheet("Figures printed in the rulebook", shown, tuple(printed)))
    return Section("Checks", tuple(sheets))


TWICE = (
    "A wager's net from its rows, against the net from the distribution of its results; compared "
    "as fractions, so that equal means equal in every digit. Both begin with the same counts of "
    "hands: this checks the pricing. The counts are checked by the program's tests, against plain "
    "enumerations that use none of the solver's shortcuts."
)


def _twice(odds: Odds, tables: list[Combinations]) -> list[tuple[Cell, ...]]:
    pairs = [
        (f"net of {table.name}", table.net, odds.wagers[table.name].results.mean)
        for table in tables
        if table.name in odds.wagers
    ]
    thirds = odds.results.win + odds.results.push + odds.results.lose
    pairs.append(("wins, pushes and losses together", thirds, Fraction(1)))
    if odds.parts:
        pairs.append(("net of the main game, by parts", sum(odds.parts.values(), ZERO), odds.net))
    alone = {table.name: table for table in tables}.get("bonus bet alone")
    if alone is not None:
        told = Fraction(str(odds.wagers["bonus"].more["alone_net"]))
        pairs.append(("net of the bonus bet alone", alone.net, told))
    return [(name, one, two, "equal" if one == two else "DIFFERS") for name, one, two in pairs]


ZERO = Fraction(0)


def _printed(house: House, odds: Odds, tables: list[Combinations]) -> list[tuple[Cell, ...]]:
    game, blind = house.game.id, odds.posted.get("blind", "")
    if game == "4-card-split-v2":
        rows = [_compared(f"{blind} player net (%)", V2_NETS.get(blind), odds.net * 100, 3)]
        lines = {line.label: line for line in tables[0].lines}
        for label, (ways, _, _) in V2_COMBINATIONS.items():
            found = Fraction(lines[label].ways)
            rows.append(_compared(f"{label}, combinations", str(ways), found, 0))
        return rows
    if game == "4-card-split-v1" and odds.posted["ante"] == SETS.get(blind[:1]):
        edge = odds.house_edge * 100
        return [_compared(f"{blind} overall house edge (%)", V1_EDGES.get(blind), edge, 4)]
    return []


def _compared(name: str, printed: str | None, ours: Fraction, places: int) -> tuple[Cell, ...]:
    found = rounded(ours, places)
    if printed is None:
        return name, "not printed", found, ""
    return name, printed, found, "agrees" if printed == found else "DIFFERS"
