"""Staff act from a page: by their role, with a second factor; what takes two takes two sessions."""

import asyncio
import json
from base64 import b32decode
from pathlib import Path

import pytest

from croupier.bank.faults import StoreError
from croupier.bank.store import read_store
from croupier.errors import Refused
from croupier.room.audit.run import audit
from croupier.room.people.roles import Role
from croupier.web.house import ADMINISTRATOR, DEALER, FLOOR
from croupier.web.operator import put_password, remove_factor
from croupier.web.people import totp
from tests.web.server.running import PASSWORD, Server, run, serving
from tests.web.server.visitor import Visitor


async def confirmed(server: Server, name: str, role: Role) -> Visitor:
    """Signed in with a second factor."""
    visitor = await server.member(name, role)
    secret = (await visitor.post("/api/totp")).json["secret"]
    code = totp.code_of(b32decode(secret), totp.step_at(server.door.clock()))
    answered = await visitor.post("/api/totp/confirm", code=code)
    assert answered.status == 200, answered.text
    return visitor


def test_a_deposit_is_made_by_who_may_and_once(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            pam, flo = await server.member("pam"), await confirmed(server, "flo", Role.FLOOR)
            had = server.house.balance("pam")
            act = {"key": "deposit-1", "act": "deposit", "about": {"player": "pam", "cents": 500}}
            for _ in range(2):
                done = await flo.post("/api/staff/acts", **act)
                assert done.status == 200 and "pam brought $5" in done.json["text"]
            assert server.house.balance("pam") == had + 500
            refused = await pam.post("/api/staff/acts", **{**act, "key": "deposit-2"})
            assert refused.code == "role/not_allowed"
            unknown = await flo.post("/api/staff/acts", key="found-it", act="found", about={})
            assert unknown.code == "request/unknown"
            bad = {"key": "deposit-3", "act": "deposit", "about": {"player": "pam", "cents": "5"}}
            assert (await flo.post("/api/staff/acts", **bad)).status == 400
            assert server.house.balance("pam") == had + 500

    run(scenario())


def test_staff_without_a_second_factor_do_nothing(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            flo = await server.member("flo", Role.FLOOR)
            await server.member("pam")
            act = {"key": "deposit-1", "act": "deposit", "about": {"player": "pam", "cents": 500}}
            assert (await flo.post("/api/staff/acts", **act)).code == "session/second_factor"
            assert (await flo.get("/api/staff/room")).code == "session/second_factor"

    run(scenario())


def test_what_takes_two_people_takes_two_who_are_signed_in(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            flo = await confirmed(server, "flo", Role.FLOOR)
            fay = await confirmed(server, "fay", Role.FLOOR)
            await server.member("pam")
            had = server.house.balance("pam")
            act = {"key": "deposit-1", "act": "deposit", "about": {"player": "pam", "cents": 500}}
            await flo.post("/api/staff/acts", **act)
            wanted = {"posting": "act:deposit-1", "reason": "wrong player"}
            made = await flo.post(
                "/api/staff/proposals", key="propose-1", what="reverse", about=wanted
            )
            assert made.status == 200, made.text
            (waiting,) = (await fay.get("/api/staff/proposals")).json["proposals"]
            number = {"number": waiting["number"]}
            alone = await flo.post("/api/staff/acts", key="second-01", act="second", about=number)
            assert alone.status != 200 and server.house.balance("pam") == had + 500
            both = await fay.post("/api/staff/acts", key="second-02", act="second", about=number)
            assert both.status == 200 and server.house.balance("pam") == had
            assert (await fay.get("/api/staff/proposals")).json == {"proposals": []}
            shown = (await fay.get("/api/staff/room")).json
            assert shown["people"]["flo"] == "floor" and "secret" not in str(shown)
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


def test_a_matter_that_cannot_be_read_is_refused(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            flo = await confirmed(server, "flo", Role.FLOOR)
            for what, about in (("reverse", {}), ("reverse", {"posting": 3}), ("burn", {})):
                answered = await flo.post(
                    "/api/staff/proposals", key="propose-1", what=what, about=about
                )
                assert 400 <= answered.status < 500, answered.text

    run(scenario())


def test_the_books_say_who_ended_anothers_session(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            pam = await server.member("pam")
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            assert (await ada.post("/api/end-sessions", name="pam")).status == 200
            assert (await pam.get("/api/me")).json["name"] is None
            events = await server.house.visit(lambda room: room.store.events("sign-ins"))
            said = json.loads(events[-1].body)
            assert (events[-1].kind, said["by"], said["name"]) == ("session ended", "ada", "pam")
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


def test_an_account_act_is_in_the_books_and_is_done_once(bank: Path) -> None:
    """Through HTTP; a key that was used for something else changes nothing."""

    async def scenario() -> None:
        async with serving(bank) as server:
            for name in ("pat", "sam"):
                await server.member(name)
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            bea = await confirmed(server, "bea", Role.ADMINISTRATOR)

            async def may_sign_in(name: str, password: str = PASSWORD) -> bool:
                about = {"name": name, "password": password}
                return (await server.visitor().post("/api/sign-in", **about)).status == 200

            lock = {"key": "lock-key-1", "name": "pat", "act": "lock"}
            first = await ada.post("/api/staff/accounts", **lock)
            assert first.status == 200 and not await may_sign_in("pat")
            unlock = {"key": "unlock-key", "name": "pat", "act": "unlock"}
            assert (await bea.post("/api/staff/accounts", **unlock)).status == 200
            await server.door.recorded()
            head = await server.head()
            again = await ada.post("/api/staff/accounts", **lock)
            assert (again.status, again.text) == (200, first.text)
            for other in (
                lock | {"act": "unlock"},
                lock | {"name": "sam"},
                lock | {"key": "unlock-key"},
            ):
                assert (await ada.post("/api/staff/accounts", **other)).code == "act/key_taken"
            assert await server.head() == head
            assert await may_sign_in("pat") and await may_sign_in("sam")

            new = {"key": "pw-key-01", "name": "pat", "password": "eleven dry herons"}
            assert (await ada.post("/api/staff/passwords", **new)).status == 200
            head = await server.head()
            assert (await ada.post("/api/staff/passwords", **new)).status == 200
            for other in (new | {"password": "twelve sad badgers"}, new | {"name": "sam"}):
                assert (await ada.post("/api/staff/passwords", **other)).code == "act/key_taken"
            assert await server.head() == head
            assert await may_sign_in("pat", "eleven dry herons") and await may_sign_in("sam")
            assert not await may_sign_in("pat", "twelve sad badgers")
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


def test_what_a_crash_left_undone_is_done_at_the_start(bank: Path) -> None:
    """Its event is in the books, by a server or by the command."""

    async def scenario() -> None:
        async with serving(bank) as server:
            await server.member("pat")
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            records = server.door.accounts.records

            def fails(*_: object) -> None:
                raise StoreError("the power is out", "store/failed")

            records.do_deed = fails  # type: ignore[method-assign, assignment]
            lock = {"key": "lock-key-1", "name": "pat", "act": "lock"}
            assert (await ada.post("/api/staff/accounts", **lock)).status == 503
            head = await server.head()
        async with serving(bank) as server:
            found = server.door.accounts.records.person("pat")
            assert found is not None and found.locked
            assert not server.door.sessions.of("pat") and await server.head() == head

    run(scenario())


def test_a_password_that_the_books_refuse_is_not_set(bank: Path) -> None:
    """By the command."""

    async def scenario() -> None:
        async with serving(bank) as server:
            await server.member("pam")
            await server.member("sam")
            about = (str(bank), ADMINISTRATOR)
            await asyncio.to_thread(put_password, *about, "sam", "eleven dry herons", "one-key")
            with pytest.raises(Refused, match="act/key_taken"):
                await asyncio.to_thread(put_password, *about, "pam", "eleven dry herons", "one-key")
            await server.member("pam")  # signs in as before

    run(scenario())


def test_the_operator_removes_a_second_factor(bank: Path) -> None:
    """Of anybody, by the name of an administrator; what was open ends."""

    async def scenario() -> None:
        async with serving(bank) as server:
            flo = await confirmed(server, "flo", Role.FLOOR)
            await asyncio.to_thread(remove_factor, str(bank), ADMINISTRATOR, "flo", "lost-by-flo")
            await server.door.sweep()
            assert (await flo.get("/api/me")).json["name"] is None
            await server.member("flo", Role.FLOOR)  # by password alone
            events = await server.house.visit(lambda room: room.store.events("sign-ins"))
            (said,) = [json.loads(one.body) for one in events if "removed" in one.body]
            assert (said["name"], said["by"]) == ("flo", ADMINISTRATOR)
            with pytest.raises(Refused, match="role/not_allowed"):
                await asyncio.to_thread(remove_factor, str(bank), "flo", "flo", "another-key")

    run(scenario())


def test_a_second_factor_is_removed_by_http(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            pat = await confirmed(server, "pat", Role.PLAYER)
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            lost = {"key": "lost-by-pat", "name": "pat", "act": "remove factor"}
            for _ in range(2):
                answered = await ada.post("/api/staff/accounts", **lost)
                assert answered.json["text"] == "pat signs in with the password alone."
            assert (await pat.get("/api/me")).json["name"] is None
            await server.member("pat")

    run(scenario())


def test_what_works_by_itself_is_nobody(bank: Path) -> None:
    """So that the second of two people is a person, and rounds go on being dealt."""

    async def scenario() -> None:
        async with serving(bank) as server:
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            head = await server.head()
            for name in (FLOOR, DEALER, ADMINISTRATOR, "Bot Ann"):
                new = {"key": "a-password", "name": name, "password": "eleven dry herons"}
                answered = await ada.post("/api/staff/passwords", **new)
                assert (answered.status, answered.code) == (400, "room/automatic"), answered.text
                assert "works by itself" in answered.text
            for act in (
                {"act": "dismiss", "about": {"name": DEALER}},
                {"act": "dismiss", "about": {"name": ADMINISTRATOR}},
                {"act": "enrol", "about": {"name": DEALER, "role": "auditor"}},
                {"act": "enrol", "about": {"name": FLOOR, "role": "dealer"}},
            ):
                answered = await ada.post("/api/staff/acts", key="an-act-of-ada", **act)
                assert (answered.status, answered.code) == (400, "room/automatic"), answered.text
            assert await server.head() == head
            assert server.door.accounts.records.person(FLOOR) is None
            about = (str(bank), "ada", FLOOR, PASSWORD, "another-key")
            with pytest.raises(Refused, match="room/automatic"):
                await asyncio.to_thread(put_password, *about)
            # Nor with a password or a session of before.
            await server.door.accounts.put_password(FLOOR, PASSWORD)
            said = await server.visitor().post("/api/sign-in", name=FLOOR, password=PASSWORD)
            assert said.code == "sign-in/wrong"
            entry = await server.door.sessions.begin(FLOOR, confirmed=True)
            assert server.door.visitor(entry.token) is None
            await server.door.sweep()
            assert not server.door.sessions.of(FLOOR)

    run(scenario())


def test_only_what_an_audit_finds_is_declared_known(bank: Path) -> None:
    """By the command, which audits; the page takes no word for it."""

    async def scenario() -> None:
        async with serving(bank) as server:
            ada = await confirmed(server, "ada", Role.ADMINISTRATOR)
            await confirmed(server, "bea", Role.ADMINISTRATOR)
            head = await server.head()
            found = {"kind": "act", "sequence": 9, "difference": "none", "reason": "in case"}
            about = {"key": "known-1234", "what": "known difference", "about": found}
            answered = await ada.post("/api/staff/proposals", **about)
            assert (answered.status, answered.code) == (400, "request/unknown")
            assert "croupier room known-difference" in answered.text
            assert await server.head() == head

    run(scenario())


def test_item_24_a_drift_of_the_clock_is_in_the_books(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the clock by which sessions end; the log of significant events shows it."""

    async def scenario() -> None:
        async with serving(bank) as server:
            ann = await confirmed(server, "ann", Role.AUDITOR)
            clock = server.door.clock
            before, wall, steady = clock(), clock.wall, clock.steady
            clock.wall = lambda: wall() + 67_000
            clock.steady = lambda: steady() + 60_000  # when the clocks are compared again
            async with asyncio.timeout(10):
                while not (found := await drifts(server)):
                    await asyncio.sleep(0.05)
            (said,) = found
            assert said["by"] == said["name"] == DEALER and clock() >= before
            assert 6_900 <= int(said["detail"].removesuffix(" ms")) <= 7_100
            log = (await ann.get("/api/staff/log")).json["events"]
            assert "clock drifted" in [one["what"] for one in log]
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


async def drifts(server: Server) -> list[dict[str, str]]:
    events = await server.house.visit(lambda room: room.store.events("sign-ins"))
    return [json.loads(one.body) for one in events if one.kind == "clock drifted"]
