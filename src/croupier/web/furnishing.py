"""Sets up a play-money house: founds the room, enrols its staff, opens meters and tables.

Every step has a key of its own or is looked for first, so what a server that was killed has left
undone, or what another server is doing on the same bank, is done once.
"""

from croupier.bank.meters.events import MeterOpened
from croupier.desk.stakes import MeterFigures, meter_rules
from croupier.errors import Refused, RuleError
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.people.roles import Role
from croupier.room.state.hall import AnyTable
from croupier.room.tables.state import UnreadTable
from croupier.rules.jackpots import JACKPOT_TYPE, PROGRESSIVE
from croupier.table.poker.table import PokerTable
from croupier.web.house import ADMINISTRATOR, BOTS, DEALER, FLOOR, WebHouse
from croupier.web.tables import STANDARD, posted, practice_names

METER = MeterFigures(
    Cents(1_000_000), contribution_rate=2_000, reserve_rate=500, reseed=Cents(500_000)
)


def check_staff(house: WebHouse) -> None:
    """In a real-money room an administrator has to enrol the automatic staff."""
    for name, role in ((DEALER, Role.DEALER), (FLOOR, Role.FLOOR)):
        if house.people.get(name) is not role:
            raise RuleError(
                f"{name} is not enrolled: croupier room enrol '{name}' {role.value}",
                "room/automatic",
            )


async def furnish(house: WebHouse) -> None:
    """Founds the room if necessary, and opens a table for every game."""
    await _found(house)
    await _tidy(house)
    open_ones = await house.look(
        lambda hall: {one.name for one in hall.tables.values() if one.is_open}
    )
    for name, game in STANDARD.items():
        if name not in open_ones:
            await _open_meters(house, name, game)
            await house.open_unless_open(name, game)


async def _found(house: WebHouse) -> None:
    floor = await house.look(lambda hall: hall.floor)
    if not floor.version:
        await house.do("found", ADMINISTRATOR, "found", program_hash())
    elif floor.people.get(ADMINISTRATOR) is not Role.ADMINISTRATOR:
        raise _not_ours()
    elif floor.program != program_hash():
        key = f"approve/{program_hash()[:16]}/{floor.version}"
        await house.do(key, ADMINISTRATOR, "approve", program_hash(), "a newer program")
    if not {FLOOR, DEALER, *BOTS} <= floor.people.keys():
        await house.do("floor", ADMINISTRATOR, "enrol", FLOOR, Role.FLOOR)
        await house.do("dealer", ADMINISTRATOR, "enrol", DEALER, Role.DEALER)
        for bot in BOTS:
            await house.do(f"enrol/{bot}", FLOOR, "enrol", bot, Role.PLAYER)
    if (await house.look(lambda hall: hall.floor.people)).get(FLOOR) is not Role.FLOOR:
        raise _not_ours()


def _not_ours() -> RuleError:
    return RuleError(
        "this bank was not founded for play money; choose another file with --bank",
        "room/play_money",
    )


async def _open_meters(house: WebHouse, name: str, game: str) -> None:
    """Opens a meter for each jackpot of a game; its practice tables play for it as well."""
    table = posted(game)
    if isinstance(table, PokerTable) or table.options.get(JACKPOT_TYPE) != PROGRESSIVE:
        return
    known = await house.look(lambda hall: set(hall.meters))
    for sensor in table.jackpots:
        if sensor not in known:
            rules = meter_rules(table, sensor, METER, (name, *practice_names(game)))
            await house.do(f"meter/{sensor}", FLOOR, "open_meter", sensor, MeterOpened(rules))


async def _tidy(house: WebHouse) -> None:
    """Closes the tables that were opened under other rules."""
    states = await house.look(lambda hall: [one for one in hall.tables.values() if one.is_open])
    for state in states:
        if not isinstance(state, UnreadTable) and state.rules != rules_hash():
            await _close(house, state)


async def _close(house: WebHouse, state: AnyTable) -> None:
    name, version = state.name, state.version
    try:
        if state.round is not None or state.before.closed is not None:
            why = "the program has changed"
            await house.do(f"off/{name}/{version}", FLOOR, "call_off", name, why)
        for held in {one.seat for one in state.held}:
            await house.do(f"paid/{name}/{version}/{held}", FLOOR, "acknowledge", name, held)
        for seat in state.seats:
            await house.do(f"out/{name}/{version}/{seat}", DEALER, "cash_out", name, seat)
        await house.do(f"close/{name}/{version}", FLOOR, "close_table", name)
    except Refused:
        return  # it stays open until a person deals with it
