"""Durable rounds of a room: acts a second with 1, 10 and 100 tables, on SQLite and PostgreSQL.

Then what a crash costs: the time until a new process has every table again, and how fast the audit
checks the chain and replays the rounds. `room_rounds.py 1000000` plays so many rounds on SQLite
before the restart and the audit, instead of 150,000, which take four minutes; on PostgreSQL 4,000,
so there the audit mostly shows what it takes to begin. Beside the figures stands the same play
without any books: the table engine alone.
"""

import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter

from croupier.bank.store import Store, open_store
from croupier.bots.rehearsal import any_stakes, next_request, rehearse
from croupier.errors import Refused
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.audit.run import audit
from croupier.room.people.floor import enrolled, founded
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.rules.vocabulary import Game
from croupier.table.round import deal
from croupier.table.shoe import new_shoe, source
from croupier.table.table import Table, open_table

SECONDS = 5
TABLES = (1, 10, 100)
SEATS = 1
PAST, PAST_POSTGRES = 150_000, 4_000
POSTGRES = Path(__file__).resolve().parent.parent / "scripts" / "postgres"


def furnish(store: Store, tables: int) -> Room:
    """Opens tables of the five games in turn, a player at each; no jackpots, no theory."""
    room = Room(store, lambda *asked: ())
    room.do("found", "ada", founded, program_hash())
    for name, role in (("dee", Role.DEALER), ("flo", Role.FLOOR)):
        room.do(name, "ada", enrolled, name, role)
    for number, game in enumerate(islice(cycle(GAMES.values()), tables), 1):
        name = f"table {number}"
        room.do(f"open {name}", "flo", table_opened, name, plain(game))
        room.do(f"fill {name}", "flo", filled, name, Cents(10**12))
        for seat in range(1, SEATS + 1):
            player = f"{name} {seat}"
            room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
            chips = Cents(10**11)
            room.do(f"sit {player}", "dee", bought_in, name, seat, player, chips, cash=True)
    return room


def plain(game: Game) -> Table:
    """As a house opens it by default, without jackpots."""
    return open_table(game, options={"jackpot_type": "none"} if game.jackpots else {})


def acts_a_second(room: Room) -> tuple[float, float]:
    """Acts and rounds: all tables act, and their acts share one commit."""
    rng, names = Random(1), list(room.hall.tables)
    before = sum(state.rounds for state in room.hall.tables.values())
    acts, begin = 0, perf_counter()
    while (seconds := perf_counter() - begin) < SECONDS:
        requests = [next_request(rng, room.hall, name, "dee", "flo") for name in names]
        for answer in room.do_all([request for request in requests if request is not None]):
            if isinstance(answer, Refused):
                raise answer
            acts += 1
    rounds = sum(state.rounds for state in room.hall.tables.values()) - before
    return acts / seconds, rounds / seconds


def engine_alone() -> float:
    """Rounds per second of the same play without books."""
    rng, count, begin = Random(1), 0, perf_counter()
    tables = [plain(game) for game in GAMES.values()]
    while (seconds := perf_counter() - begin) < SECONDS:
        for table in tables:
            state = deal(table, {1: any_stakes(rng, table)}, source(new_shoe(table)))
            while not state.over:
                assert state.turn is not None
                state = state.act(state.turn, rng.choice(state.legal))
            count += 1
    return count / seconds


def measure(name: str, urls: list[str], past: int) -> None:
    for tables, url in zip(TABLES, urls, strict=True):
        with open_store(url) as store:
            acts, rounds = acts_a_second(furnish(store, tables))
            print(
                f"{name:<11} {tables:>4} tables {acts:>9,.0f} acts {rounds:>8,.0f} rounds a second"
            )
    with open_store(urls[-1]) as store:
        room = Room(store)
        names = list(room.hall.tables)
        lacking = past - sum(state.rounds for state in room.hall.tables.values())
        if lacking > 0:
            rehearse(room, names, -(-lacking // len(names)), "dee", "flo", 2)
    begin = perf_counter()
    with open_store(urls[-1]) as store:
        room = Room(store)
        room.read()
        took = perf_counter() - begin
        rounds = sum(state.rounds for state in room.hall.tables.values())
        print(f"{name:<11} restart with {rounds:,} past rounds {took:>6.2f} s")
        begin = perf_counter()
        found = audit(store)
        took = perf_counter() - begin
        records = found.head.sequence
    print(
        f"{name:<11} audit {found.rounds / took:>10,.0f} rounds {records / took:>10,.0f} records a "
        f"second ({found.rounds:,} rounds replayed)"
    )


def main() -> None:
    past = int(sys.argv[1]) if len(sys.argv) > 1 else PAST
    print(f"{'no books':<11} {'':>21} {engine_alone():>17,.0f} rounds a second")
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", [f"sqlite:///{folder}/{tables}.db" for tables in TABLES], past)
    subprocess.run([POSTGRES, "install"], check=True)
    folder = tempfile.mkdtemp()
    try:
        start = [POSTGRES, "start", folder]
        url = subprocess.run(start, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        urls = []
        for tables in TABLES:
            import psycopg

            with psycopg.connect(url, autocommit=True) as server:
                server.execute(f"CREATE DATABASE bank_{tables}")
            urls.append(url.replace("/postgres", f"/bank_{tables}"))
        measure("PostgreSQL", urls, min(past, PAST_POSTGRES))
    finally:
        subprocess.run([POSTGRES, "stop", folder], check=True)


if __name__ == "__main__":
    main()
