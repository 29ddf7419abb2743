"""Which tables may play for a meter, and which tables one meter may link."""

from typing import TYPE_CHECKING

from croupier.bank.meters.rules import MeterRules, check_layout
from croupier.errors import BadMeter
from croupier.room.state.hall import Hall
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.room.meters.meters import OpenMeter


def check_apart(name: str, rules: MeterRules, other: "OpenMeter") -> None:
    shared = set(rules.tables) & set(other.meter.rules.tables)
    if rules.sensor == other.meter.rules.sensor and shared and not other.meter.discontinued:
        raise BadMeter(
            f"{name}: table {min(shared)} plays for {other.name} with its {rules.sensor}; a sensor "
            "has one jackpot",
            "jackpot/tables",
        )


def check_ruled(hall: Hall, meter: "OpenMeter", rules: MeterRules) -> None:
    """That the tables which play for it can go on as they are."""
    for other in hall.meters.values():
        if other.name != meter.name:
            check_apart(meter.name, rules, other)
    for state in hall.tables.values():
        table = state.posted
        if table is not None and state.is_open and meter.name in state.meters.values():
            check_layout(table.game, table.options, state.name, [rules])
            check_prizes(hall, state.name, table, meter)


def meters_for(hall: Hall, name: str, table: Table) -> dict[str, str]:
    """The meter of each jackpot wager that a table offers, or why it may not be opened."""
    offered = [wager.name for wager in table.offers if wager.name in table.game.jackpots]
    found = {
        meter.meter.rules.sensor: meter
        for meter in hall.meters.values()
        if name in meter.meter.rules.tables and not meter.meter.discontinued
    }
    missing = [sensor for sensor in offered if sensor not in found]
    if missing:
        raise BadMeter(
            f"table {name} offers the {missing[0]}, and no meter is linked to it; open one first, "
            "or do not offer it",
            "room/meter",
        )
    rules = [found[sensor].meter.rules for sensor in offered]
    check_layout(table.game, table.options, name, rules)
    for sensor in offered:
        check_prizes(hall, name, table, found[sensor])
    return {sensor: found[sensor].name for sensor in offered}


def check_prizes(hall: Hall, name: str, table: Table, meter: "OpenMeter") -> None:
    """Tables linked by a meter play for it with the same hands, and the same chance of them."""
    sensor = meter.meter.rules.sensor
    posted = _prizes(table, sensor)
    for other in hall.tables.values():
        if other.name == name or other.posted is None or not other.is_open:
            continue
        if other.meters.get(sensor) == meter.name and _prizes(other.posted, sensor) != posted:
            theirs, mine = (" ".join(prizes) for prizes in (_prizes(other.posted, sensor), posted))
            raise BadMeter(
                f"table {name} posts {mine} for the {sensor}, and table {other.name}, linked to it "
                f"by {meter.name}, posts {theirs}; tables linked by a meter post the same (WAC "
                "230-15-685): post that, or link it to a meter of its own",
                "jackpot/prizes",
            )


def _prizes(table: Table, sensor: str) -> tuple[str, str]:
    """No two games share a jackpot's winning hand and its chance: the game is part of it."""
    wager = table.game.wager(sensor)
    assert wager is not None, f"{table.game.id} has no {sensor}"
    return table.game.id, table.posted[wager.table].id
