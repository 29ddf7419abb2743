"""Sign-ins in the chain: who may log whose, what is refused, and what is forged."""

from collections.abc import Callable, Mapping

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.audit.run import AuditFailed
from croupier.bank.ledger import Posting, Purpose
from croupier.bank.reading import Stretch
from croupier.bank.store import Store
from croupier.desk.room.acts import act
from croupier.desk.room.answers import answer
from croupier.desk.room.events import event_log
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.log import log
from croupier.room.names import OUTSIDE, SIGN_INS, player_of
from croupier.room.people.floor import dismissed, enrolled
from croupier.room.people.roles import Role
from croupier.room.people.sign_ins import (
    BY_THE_HOUSE,
    KINDS,
    LOCKED,
    SIGN_IN_REFUSED,
    UNLOCKED,
    sign_in_logged,
)
from croupier.room.room import Room
from croupier.room.tables.state import body
from tests.room.rooms import STAFF, new_room


@pytest.fixture
def room(store: Store) -> Room:
    room = new_room(store)
    for player in ("pam", "quin"):
        room.do(player, "flo", enrolled, player, Role.PLAYER)
    return room


def test_people_log_for_themselves_and_the_house_for_anybody(room: Room) -> None:
    own = [kind for kind in KINDS if kind not in BY_THE_HOUSE]
    for by in (*STAFF, "ada", "pam"):
        for what in own:
            room.do(f"{by} {what}", by, sign_in_logged, by, what, "s1", "from 10.0.0.7")
    for by in ("dee", "flo", "ada"):
        for what in KINDS:
            room.do(f"{by} pam {what}", by, sign_in_logged, "pam", what, "s2")
    for by, name, what in (
        ("pam", "quin", "signed in"),
        ("aud", "pam", "signed out"),
        ("pam", "pam", SIGN_IN_REFUSED),
        ("aud", "aud", LOCKED),
        ("pam", "pam", UNLOCKED),
        ("nobody", "nobody", "signed in"),
    ):
        with pytest.raises(Refused, match="role/not_allowed"):
            room.do("no", by, sign_in_logged, name, what, "s3")
    assert room.hall.sign_ins == len(own) * (len(STAFF) + 2) + 3 * len(KINDS)
    assert Room(room.store).hall.sign_ins == room.hall.sign_ins
    assert audit(room.store, workers=1).complete


@pytest.mark.parametrize(
    "name, what, session, detail, code",
    [
        ("tim", "signed in", "s1", "", "room/person"),
        ("pam", "sneaked in", "s1", "", "sign_in/what"),
        ("pam", "signed in", "", "", "sign_in/session"),
        ("pam", "session ended", "", "", "sign_in/session"),
        ("pam", "signed in", "a b", "", "sign_in/session"),
        ("pam", "signed in", "x" * 17, "", "sign_in/session"),
        ("pam", "signed in", "s1", "two\nlines", "sign_in/detail"),
        ("pam", LOCKED, "", "x" * 201, "sign_in/detail"),
    ],
)
def test_what_is_refused(
    room: Room, name: str, what: str, session: str, detail: str, code: str
) -> None:
    with pytest.raises(Refused, match=code):
        room.do("no", "dee", sign_in_logged, name, what, session, detail)
    assert room.hall.sign_ins == 0


def test_the_log_and_a_retry(room: Room) -> None:
    about = ("pam", "signed in", "s1", "with a key")
    first = act(room, "in", "pam", "log_sign_in", *about)
    assert answer(first).text == "pam: signed in."
    assert act(room, "in", "pam", "log_sign_in", *about).receipt == first.receipt
    room.do("locked", "dee", "log_sign_in", name="pam", what=LOCKED, detail="5 wrong passwords")
    shown = [(one.kind, one.about) for one in event_log(room.store, 9, sign_ins=True).entries]
    assert shown == [
        ("signed in", {"by": "pam", "name": "pam", "session": "s1", "detail": "with a key"}),
        (LOCKED, {"by": "dee", "name": "pam", "session": "", "detail": "5 wrong passwords"}),
    ]
    significant = [one.kind for one in log(room.store, Stretch(1, 10**9)) if one.stream == SIGN_INS]
    assert significant == [LOCKED]


def commit(room: Room, said: Mapping[str, object], what: str = "signed in", **more: object) -> None:
    events = (Event(what, body(said)),)
    version = room.store.version(SIGN_INS)
    room.store.commit(Act("forged", SIGN_INS, version, events, **more))  # type: ignore[arg-type]


SAID = {"by": "pam", "name": "pam", "session": "s1", "detail": ""}


def by_another(room: Room) -> None:
    commit(room, {**SAID, "by": "quin"})


def lets_themselves_off(room: Room) -> None:
    commit(room, SAID, LOCKED)


def of_nobody(room: Room) -> None:
    commit(room, {**SAID, "by": "dee", "name": "tim"})


def of_somebody_dismissed(room: Room) -> None:
    room.do("gone", "flo", dismissed, "quin")
    commit(room, {**SAID, "by": "quin", "name": "quin"})


def says_more(room: Room) -> None:
    commit(room, {**SAID, "password": "12345"})


def a_token(room: Room) -> None:
    commit(room, {**SAID, "session": "0123456789abcdef0123456789abcdef"})


def another_kind(room: Room) -> None:
    commit(room, SAID, "sneaked in")


def money(room: Room) -> None:
    gift = Posting("act:forged", OUTSIDE, player_of("pam"), Cents(700), Purpose.DEPOSIT)
    commit(room, SAID, postings=(gift,))


def a_state(room: Room) -> None:
    commit(room, SAID, snapshot="{}")


@pytest.mark.parametrize(
    "forge, words",
    [
        (by_another, "quin is a player here"),
        (lets_themselves_off, "pam is a player here"),
        (of_nobody, "nobody of that name is enrolled"),
        (of_somebody_dismissed, "No one named quin is enrolled"),
        (says_more, "nothing claims it"),
        (a_token, "not the public id of a session"),
        (another_kind, "sneaked in at the stream sign-ins: nothing claims it"),
        (money, "signed in"),
        (a_state, "keeps a snapshot of sign-ins"),
    ],
)
def test_forged(room: Room, forge: Callable[[Room], None], words: str) -> None:
    forge(room)
    with pytest.raises(AuditFailed, match=words):
        audit(room.store, workers=1)
