"""`croupier room meter open`, `link` and `history`."""

import json
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table as Sheet

from croupier.bank.jackpot import history as played
from croupier.bank.meter import Meter
from croupier.bank.meter_events import Authority, Opened
from croupier.bank.meter_json import event_from_json, event_to_json
from croupier.bank.meter_rules import notices
from croupier.cli.meter_words import advice, stated_rules
from croupier.cli.read import write_json
from croupier.cli.room_run import act, opened
from croupier.money import dollars, parse_dollars
from croupier.room.meters import METER, meter_linked, meter_opened
from croupier.room.room import Room
from croupier.rules.registry import GAMES


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
    *,
    as_json: bool,
) -> None:
    rules = stated_rules(sensor, kind, split, wager, tables, stated)
    opening = Opened(rules, parse_dollars(carried) if carried else None)
    said = f"Meter {name} is open for {', '.join(tables)}. {advice(rules)}".rstrip()
    act(bank, by, key, meter_opened, name, opening, said=said, as_json=as_json)


def link(
    bank: str,
    by: str,
    key: str,
    name: str,
    tables: tuple[str, ...],
    second: str,
    reason: str,
    *,
    as_json: bool,
) -> None:
    authority = Authority(reason, by, second)
    said = f"Meter {name}: {', '.join(tables)}."
    act(bank, by, key, meter_linked, name, tables, authority, said=said, as_json=as_json)


def history(bank: str, name: str, *, as_json: bool) -> None:
    with opened(bank) as store:
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
                "notices": _notices(meter.meter),
            }
        )
        return
    console = Console()
    sheet = Sheet(title=f"Meter {name}", title_justify="left")
    for title in ("event", "displayed", "moved"):
        sheet.add_column(title, justify="right" if title == "displayed" else "left")
    for event, step in played(events):
        moved = "; ".join(f"{dollars(each.cents)} {each.reason}" for each in step.transfers)
        sheet.add_row(type(event).__name__.lower(), dollars(step.meter.shown), moved)
    console.print(sheet)
    for notice in _notices(meter.meter):
        console.print(f"The display must show: {notice}", highlight=False)


def _notices(meter: Meter) -> list[str]:
    """The words that the display must show."""
    sensor = meter.rules.sensor
    (game,) = (game for game in GAMES.values() if game.wager(sensor) is not None)
    return list(notices(game, meter.rules))
