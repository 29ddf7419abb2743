"""`croupier room show` and `log`: the room as it is now, and what happened in it."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich.console import Console

from croupier.bank.meters.meter import PARTS
from croupier.bank.meters.rules import notices
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank, Zone
from croupier.cli.room.meters import standing
from croupier.cli.room.rounds import seat_text
from croupier.cli.screen import ScreenTable, called, new_sheet, screen
from croupier.desk.posting import marked
from croupier.desk.room.bank import looked_into
from croupier.desk.room.events import event_log, place, said
from croupier.desk.room.rounds import seat_bets, words_said
from croupier.desk.room.show import Shown, TableShown
from croupier.desk.room.show import show as read_room
from croupier.money import dollars
from croupier.room.books.days import Days, days
from croupier.room.meters.meters import OpenMeter
from croupier.room.state.hall import KnownTable
from croupier.room.tables.shoes import counted
from croupier.room.tables.state import UnreadTable
from croupier.rules.limits import words
from croupier.table.poker.table import PokerTable


def show(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Tables, seats, chips, meters and people as they are now.

    Example: [bold]croupier room show[/bold]
    """
    with looked_into(bank) as store:
        shown = read_room(store)
    if as_json:
        write_json(shown.data)
        return
    console = screen()
    console.print(_tables(shown.tables))
    tables = [table.state for table in shown.tables]
    for line in (*committed(tables), *_abandoned(tables)):
        console.print(line, soft_wrap=True)
    if shown.meters:
        console.print(_meters(shown.meters))
        for notice in _notices(shown.meters):
            console.print(notice)
        for meter in shown.meters:
            _show_hits(console, meter)
        if shown.due:
            console.print(
                f"{dollars(shown.due)} of discontinued jackpots is due to players "
                "(room meter award)."
            )
    console.print(_people(shown))
    if waiting := len(shown.waiting):
        count = "1 proposal waits" if waiting == 1 else f"{waiting} proposals wait"
        console.print(f"{count} for a second person (croupier room proposals).")


def _tables(tables: Iterable[TableShown]) -> ScreenTable:
    sheet = new_sheet("Tables", "table", "game", "rounds", "seats", "tray", "drop", "state")
    for state, chips, tray, drop in tables:
        if not state.is_open:
            sheet.add_row(state.name, state.game_id, str(state.rounds), *"   ", "closed")
            continue
        seats = "\n".join(
            f"{seat} {player} {dollars(chips[seat])}"
            + seat_text(state.seated(seat))
            + seat_bets(state.before, seat)
            for seat, player in sorted(state.seats.items())
        )
        if isinstance(state, UnreadTable):
            away = f"not readable: {state.reason}"
            sheet.add_row(state.name, state.game_id, str(state.rounds), seats, *"  ", away)
            continue
        wins = "1 win waits" if len(state.held) == 1 else f"{len(state.held)} wins wait"
        held = f", {wins}" if state.held else ""
        sheet.add_row(
            state.name,
            "\n".join([state.game_id, *_posted(state)]),
            str(state.rounds),
            seats,
            tray_text(tray),
            dollars(drop),
            _standing(state) + held,
        )
    return sheet


def _standing(state: KnownTable) -> str:
    if state.round is not None:
        return f"in a round: seat {state.turn} to act, version {state.round.version}"
    if state.before.window is not None:
        return f"bets until {Days().shown(state.before.window.until)} UTC"
    return "open" if state.before.closed is None else "bets closed"


def committed(tables: Iterable[KnownTable]) -> Iterator[str]:
    """What each open table's next cards are committed to, both before and after the bets."""
    for state in tables:
        if state.is_open and not isinstance(state, UnreadTable):
            number = state.rounds + (state.round is None)
            yield f"Table {state.name}, round {number}: commitment {state.shoe.commitment}"
            yield from words_said(state.name, state.before)


def _abandoned(tables: Iterable[KnownTable]) -> Iterator[str]:
    """Shoes that were not dealt to their end, by table."""
    for state in tables:
        if state.abandoned:
            yield (
                f"Table {state.name}, shoes: {counted(state.abandoned)}; "
                f"{called('room', 'shoes', state.name)} lists them"
            )


def _posted(state: KnownTable) -> list[str]:
    """Tables that no rulebook prints together, and the table's aggregate limits."""
    if isinstance(state, UnreadTable):
        return []
    table, said = state.table, marked(state.table)
    limits = [] if isinstance(table, PokerTable) else words(table.limits.aggregates)
    return [*([said] if said else []), *limits]


def tray_text(cents: int) -> str:
    """A tray owes chips if a win was larger, or if poker chips were sold without a fill."""
    return dollars(cents) if cents >= 0 else f"{dollars(-cents)} short"


def _meters(meters: Iterable[OpenMeter]) -> ScreenTable:
    sheet = new_sheet("Meters", "meter", "jackpot", "tables", "displayed", "reserve", "cap", "hits")
    for meter in meters:
        rules = meter.meter.rules
        sheet.add_row(
            meter.name,
            f"{rules.sensor} ({rules.kind})",
            standing(meter.meter) or ", ".join(rules.tables),
            dollars(meter.meter.shown),
            dollars(meter.meter.reserve // PARTS),
            "none" if rules.cap is None else dollars(rules.cap),
            str(len(meter.meter.hits)),
        )
    return sheet


def _notices(meters: Iterable[OpenMeter]) -> tuple[str, ...]:
    """What must be shown with the amounts of house jackpots, once for all of them."""
    shown = [meter.meter for meter in meters if not meter.meter.discontinued]
    return tuple(dict.fromkeys(notice for meter in shown for notice in notices(meter.rules)))


def _show_hits(console: Console, meter: OpenMeter) -> None:
    if not meter.meter.hits:
        return
    sheet = new_sheet(f"{meter.name}: last hits", "table", "round", "seat", "share", "paid")
    for hit in reversed(meter.meter.hits):
        seat = hit.account.rpartition("/")[2]
        sheet.add_row(hit.table, str(hit.round), seat, f"{hit.percent}%", dollars(hit.paid))
    console.print(sheet)


def _people(shown: Shown) -> ScreenTable:
    sheet = new_sheet("People", "name", "role", "on deposit")
    for name, role in shown.people.items():
        has = dollars(shown.deposits[name]) if name in shown.deposits else ""
        sheet.add_row(name, role.value, has)
    return sheet


def log(
    bank: Bank = BANK,
    last: Annotated[int, typer.Option(min=1, help="How many of the latest entries.")] = 50,
    zone: Zone = "UTC",
    *,
    sign_ins: Annotated[
        bool, typer.Option("--sign-ins", help="Who signed in or out, and who was refused.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """The log of significant events; or of sign-ins.

    Example: [bold]croupier room log --last 20[/bold]
    """
    calendar = days(zone)
    with looked_into(bank) as store:
        entries, postings = event_log(store, last, sign_ins=sign_ins)
    if as_json:
        write_json([entry._asdict() for entry in entries])
        return
    title = "Sign-ins" if sign_ins else "Significant events"
    sheet = new_sheet(title, "when", "where", "what", "about")
    for entry in entries:
        about = said(entry, postings)
        sheet.add_row(calendar.shown(entry.at), place(entry), entry.kind, about)
    screen().print(sheet)
