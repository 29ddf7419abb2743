"""A writer of the drill: it acts at random in a room that others act in too, until it is killed.

Most of its keys and requests follow from what the books say, or from the time: so several writers
send the same act with the same key at the same moment, each as if it were the other's retry. Its
journal records each act before it is sent, and each answer afterwards. A process started in place
of a killed one first repeats what the journal leaves open.
"""

import ast
import importlib
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, TypeVar

from croupier.bank.faults import StoreError
from croupier.bank.store import Store, open_store
from croupier.errors import Refused
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.cage.cage import deposited, withdrawn
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import round_called_off
from croupier.room.tables.tables import bought_in, cashed_out, credited, filled
from croupier.table.table import open_table
from tests.room.poker_rooms import any_poker, open_full_poker
from tests.room.rooms import RICH, any_request, new_room, seat_players
from tests.room.rooms import open_table as opened_table
from tests.table.random_play import any_table

PRIME = "four-card-prime"
LINKED = ("prime A", "prime B")  # two tables of one meter
SLOT = 0.5  # seconds during which all writers request the same from the cage


def furnish(store: Store) -> None:
    """Two tables on one meter, three other games, poker; a player at every seat."""
    rng, room = Random(8), new_room(store)
    jackpot = {"jackpot_type": "progressive"}
    table = open_table(PRIME, options=jackpot, offers=["five card jackpot", "aces baby"])
    for name in LINKED:
        opened_table(room, name, table, tuple(other for other in LINKED if other != name))
        seat_players(room, name)
    for name in ("4-card-split-v2", "4-card-buyout"):
        opened_table(room, name, any_table(rng, GAMES[name]))
        seat_players(room, name)
    open_full_poker(room, rng, "poker", any_poker(rng, "high", "fixed"))


class Journal:
    """A writer's requests and answers, one per line; a truncated line does not count."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("a", encoding="utf-8")

    def say(self, **said: object) -> None:
        self.file.write(json.dumps(said) + "\n")
        self.file.flush()


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        for line in path.read_text("utf-8").split("\n")[:-1]:
            yield json.loads(line)


def left_open(path: Path) -> list[Request]:
    """What was requested but not answered, to be requested again."""
    asked: dict[str, str] = {}
    for line in lines_of(path):
        if "try" in line:
            asked[line["try"]] = line["ask"]
        else:
            asked.pop(line.get("ok", line.get("no", "")), None)
    return [read_back(key, text) for key, text in asked.items()]


def written(request: Request) -> str:
    decide = f"{request.decide.__module__}:{request.decide.__qualname__}"
    about = tuple(one.value if isinstance(one, Role) else one for one in request.about)
    return repr((request.by, decide, about, dict(request.more)))


def read_back(key: str, text: str) -> Request:
    by, decide, about, more = ast.literal_eval(text)
    module, _, name = decide.partition(":")
    if name == "enrolled":
        about = (about[0], Role(about[1]))
    return Request(key, by, getattr(importlib.import_module(module), name), about, more)


def work(url: str, journal: Path, before: Path | None) -> None:
    book, rng = Journal(journal), SystemRandom()
    room = _room(url, book)
    for request in left_open(before) if before else ():
        book.say(**{"try": request.key, "ask": written(request), "again": 1})
        answered(room, book, request)
    while True:
        request = _tried(book, partial(_next, room, rng))
        book.say(**{"try": request.key, "ask": written(request)})
        answered(room, book, request)


def _room(url: str, book: Journal) -> Room:
    return _tried(book, lambda: Room(open_store(url)))


T = TypeVar("T")


def _tried(book: Journal, function: Callable[[], T]) -> T:
    """Retries until the database is back."""
    while True:
        try:
            return function()
        except StoreError:
            book.say(failed=1)
            time.sleep(0.05)


def answered(room: Room, book: Journal, request: Request) -> None:
    """Sent until the books answer; then what the table shows is recorded, too."""
    (answer,) = _tried(book, lambda: room.do_all([request]))
    if isinstance(answer, Refused):
        book.say(no=request.key, code=answer.code)
        return
    place = {name: getattr(answer, name) for name in ("stream", "version", "first", "last")}
    book.say(ok=request.key, **place)
    name = str(request.about[0]) if request.about else ""
    if answer.stream == f"table/{name}":
        state = _tried(book, lambda: room.hall.tables[name])
        book.say(table=name, at=state.version, commitment=state.shoe.commitment)


def _next(room: Room, rng: Random) -> Request:
    chance = rng.random()
    slot = int(time.time() / SLOT)
    if chance < 0.15:
        return _at_the_cage(Random(f"cage {slot}"), f"cage {slot}")
    name = rng.choice(list(room.hall.tables))
    if chance < 0.22:
        return _chips(room, Random(f"chips {slot} {name}"), f"chips {slot} {name}", name)
    if chance < 0.32:  # an act of this writer's own, against those of the others
        request = any_request(room, rng, name)
        return request._replace(key=f"own {rng.getrandbits(64):x}")
    state = room.hall.table(name)
    same = Random(f"{name} {state.version} {slot}")  # with the slot: no refusal lasts forever
    if _waits(state) and rng.random() < 0.2:  # a word for a shoe that is gone cannot be opened
        return _off(state, f"{name} #{state.version} off")
    if state.round is not None and same.random() < 0.01 and not isinstance(state, OpenPoker):
        return _off(state, f"{name} #{state.version} off")
    request = any_request(room, same, name)
    return request._replace(key=f"{request.key} {slot}")


def _waits(state: AnyTable) -> bool:
    """Whether the bets are closed, and words are missing."""
    before = getattr(state, "before", None)
    return before is not None and before.closed is not None


def _off(state: AnyTable, key: str) -> Request:
    return Request(key, "flo", round_called_off, (state.name, "a drill"))


def calm(room: Room) -> None:
    """No table waits for words: closed bets are called off."""
    for name, state in room.hall.tables.items():
        if _waits(state):
            request = _off(state, f"{name} at the end")
            room.do(request.key, request.by, request.decide, *request.about)


def _at_the_cage(rng: Random, key: str) -> Request:
    player = f"{rng.choice(LINKED)} player {rng.randint(1, 9)}"
    guest = f"guest {rng.randint(1, 40)}"
    return rng.choice(
        [
            Request(key, "flo", deposited, (player, rng.randint(1, 10_000))),
            Request(key, "fran", withdrawn, (player, rng.randint(1, 9_000))),
            Request(key, "flo", enrolled, (guest, Role.PLAYER)),
            Request(key, "flo", dismissed, (guest,)),
        ]
    )


def _chips(room: Room, rng: Random, key: str, name: str) -> Request:
    """Fills, credits, chips bought and cashed, at tables where others play."""
    seats = room.hall.table(name).seats
    seat = rng.randint(1, 9)
    player = seats.get(seat, f"{name} player {seat}")
    cents = Cents(rng.randint(1, 500_000))
    return rng.choices(
        [
            Request(key, "flo", filled, (name, cents)),
            Request(key, "flo", credited, (name, cents)),
            Request(key, "dee", bought_in, (name, seat, player, RICH // 10), {"cash": True}),
            Request(key, "dee", cashed_out, (name, seat)),
        ],
        weights=[2, 2, 4, 1],
    )[0]
