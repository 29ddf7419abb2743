"""`croupier room …`: what staff do. Every act says who does it, and is in the books or refused."""

from typing import Annotated

import typer

from croupier.cli import commands_meter
from croupier.cli.commands import AsJson, GameName, Options, Posts, pairs
from croupier.cli.commands_room import BANK, Bank, Zone
from croupier.errors import RuleError
from croupier.money import Cents, dollars, parse_dollars

app = typer.Typer(
    help="A card room on its books: people, tables, chips, rounds, meters.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

app.add_typer(commands_meter.app, name="meter", rich_help_panel="Tables")

By = Annotated[str, typer.Option("--by", envvar="CROUPIER_BY", help="Who does it.")]
Key = Annotated[
    str, typer.Option("--key", help="A name for this act: sent again, it is done once.")
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
Seat = Annotated[int, typer.Argument(help="The seat's number.")]
Player = Annotated[str, typer.Argument(help="The player's name.")]
Amount = Annotated[str, typer.Argument(help="Dollars, such as 500 or 2.50.")]
Cash = Annotated[bool, typer.Option("--cash", help="In cash, not by the player's deposit.")]
Reason = Annotated[str, typer.Option(help="Why; it is written down.")]
Second = Annotated[str, typer.Option(help="The other person who answers for it.")]


@app.command(rich_help_panel="The room")
def found(by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Begin a room in a new bank; who founds it is its first administrator.

    Example: [bold]croupier room found --by ada --bank bank.db[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.program import program_hash
    from croupier.room.floor import founded

    said = f"{by} founded a room."
    act(
        bank,
        by,
        "",
        founded,
        program_hash(),
        said=said,
        as_json=as_json,
        checked=False,
        new=True,
    )


@app.command(rich_help_panel="The room")
def show(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Tables, seats, chips, meters and people as they are now.

    Example: [bold]croupier room show[/bold]
    """
    from croupier.cli.room_show import show as run

    run(bank, as_json=as_json)


@app.command(rich_help_panel="The room")
def log(
    bank: Bank = BANK,
    last: Annotated[int, typer.Option(min=1, help="So many of the latest.")] = 50,
    zone: Zone = "UTC",
    as_json: AsJson = False,
) -> None:
    """The significant-event log.

    Example: [bold]croupier room log --last 20[/bold]
    """
    from croupier.cli.room_show import log as run

    run(bank, last, zone, as_json=as_json)


@app.command(rich_help_panel="The room")
def check(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Whether this program is the one that was approved for the room. Exit 1: it is not.

    Example: [bold]croupier room check[/bold]
    """
    from croupier.cli.room_show import check as run

    raise typer.Exit(run(bank, as_json=as_json))


@app.command(rich_help_panel="The room")
def approve(
    by: By, reason: Reason, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Let this program run the room from now on.

    Example: [bold]croupier room approve --by ada --reason "version 0.6, tested"[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.program import program_hash
    from croupier.room.floor import approved

    program = program_hash()
    said = f"{by} approved the program {program[:16]}."
    act(bank, by, key, approved, program, reason, said=said, as_json=as_json, checked=False)


@app.command(rich_help_panel="The room")
def enrol(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    role: Annotated[str, typer.Argument(help="player, dealer, floor, auditor, administrator")],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Give a person a role.

    Example: [bold]croupier room enrol dee dealer --by ada[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.floor import enrolled
    from croupier.room.people import Role

    try:
        chosen = Role(role)
    except ValueError as unknown:
        known = ", ".join(one.value for one in Role)
        raise RuleError(f"no role {role!r}; known: {known}", "role/unknown") from unknown
    act(bank, by, key, enrolled, name, chosen, said=f"{name} is {role} now.", as_json=as_json)


@app.command(rich_help_panel="The room")
def dismiss(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A person has no role any more.

    Example: [bold]croupier room dismiss dee --by ada[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.floor import dismissed

    act(bank, by, key, dismissed, name, said=f"{name} has no role here now.", as_json=as_json)


@app.command("open", rich_help_panel="Tables")
def open_(
    name: TableName,
    game: GameName,
    by: By,
    post: Posts = None,
    option: Options = None,
    limits: Annotated[str, typer.Option(help="The limit profile; wa-2023, poker wa-2016.")] = "",
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None,
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None,
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None,
    override: Annotated[
        str, typer.Option(help="Why it may open although it favours the player.")
    ] = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Open a table as posted. One that breaks a limit, or favours the player, is refused.

    Example: [bold]croupier room open 7 four-card-prime --post aces_baby=AB-03 --by flo[/bold]
    """
    from croupier.cli.room_open import run

    run(
        bank,
        by,
        key,
        name,
        game,
        posted=pairs(post, "--post"),
        options=dict(pairs(option, "--option")),
        profile_name=limits,
        minimums=_amounts(least, "--min"),
        maximums=_amounts(most, "--max"),
        offers=offer,
        override=override,
        as_json=as_json,
    )


@app.command(rich_help_panel="Tables")
def close(
    name: TableName, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Close a table: the box is counted, the tray goes back to the house.

    Example: [bold]croupier room close "table 7" --by flo[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.tables import table_closed

    act(bank, by, key, table_closed, name, said=f"Table {name} is closed.", as_json=as_json)


@app.command(rich_help_panel="Tables")
def fill(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Chips from the house to a tray.

    Example: [bold]croupier room fill "table 7" 5000 --by flo[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.tables import filled

    cents = parse_dollars(amount)
    said = f"Table {name} got {dollars(cents)}."
    act(bank, by, key, filled, name, cents, said=said, as_json=as_json)


@app.command(rich_help_panel="Tables")
def credit(
    name: TableName,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Chips from a tray to the house.

    Example: [bold]croupier room credit "table 7" 2000 --by flo[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.tables import credited

    cents = parse_dollars(amount)
    said = f"Table {name} gave {dollars(cents)}."
    act(bank, by, key, credited, name, cents, said=said, as_json=as_json)


@app.command(rich_help_panel="Players' money")
def deposit(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Cash that a player leaves with the house.

    Example: [bold]croupier room deposit pam 500 --by flo[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.cage import deposited

    cents = parse_dollars(amount)
    said = f"{player} left {dollars(cents)}."
    act(bank, by, key, deposited, player, cents, said=said, as_json=as_json)


@app.command(rich_help_panel="Players' money")
def withdraw(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Cash that a player takes.

    Example: [bold]croupier room withdraw pam 500 --by flo[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.cage import withdrawn

    cents = parse_dollars(amount)
    said = f"{player} took {dollars(cents)}."
    act(bank, by, key, withdrawn, player, cents, said=said, as_json=as_json)


@app.command(rich_help_panel="Players' money")
def reverse(
    posting: Annotated[str, typer.Argument(help="The id of a deposit or withdrawal.")],
    by: By,
    second: Second,
    reason: Reason,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Take back a wrong deposit or withdrawal, in full; two people answer for it.

    Example: [bold]croupier room reverse d-17 --by flo --second ada --reason "wrong player"[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.cage import reversed_

    said = f"{posting} is reversed."
    act(bank, by, key, reversed_, posting, second, reason, said=said, as_json=as_json)


@app.command("buy-in", rich_help_panel="Players' money")
def buy_in(
    name: TableName,
    seat: Seat,
    player: Player,
    amount: Amount,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player buys chips at a seat.

    Example: [bold]croupier room buy-in "table 7" 3 pam 200 --by dee[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.tables import bought_in

    cents = parse_dollars(amount)
    said = f"{player} has {dollars(cents)} in chips at table {name} seat {seat}."
    act(bank, by, key, bought_in, name, seat, player, cents, cash=cash, said=said, as_json=as_json)


@app.command("cash-out", rich_help_panel="Players' money")
def cash_out(
    name: TableName,
    seat: Seat,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player takes his chips and goes.

    Example: [bold]croupier room cash-out "table 7" 3 --by dee[/bold]
    """
    from croupier.cli.room_run import act
    from croupier.room.tables import cashed_out

    said = f"Table {name} seat {seat} is free."
    act(bank, by, key, cashed_out, name, seat, cash=cash, said=said, as_json=as_json)


@app.command(rich_help_panel="Rounds")
def deal(
    name: TableName,
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT:WAGER=DOLLARS,…", help="The bets of each seat; poker: none."),
    ] = None,
    by: By = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Put the bets down and deal a round, up to the first choice.

    Example: [bold]croupier room deal "table 7" 1:ante=5 3:ante=10,prime=5 --by dee[/bold]
    """
    from croupier.cli.room_play import deal as run

    run(bank, by, key, name, [_bet(written) for written in bets or ()], as_json=as_json)


@app.command(rich_help_panel="Rounds")
def act(
    name: TableName,
    seat: Seat,
    action: Annotated[str, typer.Argument(help="What the seat does, such as 'raise 2x'.")],
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A choice at a seat; after the last one the round is settled and paid.

    Example: [bold]croupier room act "table 7" 3 "raise 2x" --by pam[/bold]
    """
    from croupier.cli.room_play import act as run

    run(bank, by, key, name, seat, action, as_json=as_json)


@app.command(rich_help_panel="Rounds")
def acknowledge(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """A supervisor has seen a win above 3,000 dollars: it is paid.

    Example: [bold]croupier room acknowledge "table 7" 3 --by flo[/bold]
    """
    from croupier.cli.room_run import act as do
    from croupier.room.play import acknowledged

    said = f"Table {name} seat {seat} is paid."
    do(bank, by, key, acknowledged, name, seat, said=said, as_json=as_json)


@app.command("call-off", rich_help_panel="Rounds")
def call_off(
    name: TableName,
    by: By,
    reason: Reason,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A misdeal: every bet goes back, and the cards are shuffled anew.

    Example: [bold]croupier room call-off "table 7" --reason "a card was exposed" --by flo[/bold]
    """
    from croupier.cli.room_play import call_off as run

    run(bank, by, key, name, reason, as_json=as_json)


@app.command(rich_help_panel="Rounds")
def rehearse(
    rounds: Annotated[int, typer.Option(min=1, help="So many at every table with players.")] = 100,
    by: By = "rehearsal",
    seed: Annotated[int, typer.Option(help="The players' chances; the cards have their own.")] = 1,
    tables: Annotated[
        int, typer.Option(min=1, help="In a new bank: so many tables, of all games.")
    ] = 5,
    theory: Annotated[
        bool, typer.Option("--theory", help="Find what each table is worth first; takes minutes.")
    ] = False,
    bank: Bank = BANK,
    as_json: AsJson = False,
) -> None:
    """Try a room: made-up players bet and act by chance. A new bank is furnished first.

    Never in the bank of a real house: what is played is in the books for good.

    Example: [bold]croupier room rehearse --rounds 200 --bank trial.db[/bold]
    """
    from croupier.cli.room_rehearse import run

    run(bank, rounds, by, seed, tables, theory=theory, as_json=as_json)


def _amounts(written: list[str] | None, flag: str) -> dict[str, Cents]:
    return {name: parse_dollars(value) for name, value in pairs(written, flag).items()}


def _bet(written: str) -> tuple[int, dict[str, Cents]]:
    """`3:ante=10,prime=5`: a seat and its wagers."""
    seat, colon, rest = written.partition(":")
    if not colon or not seat.isdigit():
        raise RuleError(f"bets {written!r}; write SEAT:WAGER=DOLLARS,WAGER=DOLLARS", "command/bad")
    return int(seat), _amounts(rest.split(","), written)
