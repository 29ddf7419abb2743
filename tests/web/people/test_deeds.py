"""What is done to accounts is in the books first, is done once, and survives a crash."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from croupier.bank.faults import StoreError
from croupier.errors import Refused
from croupier.web.people.sessions import Visitor
from croupier.web.people.tables import Person
from tests.web.people.rooms import PASSWORD, Room, post

NEW, OTHER = "eleven dry herons", "twelve sad badgers"
KEY = "what-ada-does"
Act = Callable[[str], Awaitable[None]]  # with its key
ACTS = ["lock", "unlock", "set password", "end sessions"]


def signed_in(room: Room, name: str) -> Visitor:
    (found,) = room.member(name).cookies.jar
    visitor = room.door.visitor(str(found.value))
    assert visitor is not None
    return visitor


def act_of(room: Room, what: str, name: str = "pam") -> Act:
    by, door = signed_in(room, "ada"), room.door
    acts: dict[str, Act] = {
        "lock": lambda key: door.others.lock(by, name, key),
        "unlock": lambda key: door.others.unlock(by, name, key),
        "set password": lambda key: door.others.set_password(by, name, NEW, key),
        "end sessions": lambda key: door.others.end_for(by, name, key),
    }
    if what == "unlock":
        room.run(door.others.lock(by, name))
        room.house.log.clear()
    return acts[what]


def person(room: Room) -> Person:
    found = room.door.accounts.records.person("pam")
    assert found is not None
    return found


def told(room: Room) -> list[str]:
    return [what for name, what, *_ in room.house.log if name == "pam" and what != "signed in"]


@pytest.mark.parametrize("what", ACTS)
def test_what_the_books_refuse_is_not_done(room: Room, what: str) -> None:
    pam = signed_in(room, "pam")
    act = act_of(room, what)
    before, is_open = person(room), room.door.sessions.is_open(pam.session)
    room.house.full = True
    with pytest.raises(Refused, match="disk is full"):
        room.run(act(KEY))
    assert person(room) == before and room.door.sessions.is_open(pam.session) == is_open
    room.run(room.door.deeds.finish())  # nor later: it is not in the books
    assert person(room) == before
    room.house.full = False
    room.run(act(KEY))
    room.run(act(KEY))
    after = person(room)
    assert len(told(room)) == 1 and (after != before)
    assert not room.door.sessions.is_open(pam.session)
    assert after.locked == (what == "lock")


@pytest.mark.parametrize("what", ACTS)
def test_a_key_that_was_used_for_something_else_changes_nothing(room: Room, what: str) -> None:
    act = act_of(room, what)
    room.run(room.house.log_sign_in("dee", "signed out", "abc", "", key=KEY))
    before = person(room)
    with pytest.raises(Refused, match="act/key_taken"):
        room.run(act(KEY))
    room.run(room.door.deeds.finish())
    assert person(room) == before and not told(room)


def test_one_key_is_one_act(room: Room) -> None:
    """Of one person, on one account, with one password."""
    by, door = signed_in(room, "ada"), room.door
    room.run(door.others.lock(by, "pam", KEY))
    room.run(door.others.unlock(by, "pam", "another-key"))
    room.run(door.others.lock(by, "pam", KEY))  # the same again: done before
    assert not person(room).locked and told(room) == ["account locked", "account unlocked"]
    room.run(door.others.set_password(by, "pam", NEW, "a-password"))
    room.run(door.others.set_password(by, "pam", NEW, "a-password"))
    before, dee = person(room), door.accounts.records.person("dee")
    for other in (
        door.others.unlock(by, "pam", KEY),
        door.others.lock(by, "dee", KEY),
        door.others.set_password(by, "pam", NEW, KEY),
        door.others.set_password(by, "pam", OTHER, "a-password"),
        door.others.set_password(by, "dee", NEW, "a-password"),
        door.others.lock(by, "pam", "a-password"),
    ):
        with pytest.raises(Refused, match="act/key_taken"):
            room.run(other)
    assert person(room) == before and door.accounts.records.person("dee") == dee
    assert told(room) == ["account locked", "account unlocked", "password changed"]


def test_what_is_sent_again_in_another_session_is_the_same_act(room: Room) -> None:
    room.run(room.door.others.lock(signed_in(room, "ada"), "pam", KEY))
    by = signed_in(room, "bob")
    with pytest.raises(Refused, match="act/key_taken"):  # but not by another administrator
        room.run(room.door.others.lock(by, "pam", KEY))
    room.run(room.door.others.lock(by, "pam", "a-key-of-bob"))
    moved = by._replace(session=room.run(room.door.sessions.begin("bob", confirmed=True)).session)
    room.run(room.door.others.lock(moved, "pam", "a-key-of-bob"))
    assert told(room) == ["account locked"] * 2


def test_a_key_that_is_sent_twice_at_once_is_done_once(room: Room) -> None:
    by, before = signed_in(room, "ada"), person(room).generation

    async def twice() -> None:
        same = (by, "pam", NEW, KEY)
        await asyncio.gather(*(room.door.others.set_password(*same) for _ in range(3)))

    room.run(twice())
    assert told(room) == ["password changed"] and person(room).generation == before + 1


class Crash:
    """The store fails when the change is to be made: its event is in the books already."""

    def __init__(self, room: Room) -> None:
        self.records = room.door.accounts.records
        self.do_deed = self.records.do_deed

    def __enter__(self) -> None:
        def fails(*_: Any) -> None:
            raise StoreError("the power is out", "store/failed")

        self.records.do_deed = fails  # type: ignore[method-assign, assignment]

    def __exit__(self, *_: object) -> None:
        self.records.do_deed = self.do_deed  # type: ignore[method-assign]


@pytest.mark.parametrize("then", ["sent again", "started again", "the next act"])
@pytest.mark.parametrize("what", ACTS)
def test_what_is_in_the_books_is_done_after_a_crash(room: Room, what: str, then: str) -> None:
    pam, act = signed_in(room, "pam"), act_of(room, what)
    before = person(room)
    with Crash(room), pytest.raises(StoreError):
        room.run(act(KEY))
    assert len(told(room)) == 1 and person(room) == before
    if then == "sent again":
        room.run(act(KEY))
    elif then == "started again":
        room.run(room.door.deeds.finish())
    else:
        room.run(room.door.others.end_for(signed_in(room, "bob"), "pam", "the-next"))
    after = person(room)
    assert after != before and not room.door.sessions.is_open(pam.session)
    assert after.locked == (what == "lock")
    room.run(act(KEY))
    room.run(room.door.deeds.finish())
    assert person(room) == after and told(room).count("session ended") <= 2
    if what == "set password":
        post(room.visitor(), "sign-in", name="pam", password=NEW)


def test_a_later_password_is_not_undone_by_one_that_was_interrupted(room: Room) -> None:
    by = signed_in(room, "ada")
    with Crash(room), pytest.raises(StoreError):
        room.run(room.door.others.set_password(by, "pam", NEW, KEY))
    room.run(room.door.others.set_password(by, "pam", OTHER, "the-next"))
    room.run(room.door.deeds.finish())
    post(room.visitor(), "sign-in", name="pam", password=OTHER)


@pytest.mark.parametrize("what", ["password", "second factor"])
def test_what_people_change_themselves_is_in_the_books_first_too(room: Room, what: str) -> None:
    pam = room.member("pam")
    secret = post(pam, "totp")["secret"]
    before = person(room)

    def change(status: int) -> dict[str, Any]:
        room.hands.pass_(30_000)
        if what == "password":
            return post(pam, "password", status, old=PASSWORD, new=NEW)
        return post(pam, "totp/confirm", status, code=room.code(secret))

    room.house.full = True
    assert change(503)["code"] == "store/failed"
    assert person(room)._replace(totp_step=0) == before  # a code counts once, even so
    assert pam.get("/api/me").json()["name"] == "pam"
    room.house.full = False
    change(200)
    assert person(room).generation == before.generation + 1
    (session,) = room.door.sessions.of("pam")
    assert [id_ for name, _, id_, _ in room.house.log if name == "pam"][-1] == session.id
    assert not room.door.accounts.records.open_deeds()


def test_no_hash_of_an_earlier_password_is_kept(room: Room) -> None:
    """Nor is anything of a password in the books."""
    by, records = signed_in(room, "ada"), room.door.accounts.records
    room.run(room.door.others.set_password(by, "pam", NEW, KEY))
    first = records.deed(KEY)
    assert first is not None and first.password == person(room).password
    room.run(room.door.others.set_password(by, "pam", OTHER, "the-next"))
    first = records.deed(KEY)
    assert first is not None and first.password is None and first.done
    with pytest.raises(Refused, match="act/key_taken"):  # which of them it was is not known
        room.run(room.door.others.set_password(by, "pam", NEW, KEY))
    assert {detail for name, what, _, detail in room.house.log if what == "password changed"} == {
        ""
    }
