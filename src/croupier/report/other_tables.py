"""What would change under other posted tables: the edge of each, one group at a time."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from croupier.games.figures import figures_of
from croupier.odds.combinations import Combinations
from croupier.odds.figures import House, Odds
from croupier.progress import told
from croupier.report.sheets import (
    Cell,
    Column,
    Kind,
    Plot,
    Prose,
    Section,
    Sheet,
    above_first,
    unit_words,
)

Vary = Callable[[Mapping[str, str], Mapping[str, object]], House]


def table_section(house: House, odds: Odds, tables: list[Combinations], vary: Vary) -> Section:
    """The edge under every table that might be posted, one group at a time."""
    parts: list[Prose | Sheet | Plot] = []
    single: list[str] = []
    figures = figures_of(house.game.id)
    wagers = {table.group: table for table in reversed(tables) if table.whole_wager}
    for group, choice in house.game.paytables.items():
        if group in wagers:
            wager = wagers[group]
            edges = [(table.id, -wager.under(table).net) for table in choice.tables]
            parts += _edges(house, group, f"{wager.name} wager", edges)
            if group in odds.parts:  # this wager is required: its table moves the main game
                rest = odds.house_edge + odds.parts[group]
                whole = [(id_, edge + rest) for id_, edge in edges]
                parts += _edges(house, group, f"main game, per {unit_words(odds)}", whole)
        elif group in figures.quick and len(choice.tables) > 1:
            posted = told(f"main game under each {group} table", choice.tables, len(choice.tables))
            edges = [(table.id, -figures.net(vary({group: table.id}, {}))) for table in posted]
            parts += _edges(house, group, f"main game, per {unit_words(odds)}", edges)
            for other in above_first(house, odds):
                parts.append(_together(house, odds, group, edges, wagers[other.table]))
        elif len(choice.tables) == 1:
            single.append(f"{choice.name.replace('_', ' ')} ({choice.tables[0].id})")
    intro = Prose(
        "One group of tables is varied at a time; the others stay as posted. The play is the best "
        "under each table."
        + (f" The rulebook prints one table only for: {', '.join(single)}." if single else "")
    )
    return Section("Other tables that may be posted", (intro, *parts))


def _edges(
    house: House, group: str, of: str, edges: list[tuple[str, Fraction]]
) -> list[Sheet | Plot]:
    posted, name = house.posted[group].id, group.replace("_", " ")
    rows = tuple(
        (id_, edge, edge, "; ".join(_remarks(house, group, id_, edge))) for id_, edge in edges
    )
    columns = (
        Column("table"),
        Column("house edge", Kind.PERCENT),
        Column("exactly", Kind.EXACT),
        Column("remark"),
    )
    found: list[Sheet | Plot] = [Sheet(f"{name}: house edge, {of}", columns, rows)]
    if len(edges) > 1:
        caption = (
            f"House edge of the {of}, under each table that may be posted for {name}; "
            f"{posted} is posted. A bar below zero favours the player."
        )
        title = f"{name}: house edge, {of}"
        found.append(Plot(title, "house edge", tuple(edges), caption=caption))
    return found


def _together(
    house: House, odds: Odds, group: str, edges: list[tuple[str, Fraction]], wager: Combinations
) -> Sheet:
    """Both required tables varied: the other wager is settled by itself, so its part is added."""
    rows: list[tuple[Cell, ...]] = []
    for table in house.game.paytables[wager.group].tables:
        moved = odds.parts[wager.name] - wager.under(table).net
        rows.append((table.id, *(edge + moved for _, edge in edges)))
    columns = tuple(Column(f"with {group} table {id_}", Kind.PERCENT) for id_, _ in edges)
    sets = " and ".join(one.words for one in house.game.sets)
    note = (
        f"House edge of the main game per {unit_words(odds)}. The rulebook prints {sets}; the "
        "other pairs are printed nowhere, and are refused at a table unless it is said that they "
        "are meant."
    )
    return Sheet(
        f"{group} and {wager.group} tables together",
        (Column(f"{wager.group} table"), *columns),
        tuple(rows),
        note=note,
    )


def _remarks(house: House, group: str, id_: str, edge: Fraction) -> Iterator[str]:
    ids = {other: table.id for other, table in house.posted.items()}
    if id_ == ids[group]:
        yield "posted"
    if house.game.sets and not any(one.holds({**ids, group: id_}) for one in house.game.sets):
        yield "printed in no rulebook beside the others"
    if edge < 0:
        yield "favours the player"
