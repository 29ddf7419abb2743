"""The house behind the page: the room's owner, the house's automatic staff, and play money.

A play-money house sets itself up: the room is founded, tables are opened, guests get chips. Its
automatic staff are enrolled like anyone else, so the books say who did what.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from croupier.bank.act import Receipt
from croupier.bank.clock import HOUR, SECOND
from croupier.bank.store import Store
from croupier.errors import Refused, RuleError
from croupier.money import Cents
from croupier.odds.house_edge import Worth
from croupier.room.names import ROOM, SIGN_INS
from croupier.room.owner import News, NewsListener, Owner, Pace
from croupier.room.people.floor import Floor
from croupier.room.people.roles import Role, unknown
from croupier.room.people.sign_ins import (
    BY_THE_HOUSE,
    CLOCK_DRIFTED,
    FACTOR_CHANGED,
    LOCKED,
    PASSWORD_CHANGED,
    SESSION_ENDED,
)
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Hall
from croupier.table.table import Table
from croupier.web.guard.answers import TryLater
from croupier.web.guard.rates import Credits, Rate
from croupier.web.money import balance_of, worth
from croupier.web.people.house import is_logged
from croupier.web.process.awaiting import Answers
from croupier.web.tables import (
    STANDARD,
    TablePolicy,
    check_game,
    is_practice,
    posted,
    practice_names,
)
from croupier.web.watch.watch import ServerWatch

ADMINISTRATOR, FLOOR, DEALER = "house administrator", "house floor", "house dealer"
BOTS = ("Bot Ann", "Bot Ben", "Bot Cleo")
AUTOMATIC = frozenset({FLOOR, DEALER, *BOTS})  # parts of the program
PURSE = Cents(300_000)  # a guest's play money
CHIPS = Cents(30_000)  # their chips at a new practice table
LEAST_CHIPS = Cents(2_000)
OWN_SEAT, BOT_SEATS = 2, (1, 3, 4)
FILL = Cents(1_000_000)
READERS, MOST_WAITING = 2, 32  # threads for past rounds; requests accepted at once
ENDS_SESSIONS = (PASSWORD_CHANGED, FACTOR_CHANGED, LOCKED, SESSION_ENDED)
Value = TypeVar("Value")


def no_theory(hall: Hall, name: str, table: Table) -> tuple[Worth, ...]:
    """With play money the house edge of a table is not needed; computing it takes a minute."""
    return ()


class WebHouse:
    """The room, as used by the page; `reader` is a second, read-only connection to the books."""

    def __init__(
        self,
        room: Room,
        reader: Store,
        *,
        play_money: bool,
        policy: TablePolicy | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.room, self.reader, self.play_money = room, reader, play_money
        self.policy, self.pace = policy or TablePolicy(), pace or Pace()
        self._floor, self._learning = room.hall.floor, Lock()
        self.owner: Owner | None = None
        self.watch = ServerWatch()
        self.new_tables, self._giving = Credits(Rate(self.policy.per_person, HOUR)), asyncio.Lock()
        self._choosing: dict[str, asyncio.Lock] = {}  # a practice table, by game
        self._readers = ThreadPoolExecutor(READERS, "past rounds")
        self._reading = 0

    def begin(
        self, listener: NewsListener, ended: Callable[[set[str]], object] = lambda names: None
    ) -> None:
        """Starts the room's owner; from now on only it may use the room.

        `ended` is called with the names of people whose sessions end because of something that
        another process has written.
        """
        self._sign_ins, self._answers = self.room.hall.sign_ins, Answers()

        def on_news(news: News) -> None:
            if ROOM in news.streams:
                self._learn(self.room.hall.floor)
            if names := self._ended_elsewhere(news):
                ended(names)
            listener(news)

        gather, most = self.pace
        watching = self.watch.committed
        self.owner = Owner(self.room, on_news, gather=gather, most=most, on_commit=watching)

    def _ended_elsewhere(self, news: News) -> set[str]:
        since, now = self._sign_ins, news.streams.get(SIGN_INS, self._sign_ins)
        own = {one.version for one in news.receipts if one.stream == SIGN_INS}
        others = now - since > len(own)
        events = self.room.store.events(SIGN_INS, since, now - since) if others else ()
        self._sign_ins = now
        return {
            json.loads(event.body)["name"]
            for version, event in enumerate(events, since + 1)
            if version not in own and event.kind in ENDS_SESSIONS
        }

    async def meet(self) -> None:
        """Learns who is here, once the owner has begun: later changes are news."""
        self._learn(await self.look(lambda hall: hall.floor))

    def _learn(self, floor: Floor) -> None:
        """Called from the owner's thread and from the event loop; the newer state wins."""
        with self._learning:
            if floor.version >= self._floor.version:
                self._floor = floor

    @property
    def people(self) -> Mapping[str, Role]:
        return self._floor.people

    async def end(self) -> None:
        if self.owner is not None:
            await asyncio.to_thread(self.owner.close)
        await asyncio.to_thread(self._readers.shutdown, cancel_futures=True)

    async def do(self, key: str, by: str, decide: str, *about: object, **more: object) -> Receipt:
        return await self.submit(Request(key, by, decide, about, more))

    async def submit(self, request: Request) -> Receipt:
        """When this returns, a new person is known here; the listener is called only later."""
        assert self.owner is not None, "the house has not begun"
        try:
            receipt = await self._answers.to(self.owner.submit(request))
        except Refused:
            self.watch.acted(request, "refused")
            raise
        self.watch.acted(request, "repeated" if receipt.repeated else "done")
        if receipt.stream == ROOM:
            self._learn(await self.look(lambda hall: hall.floor))
        return receipt

    async def look(self, read: Callable[[Hall], Value]) -> Value:
        assert self.owner is not None, "the house has not begun"
        return await self._answers.to(self.owner.look(read))

    async def visit(self, read: Callable[[Room], Value]) -> Value:
        assert self.owner is not None, "the house has not begun"
        return await self._answers.to(self.owner.visit(read))

    async def refresh(self) -> bool:
        """Reads what other processes have written; False if nothing can be written just now."""
        assert self.owner is not None, "the house has not begun"
        await self._answers.to(self.owner.refresh())
        return not self.owner.fails

    async def recall(self, read: Callable[[Room], Value]) -> Value:
        """For slow reads: neither the owner nor the event loop waits for them. Everything
        answered so far is in the books, so such a read sees it.
        """
        if self._reading >= MOST_WAITING:
            busy = "too many people are looking at past rounds; try again in a moment"
            raise TryLater(busy, SECOND, "rate/rounds")
        self._reading += 1
        try:
            reading = self._readers.submit(lambda: read(Room(self.reader)))
            return await asyncio.wrap_future(reading)
        finally:
            self._reading -= 1

    # ---- for signing in (people/house.py)

    def role_of(self, name: str) -> Role | None:
        return self.people.get(name)

    def works_by_itself(self, name: str) -> bool:
        return name in AUTOMATIC or (self.play_money and name == ADMINISTRATOR)

    def balance(self, name: str) -> int:
        return balance_of(self.reader, name)

    async def enrol(self, name: str, *, guest: bool) -> None:
        if not self.play_money:
            raise RuleError("this room enrols its players at the cage", "sign-up/closed")
        await self.do(f"enrol-{secrets.token_hex(8)}", FLOOR, "enrol", name, Role.PLAYER)
        await self.give(name)

    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, *, by: str = "", key: str = ""
    ) -> bool:
        """Logs an event in the books. Unknown names are not logged: they may be passwords."""
        if name not in self.people:
            if key:
                raise unknown(name)
            return True
        by = by or (DEALER if what in BY_THE_HOUSE else name)
        key = key or f"sign-in-{secrets.token_hex(8)}"
        receipt = await self.do(key, by, "log_sign_in", name, what, session, detail)
        return not receipt.repeated

    async def log_drift(self, apart: int) -> None:
        """How far another clock is ahead of this process's, in milliseconds."""
        await self.log_sign_in(DEALER, CLOCK_DRIFTED, "", f"{apart:+} ms")

    async def has_logged(self, key: str, name: str, what: str, by: str) -> bool:
        return await self.visit(lambda room: is_logged(room.store, key, name, what, by))

    # ---- play money

    async def give(self, name: str) -> None:
        await self.do(f"purse-{secrets.token_hex(8)}", FLOOR, "deposit", name, PURSE)

    async def more_money(self, name: str) -> None:
        """Gives more play money to a player who has lost nearly all, chips at tables included."""
        if not self.play_money:
            raise RuleError("deposits are made at the cage", "money/cage")
        async with self._giving:  # one of several simultaneous requests is granted
            has = await self.visit(lambda room: worth(room, name))
            if has >= PURSE // 10:
                message = "you still have chips; leave your tables to get them back"
                raise RuleError(message, "money/enough")
            await self.give(name)

    # ---- tables

    async def practice(self, person: str, game: str, others: int) -> str:
        """Opens a practice table with chips; or returns the player's open one of this game."""
        if not self.play_money:
            raise RuleError("this room plays for real money; it has no practice", "room/practice")
        check_game(game)
        async with self._choosing.setdefault(game, asyncio.Lock()):
            return await self._practice(person, game, others)

    async def _practice(self, person: str, game: str, others: int) -> str:
        tables = await self.look(lambda hall: dict(hall.tables))
        own = [one for one in tables.values() if one.is_open and is_practice(one.name)]
        for one in own:
            if one.game_id == game and person in one.seats.values():
                return one.name
        chips = Cents(min(self.balance(person), CHIPS))
        if chips < LEAST_CHIPS:
            raise RuleError("you do not have enough money for a table; ask for more", "money/short")
        name = await self._free_practice(game, {one.name for one in own})
        again = secrets.token_hex(8)
        try:
            await self.do(f"sit-{again}", DEALER, "buy_in", name, OWN_SEAT, person, chips)
        except Refused:  # the money went to another table meanwhile
            await self.do(f"close-{again}", FLOOR, "close_table", name)
            raise
        others = max(posted(game).players_least - 1, others)
        for seat, bot in list(zip(BOT_SEATS, BOTS, strict=True))[:others]:
            key = f"bot-{again}-{seat}"
            await self.do(key, DEALER, "buy_in", name, seat, bot, CHIPS, cash=True)
        return name

    async def _free_practice(self, game: str, taken: Container[str]) -> str:
        """Opens one; another server on the same bank may have just opened the next."""
        for name in practice_names(game)[: self.policy.most_practice]:
            if name in taken:
                continue
            if await self.open_unless_open(name, game):
                return name
        raise RuleError("all practice tables are taken; try again later", "room/full")

    async def new_table(self, person: str, name: str, game: str) -> None:
        """Opens a table that others can join by its name or link."""
        if not self.play_money:
            raise RuleError("only the floor opens tables in this room", "role/not_allowed")
        check_game(game)
        if is_practice(name) or name in STANDARD:
            raise RuleError(f"{name} is a name of the house; choose another", "room/name")
        tables = await self.look(lambda hall: dict(hall.tables))
        shared = sum(one.is_open and not is_practice(one.name) for one in tables.values())
        if shared >= self.policy.most_shared:
            raise RuleError("no more tables can be opened now", "room/full")
        if wait := self.new_tables.spend(person):
            busy = "you have opened too many tables; use one of them, or try again later"
            raise TryLater(busy, wait, "rate/tables")
        await self.open_table(name, game)

    async def open_unless_open(self, name: str, game: str) -> bool:
        """False if another server on the same bank has just opened it."""
        try:
            await self.open_table(name, game)
        except RuleError as refused:
            if refused.code != "room/table":
                raise
            return False
        return True

    async def open_table(self, name: str, game: str) -> None:
        again = secrets.token_hex(8)
        table = posted(game, meters=is_practice(name) or name in STANDARD)
        await self.do(f"open-{again}", FLOOR, "open_table", name, table)
        await self.do(f"fill-{again}", FLOOR, "fill", name, FILL)
