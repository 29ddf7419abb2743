"""The automatic dealer at work: clocks, leaving, two dealers at once, and people beside it."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.bank.store import open_store, read_store
from croupier.room.audit.run import audit
from croupier.room.room import Room
from croupier.web import house, tables
from croupier.web.house import FLOOR, no_theory
from croupier.web.tables import STANDARD, Times
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket, Visitor
from tests.web.server.wire import to_choose

POKER = next(name for name, game in STANDARD.items() if game == "five-card-hold-out")
PRIME = next(name for name, game in STANDARD.items() if game == "four-card-prime")


async def sit(socket: Socket, seat: int) -> None:
    key = f"sit-down-at-{seat}"
    socket.say(type="buy_in", key=key, seat=seat, cents=30_000)
    assert (await socket.answer(key))["type"] == "done"


async def until(socket: Socket, is_so: Any) -> dict[str, Any]:
    while True:
        told = await socket.hear("welcome", "step")
        if is_so(told["view"]):
            return dict(told["view"])


def test_who_does_not_act_is_acted_for_and_told_so(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checklist item 18: something that makes no wager, with the clock in the books."""
    monkeypatch.setattr(tables, "SHARED", Times(bets=60_000, act=5, pause=0))

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket:
                await sit(socket, 4)
                player = await Player.at(guest, socket, PRIME, Random(1))
                player._choice = lambda own, turn: {"type": "ready"}  # type: ignore[method-assign, assignment]
                await player.play(1)
                own = next(one for one in player.view["seats"] if one["seat"] == 4)
                assert own["did"] == "fold"
            record = (await guest.get(f"/api/tables/{PRIME}/rounds/1")).json
            assert record["receipt"]["timed_out"] == ["seat 4: fold (time ran out)"]

    run(scenario())


def test_who_lets_turns_pass_at_poker_is_sat_out(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And may come back."""
    monkeypatch.setattr(tables, "SHARED", Times(bets=60_000, act=700, pause=0))

    async def scenario() -> None:
        async with serving(bank) as server:
            one, two = await server.guest(), await server.guest()
            async with one.socket(POKER) as here, two.socket(POKER) as there:
                await asyncio.gather(sit(here, 1), sit(there, 2))
                player = await Player.at(one, here, POKER, Random(1))
                player._choice = calls  # type: ignore[method-assign, assignment]
                playing = asyncio.create_task(player.play(10))
                view = await until(there, lambda view: any(one["away"] for one in view["seats"]))
                playing.cancel()
                away = [one["seat"] for one in view["seats"] if one["away"]]
                assert away == [2] and view["round"] <= 2
                there.say(type="back", key="i-am-back-now", seat=2)
                assert (await there.answer("i-am-back-now"))["type"] == "done"

    def calls(own: dict[str, Any], turn: dict[str, Any]) -> dict[str, Any]:
        """Never folds, so that the other is asked."""
        names = [option["action"] for option in turn["options"]]
        action = next(one for one in ("check", "call", *names) if one in names)
        about = {"seat": own["seat"], "action": action, "version": turn["version"]}
        return {"type": "act", "key": f"turn-{turn['version']}-{own['chips']}", **about}

    run(scenario())


def test_one_of_two_does_not_end_the_pause(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SHARED", Times(bets=60_000, act=60_000, pause=60_000))

    async def scenario() -> None:
        async with serving(bank) as server:
            one, two, three = [await server.guest() for _ in range(3)]
            async with (
                one.socket(PRIME) as here,
                two.socket(PRIME) as there,
                three.socket(PRIME) as out,
            ):
                for seat, socket in ((1, here), (2, there), (3, out)):
                    await sit(socket, seat)
                out.say(type="away", key="i-am-away-now", seat=3)
                await out.answer("i-am-away-now")
                players = [
                    await Player.at(guest, socket, PRIME, Random(1))
                    for guest, socket in ((one, here), (two, there))
                ]
                await asyncio.gather(*(player.play(1) for player in players))
                for socket in (out, here, out, here):
                    socket.say(type="ready")
                    socket.say(type="ping", sent=1)
                    await socket.hear("pong")
                await asyncio.sleep(0.3)
                state = await server.house.look(lambda hall: hall.tables[PRIME])
                assert state.before.window is None and state.rounds == 1
                there.say(type="ready")
                await until(there, lambda view: view["phase"] == "betting")

    run(scenario())


def test_the_clock_is_told_to_all_and_set_by_lag(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket, server.visitor().socket(PRIME) as rail:
                await sit(socket, 4)
                await to_choose(await Player.at(guest, socket, PRIME, Random(1)))
                for each in (socket, rail):
                    view = [told["view"] for told in each.heard() if "view" in told][-1]
                    while view["clock"] is None or view["clock"]["waits_for"] != "turn":
                        view = (await each.hear("step"))["view"]
                    clock = view["clock"]
                    assert 0 < clock["remaining"] <= clock["total"] == 60_000

    run(scenario())


def test_who_leaves_in_a_round_is_cashed_out_after_it(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket:
                await sit(socket, 4)
                player = await Player.at(guest, socket, PRIME, Random(1))
                view = await to_choose(player)
                socket.say(type="leave", key="leave-in-a-round", seat=4)
                assert (await socket.answer("leave-in-a-round"))["type"] == "done"
                act = player.wants(view)
                assert act is not None
                socket.say(**act)
                await until(socket, lambda view: view["seat"] is None)
            chips, balance = await server.house.visit(
                lambda room: (
                    room.store.balance(f"table/{PRIME}/chips/4"),
                    room.store.balance(f"player/{guest.name}"),
                )
            )
            assert chips == 0 and balance == (await guest.get("/api/me")).json["balance"]

    run(scenario())


def test_a_practice_table_closes_when_its_player_leaves(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            asked = await guest.post("/api/practice", game="4-card-buyout", others=3)
            table = asked.json["table"]
            async with guest.socket(table) as socket:
                socket.say(type="leave", key="leave-it-now", seat=2)
                assert (await socket.until_closed())["code"] == "table/closed"
            state = await server.house.look(lambda hall: hall.tables[table])
            assert not state.is_open and not state.seats
            assert (await guest.get("/api/me")).json["balance"] == house.PURSE

    run(scenario())


def test_two_dealers_on_one_bank_do_everything_once(bank: Path) -> None:
    """Two servers, each with a dealer at the table; a player at each of them."""

    async def scenario() -> None:
        async with serving(bank) as one, serving(bank) as two:
            players = [await playing(server, seat) for server, seat in ((one, 1), (two, 3))]
            async with players[0][1] as here, players[1][1] as there:
                await asyncio.gather(sit(here, 1), sit(there, 3))
                at_table = [
                    await Player.at(visitor, socket, PRIME, Random(seat))
                    for (visitor, _), socket, seat in zip(
                        players, (here, there), (1, 3), strict=True
                    )
                ]
                await asyncio.gather(*(player.play(3) for player in at_table))
                assert {code for player in at_table for code in player.refused} <= {"room/bets"}

    async def playing(server: Server, seat: int) -> tuple[Visitor, Any]:
        guest = await server.guest()
        return guest, guest.socket(PRIME)

    run(scenario())
    with read_store(f"sqlite:///{bank}") as store:
        assert audit(store, workers=1).rounds >= 3
        told = [
            row["event"]
            for event in store.events(f"table/{PRIME}")
            if event.kind == "round"
            for row in json.loads(event.body)["events"]
        ]
    counted = Counter(told)
    assert counted["opened"] == counted["bets closed"] >= 3


def test_what_others_write_is_seen_by_watchers(bank: Path) -> None:
    """`croupier room …` beside the server: another Room on the same bank."""

    async def scenario() -> None:
        async with serving(bank) as server, server.visitor().socket(PRIME) as rail:
            first = (await rail.hear("welcome"))["view"]
            with open_store(f"sqlite:///{bank}") as store:
                beside = Room(store, no_theory)
                beside.do("enrol pam", FLOOR, "enrol", "pam", house.Role.PLAYER)
                beside.do("buy in", FLOOR, "buy_in", PRIME, 6, "pam", 30_000, cash=True)
                seen = await until(rail, lambda view: view["seats"])
                assert [(one["seat"], one["player"]) for one in seen["seats"]] == [(6, "pam")]
                assert {"text": "pam sits down at seat 6.", "about": "table"} in seen["happened"]
                beside.do("bet", "pam", "bet", PRIME, 6, {"ante": 500})
                await until(rail, lambda view: view["phase"] == "playing")
                state = await server.house.look(lambda hall: hall.tables[PRIME])
                beside.do("fold", "pam", "act", PRIME, 6, "fold", state.round.version)
                last = await until(rail, lambda view: view["phase"] == "settled")
            versions = [told.get("version") for told in rail.heard() if told["type"] != "welcome"]
            numbers = sorted(set(versions))
            assert numbers == list(range(first["version"] + 1, numbers[-1] + 1))
            assert last["round"] == first["round"] + 1
            await server.member("sue")  # the server goes on writing

    run(scenario())


@pytest.mark.slow
def test_who_lets_two_windows_pass_is_sat_out(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In real time, twice the shortest window."""
    monkeypatch.setattr(tables, "SHARED", Times(bets=5_000, act=60_000, pause=0))

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket:
                await sit(socket, 4)
                seen = await until(socket, lambda view: any(one["away"] for one in view["seats"]))
                assert seen["round"] == 0
                socket.say(type="back", key="i-am-back-now", seat=4)
                assert (await socket.answer("i-am-back-now"))["type"] == "done"

    run(scenario(), 60)


def test_at_poker_somebody_else_sits_even_if_nobody_is_wanted(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            taken = {}
            for game in ("five-card-hold-out", "four-card-prime"):
                opened = await guest.post("/api/practice", game=game, others=0)
                tables = (await guest.get("/api/lobby")).json["tables"]
                (own,) = (one for one in tables if one["table"] == opened.json["table"])
                taken[game] = own["taken"]
            assert taken == {"five-card-hold-out": 2, "four-card-prime": 1}

    run(scenario())
