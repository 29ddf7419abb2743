"""A player's own side over HTTP: limits and breaks bind them everywhere, and the sums are right."""

from pathlib import Path
from random import Random
from typing import Any

from croupier.bank.store import read_store
from croupier.room.audit.run import audit
from croupier.room.names import player_of
from croupier.web.house import FLOOR, PURSE
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Answer, Socket, Visitor
from tests.web.server.wire import played_one_round, to_choose

TABLE = "5"


async def own(visitor: Visitor) -> dict[str, Any]:
    told: dict[str, Any] = (await visitor.get("/api/own")).json
    return told


async def set_limit(visitor: Visitor, what: str, amount: int | None, key: str = "") -> Answer:
    key = key or f"limit-{what}-{amount}"
    return await visitor.post("/api/own/limits", key=key, what=what, amount=amount)


async def sit(visitor: Visitor, socket: Socket, seat: int = 1, cents: int = 30_000) -> None:
    key = f"sit-down-{seat}-{cents}"
    socket.say(type="buy_in", key=key, seat=seat, cents=cents)
    assert (await socket.answer(key))["type"] == "done"


def is_sound(bank: Path) -> None:
    with read_store(f"sqlite:///{bank}") as store:
        assert audit(store, workers=1).complete


def test_the_session_so_far_is_what_the_chips_say(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await played_one_round(server, TABLE)
            first = (await own(guest))["session"]
            chips = await _worth(server, guest.name)
            assert first["rounds"] == 1 and first["wagered"] >= 500
            assert first["net"] == chips - PURSE
            async with guest.socket(TABLE) as socket:
                await (await Player.at(guest, socket, TABLE, Random(2))).play(2)
            now = (await own(guest))["session"]
            assert now["rounds"] == 3 and now["wagered"] > first["wagered"]
            assert now["net"] == await _worth(server, guest.name) - PURSE
            assert now["id"] == first["id"] and now["began"] == first["began"]
            other = await server.member("sue")
            assert (await own(other))["session"]["rounds"] == 0
            (newest, *older) = (await guest.get("/api/own/rounds")).json["rounds"]
            assert (newest["round"], newest["table"]) == (3, TABLE) and len(older) == 2
            assert sum(one["net"] for one in (newest, *older)) == now["net"]
            receipt = (await guest.get(f"/api/tables/{TABLE}/rounds/3")).json["receipt"]
            assert receipt["chips_after"] - receipt["chips_before"] == newest["net"]

    run(scenario())


async def _worth(server: Server, name: str) -> int:
    from croupier.web.money import worth

    return await server.house.visit(lambda room: worth(room, name))


def test_the_sums_after_a_restart_are_those_of_the_books(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            await server.member("sue")
        async with serving(bank) as server:
            sue = await server.member("sue")
            async with sue.socket(TABLE) as socket:
                await sit(sue, socket)
                await (await Player.at(sue, socket, TABLE, Random(3))).play(2)
            before = (await own(sue))["session"]
        async with serving(bank) as server:
            again = server.visitor()
            again.cookie = sue.cookie
            assert (await own(again))["session"] == before

    run(scenario())


def test_a_limit_binds_at_the_table_and_is_told_there(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            sue = await server.member("sue")
            async with sue.socket(TABLE) as socket:
                await sit(sue, socket)
                told = (await set_limit(sue, "loss-day", 1_000)).json
                assert told["limits"][0] | {"ends": None} == {
                    "what": "loss-day",
                    "amount": 1_000,
                    "used": 0,
                    "ends": None,
                    "asks": False,
                    "asked": None,
                    "asked_from": None,
                    "asked_until": None,
                }
                assert "losses of $10 a day" in told["said"]
                socket.say(type="bet", key="too-much-to-lose", seat=1, stakes={"ante": 1_000})
                refused = await socket.answer("too-much-to-lose")
                assert (refused["type"], refused["code"]) == ("refused", "own/limit")
                assert "losses of $10 a day" in refused["message"]
            first = await set_limit(sue, "loss-day", 500, key="the-same-key-again")
            again = await set_limit(sue, "loss-day", 500, key="the-same-key-again")
            assert first.json["limits"] == again.json["limits"]
            asked = (await set_limit(sue, "loss-day", 9_000)).json["limits"][0]
            assert (asked["amount"], asked["asks"], asked["asked"]) == (500, True, 9_000)
            early = await sue.post("/api/own/confirmations", key="confirm-it", what="loss-day")
            assert early.code == "own/early"
            assert (await set_limit(sue, "fun", 500)).code == "own/what"

    run(scenario())
    is_sound(bank)


def test_a_break_takes_bets_back_leaves_the_tables_and_keeps_the_money(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            sue, bob = await server.member("sue"), await server.member("bob")
            async with sue.socket(TABLE) as socket, bob.socket(TABLE) as other:
                await sit(sue, socket)
                await sit(bob, other, 2)
                socket.say(type="bet", key="a-bet-to-be-dealt", seat=1, stakes={"ante": 500})
                await socket.answer("a-bet-to-be-dealt")
                pause = {"key": "a-break-for-a-week", "kind": "break", "length": "week"}
                told = (await sue.post("/api/own/breaks", **pause)).json
                assert told["pause"]["kind"] == "break" and "takes a break" in told["said"]
                has = await server.house.visit(lambda room: room.store.balance(player_of("sue")))
                state = await server.house.look(lambda hall: hall.tables[TABLE])
                assert has == PURSE and state.seats == {2: "bob"} and not state.before.bets
                socket.say(type="buy_in", key="sit-down-again", seat=1, cents=30_000)
                refused = await socket.answer("sit-down-again")
                assert refused["code"] == "own/break" and "takes a break" in refused["message"]
            assert (await sue.post("/api/practice", game="four-card-prime")).code == "own/break"
            await server.house.do("paid-out", FLOOR, "withdraw", "sue", has)
            assert (await sue.post("/api/more-money")).code == "own/break"
            pause = {"key": "a-break-for-a-day", "kind": "break", "length": "day"}
            shorter = await sue.post("/api/own/breaks", **pause)
            assert shorter.code == "own/break"
            again = await server.member("sue")  # signing in, to see all this, is possible
            assert (await own(again))["pause"]["kind"] == "break"

    run(scenario())
    is_sound(bank)


def test_what_was_done_for_a_player_who_was_away_is_told(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            sue = await server.member("sue")
            async with sue.socket(TABLE) as socket:
                await sit(sue, socket)
                await to_choose(await Player.at(sue, socket, TABLE, Random(4)))
            (going_on,) = (await sue.get("/api/own/rounds")).json["rounds"]
            assert going_on["going_on"] and not going_on["timed_out"]
            state = await server.house.look(lambda hall: hall.tables[TABLE])
            about = (TABLE, 1, state.round.version)
            await server.house.do("time-is-over", FLOOR, "time_out", *about)
            (over,) = (await sue.get("/api/own/rounds")).json["rounds"]
            assert not over["going_on"] and "time ran out" in over["timed_out"][0]

    run(scenario())


def test_the_floor_sees_limits_and_only_lowers_them(bank: Path) -> None:
    from tests.web.server.test_may import visitor_of

    async def scenario() -> None:
        async with serving(bank) as server:
            sue, flo = await server.member("sue"), await visitor_of(server, "floor", "one")
            await set_limit(sue, "deposit-week", 90_000)

            def act(name: str, number: int, **about: Any) -> Any:
                key = f"staff-limit-{number}"
                return flo.post("/api/staff/acts", key=key, act=name, about=about)

            lower = {"player": "sue", "what": "deposit-week", "amount": 50_000}
            assert (await act("set_limit", 1, **lower)).status == 200
            assert (await act("set_limit", 2, **{**lower, "amount": 60_000})).code == "own/higher"
            assert (await act("set_limit", 3, **{**lower, "amount": None})).code == "own/higher"
            assert (await act("confirm_limit", 4, player="sue", what="round")).status >= 400
            assert (await act("exclude", 5, player="sue", length="year")).status == 200
            people = (await flo.get("/api/staff/people?words=sue")).json["people"]
            assert people[0]["limits"][1] == "deposits of $500 a week"
            assert people[0]["limits"][0].startswith("is excluded until ")

    run(scenario())
