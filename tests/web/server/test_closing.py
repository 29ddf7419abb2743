"""Tables close when nobody needs them: those that guests opened, and those of one's own."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from croupier.bank.act import Receipt
from croupier.games.registry import POKER
from croupier.room.names import chips_of
from croupier.room.requests.request import Request
from croupier.web import app as web_app
from croupier.web import dealer, house
from croupier.web import tables as web_tables
from croupier.web.house import CHIPS, FLOOR, OWN_SEAT, PURSE
from croupier.web.tables import STANDARD, TablePolicy, Times, games
from tests.web.server.player import Player
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket
from tests.web.server.wire import to_choose

GAME = "four-card-prime"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[web_app.Tables]:
    """Those of the servers that are begun from here on."""
    made: list[web_app.Tables] = []

    class Noted(web_app.Tables):
        def __init__(self, *about: object) -> None:
            super().__init__(*about)  # type: ignore[arg-type]
            made.append(self)

    monkeypatch.setattr(web_app, "Tables", Noted)
    return made


async def closed(server: Server, name: str) -> None:
    async with asyncio.timeout(15):
        while await server.house.look(lambda hall: hall.tables[name].is_open):
            await asyncio.sleep(0.005)


async def opened(server: Server, name: str) -> None:
    answered = await (await server.guest()).post("/api/tables", game=GAME, table=name)
    assert answered.status == 200, answered.text


def test_a_table_that_a_guest_opened_closes_though_nobody_came(
    bank: Path, tables: list[web_app.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "TablePolicy", partial(TablePolicy, empty=0))

    async def scenario() -> None:
        async with serving(bank) as server:
            await opened(server, "ours")
            await closed(server, "ours")
            await opened(server, "ours")  # its name is free again
            await closed(server, "ours")
            open_ones = await server.house.look(web_app._open_ones)
            assert set(open_ones) == set(STANDARD)
            while set(tables[0].feeds.feeds) != set(STANDARD):  # and nothing of it is kept
                await asyncio.sleep(0.005)
            assert set(tables[0]._dealers) == set(STANDARD)
            assert set(tables[0].feeds.reader._rounds) == set(STANDARD)

    run(scenario())


def test_it_closes_after_a_restart_too(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            await opened(server, "ours")
        monkeypatch.setattr(house, "TablePolicy", partial(TablePolicy, empty=0))
        async with serving(bank) as server:
            await closed(server, "ours")

    run(scenario())


def test_a_table_of_ones_own_is_given_up_when_its_player_does_not_come_back(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a round: it is finished, and the chips are their player's."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = (await guest.post("/api/practice", game=GAME, others=1)).json["table"]
            async with guest.socket(table) as socket:
                await to_choose(await Player.at(guest, socket, table, Random(1)))
        monkeypatch.setattr(dealer, "AWAY", 0)
        monkeypatch.setattr(dealer, "NOT_BACK", 0)
        async with serving(bank) as server:
            await closed(server, table)
            chips, events = await server.house.visit(
                lambda room: (
                    room.store.balance(chips_of(table, OWN_SEAT)),
                    [event.body for event in room.store.events(f"table/{table}")],
                )
            )
            assert chips == 0 and any('"clock":true' in event for event in events)

    run(scenario())


def test_the_next_player_at_a_table_does_not_see_the_last_ones_round(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            one, two = await server.guest(), await server.guest()
            table = (await one.post("/api/practice", game=GAME)).json["table"]
            async with one.socket(table) as socket:
                await (await Player.at(one, socket, table, Random(1))).play(1)
                socket.say(type="leave", key="leave-it-now", seat=OWN_SEAT)
                assert (await socket.until_closed())["code"] == "table/closed"
            assert (await two.post("/api/practice", game=GAME)).json["table"] == table
            async with two.socket(table) as socket:
                view = (await socket.hear("welcome"))["view"]
                assert not (view["dealer"] or {"cards": []})["cards"]
                assert view["phase"] == "betting" and not view["settled"]

    run(scenario())


@pytest.fixture
def impatient(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats that nobody plays are given up soon."""
    monkeypatch.setattr(web_tables, "SHARED", Times(bets=60_000, act=100, pause=0))
    monkeypatch.setattr(house, "TablePolicy", partial(TablePolicy, absent=200))
    monkeypatch.setattr(dealer, "ATTENDS", 50)


async def sits(socket: Socket, seat: int) -> None:
    socket.say(type="buy_in", key=f"sit-down-at-{seat}", seat=seat, cents=30_000)
    assert (await socket.answer(f"sit-down-at-{seat}"))["type"] == "done"


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("many", [1, 2])
def test_who_does_not_come_back_gives_the_seat_up(
    bank: Path, impatient: None, game: str, many: int
) -> None:
    """And has the chips back; whether they have signed out or not."""

    async def scenario() -> None:
        async with serving(bank) as server, serving(bank):  # which does it once
            table = next(name for name, each in STANDARD.items() if each == game)
            guests = [await server.guest() for _ in range(many)]
            for seat, guest in enumerate(guests, start=1):
                async with guest.socket(table) as socket:
                    await sits(socket, seat)
            await guests[0].post("/api/sign-out")
            async with asyncio.timeout(20):
                while await server.house.look(lambda hall: hall.tables[table].seats):
                    await asyncio.sleep(0.05)
            back = [server.house.balance(guest.name) for guest in guests]
            if game in POKER:  # hands were dealt before they were sat out
                assert many * PURSE - 500 <= sum(back) <= many * PURSE
            else:
                assert back == [PURSE] * many

    run(scenario())


def test_a_table_of_a_guest_who_does_not_come_back_closes(bank: Path, impatient: None) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            await opened(server, "ours")
            guest = await server.guest()
            async with guest.socket("ours") as socket:
                await sits(socket, 1)
            server.house.policy = replace(server.house.policy, empty=0)
            await closed(server, "ours")

    run(scenario())


def test_who_looks_on_keeps_the_seat_for_longer(bank: Path, impatient: None) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, other = await server.guest(), await server.guest()
            async with guest.socket("5") as socket:
                await sits(socket, 1)
                async with other.socket("5") as theirs:
                    await sits(theirs, 2)
                seats = {1: guest.name, 2: other.name}
                while len(seats) > 1:
                    seats = await server.house.look(lambda hall: dict(hall.tables["5"].seats))
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.5)
                seats = await server.house.look(lambda hall: dict(hall.tables["5"].seats))
                assert seats == {1: guest.name}

    run(scenario())


def test_many_who_ask_at_once_get_a_practice_table_each(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guests = [await server.guest() for _ in range(6)]
            asked = [guest.post("/api/practice", game=GAME) for guest in guests]
            answers = await asyncio.gather(*asked)
            assert [answer.status for answer in answers] == [200] * 6, answers
            assert len({answer.json["table"] for answer in answers}) == 6
            seats = await server.house.look(
                lambda hall: {
                    name: table.seats.get(OWN_SEAT) for name, table in hall.tables.items()
                }
            )
            for guest, answer in zip(guests, answers, strict=True):
                assert seats[answer.json["table"]] == guest.name

    run(scenario())


def test_two_presses_of_one_player_open_one_practice_table(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            asked = [guest.post("/api/practice", game=GAME, others=others) for others in (0, 0, 2)]
            answers = await asyncio.gather(*asked)
            assert len({answer.text for answer in answers}) == 1 and answers[0].status == 200
            open_ones = await server.house.look(web_app._open_ones)
            assert sum(name.startswith("practice-") for name in open_ones) == 1

    run(scenario())


def test_a_practice_table_that_nobody_can_pay_for_closes(bank: Path) -> None:
    """Two games at once, with money for one."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            rest = PURSE - CHIPS
            await server.house.do("nearly all", FLOOR, "withdraw", guest.name, rest)
            asked = [guest.post("/api/practice", game=game) for game in (GAME, "4-card-buyout")]
            assert sorted(one.status for one in await asyncio.gather(*asked)) == [200, 400]
            open_ones = await server.house.look(web_app._open_ones)
            assert sum(name.startswith("practice-") for name in open_ones) == 1

    run(scenario())


def test_practice_tables_of_two_servers_get_in_nobodys_way(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as one, serving(bank) as two:
            guests = [await server.guest() for server in (one, two, one, two)]
            asked = [guest.post("/api/practice", game=GAME) for guest in guests]
            answers = await asyncio.gather(*asked)
            assert len({answer.text for answer in answers}) == 4
            assert {answer.status for answer in answers} == {200}, [one.text for one in answers]

    run(scenario())


def test_keys_of_new_tables_do_not_meet(bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key stays in the books: with 32 random bits, two of 80,000 tables' are likely equal."""
    submitted: list[str] = []

    async def scenario() -> None:
        async with serving(bank) as server:
            guest, submit = await server.guest(), server.house.submit

            async def noted(request: Request) -> Receipt:
                submitted.append(request.key)
                return await submit(request)

            monkeypatch.setattr(server.house, "submit", noted)
            answered = await guest.post("/api/practice", game=GAME, others=3)
            assert answered.status == 200
            await opened(server, "ours")

    run(scenario())
    made = [key for key in submitted if key.startswith(("open-", "fill-", "sit-", "bot-"))]
    assert len(made) == 2 + 2 + 1 + 3
    for key in made:
        assert len(key.split("-")[1]) * 4 >= 64, key


def test_one_player_opens_few_tables(bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            one = await server.guest()
            answers = [
                await one.post("/api/tables", game=GAME, table=f"ours {number}")
                for number in range(6)
            ]
            assert [answer.status for answer in answers] == [200] * 5 + [429]
            assert answers[-1].code == "rate/tables" and answers[-1].headers["retry-after"]
            await opened(server, "another")

    run(scenario())


@pytest.mark.parametrize("name", ["1", "practice-1-1", "practice-"])
def test_nobody_opens_a_table_under_a_name_of_the_house(bank: Path, name: str) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            await server.house.do("close-it", FLOOR, "close_table", "1")
            refused = await (await server.guest()).post("/api/tables", game=GAME, table=name)
            assert refused.code == "room/name"

    run(scenario())
