"""`croupier room meter …`: jackpots are opened, and changed by the two people who answer for it.

What takes two is proposed here, and done by `croupier room second`.
"""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson
from croupier.cli.room import commands_jackpot_bank
from croupier.cli.room.words import EXPIRES, By, Expires, Key, Reason, Second
from croupier.errors import RuleError
from croupier.money import parse_dollars

app = typer.Typer(
    help="Jackpot meters; what changes one is proposed, and a second person approves it.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

MeterName = Annotated[str, typer.Argument(metavar="METER", help="The meter's name.")]
Tables = Annotated[list[str], typer.Option("--table", help="A table that plays for it.")]
Dollars = Annotated[str, typer.Argument(help="Dollars.")]


@app.command("open")
def open_(
    name: MeterName,
    sensor: Annotated[str, typer.Option(help="five card jackpot, or four card jackpot.")],
    table: Tables,
    by: By,
    kind: Annotated[str, typer.Option(help="progressive, or house.")] = "progressive",
    seed: Annotated[str, typer.Option(help="Dollars displayed at first, or none.")] = "",
    reseed: Annotated[str, typer.Option(help="Dollars displayed after it was won, or none.")] = "",
    contribution: Annotated[
        str, typer.Option(help="Percent of each wager to the display, such as 20 or 18.03.")
    ] = "",
    reserve: Annotated[
        str, typer.Option(help="Percent to the reserve, which is not shown, or none.")
    ] = "",
    cap: Annotated[str, typer.Option(help="Dollars that the display does not pass, or none.")] = "",
    prize: Annotated[str, typer.Option(help="A house jackpot's prize in dollars.")] = "",
    wager: Annotated[str, typer.Option(help="The fixed wager, in dollars.")] = "1",
    split: Annotated[str, typer.Option(help="Several winners: equal, or 'in order'.")] = "equal",
    carried: Annotated[
        str, typer.Option(help="Dollars that an earlier system displays and hands over.")
    ] = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Open a meter for one table, or for several that are linked by it.

    For a progressive jackpot state --seed, --reseed, --contribution, --reserve and --cap, each of
    them an amount or none; for a house jackpot its --prize. With --carried it is only proposed,
    and opened when a second person approves it: room second.

    Example: [bold]croupier room meter open main --sensor "five card jackpot" --table 7 --table 8
    --seed 10000 --reseed 5000 --contribution 20 --reserve 5 --cap none --by flo[/bold]

    Example: [bold]croupier room meter open nightly --kind house --sensor "four card jackpot"
    --table 7 --prize 2500 --by flo[/bold]
    """
    from croupier.cli.room.meter import open_ as run

    stated = {
        "seed": seed,
        "reseed": reseed,
        "contribution": contribution,
        "reserve": reserve,
        "cap": cap,
        "prize": prize,
    }
    tables = tuple(table)
    about = (name, sensor, kind, split, wager, tables, stated, carried)
    run(bank, by, key, *about, expires, as_json=as_json)


@app.command()
def lower(
    name: MeterName,
    amount: Dollars,
    why: Annotated[
        str,
        typer.Option(help="malfunction, above cap, receipts, seed from display, seed from reserve"),
    ],
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Lower a meter for one of the reasons of WAC 230-15-695.

    Example: [bold]croupier room meter lower main 12.50 --why malfunction --by flo
    --reason "counted a wager twice"[/bold]
    """
    from croupier.bank.meters.events import Authority, Lowered, Why
    from croupier.cli.room.two import propose
    from croupier.room.people.meter_matters import MeterChange

    words = {one.name.lower().replace("_", " "): one for one in Why}
    if why not in words:
        raise RuleError(f"--why {why!r}; it is one of: {', '.join(words)}", "jackpot/lowered")
    change = Lowered(words[why], parse_dollars(amount), Authority(reason, by, ""))
    propose(bank, by, key, MeterChange(name, change), second, expires, as_json=as_json)


@app.command("raise")
def raise_(
    name: MeterName,
    amount: Dollars,
    by: By,
    reason: Reason,
    seed: Annotated[
        bool, typer.Option("--seed", help="Seed money, which may be recovered.")
    ] = False,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """The house adds to a display: a correction, or seed money.

    Example: [bold]croupier room meter raise main 100 --seed --by flo
    --reason "a holiday"[/bold]
    """
    from croupier.bank.meters.events import Authority, Lift, Raised
    from croupier.cli.room.two import propose
    from croupier.room.people.meter_matters import MeterChange

    lift = Lift.SEED if seed else Lift.CORRECTION
    change = Raised(lift, parse_dollars(amount), Authority(reason, by, ""))
    propose(bank, by, key, MeterChange(name, change), second, expires, as_json=as_json)


@app.command()
def post(
    name: MeterName,
    prize: Dollars,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Post another prize of a house jackpot.

    Example: [bold]croupier room meter post nightly 2500 --by flo
    --reason "weekend"[/bold]
    """
    from croupier.bank.meters.events import Authority, Posted
    from croupier.cli.room.two import propose
    from croupier.room.people.meter_matters import MeterChange

    change = Posted(parse_dollars(prize), Authority(reason, by, ""))
    propose(bank, by, key, MeterChange(name, change), second, expires, as_json=as_json)


@app.command()
def link(
    name: MeterName,
    table: Tables,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Link a meter to exactly these tables from now on.

    Example: [bold]croupier room meter link main --table 7 --table 8 --table 9 --by flo
    --reason "a third table"[/bold]
    """
    from croupier.cli.room.meter import link as run

    run(bank, by, key, name, tuple(table), second, reason, expires, as_json=as_json)


@app.command()
def suspend(
    name: MeterName,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Nobody may wager on a meter until it is resumed: its funds were seized, say.

    Example: [bold]croupier room meter suspend main --by flo
    --reason "funds seized (WAC 230-15-715)"[/bold]
    """
    from croupier.bank.meters.events import Authority, Suspended
    from croupier.cli.room.two import propose
    from croupier.room.people.meter_matters import MeterChange

    change = Suspended(Authority(reason, by, ""))
    propose(bank, by, key, MeterChange(name, change), second, expires, as_json=as_json)


@app.command()
def resume(
    name: MeterName,
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Wagers on a suspended meter are taken again: its funds are replaced, say.

    Example: [bold]croupier room meter resume main --by flo
    --reason "funds replaced"[/bold]
    """
    from croupier.bank.meters.events import Authority, Resumed
    from croupier.cli.room.two import propose
    from croupier.room.people.meter_matters import MeterChange

    change = Resumed(Authority(reason, by, ""))
    propose(bank, by, key, MeterChange(name, change), second, expires, as_json=as_json)


@app.command()
def discontinue(
    name: MeterName,
    by: By,
    reason: Reason,
    to: Annotated[
        str, typer.Option(metavar="METER", help="The progressive meter that gets its money.")
    ] = "",
    to_players: Annotated[
        bool,
        typer.Option(
            "--to-players", help="Its money is due to players: room meter award gives it to them."
        ),
    ] = False,
    receipts: Annotated[
        bool,
        typer.Option("--receipts", help="No other progressive is left: book it as gross receipts."),
    ] = False,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Take a jackpot out of play for good; what it holds goes on, to the last cent.

    Say where: --to METER, --to-players or --receipts. In the last two ways the house first
    recovers its seed money. Close its tables first. A house jackpot holds nothing and is taken
    down.

    Example: [bold]croupier room meter discontinue main --to second --by flo
    --reason "table 7 is sold"[/bold]

    Example: [bold]croupier room meter discontinue main --to-players --by flo
    --reason "plan of November 3: three drawings"[/bold]
    """
    from croupier.cli.room.meter import discontinue as run

    run(
        bank,
        by,
        key,
        name,
        to,
        second,
        reason,
        expires,
        to_players=to_players,
        receipts=receipts,
        as_json=as_json,
    )


@app.command()
def history(name: MeterName, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Every event of a meter, with the display after it; and its last 25 hits.

    Example: [bold]croupier room meter history main[/bold]
    """
    from croupier.cli.room.meter import history as run

    run(bank, name, as_json=as_json)


for command in (
    commands_jackpot_bank.award,
    commands_jackpot_bank.deposit,
    commands_jackpot_bank.draw,
    commands_jackpot_bank.reconcile,
):
    app.command()(command)
