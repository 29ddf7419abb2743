"""`croupier room meter open`, `link`, `discontinue` and `history`."""

import json
from collections.abc import Mapping

from croupier.bank.meters.events import Opened
from croupier.bank.meters.jackpot import history as played
from croupier.bank.meters.json import event_from_json, event_to_json
from croupier.bank.meters.rules import HOUSE_JACKPOT, notices
from croupier.cli.input import write_json
from croupier.cli.room.meter_said import is_open
from croupier.cli.room.meter_words import standing, stated_rules
from croupier.cli.room.run import act, looked_into
from croupier.cli.room.two import propose
from croupier.cli.screen import Sheet, screen
from croupier.errors import BadMeter
from croupier.money import dollars, parse_dollars
from croupier.room.meters.meters import METER, meter_opened
from croupier.room.people.meter_matters import MeterEnd, MeterLink, MeterOpening
from croupier.room.room import Room


def open_(
    bank: str,
    by: str,
    key: str,
    name: str,
    sensor: str,
    kind: str,
    split: str,
    wager: str,
    tables: tuple[str, ...],
    stated: Mapping[str, str],
    carried: str,
    hours: int,
    *,
    as_json: bool,
) -> None:
    rules = stated_rules(sensor, kind, split, wager, tables, stated)
    if carried:
        matter = MeterOpening(name, Opened(rules, parse_dollars(carried)))
        propose(bank, by, key, matter, "", hours, as_json=as_json)
    else:
        act(bank, by, key, meter_opened, name, Opened(rules), said=is_open, as_json=as_json)


def link(
    bank: str,
    by: str,
    key: str,
    name: str,
    tables: tuple[str, ...],
    second: str,
    reason: str,
    hours: int,
    *,
    as_json: bool,
) -> None:
    propose(bank, by, key, MeterLink(name, tables, reason), second, hours, as_json=as_json)


def discontinue(
    bank: str,
    by: str,
    key: str,
    name: str,
    to: str,
    second: str,
    reason: str,
    hours: int,
    *,
    to_players: bool,
    receipts: bool,
    as_json: bool,
) -> None:
    """Where the money goes is stated; of a house jackpot, which has none, nothing is."""
    with looked_into(bank) as store:
        rules = Room(store).hall.meter(name).meter.rules
    if rules.kind != HOUSE_JACKPOT and (bool(to), to_players, receipts).count(True) != 1:
        raise BadMeter(
            f"{name}: say where its money goes, in one way: --to METER, --to-players, or --receipts"
            " if no other progressive is left",
            "jackpot/unsaid",
        )
    matter = MeterEnd(name, to or None, to_players, reason)
    propose(bank, by, key, matter, second, hours, as_json=as_json)


def history(bank: str, name: str, *, as_json: bool) -> None:
    with looked_into(bank) as store:
        meter = Room(store).hall.meter(name)
        events = [event_from_json(json.loads(one.body)) for one in store.events(METER + name)]
    if as_json:
        write_json(
            {
                "events": [
                    {**event_to_json(event), "displayed": step.meter.shown}
                    for event, step in played(events)
                ],
                "hits": [hit._asdict() for hit in meter.meter.hits],
                "notices": list(notices(meter.meter.rules)),
                "suspended": meter.meter.suspended or None,
                "discontinued": meter.meter.discontinued or None,
            }
        )
        return
    console = screen()
    sheet = Sheet(
        title=f"Meter {name}, {standing(meter.meter) or 'in service'}", title_justify="left"
    )
    for title in ("event", "displayed", "moved"):
        sheet.add_column(title, justify="right" if title == "displayed" else "left")
    for event, step in played(events):
        moved = "; ".join(f"{dollars(each.cents)} {each.reason}" for each in step.transfers)
        sheet.add_row(type(event).__name__.lower(), dollars(step.meter.shown), moved)
    console.print(sheet)
    for notice in notices(meter.meter.rules):
        console.print(f"The display must show: {notice}", highlight=False)
