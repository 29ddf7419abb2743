"""Jackpots in a report: what is fixed, what the meter adds, and when a wager breaks even."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.money import dollars
from croupier.odds.figures import Odds, PostedTable, WagerOdds
from croupier.report import sheets
from croupier.rules.jackpots import HOUSE_JACKPOT, JACKPOT_TYPE, PROGRESSIVE

NONE = (
    "This table offers no jackpot: no wager is paid from a meter, and no figure of this report "
    "depends on one."
)
UNKNOWN = "not counted"
BY_SEATS = (
    "In jackpot wagers; meter emptied is how often one wager wins the whole meter and it is "
    f"reseeded. “{UNKNOWN}”: the figure depends on the meter itself, or on more seats at once "
    "than are counted; it is never guessed."
)


def has_meter(wager: WagerOdds) -> bool:
    return "meter_share" in wager.more


def jackpot_section(table: PostedTable, odds: Odds) -> sheets.Section:
    found = {name: wager for name, wager in odds.wagers.items() if has_meter(wager)}
    if not found:
        return sheets.Section("Jackpots", (sheets.Prose(NONE),))
    parts: list[sheets.SectionPart] = [sheets.Prose(_intro(table))]
    notices = table.game.notices_under(table.options)
    parts += [
        sheets.Prose(f"Every display of these jackpots must show: {notice}") for notice in notices
    ]
    for name, wager in found.items():
        parts += (
            _displayed(table, name),
            _fixed(name, wager),
            _by_seats(name, wager),
            *_break_even(name, wager),
        )
    return sheets.Section("Jackpots", tuple(parts))


def _intro(table: PostedTable) -> str:
    kind = table.options[JACKPOT_TYPE]
    paid = {
        PROGRESSIVE: "Winners of one round share a progressive meter, which is then reseeded.",
        HOUSE_JACKPOT: "A house jackpot pays every winner of a round the whole posted prize.",
    }[str(kind)]
    return (
        f"The jackpots of this table are of the type *{kind}*. {paid} Dollar pays and envy are "
        "paid by the house; prizes in percent leave the meter. All figures are in jackpot "
        "wagers, and by seats they assume that every seat makes the wager.\n\n"
        "- **Fixed return**: what one wager returns on average without meter and envy.\n"
        "- **Meter share**: the part of the meter that one wager wins on average.\n"
        "- **Envy**: what the hands of other seats add on average.\n"
        "- **Break-even meter**: the meter at which one wager breaks even, (1 - fixed return - "
        "envy) / meter share. Above it the wager favors the player."
    )


def _displayed(table: PostedTable, name: str) -> sheets.ReportSheet:
    """The pays of the posted table as the layout shows them, for the wager fixed at this table."""
    wager = table.game.wager(name)
    assert wager is not None, f"{table.game.id} has no {name}"
    stake = int(table.options[wager.fixed])
    paytable = table.game.displayed(table.posted[wager.table], table.options)
    heads = sheets.columns("hand", *paytable.columns)
    rows = tuple((row.label, *row.printed) for row in paytable.rows)
    note = (
        f"The wager is fixed at {dollars(stake)}. Pays in dollars are printed for a wager of $1, "
        "and multiplied for another; percentages are of the meter."
    )
    title = f"{name.capitalize()}: table {paytable.id} as displayed"
    return sheets.ReportSheet(title, heads, rows, note=note)


def _fixed(name: str, wager: WagerOdds) -> sheets.ReportSheet:
    rows = tuple(
        (figure.replace("_", " "), value, value)
        for figure, value in sheets.fractions_of(wager.more).items()
    )
    heads = sheets.columns(
        "figure", sheets.Column("as a decimal", sheets.CellKind.FINE), sheets.EXACT
    )
    return sheets.ReportSheet(f"{name.capitalize()}: for any number of seats", heads, rows)


def groups_of(wager: WagerOdds) -> dict[str, dict[str, Fraction]]:
    """The figures that depend on how many seats make the wager, without those that are None."""
    return {
        figure: sheets.fractions_of(value)
        for figure, value in wager.more.items()
        if isinstance(value, Mapping)
    }


def _by_seats(name: str, wager: WagerOdds) -> sheets.ReportSheet:
    groups = groups_of(wager)
    seats = list(dict.fromkeys(seat for group in groups.values() for seat in group))
    names = (figure.removesuffix("_by_seats").replace("_", " ") for figure in groups)
    heads = (
        sheets.Column("seats", sheets.CellKind.COUNT),
        *(sheets.Column(name, sheets.CellKind.FINE) for name in names),
        sheets.Column("break-even meter, exactly", sheets.CellKind.EXACT),
    )
    rows: list[tuple[sheets.Cell, ...]] = []
    for seat in seats:
        cells: list[sheets.Cell] = [group.get(seat, UNKNOWN) for group in groups.values()]
        rows.append((seat, *cells, groups["break_even_meter"].get(seat, UNKNOWN)))
    title = f"{name.capitalize()}: by the seats that make the wager"
    return sheets.ReportSheet(title, heads, tuple(rows), note=BY_SEATS)


def _break_even(name: str, wager: WagerOdds) -> list[sheets.Plot]:
    bars = tuple(groups_of(wager)["break_even_meter"].items())
    if not bars:
        return []
    caption = (
        f"The {name} meter, in wagers, at which one wager breaks even, by the seats that make "
        "it. With a meter above the bar the wager favors the player."
    )
    title = f"{name.capitalize()}: break-even meter by seats"
    return [sheets.Plot(title, "meter, in wagers", bars, caption=caption, percent=False)]
