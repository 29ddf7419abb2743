"""A rehearsal: sets up a room, if there is none, and plays random rounds in it."""

from itertools import cycle, islice
from time import perf_counter
from typing import NamedTuple

from croupier.bank.meters.events import MeterOpened
from croupier.bank.store import Store
from croupier.bots.rehearsal import rehearse
from croupier.desk.stakes import MeterFigures, meter_rules
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.program import program_hash
from croupier.progress import stage
from croupier.room.meters.meters import meter_opened
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.roles import Role
from croupier.room.requests.request import check_program
from croupier.room.room import Room
from croupier.room.state.hall import Hall, exactly
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.rules.jackpots import JACKPOT_TYPE, PROGRESSIVE
from croupier.table.table import Table, open_table

FILL, CHIPS = Cents(5_000_000), Cents(1_000_000)
SEATS = 3
# Ten thousand dollars; 20% of each wager goes to the display, 5% to the reserve.
METER = MeterFigures(
    Cents(1_000_000), contribution_rate=2_000, reserve_rate=500, reseed=Cents(500_000)
)
DEALER, FLOOR = "rehearsal dealer", "rehearsal floor"


class Rehearsal(NamedTuple):
    """What was played: the acts of this rehearsal, and all rounds now in the books."""

    tables: int
    rounds: int
    acts: int
    seconds: float


def rehearsal(
    room: Room, by: str, rounds: int, seed: int, tables: int, *, theory: bool
) -> Rehearsal:
    """Plays `rounds` at every open table; an empty bank first gets a room of `tables` tables."""
    if not room.hall.floor.version:
        with stage("Furnishing the room"):
            furnish(room.store, by, tables, theory=theory)
        room.read()
    check_program(room.hall.floor)
    if room.hall.floor.people.get(DEALER) is not Role.DEALER:
        raise RuleError(
            "this bank belongs to a real house; rehearse in a new one", "room/rehearsal"
        )
    names = [state.name for state in room.hall.tables.values() if state.is_open]
    begin = perf_counter()
    with stage("Playing"):
        acts = rehearse(room, names, rounds, DEALER, FLOOR, seed, words={})
    seconds = perf_counter() - begin
    played = sum(state.rounds for state in room.hall.tables.values())
    return Rehearsal(len(names), played, acts, seconds)


def furnish(store: Store, by: str, tables: int, *, theory: bool) -> None:
    """Opens tables of all games in turn, a meter for every sensor, and seats players at each."""
    room = Room(store, exactly if theory else _no_theory)
    room.do("found", by, founded, program_hash())
    room.do("dealer", by, enrolled, DEALER, Role.DEALER)
    room.do("floor", by, enrolled, FLOOR, Role.FLOOR)
    names = [str(number) for number in range(1, tables + 1)]
    games = list(islice(cycle(GAMES.values()), tables))
    linked: dict[str, list[str]] = {}
    for name, game in zip(names, games, strict=True):
        linked.setdefault(game.id, []).append(name)
    for name, game in zip(names, games, strict=True):
        jackpot = {JACKPOT_TYPE: PROGRESSIVE} if game.jackpots else {}
        table = open_table(game, options=jackpot)
        for sensor in game.jackpots:
            if sensor not in room.hall.meters:
                rules = meter_rules(table, sensor, METER, tuple(linked[game.id]))
                room.do(f"meter {sensor}", FLOOR, meter_opened, sensor, MeterOpened(rules))
        room.do(f"open {name}", FLOOR, table_opened, name, table)
        room.do(f"fill {name}", FLOOR, filled, name, FILL)
        for seat in range(1, SEATS + 1):
            player = f"player {name}.{seat}"
            room.do(f"enrol {player}", FLOOR, enrolled, player, Role.PLAYER)
            room.do(f"sit {player}", DEALER, bought_in, name, seat, player, CHIPS, cash=True)


def _no_theory(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """A trial has no theory unless requested: computing it takes minutes."""
    return ()
