"""What a reading of a table has of its last round, and that it reads no more of the books for it.

The second way to know it is `recall`, which finds a round by the postings of its bets.
"""

from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest

from croupier.bank.store import Store, open_store
from croupier.bots.rehearsal import rehearse
from croupier.errors import Refused
from croupier.games.registry import game, poker_game
from croupier.room.books.recall import recall
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.web.reading import AT_ONCE, TableReader
from tests import effort
from tests.room.rooms import RICH, any_request, any_room

STEPS = 1_500 if effort.full else 120


def somebody_else(room: Room, rng: Random, name: str, number: int) -> None:
    """Takes the seat of somebody who may leave now."""
    seat, player = rng.choice(list(room.hall.table(name).seats)), f"new {number}"
    with suppress(Refused):
        room.do(f"up {number}", "dee", "cash_out", name, seat)
        room.do(f"enrol {number}", "flo", "enrol", player, Role.PLAYER)
        room.do(f"sit {number}", "dee", "buy_in", name, seat, player, RICH, cash=True)


def go_on(room: Room, rng: Random, name: str) -> None:
    request = any_request(room, rng, name)
    try:
        room.do(request.key, request.by, request.decide, *request.about, **request.more)
    except Refused as refused:
        if refused.code != "room/seat":  # somebody else has sat down where they sat
            raise


def check_last_round(room: Room, name: str, following: TableReader) -> set[int]:
    """Read anew or followed, it is as in the books. Returns its seats that are somebody else's."""
    state, fresh = room.hall.table(name), TableReader().read(room, name)
    assert fresh == following.read(room, name) and fresh is not None
    if not state.rounds:
        return set()
    past, look = recall(room.store, name, state.rounds, in_progress=True), fresh.look
    assert look.players == past.players
    if state.round is not None or past.called_off:
        assert look.last is None
        return set()
    assert look.last is not None and look.last.events == past.round.events
    return {seat for seat, player in past.players.items() if state.seats.get(seat) != player}


def test_the_last_round_is_the_one_in_the_books_whoever_sits_there_now(tmp_path: Path) -> None:
    rng = Random(7)
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        room = any_room(store, rng, [game("four-card-prime"), poker_game("five-card-hold-out")])
        following, numbers = TableReader(), count()
        for _ in range(STEPS):
            name = rng.choice(list(room.hall.tables))
            if rng.random() < 0.1:
                somebody_else(room, rng, name, next(numbers))
            else:
                go_on(room, rng, name)
            check_last_round(room, name, following)
        for name in list(room.hall.tables):
            while not check_last_round(room, name, following):
                if room.hall.table(name).round is None and rng.random() < 0.5:
                    somebody_else(room, rng, name, next(numbers))
                else:
                    go_on(room, rng, name)


def test_only_events_since_the_last_deal_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    events = Store.events

    def counted(store: Store, stream: str, after: int = 0, most: int | None = None) -> object:
        found = events(store, stream, after, most)
        read.append(len(found))
        return found

    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        room = any_room(store, Random(3), [game("four-card-prime")])
        (name,) = room.hall.tables
        rehearse(room, [name], 16, "dee", "flo", 1)
        assert room.hall.table(name).version > 4 * AT_ONCE
        monkeypatch.setattr(Store, "events", counted)
        found = TableReader().read(room, name)
        assert found is not None and found.look.last is not None
        assert sum(read) <= 2 * AT_ONCE


def test_news_of_many_tables_are_what_each_table_says(tmp_path: Path) -> None:
    """They are read together, without a query for each; and another process may write as well."""
    rng = Random(11)
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store, open_store(url) as other:
        room = any_room(store, rng, [game("four-card-prime"), poker_game("five-card-hold-out")])
        there, together, names = Room(other), TableReader(), sorted(room.hall.tables)
        together.read_news(room, names)
        for step in range(STEPS // 2):
            writes = there if step % 7 == 0 else room
            changed = {name for name in names if rng.random() < 0.7}
            for name in changed:
                go_on(writes, rng, name)
            room.refresh()
            there.refresh()
            with pytest.MonkeyPatch.context() as patch:
                if writes is room:
                    patch.setattr(Store, "events", lambda *_, **__: pytest.fail("a query more"))
                news = together.read_news(room, changed)
            assert news == {name: TableReader().read(room, name) for name in changed}
