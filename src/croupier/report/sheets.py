"""The parts of a report, and its sections of figures."""

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from croupier.games.figures import figures_of
from croupier.money import Cents, dollars
from croupier.odds.combinations import Combinations
from croupier.odds.figures import Odds, PostedTable, WagerOdds, root, rounded
from croupier.odds.strategy.guides import RuleLine, Strategy, guide_of
from croupier.rules.vocabulary import Wager

Cell = str | int | Fraction
PLAY = (
    "All figures in this report are for the best play: in every state the action with the "
    "highest expected net is taken. It is found state by state and is not a list of rules. The "
    "value of each action in any single state is printed by `croupier ev`. The lists of rules "
    "below are what a player can remember: each was found by search, and its cost against "
    "the best play is exact."
)
PER_UNIT = (
    "A hit is any result that pays. The edge of a jackpot wager is that of its fixed pays, without "
    "meter and envy; the section on jackpots adds them."
)


class CellKind(Enum):
    """How a column's cells are displayed; the cells themselves stay exact."""

    TEXT = "text"
    COUNT = "count"
    EXACT = "exact"  # n/d
    DECIMAL = "decimal"
    PERCENT = "percent"
    FINE = "fine"  # a fixed number of digits from the first that is not zero
    ROOT = "root"  # the square root of the cell
    DOLLARS = "dollars"  # the cell is in cents


class Column(NamedTuple):
    name: str
    kind: CellKind = CellKind.TEXT


def columns(*heads: str | Column) -> tuple[Column, ...]:
    """Columns in order; a plain name heads one of text."""
    return tuple(Column(head) if isinstance(head, str) else head for head in heads)


class ReportSheet(NamedTuple):
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()
    note: str = ""


class Prose(NamedTuple):
    """Headings (###), paragraphs and lists, with **bold**, *italic* and `code`."""

    text: str


class Plot(NamedTuple):
    title: str
    axis: str
    bars: tuple[tuple[str, Fraction], ...]
    caption: str = ""
    log: bool = False
    percent: bool = True  # if not, plain numbers


SectionPart = Prose | ReportSheet | Plot


class Section(NamedTuple):
    title: str
    parts: tuple[SectionPart, ...]


EXACT, PERCENT = Column("exactly", CellKind.EXACT), Column("in percent", CellKind.PERCENT)
DECIMAL = Column("as a decimal", CellKind.DECIMAL)
WAYS, NET = Column("combinations", CellKind.COUNT), Column("net", CellKind.COUNT)
CHANCE = Column("probability", CellKind.DECIMAL)
SHARE = Column("contribution", CellKind.DECIMAL)


def summary_section(odds: Odds, cost: Section) -> Section:
    """The figures that readers look for first."""
    results, unit = odds.results, unit_words(odds)
    rows: list[tuple[Cell, ...]] = [
        (f"main game: house edge per {unit}", odds.house_edge),
        ("main game: house edge per initial stake", odds.house_edge / odds.initial),
        ("main game: element of risk (per unit wagered)", odds.element_of_risk),
        ("main game: rounds that win", results.win),
        ("main game: rounds that push", results.push),
    ]
    for name, wager in odds.wagers.items():
        fixed = ", fixed pays alone" if "meter_share" in wager.more else ""
        rows.append((f"{name}, table {wager.table}: house edge{fixed}", -wager.results.mean))
        hit = fractions_of(wager.more).get("hit", wager.hit)
        rows.append((f"{name}, table {wager.table}: hits", hit))
    for part in cost.parts:
        if isinstance(part, ReportSheet) and part.title.startswith("One deal"):
            (paid,) = (cell for cell in part.total if isinstance(cell, int))
            title = f"exposure: {part.title[0].lower()}{part.title[1:]}"
            rows.append((title, dollars(Cents(paid))))
    heads = columns("figure", Column("value", CellKind.PERCENT))
    note = (
        "Under the best play of the main game; everything else is in the sections that follow. The "
        f"standard deviation of a round is {root(results.variance, 4)} times the {unit}."
    )
    return Section("Summary", (ReportSheet("The figures in short", heads, tuple(rows), note=note),))


def unit_words(odds: Odds) -> str:
    """What the figures are in units of, in words."""
    return figures_of(odds.game).unit or odds.unit


def above_first(table: PostedTable, odds: Odds) -> list[Wager]:
    """Required wagers that a player may make larger than the first bet."""
    wagers = (wager for wager in table.game.wagers if wager.required and wager.at_least)
    return [wager for wager in wagers if wager.name in odds.parts]


def main_section(odds: Odds, results: list[ReportSheet]) -> Section:
    return Section("The main game", (_figures(odds), *results, *_distribution(odds)))


def _figures(odds: Odds) -> ReportSheet:
    results, unit = odds.results, unit_words(odds)
    figures: list[tuple[str, Fraction]] = [
        (f"house edge per {unit}", odds.house_edge),
        ("house edge per initial stake", odds.house_edge / odds.initial),
        ("element of risk (house edge per unit wagered)", odds.element_of_risk),
        (f"wagered on average, in units of the {unit}", odds.wagered),
        ("variance of the net", results.variance),
        ("wins", results.win),
        ("pushes", results.push),
        ("loses", results.lose),
        *((f"net of {part}", net) for part, net in odds.parts.items()),
    ]
    rows = tuple((name, value, value) for name, value in figures)
    return ReportSheet(
        "Figures under optimal play",
        columns("figure", DECIMAL, EXACT),
        rows,
        note=f"Units are one {unit}. Units staked before the deal: {odds.initial}. The "
        f"standard deviation of the net, the root of the variance, is {root(results.variance, 6)}.",
    )


def _distribution(odds: Odds) -> tuple[ReportSheet, Plot]:
    results = odds.results
    counted = [(net, count) for net, count in sorted(results.counts.items()) if count]
    chances = [(net, Fraction(count, results.total)) for net, count in counted]
    sheet = ReportSheet(
        "Distribution of the net result",
        (NET, Column("probability", CellKind.PERCENT), EXACT, SHARE),
        tuple((net, chance, chance, net * chance) for net, chance in chances),
        total=("all", Fraction(1), Fraction(1), odds.net),
        note=f"Net of all main wagers together, in units of the {unit_words(odds)}.",
    )
    bars = tuple((str(net), chance) for net, chance in chances)
    caption = (
        f"How often a round ends with each net of all main wagers, in units of the "
        f"{unit_words(odds)}, under the best play. The scale is logarithmic: each line is ten "
        "times the one below."
    )
    title = f"Distribution of the result, in units of the {unit_words(odds)}"
    return sheet, Plot(title, "probability", bars, caption=caption, log=True)


def combination_section(table: PostedTable, odds: Odds, tables: list[Combinations]) -> Section:
    sheets = [combination_sheet(each) for each in tables]
    counted = {each.group for each in tables}
    rest = [name for name in table.posted if name not in counted]
    prose = Prose(
        "Every posted table, row by row. The contribution of a row is its probability times what "
        "it pays, net, in units of the wager; the contributions add up to the wager's net."
        + "".join(
            f"\n\nThe table {name} ({table.posted[name].id}) is paid inside the main game, under "
            "play that depends on it: its rows are given with the main game."
            for name in rest
        )
    )
    return Section("Combination tables", (prose, *sheets))


def combination_sheet(table: Combinations) -> ReportSheet:
    rows: list[tuple[Cell, ...]] = []
    for line in table.lines:
        share = table.share(line)
        chance = table.chance(line)
        rows.append((line.label, line.ways, chance, line.printed, line.pays, share, share))
    return ReportSheet(
        f"{table.name.capitalize()}: table {table.table.id}",
        columns("hand", WAYS, CHANCE, "printed", Column("net pay", CellKind.COUNT), SHARE, EXACT),
        tuple(rows),
        ("all", table.total, Fraction(1), "", "", table.net, table.net),
        _combination_note(table),
    )


def _combination_note(table: Combinations) -> str:
    notes = [f"Printed odds are {table.table.odds}. Source: {table.table.source}."]
    if any(line.percent for line in table.lines):
        notes.append("Shares of the meter, and envy, are not in the net pay.")
    if not table.whole_wager:
        notes.append("A part of the main game's net, per unit of the first bet.")
    if any(not row.reachable for row in table.table.rows):
        notes.append("Rows of no combinations are printed prizes that no hand can win.")
    return " ".join(notes)


def strategy_section(table: PostedTable, odds: Odds, lists: list[Strategy]) -> Section:
    sheets = (*strategy_sheets(table, odds), *rule_sheets(table, odds, lists))
    return Section("Strategies", (Prose(PLAY), *sheets))


def strategy_sheets(table: PostedTable, odds: Odds) -> list[ReportSheet]:
    """The best play, by how often each action is taken; a chart if the game has one."""
    rows = tuple((name, share, share) for name, share in odds.decisions.items())
    note = figures_of(table.game.id).choices_note or "Of all rounds."
    heads, title = columns("action", PERCENT, EXACT), "How often each action is the best one"
    return [ReportSheet(title, heads, rows, note=note), *figures_of(table.game.id).charts(table)]


def rule_sheets(table: PostedTable, odds: Odds, lists: list[Strategy]) -> Iterator[ReportSheet]:
    """The lists of rules, each with its cost and the worth of each of its rules."""
    guide = guide_of(table)
    without = Column("cost without this rule", CellKind.PERCENT)
    heads = columns("decision", "if", "then", without)
    for strategy in lists:
        rows = tuple(map(_rule, strategy.lines))
        cost, edge = (
            rounded(value * 100, 4) + "%"
            for value in (strategy.cost, odds.house_edge + strategy.cost)
        )
        note = f"{guide.how} {guide.note}".strip()
        title = f"{len(rows)} rules: cost {cost}, house edge {edge}"
        yield ReportSheet(title, heads, rows, note=note)


def _rule(line: RuleLine) -> tuple[Cell, ...]:
    without = "cannot be left out" if line.without is None else line.without
    return line.decision, line.condition or "otherwise", line.action, without


def wagers_section(odds: Odds) -> Section:
    heads = columns(
        *("wager", "table", Column("house edge", CellKind.PERCENT)),
        *(Column("hits", CellKind.PERCENT), Column("variance", CellKind.DECIMAL)),
        *(Column("deviation", CellKind.ROOT), Column("net, exactly", CellKind.EXACT)),
    )
    rows = tuple(_wager_row(name, wager) for name, wager in odds.wagers.items())
    parts: list[SectionPart] = [
        ReportSheet("Per unit of the wager itself", heads, rows, note=PER_UNIT)
    ]
    more = [
        (f"{name}: {figure.replace('_', ' ')}", value, value)
        for name, wager in odds.wagers.items()
        if "meter_share" not in wager.more  # a jackpot has a section of its own
        for figure, value in fractions_of(wager.more).items()
    ]
    if more:
        heads, note = columns("figure", DECIMAL, EXACT), figures_of(odds.game).further_note
        parts.append(ReportSheet("Further figures", heads, tuple(more), note=note))
    return Section("Wagers with a table of their own", tuple(parts))


def _wager_row(name: str, wager: WagerOdds) -> tuple[Cell, ...]:
    net, variance = wager.results.mean, wager.results.variance
    hit = fractions_of(wager.more).get("hit", wager.hit)
    return name, wager.table, -net, hit, variance, variance, net


def fractions_of(figures: Mapping[str, object]) -> dict[str, Fraction]:
    """The figures that are numbers."""
    return {
        name: Fraction(value)
        for name, value in figures.items()
        if isinstance(value, Fraction | int)
    }


def counted_sheet(
    title: str, first: str, lines: list[tuple[str, int, int]], note: str = ""
) -> ReportSheet:
    """What happens, in how many ways, and its net."""
    total = sum(ways for _, ways, _ in lines)
    rows: list[tuple[Cell, ...]] = []
    for label, ways, net in lines:
        chance = Fraction(ways, total)
        rows.append((label, ways, chance, net, chance * net, chance * net))
    mean = Fraction(sum(ways * net for _, ways, net in lines), total)
    return ReportSheet(
        title,
        columns(first, WAYS, CHANCE, NET, SHARE, EXACT),
        tuple(rows),
        ("all", total, Fraction(1), "", mean, mean),
        note,
    )
