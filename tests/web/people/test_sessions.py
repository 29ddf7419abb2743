"""Checklist items 2, 3 and 4: tokens, limits of time, and that an end is told at once."""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.web.people.options import DAY, HOUR, MINUTE, SignInOptions
from croupier.web.people.records import PeopleRecords, open_records
from croupier.web.people.sessions import (
    KEPT_EVERY,
    TIMED_OUT,
    TOO_LONG,
    Sessions,
    digest_of,
)
from tests import effort
from tests.web.people.rooms import Hands


@pytest.fixture
def records(url: str) -> Iterator[PeopleRecords]:
    opened = open_records(url)
    yield opened
    opened.close()


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def sessions(records: PeopleRecords, hands: Hands) -> Sessions:
    return Sessions(records, SignInOptions(), hands.clock())


def run(trial: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(trial())  # type: ignore[arg-type]


def test_item_2_a_token_of_256_random_bits(sessions: Sessions) -> None:
    async def trial() -> None:
        entries = [await sessions.begin(f"p{n}") for n in range(20)]
        raw = [base64.urlsafe_b64decode(entry.token + "=") for entry in entries]
        assert {len(one) for one in raw} == {32} and len(set(raw)) == 20
        assert len({entry.session.id for entry in entries}) == 20
        for entry in entries:
            assert sessions.find(entry.token) is entry.session
            assert entry.token not in repr(entry.session)
            assert entry.session.id not in digest_of(entry.token)  # an id tells nothing

    run(trial)


def test_item_2_only_its_digest_is_kept(tmp_path: Path) -> None:
    async def trial() -> str:
        token = (await Sessions(records, SignInOptions(), Hands().clock()).begin("pam")).token
        return token

    records = open_records(f"sqlite:///{tmp_path}/bank.db")
    token = asyncio.run(trial())
    records.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert digest_of(token).encode() in kept and token.encode() not in kept
    assert base64.urlsafe_b64decode(token + "=") not in kept


@pytest.mark.parametrize("token", [None, "", "x", "\ud800", "a" * 10_000])
def test_item_2_what_is_no_token(sessions: Sessions, token: str | None) -> None:
    assert sessions.find(token) is None


def test_item_2_a_new_one_at_sign_in_and_the_old_one_is_dead(sessions: Sessions) -> None:
    async def trial() -> None:
        first = await sessions.begin("Guest-1", guest=True)
        second = await sessions.begin("pam", replacing=first.token)
        assert first.token != second.token
        assert sessions.find(first.token) is None and sessions.find(second.token)
        again = Sessions(sessions.records, SignInOptions(), sessions.clock)  # after a restart too
        assert again.find(first.token) is None and again.find(second.token)

    run(trial)


@pytest.mark.parametrize(
    "guest, idle, longest", [(False, 15 * MINUTE, 12 * HOUR), (True, DAY, 7 * DAY)]
)
def test_item_3_idle_and_absolute_limits(
    sessions: Sessions, hands: Hands, guest: bool, idle: int, longest: int
) -> None:
    async def trial() -> None:
        entry = await sessions.begin("pam", guest=guest)
        hands.pass_(idle - 1)
        assert sessions.find(entry.token, acts=False)
        hands.pass_(1)
        assert sessions.find(entry.token) is None  # and to ask does not wake it
        assert sessions.find(entry.token) is None
        active = await sessions.begin("sam", guest=guest)
        while hands.wall - active.session.began < longest - idle:
            hands.pass_(idle - 1)
            assert sessions.find(active.token)
        hands.pass_(longest - (hands.wall - active.session.began))
        assert sessions.find(active.token) is None

    run(trial)


def test_item_3_a_clock_that_is_set_back_lengthens_nothing(
    sessions: Sessions, hands: Hands
) -> None:
    async def trial() -> None:
        entry = await sessions.begin("pam")
        hands.wall -= 10 * DAY
        hands.pass_(15 * MINUTE)
        assert sessions.find(entry.token) is None

    run(trial)


def test_item_3_open_sockets_are_told_by_the_sweep(sessions: Sessions, hands: Hands) -> None:
    async def trial() -> None:
        told: list[tuple[str, str]] = []
        sessions.listen(lambda session, why: told.append((session.name, why)))
        idle, active = await sessions.begin("idle"), await sessions.begin("active")
        for _ in range(100):
            hands.pass_(14 * MINUTE)
            sessions.touch(active.session)
            await sessions.sweep()
        assert told == [("idle", TIMED_OUT), ("active", TOO_LONG)]
        assert not sessions.is_open(idle.session) and not len(sessions)
        assert not sessions.records.all_sessions()

    run(trial)


def test_item_4_listeners_are_told_before_anything_is_written(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def trial() -> None:
        order: list[str] = []
        write = sessions.records.end_sessions
        sessions.listen(lambda session, why: order.append(session.name))
        monkeypatch.setattr(
            sessions.records, "end_sessions", lambda some: (order.append("written"), write(some))
        )
        entries = [await sessions.begin("pam") for _ in range(3)]
        other = await sessions.begin("sam")
        await sessions.end_all("pam", but=entries[0].session)
        assert order == ["pam", "pam", "written"]
        assert sessions.find(entries[0].token) and sessions.find(other.token)
        assert not sessions.find(entries[1].token)
        await sessions.end_all("nobody")
        await sessions.end([entries[1].session])  # twice is as good as once
        assert order == ["pam", "pam", "written"]

    run(trial)


def test_item_4_an_end_that_could_not_be_written_is_written_later(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise Refused("the disk is full", "store/failed")

    async def trial() -> None:
        entry = await sessions.begin("pam")
        with monkeypatch.context() as broken:
            broken.setattr(sessions.records, "end_sessions", fail)
            with pytest.raises(Refused):
                await sessions.end([entry.session])
        assert sessions.find(entry.token) is None
        assert sessions.records.all_sessions()  # a restart now would open it once more
        await sessions.sweep()
        assert not sessions.records.all_sessions()

    run(trial)


def test_after_a_restart_people_are_still_there(records: PeopleRecords, hands: Hands) -> None:
    async def trial() -> None:
        before = Sessions(records, SignInOptions(), hands.clock())
        entry = await before.begin("pam", confirmed=True, previous=7)
        hands.pass_(KEPT_EVERY)
        before.touch(entry.session)
        await before.sweep()
        hands.pass_(14 * MINUTE)
        after = Sessions(records, SignInOptions(), hands.clock())
        found = after.find(entry.token)
        assert found is not None
        assert (found.name, found.confirmed, found.previous) == ("pam", 1, 7)
        assert found.id == entry.session.id

    run(trial)


def test_the_oldest_of_too_many_ends(records: PeopleRecords, hands: Hands) -> None:
    async def trial() -> None:
        sessions = Sessions(records, SignInOptions(per_account=3, sessions=4), hands.clock())
        entries = []
        for _ in range(4):
            hands.pass_(1)
            entries.append(await sessions.begin("pam"))
        assert [bool(sessions.find(one.token)) for one in entries] == [False, True, True, True]
        await sessions.begin("sam")
        with pytest.raises(Refused, match="session/full"):
            await sessions.begin("dan")

    run(trial)


NAMES = st.sampled_from(["pam", "sam"])
STEPS = st.one_of(
    st.tuples(st.just("begin"), NAMES),
    st.tuples(st.just("end all"), NAMES),
    st.tuples(st.just("pass"), st.integers(1, 20)),
    st.tuples(st.just("act"), st.integers(0, 20)),
    st.tuples(st.just("end"), st.integers(0, 20)),
    st.tuples(st.just("sweep"), st.none()),
    st.tuples(st.just("restart"), st.none()),
)


@dataclass
class Open:
    token: str
    name: str
    seen: int
    began: int
    ended: bool = False


@settings(max_examples=effort.examples(60))
@given(st.lists(STEPS, max_size=30))
def test_items_2_to_4_against_a_plain_model(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, object]]
) -> None:
    """A session is open if nobody ended it, and it was seen and begun within its limits."""
    records = open_records(f"sqlite:///{tmp_path_factory.mktemp('model')}/bank.db")
    options = SignInOptions(idle=10 * MINUTE, longest=60 * MINUTE, per_account=99)

    async def trial() -> None:
        hands = Hands()
        sessions = Sessions(records, options, hands.clock())
        model: list[Open] = []

        def is_open(one: Open) -> bool:
            now = hands.wall
            fresh = now - one.seen < options.idle
            return not one.ended and fresh and now - one.began < options.longest

        for what, how in steps:
            if what == "begin":
                token = (await sessions.begin(str(how))).token
                model.append(Open(token, str(how), hands.wall, hands.wall))
            elif what == "pass":
                hands.pass_(int(str(how)) * MINUTE)
            elif what == "end all":
                await sessions.end_all(str(how))
                for one in model:
                    one.ended |= one.name == how
            elif what == "sweep":
                await sessions.sweep()
            elif what == "restart":
                await sessions.write_seen()
                sessions = Sessions(records, options, hands.clock())
            elif int(str(how)) < len(model):
                one = model[int(str(how))]
                found = sessions.find(one.token)
                if is_open(one):
                    one.seen = hands.wall
                if what == "end" and found:
                    await sessions.end([found])
                    one.ended = True
            for one in model:
                found = sessions.find(one.token, acts=False)
                assert (found is not None) == is_open(one)

    try:
        asyncio.run(trial())
    finally:
        records.close()
