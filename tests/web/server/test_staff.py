"""Staff act from a page: by their role, with a second factor; what takes two takes two sessions."""

import json
from base64 import b32decode
from pathlib import Path

from croupier.bank.store import read_store
from croupier.room.audit.run import audit
from croupier.room.people.roles import Role
from croupier.web.people import totp
from tests.web.server.running import Server, run, serving
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
