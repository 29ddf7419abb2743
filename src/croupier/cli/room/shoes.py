"""`croupier room shoes`: the shoes that a table did not deal to their end, opened."""

from croupier.cli.called import called
from croupier.cli.input import write_json
from croupier.cli.room.run import looked_into
from croupier.cli.room.show import new_sheet
from croupier.cli.screen import Sheet, one_line, screen
from croupier.errors import RuleError, shown
from croupier.games.registry import POKER
from croupier.room.books.days import Days, days
from croupier.room.people.roles import check_may
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.abandoned import AbandonedShoe, abandoned_shoes


def run(bank: str, by: str, name: str, zone: str, *, as_json: bool) -> None:
    calendar = days(zone)
    with looked_into(bank) as store:
        hall = Room(store).hall
        if name not in hall.tables:
            known = ", ".join(hall.tables) or "none"
            raise RuleError(f"there is no table {shown(name)}; tables: {known}", "room/table")
        if by:
            check_may(hall.floor.people, by, "read the books")
        found, waits = abandoned_shoes(store, name), _waits(hall.tables[name], by)
    if waits:
        found = [one._replace(proof=None) for one in found]
    if as_json:
        write_json({"table": name, "waits": waits, "shoes": [one._asdict() for one in found]})
    else:
        _show(name, found, waits, calendar)


def _waits(state: KnownTable, by: str) -> str:
    """Why secrets are not told yet: at poker they tell hands that were thrown away unseen."""
    if by or state.game_id not in POKER or not state.is_open:
        return ""
    return f"the secrets are told when table {state.name} is closed, as hands are hidden until then"


def _show(name: str, found: list[AbandonedShoe], waits: str, calendar: Days) -> None:
    console = screen()
    if not found:
        console.print(f"Table {one_line(name)} has abandoned no shoe.", highlight=False)
        return
    console.print(_sheet(name, found, calendar))
    for one in found:
        told = f"record {one.record}: commitment {one.commitment}"
        if one.proof is not None:
            told += f"\n  secret {one.proof['secret']}"
        elif one.key:
            told += f"\n  never opened: the key {one.key} was lost"
        console.print(told, highlight=False, soft_wrap=True, markup=False)
    if waits:
        console.print(f"{waits[0].upper()}{waits[1:]}.", highlight=False, markup=False)
    else:
        said = f"--json holds the proofs, for `{called('fair')}`."
        console.print(said, highlight=False, markup=False)


def _sheet(name: str, found: list[AbandonedShoe], calendar: Days) -> Sheet:
    title = f"Table {name}: shoes not dealt to their end"
    sheet = new_sheet(title, "record", "when", "who", "cause", "round", "why")
    for one in found:
        number = "" if one.number is None else str(one.number)
        cells = (str(one.record), calendar.shown(one.at), one.by, one.cause, number, one.reason)
        sheet.add_row(*map(one_line, cells))
    return sheet
