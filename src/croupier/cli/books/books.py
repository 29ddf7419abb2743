"""`croupier books`: drop, win, hold and theory of every table and day, and the jackpots."""

from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.pages import Page, PageRow, as_csv, as_xlsx, columns_of, names_of, plain, sheet_of
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, Begins, Reader, Zone
from croupier.cli.screen import screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.books import MasterReport, master_report
from croupier.errors import RuleError
from croupier.extras import check_installed
from croupier.odds.house_edge import OUTSIDE, Band
from croupier.room.books.books import TableLine, Total, WagerLine
from croupier.room.books.days import day, days
from croupier.room.meters.holdings import AccrualLine

TABLES = columns_of(
    "day, table, game, rounds, drop, fills, credits, corrections, win, win by tray, hold, theory, "
    "sd, band"
)
WAGERS = columns_of("day, table, wager, bets, staked, win, of stakes, theory, sd, band")
TOTALS = columns_of(", rounds, drop, win, hold, theory, sd, band")
METERS = columns_of(
    "day, meter, jackpot, wagers, escrow before, contributed, funded, paid, lowered, moved, "
    "to players, escrow, displayed, reserve, hits"
)
CAPTION = "sd: standard deviations from theory; yellow: outside the band of 99%"
# The columns that fit a screen of eighty characters; files and JSON have every column.
SCREEN = {
    "Tables": ("table", "game", "rounds", "drop", "win", "hold", "theory", "sd"),
    "Wagers": ("table", "wager", "bets", "staked", "win", "of stakes", "theory", "sd"),
    "Games": ("name", "rounds", "drop", "win", "hold", "theory", "sd"),
    "Days": ("name", "rounds", "drop", "win", "hold", "theory", "sd"),
    "Jackpots": ("meter", "wagers", "contributed", "funded", "paid", "displayed", "hits"),
}


def books(
    bank: Bank = BANK,
    since: Annotated[str, typer.Option("--from", metavar="DAY", help="The first day.")] = "",
    until: Annotated[str, typer.Option("--to", metavar="DAY", help="The last day.")] = "",
    zone: Zone = "UTC",
    day_begins: Begins = "00:00",
    out: Annotated[Path | None, typer.Option(help="Write a .csv or .xlsx file instead.")] = None,
    wagers: Annotated[bool, typer.Option("--wagers", help="Every wager on its own line.")] = False,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """The master game report: drop, win, hold and theory by table, game and day; jackpots.

    Example: [bold]croupier books --from 2026-11-01 --out november.xlsx[/bold]
    """
    calendar = days(zone, day_begins)
    first, last = (day(text) if text else None for text in (since, until))
    if first is not None and last is not None and first > last:
        raise RuleError(f"--from {first} is after --to {last}; exchange them", "books/day")
    if out is not None and out.suffix not in (".csv", ".xlsx"):
        raise RuleError(f"{out}: the books are written as .csv or .xlsx", "books/format")
    if out is not None and out.suffix == ".xlsx":
        check_installed("a workbook", "xlsxwriter")
    with looked_into(bank) as store, working("Reading the books"):
        report = master_report(store, by, calendar, first, last)
    pages = _pages(report, wagers=wagers or out is not None or as_json)
    if as_json:
        write_json(
            {
                name: [dict(zip(names_of(columns), map(plain, row), strict=True)) for row in rows]
                for name, columns, rows in pages
            }
        )
    elif out is None:
        _print(pages)
    else:
        out.write_bytes(as_csv(pages) if out.suffix == ".csv" else as_xlsx(pages))
        screen().print(f"Wrote {out}.", soft_wrap=True)


def _pages(report: MasterReport, *, wagers: bool) -> list[Page]:
    pages: list[Page] = [("Tables", TABLES, [_table(line) for line in report.tables])]
    if wagers:
        rows = [_wager(line, wager) for line in report.tables for wager in line.wagers.values()]
        pages.append(("Wagers", WAGERS, rows))
    pages.append(("Games", TOTALS, [_total(one) for one in report.games]))
    pages.append(("Days", TOTALS, [_total(one) for one in report.days]))
    if report.jackpots:
        pages.append(("Jackpots", METERS, [_meter(line) for line in report.jackpots]))
    return pages


def _table(line: TableLine) -> PageRow:
    """The values of a line, by the names of the columns."""
    names = (name.replace(" ", "_") for name in names_of(TABLES)[1:-3])
    return [line.day.isoformat(), *(getattr(line, name) for name in names), *_band(line.band)]


def _wager(line: TableLine, wager: WagerLine) -> PageRow:
    share = wager.win / wager.staked if wager.staked else None
    known = None if wager.theory is None else Band(wager.win, wager.theory, wager.variance)
    return [line.day.isoformat(), line.table, *astuple(wager)[:4], share, *_band(known)]


def _total(one: Total) -> PageRow:
    return [one.name, one.rounds, one.drop, one.win, one.hold, *_band(one.band)]


def _band(band: Band | None) -> PageRow:
    if band is None:
        return [None, None, ""]
    return [band.theory, round(band.deviations, 2), band.verdict]


def _meter(line: AccrualLine) -> PageRow:
    return [line.day.isoformat(), *astuple(line)[1:]]


def _print(pages: Sequence[Page]) -> None:
    console = screen()
    for name, columns, rows in pages:
        names = names_of(columns)
        by_day: dict[str, list[PageRow]] = {}
        for row in rows:
            by_day.setdefault(row[0] if names[0] == "day" else "", []).append(row)
        places = [names.index(column) for column in SCREEN[name]]
        for day_, some in by_day.items():
            shown = ([row[place] for place in places] for row in some)
            sheet = sheet_of(f"{name}  {day_}", tuple(columns[place] for place in places), shown)
            for column in sheet.columns:
                column.no_wrap = column.header != "game"
            for row, line in zip(some, sheet.rows, strict=True):
                line.style = "bold yellow" if OUTSIDE in row else None
            if any(OUTSIDE in row for row in some):
                sheet.caption = CAPTION
            console.print(sheet)
