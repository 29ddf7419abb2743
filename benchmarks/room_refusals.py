"""The cost of one act in a room of 1,000 tables while another process writes, on SQLite.

Measures a refused act, and what a new process (a command) reads for an act at one table: each
against reading the whole hall, which would be necessary if decisions did not declare what they
read.
"""

import subprocess
import sys
import tempfile
from statistics import quantiles
from time import perf_counter

from room_rounds import furnish

from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.room.room import Room
from croupier.room.tables.tables import cashed_out

TABLES, TIMES = 1000, 200
WRITER = """
import sys
from itertools import count
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.room.room import Room
from croupier.room.tables.tables import filled

with open_store(sys.argv[1]) as store:
    room = Room(store)
    for number in count():
        name = f"table {number % 1000 + 1}"
        room.do(f"fill {number}", "flo", filled, name, Cents(100))
        if number == 0:
            print("writes", flush=True)
"""


def refused(room: Room, number: int) -> float:
    """Milliseconds until an impossible act at one of the tables is refused."""
    begin = perf_counter()
    try:
        room.do("refused", "dee", cashed_out, f"table {number % TABLES + 1}", 2)
    except Refused as no:
        taken = perf_counter() - begin
        if no.code != "room/seat":
            raise
    return 1000 * taken


def first_look(store: Store) -> float:
    begin = perf_counter()
    hall = Room(store).hall
    assert hall.floor.people and hall.table("table 7").version
    return 1000 * (perf_counter() - begin)


def whole_hall(room: Room) -> float:
    begin = perf_counter()
    room.read()
    return 1000 * (perf_counter() - begin)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bank.db"
        with open_store(url) as store:
            furnish(store, TABLES)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE)
        try:
            assert writer.stdout is not None and writer.stdout.readline()
            with open_store(url) as store:
                room = Room(store)
                whole = min(whole_hall(room) for _ in range(5))
                acts = {
                    "a refused act": [refused(room, number) for number in range(TIMES)],
                    "the first look at a table": [first_look(store) for _ in range(TIMES)],
                }
        finally:
            writer.kill()
            writer.wait()
    print(f"{TABLES} tables, another process writing: reading the whole hall {whole:8.1f} ms")
    for name, times in acts.items():
        half, most = quantiles(times, n=20)[9], quantiles(times, n=20)[18]
        print(f"{name:<28} {half:6.1f} ms, 95% below {most:6.1f} ms: {half / whole:.1%} of that")


if __name__ == "__main__":
    main()
