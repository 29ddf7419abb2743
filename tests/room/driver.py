"""Plays random rounds on several tables until it is killed, and tells what is in the books.

Each line of its output is a table, its version, the number of the round that its shoe is for, and
that shuffle's commitment, told after the act is committed and not before. Run by test_kills.py.
"""

import sys
from random import SystemRandom

from croupier.bank.store import open_store
from croupier.room.open_table import acted, dealt
from croupier.room.room import Room
from tests.table.random_play import any_bets


def main(url: str) -> None:
    rng = SystemRandom()
    room = Room(open_store(url))
    while True:
        steps = []
        for name in rng.sample(room.names, rng.randint(1, len(room.names))):
            state = room.table(name)
            key = f"{name} #{state.version}"
            if state.round is None:
                steps.append(dealt(state, key, any_bets(rng, state.table)))
            else:
                action = rng.choice(state.round.legal)
                steps.append(acted(state, key, state.round.turn, action))
        for state in room.do_all(steps):
            number = state.rounds + (state.round is None)
            print(state.name, state.version, number, state.shoe.commitment, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
