"""`croupier room meter open` and `history`: jackpot meters."""

from typing import Annotated

import typer

from croupier.bank.meters.meter import Meter, MeterOpened, event_to_json, kind_of
from croupier.bank.meters.rules import notices
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.arguments import BANK, Bank
from croupier.cli.room.meters.stated import MeterOptions
from croupier.cli.room.two_people import ProposalOptions
from croupier.cli.screen import ScreenTable, one_line, screen
from croupier.desk.room.books import meter_history
from croupier.money import dollars, parse_dollars
from croupier.room.people.matters import MeterOpening

MeterName = Annotated[str, typer.Argument(metavar="METER", help="The meter's name.")]
Dollars = Annotated[str, typer.Argument(help="Dollars.")]


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
    if carried:
        how.propose(MeterOpening(name, MeterOpened(meter.rules, parse_dollars(carried))))
    else:
        how.alone.do("open_meter", name, MeterOpened(meter.rules))


def history(name: MeterName, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """Every event of a meter with the display after it, and its last 25 hits.

    Example: [bold]croupier room meter history main[/bold]
    """
    meter, steps = meter_history(bank, name)
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
    """That it is not in service, if so."""
    if meter.discontinued:
        return one_line(f"discontinued, {meter.discontinued}")
    return one_line(f"suspended: {meter.suspended}") if meter.suspended else ""
