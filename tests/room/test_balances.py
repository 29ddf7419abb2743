"""Balances that a room remembers from its own acts are those of the books, whoever else writes."""

from pathlib import Path

import pytest

from croupier.bank.store import Store, open_store
from croupier.bank.written import Balances, Written
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.names import player_of
from croupier.room.people.roles import Role
from croupier.room.room import Room
from tests.room.rooms import new_room

PAM, PAT = player_of("pam"), player_of("pat")


def two_rooms(one: Store, two: Store) -> tuple[Room, Room]:
    here = new_room(one)
    for name in ("pam", "pat"):
        here.do(f"enrol {name}", "flo", "enrol", name, Role.PLAYER)
        here.do(f"purse {name}", "flo", "deposit", name, Cents(1_000))
    return here, Room(two)


def test_money_that_another_process_moved_counts_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as one, open_store(url) as two:
        here, there = two_rooms(one, two)
        assert here.balances([PAM]) == {PAM: 1_000}
        there.do("more", "flo", "deposit", "pam", Cents(500))
        here.do("all", "flo", "withdraw", "pam", Cents(1_500))  # and this is decided on it
        assert here.balances([PAM, PAT]) == {PAM: 0, PAT: 1_000}
        there.do("pat", "flo", "withdraw", "pat", Cents(1_000))
        with pytest.raises(Refused, match="pat"):
            here.do("twice", "flo", "withdraw", "pat", Cents(1))
        here.refresh()
        assert here.balances([PAM, PAT, "player/nobody"]) == {PAM: 0, PAT: 0}


def test_commits_that_follow_each_other_are_known_as_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as one, open_store(url) as two:
        here, there = two_rooms(one, two)
        begin = one.written.after
        for number in range(3):
            here.do(f"d{number}", "flo", "deposit", "pam", Cents(1))
        assert (one.written.after, one.written.last) == (begin, one.head().sequence)
        there.do("other", "flo", "deposit", "pat", Cents(1))
        between = two.head().sequence
        here.do("last", "flo", "deposit", "pam", Cents(1))
        assert (one.written.after, one.written.last) == (between, one.head().sequence)


def test_what_was_written_between_two_commits_is_read_again() -> None:
    books = {"a": Cents(1), "b": Cents(2)}
    read: list[str] = []

    def balances(names: object) -> dict[str, Cents]:
        assert isinstance(names, list)
        read.extend(names)
        return {name: books[name] for name in names if name in books}

    known = Balances(balances)
    known.follow(10)
    assert known.of(["a", "b", "c"]) == {"a": 1, "b": 2} and read == ["a", "b", "c"]
    known.learn(Written(10, 12, {"a": Cents(5)}))
    assert known.of(["a", "b"]) == {"a": 5, "b": 2} and read == ["a", "b", "c"]
    known.follow(12)
    assert known.of(["a", "b"]) == {"a": 5, "b": 2} and read == ["a", "b", "c"]
    books["b"] = Cents(3)
    known.learn(Written(13, 15, {"a": Cents(6)}))  # record 13 is somebody else's
    assert known.of(["a", "b"]) == {"a": 6, "b": 3} and read == ["a", "b", "c", "b"]
