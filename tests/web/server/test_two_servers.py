"""Two servers on one bank: the books decide, and neither shows less than the other has shown."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from croupier.bank.store import open_store
from croupier.program import program_hash
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.table.table import open_table
from croupier.web import app as web_app
from croupier.web.house import ADMINISTRATOR, BOTS, DEALER, FLOOR, no_theory
from croupier.web.reading import TableReader
from croupier.web.tables import STANDARD
from tests.web.server.player import Player
from tests.web.server.running import run, serving


def test_both_may_set_up_the_room_at_once(bank: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            both = (serving(bank), serving(bank))
            for server in await asyncio.gather(*map(stack.enter_async_context, both)):
                open_ones = await server.house.look(web_app._open_ones)
                assert set(STANDARD) <= set(open_ones)

    run(scenario())


@pytest.mark.parametrize("done", [1, 2])
def test_what_a_server_that_was_killed_has_begun_is_finished(bank: Path, done: int) -> None:
    """The room is founded, and not all its staff is enrolled."""
    with open_store(f"sqlite:///{bank}") as store:
        room = Room(store, no_theory)
        room.do("found", ADMINISTRATOR, "found", program_hash())
        if done > 1:
            room.do("floor", ADMINISTRATOR, "enrol", FLOOR, Role.FLOOR)

    async def scenario() -> None:
        async with serving(bank) as server:
            assert server.house.people.keys() == {ADMINISTRATOR, FLOOR, DEALER, *BOTS}
            assert set(STANDARD) <= set(await server.house.look(web_app._open_ones))

    run(scenario())


def test_a_bank_that_others_founded_is_not_played_with(bank: Path) -> None:
    """Even if the house's staff works there, as in a room for money."""
    with open_store(f"sqlite:///{bank}") as store:
        room = Room(store, no_theory)
        room.do("found", "ada", "found", program_hash())
        room.do("floor", "ada", "enrol", FLOOR, Role.FLOOR)
        room.do("dealer", "ada", "enrol", DEALER, Role.DEALER)

    async def scenario() -> None:
        with pytest.raises(AssertionError, match="room/play_money"):
            async with serving(bank):
                pass

    run(scenario())


def test_a_page_that_comes_from_the_other_server_is_not_set_back(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second server has not looked for news yet."""

    async def scenario() -> None:
        async with serving(bank) as one:
            guest = await one.guest()
            table = (await guest.post("/api/practice", game="four-card-prime")).json["table"]
            monkeypatch.setattr(web_app, "OTHERS", 1_000)
            async with serving(bank) as two:
                async with guest.socket(table) as socket:
                    player = await Player.at(guest, socket, table, Random(1))
                    await player.play(1)
                    shown = player.view["version"]
                same = two.visitor()
                same.cookie = guest.cookie
                async with same.socket(table, v=shown) as socket:
                    told = await socket.hear("welcome", "step")
                    assert told["view"]["version"] >= shown and told["view"]["phase"] == "settled"

    run(scenario())


def test_chips_are_shown_as_of_the_version_that_is_shown(bank: Path) -> None:
    """Another server deals after this one has read the table, and before it reads the chips."""
    with open_store(f"sqlite:///{bank}") as ours, open_store(f"sqlite:///{bank}") as theirs:
        here, there = Room(ours, no_theory), Room(theirs, no_theory)
        furnish_a_table(here)
        table = there.hall.tables["7"]
        here.do("deal", DEALER, "deal", "7", {2: {"ante": 10_000}})
        reading = TableReader().read(there, "7")
        assert reading is not None
        state, chips = reading.look.state, reading.look.chips[2]
        assert (state.version - table.version, chips) in ((0, 200_000), (1, 190_000))


def furnish_a_table(room: Room) -> None:
    do = room.do
    do("found", ADMINISTRATOR, "found", program_hash())
    do("floor", ADMINISTRATOR, "enrol", FLOOR, Role.FLOOR)
    do("dealer", ADMINISTRATOR, "enrol", DEALER, Role.DEALER)
    do("pam", FLOOR, "enrol", "pam", Role.PLAYER)
    do("money", FLOOR, "deposit", "pam", 200_000)
    options = {"jackpot_type": "none"}
    do("open", FLOOR, "open_table", "7", open_table("four-card-prime", options=options))
    do("sit", DEALER, "buy_in", "7", 2, "pam", 200_000)
