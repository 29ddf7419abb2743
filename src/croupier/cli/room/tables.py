"""`croupier room open`, `close`, `fill`, `credit` and `shoes`: the tables of the room."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from croupier.cli.called import called
from croupier.cli.input import write_json
from croupier.cli.options import (
    Aggregates,
    AsJson,
    GameName,
    Options,
    Posts,
    Unprinted,
    amounts,
    check_none,
    pairs,
)
from croupier.cli.room.answers import Answer, Outcome, do, tray_words
from croupier.cli.room.arguments import BANK, Amount, Bank, By, Key, Reader, TableName, Zone
from croupier.cli.room.bank import looked_into
from croupier.cli.screen import Sheet, new_sheet, one_line, screen
from croupier.cli.unprinted import limited, marked, marks
from croupier.errors import RuleError, shown
from croupier.extras import check_installed
from croupier.games.registry import POKER, poker
from croupier.money import Cents, dollars, parse_dollars
from croupier.room.books.days import Days, days
from croupier.room.cage import cash_postings as by_hand
from croupier.room.cage.accounts import tray_of
from croupier.room.people.roles import check_may
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.abandoned import AbandonedShoe, abandoned_shoes
from croupier.room.tables.poker import poker_opened
from croupier.room.tables.tables import OPENED, credited, filled, table_closed, table_opened
from croupier.rules.aggregate import words
from croupier.rules.felt import OptionValue
from croupier.rules.limits import DEFAULT_POKER_PROFILE, DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import open_poker
from croupier.table.table import Table, open_table


def open_(
    name: TableName,
    game: GameName,
    by: By,
    post: Posts = None,
    unprinted: Unprinted = False,
    option: Options = None,
    limits: Annotated[
        str, typer.Option(help="The limit profile: wa-2023; poker: wa-2016 or wa-2016-lesser.")
    ] = "",
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None,
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None,
    aggregate: Aggregates = None,
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Poker: how many seats the table has, 2 to 9 (9).")
    ] = None,
    override: Annotated[
        str, typer.Option(help="Why it may open although it favours the player; administrators.")
    ] = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Open a table as posted. One that breaks a limit or favors the player is refused.

    Example: [bold]croupier room open 7 four-card-prime --post aces_baby=AB-03 --by flo[/bold]
    """
    options = dict(pairs(option, "--option"))
    if poker(game) is not None:
        against = {
            "--post": post,
            "--unprinted": unprinted,
            "--min": least,
            "--max": most,
            "--aggregate": aggregate,
            "--offer": offer,
            "--override": override,
        }
        check_none(against, "poker is played without the house; its stakes are options")

        _open_poker(bank, by, key, name, options, seats, limits, as_json=as_json)
        return
    check_none({"--seats": seats}, "a house-banked table has all the seats of its game")
    # What it is worth is found first.
    check_installed("room open of a house-banked game", "sqlalchemy", "numba")

    _open_house(
        bank,
        by,
        key,
        name,
        game,
        posted=pairs(post, "--post"),
        unprinted=unprinted,
        options=options,
        profile_name=limits,
        minimums=amounts(least, "--min"),
        maximums=amounts(most, "--max"),
        aggregates=amounts(aggregate, "--aggregate"),
        offers=offer,
        override=override,
        as_json=as_json,
    )


def close(
    name: TableName, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Close a table: the drop box is counted, the tray returns to the house.

    Example: [bold]croupier room close "table 7" --by flo[/bold]
    """
    do(bank, by, key, table_closed, name, said=close_answer, as_json=as_json)


def fill(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Move chips from the house to a tray.

    Example: [bold]croupier room fill "table 7" 5000 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, filled, name, cents, said=fill_answer, as_json=as_json)


def credit(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Move chips from a tray to the house.

    Example: [bold]croupier room credit "table 7" 2000 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, credited, name, cents, said=credit_answer, as_json=as_json)


def shoes(
    name: TableName, bank: Bank = BANK, zone: Zone = "UTC", by: Reader = "", as_json: AsJson = False
) -> None:
    """Shoes a table did not deal to the end: who, when, why, and the secret of each.

    For everybody; at poker the secrets are told once the table is closed, or to who may read the
    books.

    Example: [bold]croupier room shoes "table 7"[/bold]
    """
    calendar = days(zone)
    with looked_into(bank) as store:
        hall = Room(store).hall
        if name not in hall.tables:
            known = ", ".join(hall.tables) or "none"
            raise RuleError(f"there is no table {shown(name)}; tables: {known}", "room/table")
        if by:
            check_may(hall.floor.people, by, "read the books")
        found, waits = abandoned_shoes(store, name), _kept_secret(hall.tables[name], by)
    if waits:
        found = [one._replace(proof=None) for one in found]
    if as_json:
        write_json({"table": name, "waits": waits, "shoes": [one._asdict() for one in found]})
    else:
        _show_shoes(name, found, waits, calendar)


def _open_poker(
    bank: str,
    by: str,
    key: str,
    name: str,
    options: Mapping[str, OptionValue],
    seats: int | None,
    profile_name: str,
    *,
    as_json: bool,
) -> None:
    law = profile_name or DEFAULT_POKER_PROFILE
    table = open_poker(options, seat_count=seats, profile=law)
    said = f"Table {name} is open: {table.game.name}, {table.seat_count} seats."
    do(bank, by, key, poker_opened, name, table, said=said, as_json=as_json)


def _open_house(
    bank: str,
    by: str,
    key: str,
    name: str,
    game: str,
    *,
    posted: Mapping[str, str],
    unprinted: bool,
    options: Mapping[str, OptionValue],
    profile_name: str,
    minimums: Mapping[str, Cents],
    maximums: Mapping[str, Cents],
    aggregates: Mapping[str, Cents],
    offers: Sequence[str] | None,
    override: str,
    as_json: bool,
) -> None:
    table = open_table(
        game,
        posted=posted,
        options=options,
        limits=Limits(profile(profile_name or DEFAULT_PROFILE), minimums, maximums, aggregates),
        offers=offers,
        unprinted=unprinted,
    )
    must_show = [f"The layout must show: {notice}" for notice in table.notices]
    is_open = f"Table {name} is open: {table.game.name}. {marked(table)}".rstrip()
    said = "\n".join([is_open, *must_show, *_must_post(table)])
    do(
        bank,
        by,
        key,
        table_opened,
        name,
        table,
        override=override,
        said=said,
        as_json=as_json,
        doing="Finding what the table is worth",
        then=lambda _: {**marks(table), **limited(table)},
    )


def _must_post(table: Table) -> list[str]:
    """WAC 230-15-490: an aggregate limit is shown at the table. No figure reckons with it."""
    return [
        f"The table must show: {said}. What the table is worth is found without this limit."
        for said in words(table.limits.aggregates)
    ]


def fill_answer(act: Outcome) -> Answer:
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} received a fill of {dollars(cents)}; {tray_words(tray)}."
    return Answer(text, {"filled": cents, "tray": tray})


def credit_answer(act: Outcome) -> Answer:
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} gave a credit of {dollars(cents)}; {tray_words(tray)}."
    return Answer(text, {"credited": cents, "tray": tray})


def close_answer(act: Outcome) -> Answer:
    """With what the table won since it was opened, as the books count it by the tray."""
    drop, tray = act.body["drop"], act.body["tray"]
    fill, credit = _since_opening(act)
    win = drop + tray - fill + credit
    verdict = f"the table {'won' if win >= 0 else 'lost'} {dollars(abs(win))}"
    text = (
        f"Table {act.table} is closed: {dollars(drop)} in the drop box, {tray_words(tray)}; "
        f"{verdict}."
    )
    return Answer(text, {"drop": drop, "tray": tray, "win": win})


def _since_opening(act: Outcome) -> tuple[int, int]:
    """The fills and the credits of the table since it was opened the last time."""
    cents = {by_hand.FILLED: 0, by_hand.CREDITED: 0}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == OPENED:
            cents = dict.fromkeys(cents, 0)
        elif event.kind in cents:
            cents[event.kind] += json.loads(event.body)["cents"]
    return cents[by_hand.FILLED], cents[by_hand.CREDITED]


def _kept_secret(state: KnownTable, by: str) -> str:
    """Why secrets are not told yet: at poker they tell hands that were thrown away unseen."""
    if by or state.game_id not in POKER or not state.is_open:
        return ""
    return f"the secrets are told when table {state.name} is closed, as hands are hidden until then"


def _show_shoes(name: str, found: list[AbandonedShoe], waits: str, calendar: Days) -> None:
    console = screen()
    if not found:
        console.print(f"Table {one_line(name)} has abandoned no shoe.", highlight=False)
        return
    console.print(_shoes_sheet(name, found, calendar))
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


def _shoes_sheet(name: str, found: list[AbandonedShoe], calendar: Days) -> Sheet:
    title = f"Table {name}: shoes not dealt to their end"
    sheet = new_sheet(title, "record", "when", "who", "cause", "round", "why")
    for one in found:
        number = "" if one.number is None else str(one.number)
        cells = (str(one.record), calendar.shown(one.at), one.by, one.cause, number, one.reason)
        sheet.add_row(*map(one_line, cells))
    return sheet
