"""Plays random rounds on several tables until it is killed, and tells what is in the books.

Each line of its output is a table, its version, the number of the round that its shoe is for, and
that shuffle's commitment, told after the act is committed and not before. When the database fails
it says so, waits, and goes on with the same acts. With a number of bytes after the URL, files may
grow by so many only: the disk is full. After some failures there is room again, for as many more.
Run by test_faults.py.
"""

import resource
import sys
from pathlib import Path
from random import SystemRandom
from time import sleep

from croupier.bank.faults import StoreError
from croupier.bank.store import open_store
from croupier.errors import Refused
from croupier.room.room import Room
from tests.room.rooms import any_request


def disk(room_left: int, file: Path) -> None:
    """Leaves that many bytes for files of this process to grow; then writing fails."""
    largest = max(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + room_left, hard))


def main(url: str, room_left: int = 0) -> None:
    rng = SystemRandom()
    room = Room(open_store(url))
    file = Path(url.removeprefix("sqlite:///"))
    failures = 0
    if room_left:
        disk(room_left, file)
    while True:
        names = rng.sample(list(room.hall.tables), rng.randint(1, len(room.hall.tables)))
        requests = [any_request(room, rng, name) for name in names]
        while True:
            try:
                answers = room.do_all(requests)
                break
            except StoreError:
                print("failed", flush=True)
                failures += 1
                if room_left and failures % 5 == 0:
                    disk(room_left, file)
                sleep(0.02)
        for name, answer in zip(names, answers, strict=True):
            if isinstance(answer, Refused):
                raise answer
            state = room.hall.table(name)
            number = state.rounds + (state.round is None)
            print(*name.split(), state.version, number, state.shoe.commitment, sep="/", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
