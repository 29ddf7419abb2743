"""How other posted tables and options would change the figures: every figure that changes."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from croupier.games.figures import figures_of
from croupier.odds.combinations import Combinations
from croupier.odds.figures import Odds, PostedTable
from croupier.progress import tracked
from croupier.report.jackpots import UNKNOWN, groups_of, has_meter
from croupier.report.sheets import (
    EXACT,
    Cell,
    CellKind,
    Column,
    Plot,
    Prose,
    ReportSheet,
    Section,
    SectionPart,
    above_first,
    columns,
    fractions_of,
    unit_words,
)
from croupier.rules.felt import OptionValue
from croupier.rules.vocabulary import HouseOption

Vary = Callable[[Mapping[str, str], Mapping[str, object]], PostedTable]
FiguresByName = dict[str, Fraction]
NONE = (
    "The rulebook of this game leaves the house no option: what it chooses is the posted tables, "
    "whose effect is in the section before this one."
)
INTRO = (
    "One option is changed at a time, and everything is solved again. Every figure in this report "
    "that changes is listed, those by seats for two seats and for a full table. Figures that are "
    "not listed stay the same in every digit."
)
NOTHING = "No figure in this report changes: all of them were computed again and are equal."
MOVED = columns(
    "option", "figure", *(Column(name, CellKind.FINE) for name in ("now", "then", "change"))
)
STILL = columns("option", "value", "why nothing changes")
ONE_FOR_ALL = "For an option that is a number, one other value was tried to represent all."


def table_section(
    table: PostedTable, odds: Odds, tables: list[Combinations], vary: Vary
) -> Section:
    """The edge under every table that might be posted, one group at a time."""
    parts: list[SectionPart] = []
    single: list[str] = []
    figures = figures_of(table.game.id)
    wagers = {one.group: one for one in reversed(tables) if one.whole_wager}
    for group, choice in table.game.paytables.items():
        if group in wagers:
            wager = wagers[group]
            edges = [(paytable.id, -wager.under(paytable).net) for paytable in choice.tables]
            parts += _edges(table, group, f"{wager.name} wager", edges)
            if group in odds.parts:  # this wager is required, so its table changes the main game
                rest = odds.house_edge + odds.parts[group]
                whole = [(id_, edge + rest) for id_, edge in edges]
                parts += _edges(table, group, f"main game, per {unit_words(odds)}", whole)
        elif group in figures.quick and len(choice.tables) > 1:
            posted = tracked(
                f"main game under each {group} table", choice.tables, len(choice.tables)
            )
            edges = [(one.id, -figures.net(vary({group: one.id}, {}))) for one in posted]
            parts += _edges(table, group, f"main game, per {unit_words(odds)}", edges)
            for other in above_first(table, odds):
                parts.append(_together(table, odds, group, edges, wagers[other.table]))
        elif len(choice.tables) == 1:
            single.append(f"{choice.name.replace('_', ' ')} ({choice.tables[0].id})")
    intro = Prose(
        "One group of tables is varied at a time; the others stay as posted. The play is the best "
        "under each table."
        + (f" The rulebook prints one table only for: {', '.join(single)}." if single else "")
    )
    return Section("Other tables that may be posted", (intro, *parts))


def _edges(
    table: PostedTable, group: str, of: str, edges: list[tuple[str, Fraction]]
) -> list[SectionPart]:
    posted, name = table.posted[group].id, group.replace("_", " ")
    rows = tuple(
        (id_, edge, edge, "; ".join(_remarks(table, group, id_, edge))) for id_, edge in edges
    )
    heads = columns("table", Column("house edge", CellKind.PERCENT), EXACT, "remark")
    title = f"{name}: house edge, {of}"
    found: list[SectionPart] = [ReportSheet(title, heads, rows)]
    if len(edges) > 1:
        caption = (
            f"House edge of the {of}, under each table that may be posted for {name}; "
            f"{posted} is posted. A bar below zero favors the player."
        )
        found.append(Plot(title, "house edge", tuple(edges), caption=caption))
    return found


def _together(
    table: PostedTable,
    odds: Odds,
    group: str,
    edges: list[tuple[str, Fraction]],
    wager: Combinations,
) -> ReportSheet:
    """Varies both required tables: the other wager is settled by itself, so its part is simply
    added.
    """
    rows: list[tuple[Cell, ...]] = []
    for paytable in table.game.paytables[wager.group].tables:
        moved = odds.parts[wager.name] - wager.under(paytable).net
        rows.append((paytable.id, *(edge + moved for _, edge in edges)))
    with_each = (Column(f"with {group} table {id_}", CellKind.PERCENT) for id_, _ in edges)
    sets = " and ".join(one.words for one in table.game.sets)
    note = (
        f"House edge of the main game per {unit_words(odds)}. The rulebook prints {sets}; the "
        "other pairs are printed nowhere, and are refused at a table unless they are explicitly "
        "allowed."
    )
    title, heads = f"{group} and {wager.group} tables together", f"{wager.group} table"
    return ReportSheet(title, columns(heads, *with_each), tuple(rows), note=note)


def _remarks(table: PostedTable, group: str, id_: str, edge: Fraction) -> Iterator[str]:
    ids = {other: paytable.id for other, paytable in table.posted.items()}
    if id_ == ids[group]:
        yield "posted"
    if table.game.sets and not any(one.holds({**ids, group: id_}) for one in table.game.sets):
        yield "printed in no rulebook beside the others"
    if edge < 0:
        yield "favors the player"


def option_section(
    table: PostedTable, odds: Odds, vary: Vary, solve: Callable[[PostedTable], Odds]
) -> Section:
    if not table.game.options:
        return Section("Other house options", (Prose(NONE), *_larger(table, odds)))
    moved: list[tuple[Cell, ...]] = []
    still: list[tuple[Cell, ...]] = []
    now, why = all_figures(odds), figures_of(table.game.id).unmoved
    for option in table.game.options:
        for value in others(option, table.options[option.name]):
            then = all_figures(solve(vary({}, {option.name: value})))
            rows = _moved(f"{option.name} = {option.words(value)}", now, then)
            moved += rows
            if not rows:
                still.append((option.name, option.words(value), why.get(option.name, NOTHING)))
    sheets = [
        ReportSheet(title, heads, tuple(rows), note=note)
        for title, heads, rows, note in (
            ("What each other value of an option changes", MOVED, moved, ""),
            ("Options that change no figure", STILL, still, ONE_FOR_ALL),
        )
        if rows
    ]
    return Section("Other house options", (Prose(INTRO), *sheets))


def all_figures(odds: Odds) -> FiguresByName:
    """Every figure that might change, by name."""
    found = {
        "main game: house edge": odds.house_edge,
        "main game: element of risk": odds.element_of_risk,
        "main game: variance": odds.results.variance,
    }
    for name, wager in odds.wagers.items():
        found[f"{name}: house edge"] = -wager.results.mean
        found[f"{name}: hits"] = wager.hit
        found[f"{name}: variance"] = wager.results.variance
        for figure, value in fractions_of(wager.more).items():
            found[f"{name}: {figure.replace('_', ' ')}"] = value
        if has_meter(wager):
            found |= _for_seats(name, groups_of(wager))
    return found


def _for_seats(name: str, groups: Mapping[str, Mapping[str, Fraction]]) -> FiguresByName:
    most = max((seat for group in groups.values() for seat in group), key=int, default="1")
    return {
        f"{name}: {figure.removesuffix('_by_seats').replace('_', ' ')}, {seats} seats": group[seats]
        for figure, group in groups.items()
        for seats in ("2", most)
        if seats in group
    }


def _moved(name: str, now: FiguresByName, then: FiguresByName) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    wagers = {figure.partition(":")[0] for figure in then}
    for figure in dict.fromkeys((*now, *then)):
        wager, _, which = figure.partition(": ")
        if wager not in wagers:
            if which == "house edge":  # one line for all its figures
                rows.append((name, f"{wager}: all figures", "", "not offered", ""))
            continue
        before, after = now.get(figure), then.get(figure)
        if before is not None and after is not None:
            if before != after:
                rows.append((name, figure, before, after, after - before))
        else:
            rows.append((name, figure, _or(before), _or(after), ""))
    return rows


def _or(value: Fraction | None) -> Cell:
    return UNKNOWN if value is None else value


def others(option: HouseOption, value: OptionValue) -> list[OptionValue]:
    """The other values of an option; for a number, one other possible value represents all.

    A value other than the default may be the largest that the law allows, so only the default is
    doubled.
    """
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [option.default if value != option.default else min(option.most, 2 * value or 1)]
    return [word for word in option.values if word != value]


def _larger(table: PostedTable, odds: Odds) -> Iterator[ReportSheet]:
    """A required wager may be larger than the first bet: the player's choice, not the house's."""
    unit = unit_words(odds)
    for wager in above_first(table, odds):
        net = odds.parts[wager.name]
        rest = odds.house_edge + net
        rows: list[tuple[Cell, ...]] = []
        for times in (1, 2, 3, 5, 10):
            edge = rest - times * net
            rows.append((times, edge, edge / (odds.initial - 1 + times), edge))
        heads = (
            Column(f"{wager.name}, in {unit}s", CellKind.COUNT),
            Column(f"house edge per {unit}", CellKind.PERCENT),
            Column("per initial stake", CellKind.PERCENT),
            Column(f"per {unit}, exactly", CellKind.EXACT),
        )
        note = (
            f"The {wager.name} is at least the {unit} and is settled before any decision, so its "
            f"size does not change the play. The figures elsewhere are for a {wager.name} equal to "
            f"the {unit}."
        )
        yield ReportSheet(f"A {wager.name} larger than the {unit}", heads, tuple(rows), note=note)
