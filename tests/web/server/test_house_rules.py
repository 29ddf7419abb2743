"""What this server asks besides the room: chips as posted, and one seat for each person."""

import asyncio
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from croupier.bank.store import open_store
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.web.house import DEALER, FLOOR, no_theory
from croupier.web.tables import STANDARD, games
from tests.web.server.running import run, serving
from tests.web.server.visitor import Socket

PRIME = next(name for name, game in STANDARD.items() if game == "four-card-prime")


async def buys(socket: Socket, seat: int, cents: int, key: str = "") -> Any:
    key = key or str(uuid4())
    socket.say(type="buy_in", key=key, seat=seat, cents=cents)
    return await socket.answer(key)


@pytest.mark.parametrize("game", games())
def test_chips_are_bought_as_posted(game: str, bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            table = next(name for name, each in STANDARD.items() if each == game)
            posted = (await guest.get(f"/api/tables/{table}")).json
            least, most = posted["buy_in_least"], posted["buy_in_most"]
            await server.house.do("rich", FLOOR, "deposit", guest.name, 2 * most)
            async with guest.socket(table) as socket:
                before = await server.head()
                for cents in (1, least - 1, most + 1):
                    refused = await buys(socket, 1, cents)
                    assert refused["code"] == "room/buy_in", refused
                    for bound in (least, most):
                        assert f"${bound / 100:,.2f}".removesuffix(".00") in refused["message"]
                assert await server.head() == before
                assert (await buys(socket, 1, least))["type"] == "done"
                assert (await buys(socket, 1, 1))["type"] == "done"  # on top of these
                assert (await buys(socket, 1, most - least))["code"] == "room/buy_in"
                key = "up-to-the-most"
                first = await buys(socket, 1, most - least - 1, key)
                again = await buys(socket, 1, most - least - 1, key)  # which is not asked again
                assert first["record"] == again["record"] and again["again"]

    run(scenario())


@pytest.mark.parametrize("game", games())
def test_a_person_has_one_seat_at_a_table(game: str, bank: Path) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, dee = await server.guest(), await server.member("dee", Role.DEALER)
            table = next(name for name, each in STANDARD.items() if each == game)
            async with guest.socket(table) as socket:
                answers = await asyncio.gather(*(_sits(guest, table, seat) for seat in (3, 1, 4)))
                assert sorted(one["type"] for one in answers) == ["done", "refused", "refused"]
                refused = next(one for one in answers if one["type"] == "refused")
                assert refused["code"] == "room/seat"
                assert "in this room a player has one seat at a table" in refused["message"]
                (seat,) = (await server.house.look(lambda hall: hall.tables[table].seats)).keys()
                about = {"name": table, "player": guest.name, "seat": seat % 4 + 1, "cents": 30_000}
                sold = await dee.post("/api/staff/acts", key="a-second", act="buy_in", about=about)
                assert sold.code == "room/seat"
                assert (await buys(socket, seat, 1_000))["type"] == "done"

    async def _sits(guest: Any, table: str, seat: int) -> Any:
        async with guest.socket(table) as socket:
            return await buys(socket, seat, 30_000)

    run(scenario())


def test_who_has_two_seats_by_the_room_may_buy_at_both(bank: Path) -> None:
    """`croupier room` seats them; the server does not undo it."""

    async def scenario() -> None:
        async with serving(bank) as server:
            guest = await server.guest()
            async with guest.socket(PRIME) as socket:
                with open_store(f"sqlite:///{bank}") as store:
                    beside = Room(store, no_theory)
                    for seat in (2, 5):
                        about = (PRIME, seat, guest.name, 1_000)
                        beside.do(f"sit {seat}", DEALER, "buy_in", *about)
                for seat in (2, 5):
                    assert (await buys(socket, seat, 30_000))["type"] == "done"
                assert (await buys(socket, 6, 30_000))["code"] == "room/seat"

    run(scenario())
