"""`croupier room rehearse`: a room is furnished, if there is none, and played in by chance."""

from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from croupier.bank.meters.events import Opened
from croupier.bank.meters.rules import MeterRules, jackpots
from croupier.bank.store import Store
from croupier.bots.rehearsal import rehearse
from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.room.run import anchored, opened, url_of
from croupier.cli.screen import screen
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.odds.worth import Worth
from croupier.program import program_hash
from croupier.room.meters.meters import meter_opened
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.roles import Role
from croupier.room.room import Room, check_program
from croupier.room.state.hall import Hall, exactly
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.table.table import Table, open_table

FILL, CHIPS = Cents(5_000_000), Cents(1_000_000)
SEATS = 3
DEALER, FLOOR = "rehearsal dealer", "rehearsal floor"


def run(
    bank: str, rounds: int, by: str, seed: int, tables: int, *, theory: bool, as_json: bool
) -> None:
    is_new = url_of(bank).startswith("sqlite:///") and not Path(bank).is_file()
    with opened(bank, new=True) as store, anchored(bank) as anchors:
        if is_new or not Room(store).hall.floor.version:
            with working("Furnishing the room"):
                furnish(store, by, tables, theory=theory)
        room = Room(store, anchors=anchors)
        check_program(room.hall.floor)
        if room.hall.floor.people.get(DEALER) is not Role.DEALER:
            raise RuleError(
                "this bank is a house's own; rehearse in a new one, such as --bank trial.db",
                "room/rehearsal",
            )
        names = [state.name for state in room.hall.tables.values() if state.is_open]
        begin = perf_counter()
        with working("Playing"):
            acts = rehearse(room, names, rounds, DEALER, FLOOR, seed, words={})
        seconds = perf_counter() - begin
        played = sum(state.rounds for state in room.hall.tables.values())
    if as_json:
        write_json({"tables": len(names), "rounds": played, "acts": acts, "seconds": seconds})
        return
    screen().print(
        f"{len(names)} tables, {acts:,} acts in {seconds:.1f} s ({acts / seconds:,.0f} a second); "
        f"{played:,} rounds in the books.",
        highlight=False,
    )


def furnish(store: Store, by: str, tables: int, *, theory: bool) -> None:
    """Tables of all games in turn, a meter for every sensor, some players at each."""
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
        jackpot = {"jackpot_type": "progressive"} if jackpots(game) else {}
        table = open_table(game, options=jackpot)
        for sensor in jackpots(game):
            if sensor not in room.hall.meters:
                rules = _rules(table, sensor, tuple(linked[game.id]))
                room.do(f"meter {sensor}", FLOOR, meter_opened, sensor, Opened(rules))
        room.do(f"open {name}", FLOOR, table_opened, name, table)
        room.do(f"fill {name}", FLOOR, filled, name, FILL)
        for seat in range(1, SEATS + 1):
            player = f"player {name}.{seat}"
            room.do(f"enrol {player}", FLOOR, enrolled, player, Role.PLAYER)
            room.do(f"sit {player}", DEALER, bought_in, name, seat, player, CHIPS, cash=True)


def _no_theory(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """A trial does without, where nobody asks for it: it takes minutes."""
    return ()


def _rules(table: Table, sensor: str, tables: tuple[str, ...]) -> MeterRules:
    """Ten thousand dollars; 20% of each wager to the display, 5% to the reserve."""
    return MeterRules(
        sensor,
        "progressive",
        str(table.options["jackpot_split"]),
        table.fixed_wager(sensor),
        seed=Cents(1_000_000),
        reseed=Cents(500_000),
        contribution_rate=2_000,
        reserve_rate=500,
        cap=None,
        tables=tables,
    )
