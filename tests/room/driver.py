"""Plays random rounds on several tables until it is killed, and tells what is in the books.

Each line of its output is a table, its version, the number of the round that its shoe is for, and
that shuffle's commitment, told after the act is committed and not before. When the database fails
it says so, waits, and goes on with the same acts. Run by test_faults.py.
"""

import sys
from random import SystemRandom
from time import sleep

from croupier.bank.connect import StoreError
from croupier.bank.store import open_store
from croupier.errors import Refused
from croupier.room.room import Room
from tests.room.rooms import any_request


def main(url: str) -> None:
    rng = SystemRandom()
    room = Room(open_store(url))
    while True:
        names = rng.sample(list(room.hall.tables), rng.randint(1, len(room.hall.tables)))
        requests = [any_request(room, rng, name) for name in names]
        while True:
            try:
                answers = room.do_all(requests)
                break
            except StoreError:
                print("failed", flush=True)
                sleep(0.05)
        for name, answer in zip(names, answers, strict=True):
            if isinstance(answer, Refused):
                raise answer
            state = room.hall.table(name)
            number = state.rounds + (state.round is None)
            print(*name.split(), state.version, number, state.shoe.commitment, sep="/", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
