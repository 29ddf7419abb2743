"""The socket: versions, keys, coming back, and answers to what is sent twice, late or for nothing.

Each test has a server of its own, and a practice table of a game with few choices.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from croupier.web.feed import KEPT
from croupier.web.house import FLOOR
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Visitor
from tests.web.server.wire import latest, plain, to_choose, until, version_of

GAME = "four-card-prime"


@asynccontextmanager
async def at_practice(server: Server, others: int = 0) -> AsyncIterator[tuple[Visitor, Player]]:
    guest = await server.guest()
    table = (await guest.post("/api/practice", game=GAME, others=others)).json["table"]
    async with guest.socket(table) as socket:
        yield guest, await Player.at(guest, socket, table, Random(5))


# Keys


def test_the_same_key_twice_is_done_once_and_answered_again(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (_, player):
            bet = player.wants((await player.socket.hear("welcome"))["view"])
            assert bet is not None
            for _ in range(3):
                player.socket.say(**bet)
            answers = [await player.socket.answer(bet["key"]) for _ in range(3)]
            assert [told["type"] for told in answers] == ["done"] * 3
            assert [told["again"] for told in answers] == [False, True, True]
            assert len({told["record"] for told in answers}) == 1

    run(scenario())


def test_a_key_of_another_act_is_refused(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (_, player):
            view = await to_choose(player)
            used = player.socket.heard()
            key = next(told["key"] for told in used if told["type"] == "done")
            before = await server.head()
            turn = view["turn"]
            action = turn["options"][0]["action"]
            player.socket.say(
                type="act", key=key, seat=view["seat"], action=action, version=turn["version"]
            )
            told = await player.socket.answer(key)
            assert (told["type"], told["code"]) == ("refused", "act/key_taken")
            assert await server.head() == before

    run(scenario())


def test_no_key_of_a_page_is_one_of_the_dealers(bank: Path) -> None:
    """Whoever could use the dealer's next key first would stop the table."""

    async def scenario() -> None:
        async with serving(bank) as server:
            keys = []
            do = server.house.do

            async def noted(key: str, by: str, decide: str, *about: object, **more: object) -> Any:
                if by.startswith(("house", "Bot")) and "secrets" not in key:
                    keys.append(key)
                return await do(key, by, decide, *about, **more)

            server.house.do = noted  # type: ignore[method-assign]
            async with at_practice(server, others=1) as (_, player):
                await player.play(1)
                before = await server.head()
                seat = player.view["seat"]
                for key in (one for one in keys if one.startswith(("deal", "act", "bet"))):
                    player.socket.say(type="away", key=key, seat=seat)
                    told = await player.socket.hear("refused", "done")
                    assert told["code"] == "message/bad"
                assert await server.head() == before
            assert {key.partition("/")[0] for key in keys} >= {"deal", "act", "bet"}

    run(scenario())


def test_two_tables_whose_names_differ_by_a_sign_are_dealt_at(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            for name in ("ours 1", "ours-1"):
                await server.house.open_table(name, GAME)
            for name in ("ours 1", "ours-1"):
                guest = await server.guest()
                async with guest.socket(name.replace(" ", "%20")) as socket:
                    socket.say(
                        type="buy_in",
                        key="take-a-seat-" + name[4:5].replace(" ", "s"),
                        seat=1,
                        cents=30_000,
                    )
                    assert (await socket.hear("done", "refused"))["type"] == "done"
                    await Player(
                        guest, socket, (await guest.get(f"/api/tables/{name}")).json, Random(1)
                    ).play(1)

    run(scenario())


# Turns


def test_an_answer_to_a_turn_that_has_passed_is_refused(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (_, player):
            view = await to_choose(player)
            before, turn = await server.head(), view["turn"]
            action = turn["options"][0]["action"]
            for version in (turn["version"] - 1, turn["version"] + 1, 0, 10**9):
                key = f"an-answer-{version}"
                player.socket.say(
                    type="act", key=key, seat=view["seat"], action=action, version=version
                )
                told = await player.socket.answer(key)
                assert (told["type"], told["code"]) == ("refused", "action/stale")
            assert await server.head() == before

    run(scenario())


def test_what_is_not_offered_is_refused(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (_, player):
            view = await to_choose(player)
            before, version = await server.head(), view["turn"]["version"]
            for number, action in enumerate(
                ("raise 9x", "check", "As Ks / Qs Js", "fold fold", "🂡" * 20)
            ):
                key = f"no-choice-{number}"
                player.socket.say(
                    type="act", key=key, seat=view["seat"], action=action, version=version
                )
                told = await player.socket.answer(key)
                assert (told["type"], told["code"]) == ("refused", "action/not_legal")
            assert await server.head() == before

    run(scenario())


# Coming back


async def some_versions(server: Server, table: str, count: int) -> None:
    """The table is filled again and again: versions that everybody gets."""
    for _ in range(count):
        number = next(server.numbers)
        await server.house.do(f"a fill {number}", FLOOR, "fill", table, 100)


def test_who_comes_back_gets_exactly_what_was_missed(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (guest, player):
            table = player.posted["table"]
            view = await to_choose(player)
            reference = player.socket
            async with guest.socket(table, v=view["version"]) as same:
                told = await same.hear()
                assert (told["type"], told["version"]) == ("step", view["version"])
            await some_versions(server, table, 3)
            option = view["turn"]["options"][0]["action"]
            reference.say(
                type="act",
                key="first-choice",
                seat=view["seat"],
                action=option,
                version=view["turn"]["version"],
            )
            await reference.answer("first-choice")
            now = (await until(reference, await version_of(server, table)))[-1]
            async with guest.socket(table, v=view["version"]) as back:
                told = [await back.hear() for _ in range(now - view["version"])]
            assert [one["version"] for one in told] == list(range(view["version"] + 1, now + 1))
            assert {one["type"] for one in told} <= {"step", "skip"}
            assert plain(told[-1]["view"]) == plain(latest(reference))
            assert not [one for one in back.heard() if one["type"] == "welcome"]

    run(scenario())


def test_who_comes_back_too_late_is_welcomed_anew(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server, at_practice(server) as (guest, player):
            table, view = player.posted["table"], (await player.socket.hear())["view"]
            await some_versions(server, table, KEPT + 1)
            for v in (view["version"], 0, -1, 10**6, 10**40):
                async with guest.socket(table, v=v) as back:
                    told = await back.hear()
                    assert told["type"] == "welcome"
                    assert told["view"]["version"] >= view["version"] + KEPT

    run(scenario())


def test_the_rail_and_two_pages_of_one_player_are_told_the_same_versions(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with (
                guest.socket("1") as one,
                guest.socket("1") as two,
                server.visitor().socket("1") as rail,
            ):
                for each in (one, two, rail):
                    await each.hear("welcome")
                one.say(type="buy_in", key="take-seat-4", seat=4, cents=30_000)
                assert (await one.answer("take-seat-4"))["type"] == "done"
                await some_versions(server, "1", 3)
                await until(one, await version_of(server, "1"))
                seen = [await until(each, latest(one)["version"]) for each in (one, two, rail)]
                assert seen[0][-4:] == seen[1][-4:] == seen[2][-4:]
                assert latest(rail)["seat"] is None and latest(two)["seat"] == 4

    run(scenario())
