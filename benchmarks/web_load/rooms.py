"""A room with many tables of every game, and people with chips at them, before its server starts.

All of it is done by the acts and in the order by which a server does it, gathered by the room's
owner, so that a thousand tables take seconds.
"""

import asyncio
from collections.abc import Awaitable, Iterable
from itertools import count, cycle, islice
from typing import NamedTuple

from croupier.bank.store import open_store, read_store
from croupier.desk.posting import buy_ins
from croupier.money import Cents
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.web.furnishing import furnish as found_and_open
from croupier.web.house import BOTS, CHIPS, DEALER, FLOOR, WebHouse, no_theory
from croupier.web.people.opening import open_door
from croupier.web.tables import games, is_practice, posted, practice_names

PURSE = Cents(10**9)  # enough for hours
RACK = Cents(10**10)  # so that no table is short of chips
PRACTICE = 4  # every fourth table is a practice table, with one player and the game's jackpots
RAIL = 10  # somebody looks on at every tenth table
SEATS = (1, 3)  # of two players at a shared table
OWN, BOT = 2, 1


class Chair(NamedTuple):
    """A player at a table; or somebody at the rail, who is nobody (`seat` 0)."""

    table: str
    game: str
    seat: int
    player: str = ""
    token: str = ""  # of their session

    @property
    def is_practice(self) -> bool:
        return is_practice(self.table)


async def furnish(url: str, tables: int) -> list[Chair]:
    """Opens the tables in a bank, founded if it is new; the chairs at them."""
    with open_store(url) as store, read_store(url) as reader:
        house = WebHouse(Room(store, no_theory), reader, play_money=True)
        house.begin(lambda news: None)
        try:
            await found_and_open(house)
            chairs = list(_chairs(tables))
            await _open(house, chairs)
            return await _signed_in(url, house, chairs)
        finally:
            await house.end()


def _chairs(tables: int) -> Iterable[Chair]:
    names = {game: iter(practice_names(game)) for game in games()}
    numbers = count(1)
    for place, game in enumerate(islice(cycle(games()), tables)):
        if place // len(games()) % PRACTICE == 0 and (name := next(names[game], "")):
            yield Chair(name, game, OWN, f"player {next(numbers)}")
            continue
        name = f"load {place}"
        for seat in SEATS:
            yield Chair(name, game, seat, f"player {next(numbers)}")
        if place % RAIL == 0:
            yield Chair(name, game, 0)


async def _open(house: WebHouse, chairs: list[Chair]) -> None:
    tables = {chair.table: chair.game for chair in chairs}
    players = [chair.player for chair in chairs if chair.player]
    do = house.do
    await _all(
        do(f"open {name}", FLOOR, "open_table", name, posted(game, meters=is_practice(name)))
        for name, game in tables.items()
    )
    await _all(do(f"fill {name}", FLOOR, "fill", name, RACK) for name in tables)
    await _all(do(f"enrol {one}", FLOOR, "enrol", one, Role.PLAYER) for one in players)
    await _all(do(f"purse {one}", FLOOR, "deposit", one, PURSE) for one in players)
    await _all(_sat_down(house, chair) for chair in chairs if chair.player)


async def _sat_down(house: WebHouse, chair: Chair) -> None:
    table = posted(chair.game)
    key, chips = f"sit {chair.player}", buy_ins(table).usual
    await house.do(key, DEALER, "buy_in", chair.table, chair.seat, chair.player, chips)
    if chair.is_practice:
        about = (chair.table, BOT, BOTS[0], CHIPS)
        await house.do(f"bot {chair.player}", DEALER, "buy_in", *about, cash=True)


async def _signed_in(url: str, house: WebHouse, chairs: list[Chair]) -> list[Chair]:
    door = open_door(url, house)
    try:
        return [
            chair._replace(token=(await door.sessions.begin(chair.player, guest=True)).token)
            if chair.player
            else chair
            for chair in chairs
        ]
    finally:
        door.accounts.hasher.close()
        door.accounts.records.close()


async def _all(acts: Iterable[Awaitable[object]]) -> None:
    await asyncio.gather(*acts)
