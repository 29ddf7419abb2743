"""The page of the floor: what staff see of tables, people, proposals, jackpots and the log, and
what they do there; each act once for its key.
"""

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from croupier.bank.store import read_store
from croupier.desk.room import events
from croupier.room.audit.run import audit
from croupier.room.people.roles import MAY, Role
from croupier.room.state.hall import Hall
from croupier.table.table import Table
from croupier.web.house import ADMINISTRATOR, no_theory
from croupier.web.staff import views
from tests.web.server.house import JACKPOT, POKER, TABLE, furnished
from tests.web.server.running import PASSWORD, Server, run, serving
from tests.web.server.test_staff import confirmed
from tests.web.server.visitor import Answer, Visitor

WON = 5_000_000  # four aces, 500 to 1 on $100
WHOLE = 1_000_000  # the jackpot as seeded


@asynccontextmanager
async def a_house(bank: Path, *, wins: bool = True) -> AsyncIterator[Server]:
    furnished(bank, wins=wins)
    async with serving(bank, play_money=False) as server:
        yield server


async def staff(server: Server, name: str) -> Visitor:
    """Of those whom the house has enrolled."""
    role = server.house.role_of(name)
    assert role is not None
    await server.door.accounts.put_password(name, PASSWORD)
    return await confirmed(server, name, role)


async def act(by: Visitor, key: str, act: str, **about: object) -> Answer:
    return await by.post("/api/staff/acts", key=f"the-key-of-{key}", act=act, about=about)


async def seen(by: Visitor, what: str) -> Any:
    answered = await by.get(f"/api/staff/{what}")
    assert answered.status == 200, answered.text
    return answered.json


def test_the_tables_and_a_win_that_waits(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            flo, ann = await staff(server, "flo"), await staff(server, "ann")
            assert (await seen(flo, "me"))["wins"] == 1
            shown = await seen(flo, "tables")
            (table,) = [one for one in shown["tables"] if one["table"] == TABLE]
            (seat,) = table["seats"]
            assert (table["name"], table["round"]) == ("Four Card Prime", 1)
            assert table["phase"] in ("open", "betting")  # the dealer takes bets by itself
            assert (seat["seat"], seat["player"], seat["in_round"]) == (2, "pam", False)
            (win,) = shown["wins"]
            assert (win["player"], win["cents"]) == ("pam", WON)
            assert win["reason"] == "four aces; table AB-01, Four Aces: 500 to 1" and win["rule"]
            where = {"name": TABLE, "seat": 2}
            assert (await act(ann, "seen", "acknowledge", **where)).code == "role/not_allowed"
            told = [await act(flo, "seen", "acknowledge", **where) for _ in range(2)]
            assert told[0].status == 200 and told[0].json == told[1].json
            again = await act(flo, "again", "acknowledge", **where)
            assert (again.code, again.json["message"]) == (
                "room/held",
                "table 7 seat 2: no win waits",
            )
            after = await seen(ann, "tables")
            assert after["wins"] == []
            (table,) = [one for one in after["tables"] if one["table"] == TABLE]
            assert table["seats"][0]["chips"] == seat["chips"] + WON

    run(scenario())


def test_why_a_win_was_won_is_read_once_and_not_before_its_round_is_over(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    recall = views.recall
    monkeypatch.setattr(views, "recall", lambda *about: asked.append(about) or recall(*about))

    async def scenario() -> None:
        async with a_house(bank) as server:
            flo = await staff(server, "flo")
            assert await seen(flo, "tables") == await seen(flo, "tables")
            assert len(asked) == 1

    run(scenario())


def test_the_room_says_what_each_may(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            for name in ("flo", "ann", "ada"):
                me, role = await seen(await staff(server, name), "me"), server.house.role_of(name)
                assert me["may"] == [doing for doing, roles in MAY.items() if role in roles]
            assert me["enrols"] == [role.value for role in Role]

    run(scenario())


def test_reads_do_not_wait_for_the_owner(bank: Path) -> None:
    """While the owner's thread is held up, what needs no state of the room is answered."""

    async def scenario() -> None:
        async with a_house(bank) as server:
            ann, goes_on = await staff(server, "ann"), threading.Event()
            held_up = asyncio.create_task(server.house.visit(lambda _: goes_on.wait(20)))
            try:
                for what in ("log", "log?words=flo", "proposals", "room", "games"):
                    assert (await ann.get(f"/api/staff/{what}")).status == 200
            finally:
                goes_on.set()
            assert await held_up

    run(scenario())


def test_a_page_that_looks_again_lets_the_session_grow_idle(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            flo = await staff(server, "flo")
            (session,) = server.door.sessions.of("flo")
            session.seen = before = session.seen - 60_000
            for what in ("me", "tables", "people", "proposals", "jackpots", "log"):
                assert (await flo.get(f"/api/staff/{what}")).status == 200
                assert session.seen == before
            await act(flo, "nobody", "acknowledge", table="none", seat=1)
            assert session.seen > before

    run(scenario())


def test_the_log_has_the_newest_first_and_is_filtered_by_words(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "LINES", 3)
    monkeypatch.setattr(events, "AT_ONCE", 4)

    async def scenario() -> None:
        async with a_house(bank) as server:
            ann, before, found = await staff(server, "ann"), 0, []
            while page := await seen(ann, f"log?before={before}"):
                assert len(page["events"]) <= 3
                found += page["events"]
                before = page["before"]
                if not before:
                    break
            records = [one["record"] for one in found]
            assert records == sorted(records, reverse=True) and len(set(records)) == len(records)
            kinds = [one["what"] for one in found]
            assert kinds[0] == "large win" and kinds[-1] == "founded" and "fill" in kinds
            assert not any("pam" in one["about"] for one in found if one["what"] == "enrolled")
            words = await seen(ann, "log?words=FILL%20table%207")
            (line,) = words["events"]
            assert (line["where"], line["about"]) == ("table 7", "$10,000, by house floor")

    run(scenario())


def test_a_proposal_names_a_record_and_waits_for_another(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            flo, fay, ann = [await staff(server, name) for name in ("flo", "fay", "ann")]
            brought = await act(flo, "in", "deposit", player="pam", cents=500)
            wanted = {"posting": str(brought.json["record"]), "reason": "wrong player"}
            body = {"key": "propose-1", "what": "reverse", "about": wanted}
            made = [await flo.post("/api/staff/proposals", **body) for _ in range(2)]
            assert made[0].status == 200 and made[0].json == made[1].json, made[0].text
            text = made[0].json["text"]
            assert (
                "croupier room" not in text
                and "house floor" not in text
                and "UTC: ada or fay or house administrator." in text
            )
            unknown = {"posting": "999999", "reason": "wrong"}
            refused = await flo.post("/api/staff/proposals", **{**body, "about": unknown})
            assert refused.code == "room/posting"
            may = {}
            for name, who in (("flo", flo), ("fay", fay), ("ann", ann)):
                (waiting,) = (await seen(who, "proposals"))["proposals"]
                may[name] = waiting["may_approve"], waiting["may_refuse"]
                assert waiting["by"] == "flo" and "wrong player" in waiting["words"]
                assert (await seen(who, "me"))["proposals"] == int(waiting["may_approve"])
            assert may == {"flo": (False, True), "fay": (True, True), "ann": (False, False)}
            about = {"number": waiting["number"]}
            assert (await act(flo, "alone", "second", **about)).code == "role/not_allowed"
            done = await act(fay, "both", "second", **about)
            assert done.status == 200 and "Reversed: pam's deposit of $5." in done.json["text"]
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


def test_a_refusal_of_the_ledger_is_in_everyday_words(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            flo = await staff(server, "flo")
            much = await act(flo, "out", "withdraw", player="pat", cents=2_000_000)
            assert much.json["message"] == (
                "there is $10,000 in pat's deposit; $20,000 cannot be taken out"
            )

    run(scenario())


NASTY: tuple[Any, ...] = (
    *("", " ", "a" * 5_000, "\x00", "\ud800", "\u202e", "../..", "7'; --", "\U0001f0a1"),
    *(-1, 0, 10**30, True, None, [], {}, ["7"], {"name": "7"}),
)


@pytest.mark.parametrize("path", ["acts", "proposals", "tables", "accounts", "passwords"])
def test_nothing_that_staff_send_makes_a_fault(bank: Path, path: str) -> None:
    """Each field in turn is something that nobody would send."""
    bodies: dict[str, list[dict[str, Any]]] = {
        "acts": [
            {"act": "buy_in", "about": {"name": "7", "seat": 3, "player": "pat", "cents": 5}},
            {"act": "enrol", "about": {"name": "eve", "role": "dealer"}},
            {"act": "exposed", "about": {"name": "7", "seat": 2, "number": 1, "reason": "it"}},
        ],
        "proposals": [
            {"what": "reverse", "about": {"posting": "3", "reason": "it"}, "hours": 24},
            {"what": "link a meter", "about": {"name": "main", "tables": ["7"], "reason": "it"}},
        ],
        "tables": [
            {"table": "12", "game": "4-card-buyout", "least": {"first": 5}, "override": "it"},
            {"table": "13", "game": "five-card-hold-out", "options": {"limit": "pot"}, "seats": 4},
        ],
        "accounts": [{"name": "pam", "act": "lock"}],
        "passwords": [{"name": "pam", "password": PASSWORD}],
    }

    async def scenario() -> None:
        async with a_house(bank, wins=False) as server:
            senders = [await staff(server, name) for name in ("flo", "ada")]
            number = 0
            for body in bodies[path]:
                for changed in spoiled({"key": "the-key-of-it", **body}):
                    number += 1
                    if changed.get("key") == "the-key-of-it":
                        changed["key"] += str(number)
                    answered = await senders[number % 2].post(f"/api/staff/{path}", **changed)
                    assert answered.status < 500, (changed, answered.text)

    run(scenario(), 120)


def spoiled(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in body.items():
        yield {other: told for other, told in body.items() if other != name}
        for nasty in NASTY:
            yield {**body, name: nasty}
            if isinstance(nasty, str):
                yield {**body, nasty: value}
        if isinstance(value, dict):
            yield from ({**body, name: within} for within in spoiled(value))


@pytest.mark.parametrize("what", ["people?words=", "people?role=", "log?words=", "log?before="])
def test_nothing_that_staff_ask_makes_a_fault(bank: Path, what: str) -> None:
    async def scenario() -> None:
        async with a_house(bank, wins=False) as server:
            flo = await staff(server, "flo")
            for nasty in (*NASTY, 10**15, "%", "_", "%00"):
                text = quote(str(nasty).encode("utf-8", "surrogatepass"))
                answered = await flo.get(f"/api/staff/{what}{text}")
                assert answered.status < 500, (nasty, answered.text)

    run(scenario())


# People


def test_people_are_found_and_their_accounts_are_for_who_may_change_them(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PEOPLE", 4)

    async def scenario() -> None:
        async with a_house(bank) as server:
            ada, flo = await staff(server, "ada"), await staff(server, "flo")
            shown = await seen(flo, "people")
            assert [one["name"] for one in shown["people"]] == [
                *("ada", ADMINISTRATOR, "ann", "fay"),
            ]
            assert shown["more"] == 5
            (pam,) = (await seen(flo, "people?words=PA&role=player"))["people"][:1]
            assert (pam["name"], pam["deposit"], pam["sits"]) == ("pam", 800_000, [TABLE])
            assert pam["account"] is None
            (own,) = (await seen(ada, "people?words=flo"))["people"][:1]
            assert own["account"]["second_factor"] and own["account"]["sessions"] == 1
            assert (await seen(ada, "people?words=fay"))["people"][0]["account"] is None

    run(scenario())


def test_an_administrator_keeps_the_accounts(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            ada = await staff(server, "ada")
            enrolled = await act(ada, "dee", "enrol", name="dee", role="dealer")
            assert enrolled.json["text"] == "dee is now a dealer."

            async def set_password(name: str, key: str = "key-password") -> Answer:
                about = {"key": key, "name": name, "password": PASSWORD}
                return await ada.post("/api/staff/passwords", **about)

            async def account(act: str) -> Answer:
                key = f"account-{act.replace(' ', '-')}"
                about = {"key": key, "name": "dee", "act": act}
                return await ada.post("/api/staff/accounts", **about)

            assert (await account("lock")).code == "room/person"  # there is no account yet
            assert (await set_password("dee")).status == 200
            assert (await set_password("ada", "password-own")).code == "password/own"
            assert (await set_password("eve", "password-eve")).code == "room/person"
            dee = await server.member("dee")
            head = 0
            for _ in range(2):
                assert (await account("lock")).status == 200
                assert head in (0, await server.head())  # it is in the books once
                head = await server.head()
            assert (await dee.get("/api/me")).json["name"] is None
            sign_in = {"name": "dee", "password": PASSWORD}
            assert (await dee.post("/api/sign-in", **sign_in)).code == "sign-in/wrong"
            assert (await account("unlock")).status == 200
            assert (await dee.post("/api/sign-in", **sign_in)).status == 200
            nobody = {"key": "sessions-of-eve", "name": "eve", "act": "end sessions"}
            assert (await ada.post("/api/staff/accounts", **nobody)).code == "room/person"
            assert (await account("end sessions")).status == 200
            assert (await dee.get("/api/me")).json["name"] is None
            (locked,) = (await seen(ada, "log?words=locked"))["events"]
            assert locked["about"].startswith("dee, ") and locked["about"].endswith(", by ada")
        with read_store(f"sqlite:///{bank}") as store:
            assert audit(store, workers=1).complete

    run(scenario())


def test_who_is_dismissed_is_signed_out(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank) as server:
            ada, fay = await staff(server, "ada"), await staff(server, "fay")
            async with fay.socket(POKER) as socket:
                assert (await act(ada, "fay", "dismiss", name="fay")).status == 200
                assert (await socket.until_closed())["code"] == "session/ended"
            assert (await fay.get("/api/staff/me")).code == "session/missing"
            while server.door.sessions.of("fay"):  # until the door has swept, or time is up
                await asyncio.sleep(0.02)

    run(scenario())


# A table opened from the page


async def opened(by: Visitor, table: str, game: str, **more: object) -> Answer:
    key = re.sub("[^a-z0-9]", "-", f"open-{table}-{game}")
    body = {"key": key, "table": table, "game": game, **more}
    return await by.post("/api/staff/tables", **body)


def test_a_table_is_opened_within_limits(bank: Path) -> None:
    async def scenario() -> None:
        async with a_house(bank, wins=False) as server:
            flo = await staff(server, "flo")
            limits = {"least": {"ante": 1_000}, "most": {"ante": 20_000}}
            told = [await opened(flo, "8", "four-card-prime", **limits) for _ in range(2)]
            assert told[0].status == 200 and told[0].json == told[1].json, told[0].text
            hold_out = {"options": {"limit": "pot", "big_blind": 500}, "seats": 6, "coach": False}
            assert (await opened(flo, "10", "five-card-hold-out", **hold_out)).status == 200
            tables = {one["table"]: one for one in (await seen(flo, "tables"))["tables"]}
            (meter,) = (await seen(flo, "jackpots"))["meters"]
            assert (meter["name"], meter["displayed"], meter["held"]) == ("main", WHOLE, WHOLE)
            eight = await server.house.look(lambda hall: hall.table("8").table)
            assert JACKPOT in [
                one.name for one in eight.offers
            ]  # and not the other, without a meter
            assert len(set(eight.jackpots) & {one.name for one in eight.offers}) == 1
            assert tables["8"]["stakes"] == "$10 to $200"
            assert tables["10"]["stakes"] == "pot limit, blinds $1/$5"
            assert tables["10"]["seats_most"] == 6
            assert (tables["8"]["coach"], tables["10"]["coach"]) == (True, False)
            for code, *about in (
                ("room/table", "8", "4-card-buyout"),
                ("room/name", "a/b", "4-card-buyout"),
                ("room/name", "practice-1", "4-card-buyout"),
                ("game/unknown", "11", "whist"),
            ):
                assert (await opened(flo, *about)).code == code
            wrong = await opened(flo, "11", "four-card-prime", most={"ante": 10_000_000})
            assert wrong.code == "limits/profile"
            assert (await opened(flo, "12", "five-card-hold-out", **limits)).code == "table/limits"
            assert (await opened(flo, "12", "4-card-buyout", seats=3)).code == "table/seats"
            assert (await act(flo, "close", "close_table", name="8")).status == 200
            assert (await seen(flo, "tables"))["closed"] == ["8"]

    run(scenario())


def test_a_table_plays_for_the_jackpots_whose_meters_name_it(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:  # a house for play money has meters for table 5
            flo = await confirmed(server, "flo", Role.FLOOR)
            (meter, _) = (await seen(flo, "jackpots"))["meters"]
            assert meter["displayed"] == 1_000_000 and "5" in meter["tables"]
            assert (await act(flo, "close", "close_table", name="5")).status == 200
            for name, offered in (("5", True), ("8", False)):
                assert (await opened(flo, name, "four-card-prime")).status == 200
                table = await server.house.look(lambda hall, at=name: hall.table(at).table)  # type: ignore[misc]
                assert any(one.name in table.jackpots for one in table.offers) is offered

    run(scenario())


def test_what_a_table_is_worth_is_not_counted_while_all_tables_wait(bank: Path) -> None:
    threads: list[str] = []

    def worth(hall: Hall, name: str, table: Table) -> tuple[()]:
        threads.append(threading.current_thread().name)
        return no_theory(hall, name, table)  # type: ignore[return-value]

    async def scenario() -> None:
        async with a_house(bank, wins=False) as server:
            flo = await staff(server, "flo")
            server.house.room.worth_of = worth
            assert (await opened(flo, "8", "four-card-prime")).status == 200

    run(scenario())
    assert threads[0] != "owner of the room" and "owner of the room" in threads[1:]
