"""The coach over the socket: the figures of `ev`, to the seat whose turn it is and nobody else."""

import asyncio
import json
from contextlib import AsyncExitStack
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.desk.coach import Advice
from croupier.desk.coaching.costs import Prices
from croupier.desk.posting import TablePosting
from croupier.games.registry import GAMES
from croupier.table.table import Table, open_table
from croupier.table.view import View
from croupier.web.coach.coach import WebCoach
from croupier.web.house import FLOOR
from croupier.web.tables import STANDARD
from tests.desk.test_coach import ev_of
from tests.web.coach.coached import CoachedPlayer, best, worst
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket, Visitor
from tests.web.server.wire import latest, to_choose

pytestmark = pytest.mark.usefixtures("shared")
PRIME, SPLIT = "four-card-prime", "4-card-split-v2"
SLOW = pytest.mark.slow
PRICED = ("best", "expected", "unpriced", "points")  # come later, the first time
TABLES = {game: name for name, game in STANDARD.items()}


async def seated(
    socket: Socket, visitor: Visitor, table: str, seat: int, luck: int
) -> CoachedPlayer:
    socket.say(type="buy_in", key=f"sit-down-{seat}", seat=seat, cents=50_000)
    assert (await socket.answer(f"sit-down-{seat}"))["type"] == "done"
    posted = (await visitor.get(f"/api/tables/{table}")).json
    player = CoachedPlayer(visitor, socket, posted, Random(luck))
    player.view = latest(socket)
    return player


async def coached(
    server: Server, game: str, rounds: int, choose: Any, *, priced: bool = False
) -> Any:
    """A guest at a practice table with two bots, and the tally after so many rounds."""
    guest = await server.guest()
    table = (await guest.post("/api/practice", game=game, others=2)).json["table"]
    posted = (await guest.get(f"/api/tables/{table}")).json
    async with guest.socket(table) as socket:
        player = CoachedPlayer(guest, socket, posted, Random(1))
        return player, await player.play_coached(server, rounds, choose, priced=priced)


def check_figures(player: CoachedPlayer) -> None:
    """Each figure is that of `croupier ev`, to the last digit."""
    for state, told, _ in player.asked:
        nets = ev_of(state)
        unit = state.spot(state.turn).wagers[state.table.game.wagers[0].name]
        assert [one["action"] for one in told["options"]] == list(state.legal)
        values = {one["action"]: Fraction(one["exact"]) for one in told["options"]}
        assert values == {action: nets[action] * unit for action in state.legal}
        most = max(values.values())
        for one in told["options"]:
            cost = most - values[one["action"]]
            assert (Fraction(one["gives_up_exact"]), one["best"]) == (cost, not cost)
            assert one["cents"] == round(values[one["action"]])


@pytest.mark.parametrize(
    "game, rounds",
    [(PRIME, 2), (SPLIT, 2), *(pytest.param(game, 100, marks=SLOW) for game in GAMES)],
)
def test_the_figures_are_those_of_ev_and_following_them_costs_nothing(
    game: str, rounds: int, bank: Path
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            player, tally = await coached(server, game, rounds, best)
            check_figures(player)
            assert any(len(state.spots) > 1 for state, *_ in player.asked)
            assert (tally["decisions"], tally["mistakes"]) == (len(player.asked), 0)
            assert tally["cost_exact"] == "0/1" and tally["habits"] == []
            assert all(one["right"] for one in tally["made"])

    run(scenario(), 600)


def test_what_is_given_up_is_added_up(bank: Path) -> None:
    prices = Prices(open_table(PRIME))  # solved before the server is waited for

    async def scenario() -> None:
        async with serving(bank) as server:
            player, tally = await coached(server, PRIME, 3, worst, priced=True)
            costs = [Fraction(chosen["gives_up_exact"]) for _, _, chosen in player.asked]
            assert Fraction(tally["cost_exact"]) == sum(costs) > 0
            assert tally["mistakes"] == sum(map(bool, costs))
            assert [one["action"] for one in tally["made"]] == [player.asked[-1][2]["action"]]
            assert sum(habit["times"] for habit in tally["habits"]) <= tally["mistakes"]
            # The results are those of the books, of the wagers whose worth is known.
            actual = []
            for number in (1, 2, 3):
                path = f"/api/tables/{player.view['table']}/rounds/{number}"
                receipt = (await player.visitor.get(path)).json["receipt"]
                actual.append(sum(one["net"] for one in receipt["outcomes"]))
            assert [one["rounds"] for one in tally["points"]] == [1, 2, 3]
            assert [one["actual"] for one in tally["points"]] == list(accumulate(actual))
            assert tally["actual"] == sum(actual) and tally["unpriced"] == []
            # Expected: the prices of the bets, less what the decisions gave up.
            bets = [state.events[0].wagers[state.turn] for state, *_ in player.asked]
            shown = {one["wager"]: one["cents"] for one in player.view["meters"]}
            best = -sum(one.cost for stakes in bets for one in prices.costs(stakes, {}, shown))
            assert abs(tally["best"] - best) < 3, "the meters have grown by cents since"
            assert abs(tally["expected"] - (tally["best"] - tally["cost"])) <= 1

    run(scenario())


async def no_more(socket: Socket) -> list[Any]:
    """What has come of the coach, once everything before this has been answered."""
    socket.say(type="ping", sent=1)
    await socket.hear("pong")
    return [one for one in socket.heard() if one["type"] in ("advice", "rule", "tally")]


def test_nobody_else_gets_a_seats_advice(bank: Path) -> None:
    """Another seat and the rail ask about the same turn: nothing of it is sent to them."""

    async def scenario() -> None:
        async with serving(bank) as server, AsyncExitStack() as open_ones:
            table, players = TABLES[PRIME], []
            rail = await open_ones.enter_async_context((await server.guest()).socket(table))
            for seat in (1, 3):
                guest = await server.guest()
                socket = await open_ones.enter_async_context(guest.socket(table))
                players.append(await seated(socket, guest, table, seat, seat))
            turns = [asyncio.create_task(to_choose(each)) for each in players]
            await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
            here = next(each for each, turn in zip(players, turns, strict=True) if turn.done())
            view = here.view
            for task in turns:
                task.cancel()
            await asyncio.gather(*turns, return_exceptions=True)
            others = [each.socket for each in players if each is not here]
            for socket in (rail, *others):
                socket.say(type="advise", version=view["turn"]["version"], rule=True)
                refused = await socket.hear("no_advice", "advice")
                assert (refused["type"], refused["code"]) == ("no_advice", "coach/turn")
                assert not await no_more(socket)
            here.socket.say(type="advise", version=view["turn"]["version"])
            assert (await here.socket.hear("advice"))["version"] == view["turn"]["version"]
            for socket in (rail, *others):
                assert not await no_more(socket)

    run(scenario())


def test_a_tally_is_its_players_alone_and_survives_a_reload(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, other, table = await server.guest(), await server.guest(), TABLES[PRIME]
            async with guest.socket(table) as socket, other.socket(table) as rail:
                rail.say(type="coach", on=True)
                await rail.hear("tally")
                player = await seated(socket, guest, table, 1, 1)
                tally = await player.play_coached(server, 1, worst)
                assert {told["decisions"] for told in await no_more(rail)} == {0}
            async with guest.socket(table) as again:
                again.say(type="coach", on=True)
                told = await again.hear("tally")
                assert {name: told[name] for name in tally if name not in PRICED} == {
                    name: tally[name] for name in tally if name not in PRICED
                }
                assert told["decisions"] == 1
                again.say(type="coach", on=False)
                assert not [one for one in await no_more(again) if one["round"] != told["round"]]

    run(scenario())


def test_what_comes_too_late_is_not_sent(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is held back until the turn has moved on; one that is asked for again comes."""
    computed, held = WebCoach.advice, asyncio.Event()

    async def held_back(coach: WebCoach, *about: Any) -> Advice:
        answered = await computed(coach, *about)
        await held.wait()
        return answered

    monkeypatch.setattr(WebCoach, "advice", held_back)

    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await server.guest(), TABLES[PRIME]
            async with guest.socket(table) as socket:
                player = await seated(socket, guest, table, 1, 1)
                version = (await to_choose(player))["turn"]["version"]
                socket.say(type="advise", version=version)
                socket.say(type="act", key="meanwhile", seat=1, action="fold", version=version)
                await socket.answer("meanwhile")
                held.set()
                socket.say(type="advise", version=version)
                assert (await socket.hear("no_advice", "advice"))["code"] == "coach/turn"
                assert not [one for one in await no_more(socket) if one["type"] == "advice"]

    run(scenario())


def test_one_question_at_a_time_and_the_newest_is_answered(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often a page asks about a turn, it is computed once, and answered once."""
    computed, held, times = WebCoach.advice, asyncio.Event(), list[int]()

    async def held_back(coach: WebCoach, table: Table, seen: View) -> Advice:
        times.append(seen.version)
        answered = await computed(coach, table, seen)
        await held.wait()
        return answered

    monkeypatch.setattr(WebCoach, "advice", held_back)

    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await server.guest(), TABLES[PRIME]
            async with guest.socket(table) as socket:
                player = await seated(socket, guest, table, 1, 1)
                version = (await to_choose(player))["turn"]["version"]
                for _ in range(30):
                    socket.say(type="advise", version=version)
                socket.say(type="ping", sent=1)
                await socket.hear("pong")
                held.set()
                await socket.hear("advice")
                about = [one for one in await no_more(socket) if one["type"] == "advice"]
                assert len(about) == 1 and times == [version]

    run(scenario())


def test_too_many_questions_of_the_whole_room_are_refused(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.web.coach.coach.MOST_WAITING", 0)

    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await server.guest(), TABLES[PRIME]
            async with guest.socket(table) as socket:
                player = await seated(socket, guest, table, 1, 1)
                version = (await to_choose(player))["turn"]["version"]
                for _ in range(2):  # a refusal is not remembered: it may be asked again
                    socket.say(type="advise", version=version)
                    told = await socket.hear("advice", "no_advice")
                    while told.get("code") == "coach/preparing":
                        told = await socket.hear("advice", "no_advice")
                    assert told["code"] == "coach/busy" and told["version"] == version

    run(scenario())


def test_a_table_may_forbid_it(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            posted = TablePosting(without_coach=True, options={"jackpot_type": "none"})
            table = posted.opened(PRIME, meters=())
            await server.house.do("open-a", FLOOR, "open_table", "no devices", table)
            await server.house.do("fill-a", FLOOR, "fill", "no devices", 1_000_000)
            guest = await server.guest()
            assert not (await guest.get("/api/tables/no devices")).json["coach"]
            assert (await guest.get(f"/api/tables/{TABLES[PRIME]}")).json["coach"]
            async with guest.socket("no devices") as socket:
                player = await seated(socket, guest, "no devices", 1, 1)
                version = (await to_choose(player))["turn"]["version"]
                for asked in (
                    {"type": "coach", "on": True},
                    {"type": "advise", "version": version},
                ):
                    socket.say(**asked)
                    refused = await socket.hear("no_advice", "advice", "tally")
                    assert refused["code"] == "coach/forbidden"
                    assert refused["message"] == "this table does not allow the coach"

    run(scenario())


def test_the_rule_to_remember_comes_after_the_figures(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await server.guest(), TABLES[PRIME]
            async with guest.socket(table) as socket:
                player = await seated(socket, guest, table, 1, 1)
                version = (await to_choose(player))["turn"]["version"]
                socket.say(type="advise", version=version, rule=True)
                await socket.hear("advice")
                told = await socket.hear("rule")
                assert told["version"] == version and told["rules"] == 6
                assert json.dumps(told["rule"]) and told["cost"].endswith("%")

    run(scenario(), 200)
