"""`croupier room meter reconcile`: the sheet on the screen, as CSV, as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.pages import Page, PageRow, as_csv, columns_of, sheet_of
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, Begins, Reader, Zone
from croupier.cli.screen import screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.books import MetersReconciled, reconciliation
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.room.books.days import day, days
from croupier.room.books.reconcile import AwardLine, Banked, BankingLine, DueHolding, ReconcileLine
from croupier.room.meters.holdings import ExplainedChange, Holding

TWO_WAYS = columns_of(", by the meter, by postings, difference")
AS_TOLD = columns_of(", as told, by postings, difference")
CHANGES = columns_of("day, meter, change, amount, reason, by, second")
AWARDS = columns_of("day, player, amount, reason, by, second")
BANKED = columns_of("day, slip, amount")
ITEMS = {  # of a holding, and the sign with which it counts
    "before": ("held before", 1),
    "contributed": ("contributed by wagers", 1),
    "seeded": ("seeds from the house", 1),
    "carried": ("carried over", 1),
    "corrected": ("raised, correction", 1),
    "moved_in": ("moved from other meters", 1),
    "paid": ("paid to players", -1),
    "malfunction": ("lowered, malfunction", -1),
    "receipts": ("to gross receipts", -1),
    "recovered": ("seed money recovered", -1),
    "moved_out": ("moved to another meter", -1),
    "to_players": ("due to players", -1),
    "after": ("held after", 1),
}
DUE_ITEMS = {
    "before": ("due before", 1),
    "came": ("of discontinued meters", 1),
    "awarded": ("awarded", -1),
    "taken_back": ("awards reversed", 1),
    "other": ("otherwise", 1),
    "after": ("due after", 1),
}
LATE = (
    "The last deposit is more than seven days old, and not all is in the bank: WAC 230-15-455 asks "
    "for one a week."
)


def reconcile(
    name: Annotated[str, typer.Argument(metavar="METER", help="One meter; all if left out.")] = "",
    since: Annotated[
        str,
        typer.Option("--from", metavar="DAY", help="The first day; by default the books' first."),
    ] = "",
    until: Annotated[
        str, typer.Option("--to", metavar="DAY", help="The last day; by default today.")
    ] = "",
    zone: Zone = "UTC",
    day_begins: Begins = "00:00",
    out: Annotated[Path | None, typer.Option(help="Write a .csv file, and show nothing.")] = None,
    bank: Bank = BANK,
    by: Reader = "",
    as_json: AsJson = False,
) -> None:
    """Reconcile meters, payments and deposits over a period: meter events against postings.

    Includes what is due to players from discontinued jackpots, and every award of it. Exit 0: the
    two ways agree to the cent; 1: they differ.

    Example: [bold]croupier room meter reconcile --from 2026-11-09 --to 2026-11-15[/bold]

    Example: [bold]croupier room meter reconcile main --zone America/Los_Angeles
    --out main.csv[/bold]
    """
    calendar = days(zone, day_begins)
    first, last = (day(text) if text else None for text in (since, until))
    if out is not None and out.suffix != ".csv":
        raise RuleError(f"{out}: the sheet is written as .csv", "books/format")
    with looked_into(bank) as store, working("Reading the books"):
        sheet = reconciliation(store, by, calendar, first, last, name)
    if as_json:
        write_json(_as_json(sheet))
    elif out is not None:
        out.write_bytes(as_csv(_pages(sheet)))
    else:
        _print(sheet)
    raise typer.Exit(int(not sheet.whole.agrees))


def _pages(sheet: MetersReconciled) -> list[Page]:
    result = sheet.whole
    pages = [(f"Meter {line.meter}", TWO_WAYS, _two_ways(line)) for line in sheet.lines]
    changes: list[PageRow] = [[one.day.isoformat(), *one[1:]] for one in sheet.changes]
    if changes:
        pages.append(("Changes by hand", CHANGES, changes))
    escrow = [_row("all meters", result.held, result.escrow)]
    pages.append(("Escrow", TWO_WAYS, escrow))
    if result.due.any:
        pages.append(("Due to players", AS_TOLD, _rows(DUE_ITEMS, *result.due[:2])))
    if result.due.awards:
        awards: list[PageRow] = [[one.day.isoformat(), *one[1:]] for one in result.due.awards]
        pages.append(("Awards to players", AWARDS, awards))
    banking = result.banking
    rows: list[PageRow] = [
        ["", "there before", banking.before],
        *([one.day.isoformat(), one.reference, one.cents] for one in banking.moved),
        ["", "there after", banking.after],
        ["", "not yet deposited", result.players_money - banking.after],
    ]
    pages.append(("Bank account", BANKED, rows))
    return pages


def _two_ways(line: ReconcileLine) -> list[PageRow]:
    rows = _rows(ITEMS, line.by_events, line.posted)
    return [*rows, _row("the meter says", line.held, line.posted.after)]


def _rows(
    items: Mapping[str, tuple[str, int]],
    by_meter: Holding | DueHolding,
    posted: Holding | DueHolding,
) -> list[PageRow]:
    """Only items that occurred; the first and the last line always."""
    rows = []
    for item, (words, sign) in items.items():
        one, other = sign * getattr(by_meter, item), sign * getattr(posted, item)
        if one or other or item in ("before", "after"):
            rows.append(_row(words, one, other))
    return rows


def _row(words: str, by_meter: int, posted: int) -> PageRow:
    return [words, by_meter, posted, by_meter - posted]


def _print(sheet: MetersReconciled) -> None:
    console, result = screen(), sheet.whole
    console.print(f"From {result.first} to {result.last}")
    standing = {f"Meter {line.meter}": _standing(line) for line in sheet.lines}
    for name, columns, rows in _pages(sheet):
        console.print(sheet_of(f"{name}{standing.get(name, '')}", columns, rows))
    for posting in result.strays:
        console.print(f"Of no meter: {posting}", style="bold red")
    verdict = (
        "Both ways agree to the cent." if result.agrees else "The two ways differ: run an audit."
    )
    console.print(verdict, style="bold green" if result.agrees else "bold red")
    if result.banking.late:
        console.print(LATE, style="yellow", soft_wrap=True)


def _standing(line: ReconcileLine) -> str:
    if line.discontinued:
        return f", {line.sensor}: discontinued, {line.discontinued}"
    return (
        f", {line.sensor}: {dollars(line.displayed)} displayed, {dollars(line.reserve)} in reserve"
    )


def _as_json(sheet: MetersReconciled) -> dict[str, object]:
    result = sheet.whole
    return {
        "from": result.first.isoformat(),
        "to": result.last.isoformat(),
        "agree": result.agrees,
        "meters": [_line(line) for line in sheet.lines],
        "changes": _dated(sheet.changes),
        "escrow": result.escrow,
        "held": result.held,
        "strays": [posting.id for posting in result.strays],
        "due_to_players": {
            "told": _holding(result.due.by_events),
            "posted": _holding(result.due.posted),
            "awards": _dated(result.due.awards),
            "agree": result.due.agrees,
        },
        "bank": _banking(result.banking),
    }


def _line(line: ReconcileLine) -> dict[str, object]:
    """The part that its events tell is named `told`."""
    *names, _, _ = line._fields
    fields = {name: getattr(line, name) for name in names}
    told, posted = _holding(line.by_events), _holding(line.posted)
    return {**fields, "told": told, "posted": posted, "agree": line.agrees}


def _dated(rows: Iterable[AwardLine | Banked | ExplainedChange]) -> list[dict[str, object]]:
    return [{**one._asdict(), "day": one.day.isoformat()} for one in rows]


def _holding(holding: Holding | DueHolding) -> dict[str, int]:
    return {**asdict(holding), "after": holding.after}


def _banking(banking: BankingLine) -> dict[str, object]:
    moved = _dated(banking.moved)
    last = None if banking.last is None else banking.last.isoformat()
    return {**banking._asdict(), "moved": moved, "last": last}
