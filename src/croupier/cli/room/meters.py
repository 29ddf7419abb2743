"""`croupier room meter open`, `history`, and what two people do to a meter and to its money."""

from typing import Annotated

import typer

from croupier.bank.meters.events import (
    Authority,
    Lift,
    MeterOpened,
    PrizePosted,
    Raised,
    Resumed,
    Suspended,
)
from croupier.bank.meters.meter import Meter, event_to_json, kind_of
from croupier.bank.meters.rules import notices
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.acts import ProposalOptions
from croupier.cli.room.arguments import BANK, Amount, Bank, MeterOptions, Player, Reason, Tables
from croupier.cli.screen import ScreenTable, one_line, screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.books import meter_history
from croupier.desk.room.meters import lowering, meter_end, open_meter
from croupier.money import dollars, parse_dollars
from croupier.room.people.matters import (
    Award,
    Banking,
    Drawing,
    MeterChange,
    MeterLink,
)

MeterName = Annotated[str, typer.Argument(metavar="METER", help="The meter's name.")]
Dollars = Annotated[str, typer.Argument(help="Dollars.")]
Slip = Annotated[str, typer.Option(help="The number of the bank's slip, or another reference.")]


def open_(
    name: MeterName,
    *,
    meter: MeterOptions,
    carried: Annotated[
        str, typer.Option(help="Dollars that an earlier system displays and hands over.")
    ] = "",
    how: ProposalOptions,
) -> None:
    """Open a meter for one table, or for several linked by it.

    For a progressive jackpot state --seed, --reseed, --contribution, --reserve and --cap, each of
    them an amount or none; for a house jackpot its --prize. With --carried it is only proposed,
    and opened when a second person approves it: room second.

    Example: [bold]croupier room meter open main --sensor "five card jackpot" --table 7 --table 8
    --seed 10000 --reseed 5000 --contribution 20 --reserve 5 --cap none --by flo[/bold]

    Example: [bold]croupier room meter open nightly --kind house --sensor "four card jackpot"
    --table 7 --prize 2500 --by flo[/bold]
    """
    opening = MeterOpened(meter.rules, parse_dollars(carried) if carried else None)
    how.alone.do(name, opening, how.expires, how.second, work=open_meter)


def history(name: MeterName, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Every event of a meter with the display after it, and its last 25 hits.

    Example: [bold]croupier room meter history main[/bold]
    """
    with looked_into(bank) as store:
        meter, steps = meter_history(store, name)
    must_show = notices(meter.rules)
    if as_json:
        events = [{**event_to_json(event), "displayed": step.meter.shown} for event, step in steps]
        write_json(
            {
                "events": events,
                "hits": [hit._asdict() for hit in meter.hits],
                "notices": list(must_show),
                "suspended": meter.suspended or None,
                "discontinued": meter.discontinued or None,
            }
        )
        return
    console = screen()
    title = f"Meter {name}, {standing(meter) or 'in service'}"
    sheet = ScreenTable("event", title=title, title_justify="left")
    sheet.add_column("displayed", justify="right")
    sheet.add_column("moved")
    for event, step in steps:
        moved = "; ".join(f"{dollars(each.cents)} {each.reason}" for each in step.transfers)
        sheet.add_row(kind_of(type(event)), dollars(step.meter.shown), moved)
    console.print(sheet)
    for notice in must_show:
        console.print(f"The display must show: {notice}")


def standing(meter: Meter) -> str:
    """Says so if the meter is not in service."""
    if meter.discontinued:
        return one_line(f"discontinued, {meter.discontinued}")
    return one_line(f"suspended: {meter.suspended}") if meter.suspended else ""


def lower(
    name: MeterName,
    amount: Dollars,
    why: Annotated[
        str,
        typer.Option(help="malfunction, above cap, receipts, seed from display, seed from reserve"),
    ],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Lower a meter for one of the reasons in WAC 230-15-695.

    Example: [bold]croupier room meter lower main 12.50 --why malfunction --by flo
    --reason "counted a wager twice"[/bold]
    """
    how.propose(lowering(name, why, parse_dollars(amount), reason, how.by))


def raise_(
    name: MeterName,
    amount: Dollars,
    *,
    reason: Reason,
    seed: Annotated[
        bool, typer.Option("--seed", help="Seed money, which may be recovered.")
    ] = False,
    how: ProposalOptions,
) -> None:
    """The house adds to a display: a correction, or seed money.

    Example: [bold]croupier room meter raise main 100 --seed --by flo
    --reason "a holiday"[/bold]
    """
    lift = Lift.SEED if seed else Lift.CORRECTION
    change = Raised(lift, parse_dollars(amount), Authority(reason, how.by, ""))
    how.propose(MeterChange(name, change))


def post(name: MeterName, prize: Dollars, reason: Reason, how: ProposalOptions) -> None:
    """Post a different prize for a house jackpot.

    Example: [bold]croupier room meter post nightly 2500 --by flo
    --reason "weekend"[/bold]
    """
    change = PrizePosted(parse_dollars(prize), Authority(reason, how.by, ""))
    how.propose(MeterChange(name, change))


def link(name: MeterName, table: Tables, reason: Reason, how: ProposalOptions) -> None:
    """Link a meter to exactly these tables from now on.

    Example: [bold]croupier room meter link main --table 7 --table 8 --table 9 --by flo
    --reason "a third table"[/bold]
    """
    how.propose(MeterLink(name, tuple(table), reason))


def suspend(name: MeterName, reason: Reason, how: ProposalOptions) -> None:
    """Stop wagers on a meter until it is resumed: its funds were seized, for example.

    Example: [bold]croupier room meter suspend main --by flo
    --reason "funds seized (WAC 230-15-715)"[/bold]
    """
    how.propose(MeterChange(name, Suspended(Authority(reason, how.by, ""))))


def resume(name: MeterName, reason: Reason, how: ProposalOptions) -> None:
    """Take wagers on a suspended meter again: its funds are replaced, for example.

    Example: [bold]croupier room meter resume main --by flo
    --reason "funds replaced"[/bold]
    """
    how.propose(MeterChange(name, Resumed(Authority(reason, how.by, ""))))


def discontinue(
    name: MeterName,
    *,
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
    how: ProposalOptions,
) -> None:
    """Take a jackpot out of play for good; its money moves on, to the last cent.

    Say where: --to METER, --to-players or --receipts. In the last two cases the house first
    recovers its seed money. Close its tables first. A house jackpot has no money and is simply
    taken down.

    Example: [bold]croupier room meter discontinue main --to second --by flo
    --reason "table 7 is sold"[/bold]

    Example: [bold]croupier room meter discontinue main --to-players --by flo
    --reason "plan of November 3: three drawings"[/bold]
    """
    with looked_into(how.bank) as store:
        matter = meter_end(store, name, to, reason, to_players=to_players, receipts=receipts)
    how.propose(matter)


def award(player: Player, amount: Amount, reason: Reason, how: ProposalOptions) -> None:
    """Propose to give a player part of what discontinued jackpots left to the players.

     It goes to their deposit when a second person approves it: room second. By a drawing, in equal
     shares or otherwise: as the operator's written plan says.

     Example: [bold]croupier room meter award pam 250 --reason "drawing of November 30" --by flo
    [/bold]
    """
    how.propose(Award(player, parse_dollars(amount), reason))


def deposit(amount: Amount, slip: Slip, how: ProposalOptions) -> None:
    """Record jackpot money taken to the bank account kept for it.

    A second person confirms it: room second.

    Example: [bold]croupier room meter deposit 812.40 --slip "0417" --by flo[/bold]
    """
    how.propose(Banking(parse_dollars(amount), slip))


def draw(amount: Amount, slip: Slip, how: ProposalOptions) -> None:
    """Record money drawn from that account, for a jackpot that was paid, for example.

    Example: [bold]croupier room meter draw 5000 --slip "check 88" --by flo[/bold]
    """
    how.propose(Drawing(parse_dollars(amount), slip))
