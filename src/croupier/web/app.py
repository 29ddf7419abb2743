"""The server: the lobby, the tables, past rounds, and the page. It only parses and responds."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Query, WebSocket
from fastapi.responses import FileResponse, JSONResponse
from pydantic import Field
from starlette.types import Lifespan

from croupier.bank.faults import StoreError
from croupier.errors import Refused, RuleError, shown
from croupier.room.state.hall import AnyTable, Hall, no_table
from croupier.table.table import Table
from croupier.web import messages
from croupier.web.awake import awake
from croupier.web.coach.coach import WebCoach
from croupier.web.coach.table import TableCoach
from croupier.web.dealer import AutoDealer
from croupier.web.feed import Feed, Feeds
from croupier.web.furnishing import check_staff, furnish
from croupier.web.guard.address import Names, address_of
from croupier.web.guard.answers import deny, in_public, install_answers, note
from croupier.web.guard.cookies import token_in
from croupier.web.guard.rates import Credits
from croupier.web.guard.sockets import Sockets
from croupier.web.guard.stack import Guarded, guarded
from croupier.web.house import WebHouse
from croupier.web.message import Message
from croupier.web.money import balance_of
from croupier.web.own_side.routes import own_side_routes
from croupier.web.people.api import router as accounts
from croupier.web.people.door import Door
from croupier.web.people.opening import attended
from croupier.web.people.sessions import ENDED
from croupier.web.people.visitors import Name, Person, Player
from croupier.web.reading import Reading
from croupier.web.staff.routes import staff_routes
from croupier.web.table_socket import TableSocket, close_code
from croupier.web.tables import is_practice
from croupier.web.training.routes import training_routes
from croupier.web.views.lobby import lobby_of, round_of, rounds_of
from croupier.web.views.posted import posted_of
from croupier.web.watch.health import Health
from croupier.web.watch.measures import Measures, ServerSizes
from croupier.web.watch.probes import Watched

log = logging.getLogger("croupier.web")
PAGE = Path(__file__).parent / "page"
OTHERS = 0.25  # seconds between checks for records from other processes
LASTING = {"Cache-Control": "public, max-age=31536000, immutable"}


class Tables:
    """The open tables: each with its feed and its dealer."""

    def __init__(self, house: WebHouse, coach: WebCoach) -> None:
        self.house, self.coach, self.feeds = house, coach, Feeds(house.watch.rounds)
        self._coaches: dict[str, TableCoach] = {}
        self._dealers: dict[str, tuple[AutoDealer, asyncio.Task[None]]] = {}

    async def at(self, name: str, person: str | None, shown: int = 0) -> tuple[Feed, AutoDealer]:
        """A table that this person may see: a practice table only if they sit there.

        Another server on the same bank may have `shown` them a version that is not known here yet.
        """
        served = self._now(name)
        if served is None or shown > served[0].look.state.version:
            reading = await self._read(name)
            if shown > reading.look.state.version:
                await self.house.refresh()
                reading = await self._read(name)
            self._check_sees(reading.look.state, person)
            served = self._served(name, reading)
        feed, dealer = served
        self._check_sees(feed.look.state, person)
        if person is not None and person not in feed.balances:
            feed.balances[person] = await self.house.visit(
                lambda room: balance_of(room.store, person)
            )
        return feed, dealer

    def _check_sees(self, state: AnyTable, person: str | None) -> None:
        if is_practice(state.name) and person not in state.seats.values():
            raise no_table(state.name)

    def coach_at(self, feed: Feed) -> TableCoach:
        known = self._coaches.get(feed.name)
        if known is None or known.feed is not feed:
            known = self._coaches[feed.name] = TableCoach(self.coach, feed)
        return known

    async def serve(self, name: str) -> None:
        """Rounds in progress continue and bets are opened even if nobody is watching."""
        self._served(name, await self._read(name))

    async def serve_all(self) -> None:
        for name in await self.house.look(_open_ones):
            try:
                await self.serve(name)
            except StoreError:  # better no server than one whose tables wait for a visitor
                raise
            except Refused:
                continue

    def _now(self, name: str) -> tuple[Feed, AutoDealer] | None:
        """Without asking the room: whatever changes at a table is told to its feed."""
        dealer, serving = self._dealers.get(name, (None, None))
        if dealer is None or serving is None or serving.done():
            return None
        return dealer.feed, dealer

    @property
    def viewers(self) -> int:
        return sum(len(feed.viewers) for feed in self.feeds.feeds.values())

    @property
    def open(self) -> int:
        return sum(feed.look.state.is_open for feed in self.feeds.feeds.values())

    @property
    def served(self) -> int:
        """Those with a dealer."""
        return len(self._dealers)

    async def _read(self, name: str) -> Reading:
        reading = await self.house.visit(lambda room: self.feeds.reader.read(room, name))
        if reading is None:
            raise no_table(name)
        return reading

    def _served(self, name: str, reading: Reading) -> tuple[Feed, AutoDealer]:
        feed = self.feeds.follow(name, reading)
        feed.take(reading)
        if name not in self._dealers or self._dealers[name][1].done():
            dealer = AutoDealer(self.house, feed)
            serving = asyncio.create_task(dealer.serve())
            serving.add_done_callback(lambda ended: self._leave(name, ended))
            self._dealers[name] = dealer, serving
        return feed, self._dealers[name][0]

    def _leave(self, name: str, serving: asyncio.Task[None]) -> None:
        """A closed table needs no dealer. Its name may soon be used again, or already is."""
        if not serving.cancelled() and (fault := serving.exception()):
            log.error("no dealer at table %s", name, exc_info=fault)
        if self._dealers[name][1] is serving:
            del self._dealers[name]
            if not self.feeds.feeds[name].look.state.is_open:
                self.feeds.leave(name)
                self._coaches.pop(name, None)

    def close(self) -> None:
        for _, task in self._dealers.values():
            task.cancel()


def _open_ones(hall: Hall) -> list[str]:
    return [state.name for state in hall.tables.values() if state.is_open]


def _coached_ones(hall: Hall) -> list[Table]:
    """The house-banked tables where the coach is allowed."""
    posted = (state.posted for state in hall.tables.values() if state.is_open)
    return [table for table in posted if table is not None and table.coach]


def application(
    house: WebHouse,
    door: Door,
    names: Names,
    sockets: Sockets | None = None,
    by_address: Credits | None = None,
    *,
    prepares: bool = False,
    coached: bool = True,
) -> Guarded:
    """The whole server behind its guards; pass `sockets` to be able to stop them.

    `prepares`: the coach compiles at once, in the background, and not when it is first asked;
    `coached`: there is one.
    """
    coach = WebCoach(house.watch, on=coached)
    tables = Tables(house, coach)
    sockets = Sockets() if sockets is None else sockets  # an empty Sockets is false
    door.sessions.listen(lambda session, reason: sockets.end(session.id, reason))

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        tables.feeds.loop = loop = asyncio.get_running_loop()

        def ended(names: set[str]) -> None:
            asyncio.run_coroutine_threadsafe(door.ended_elsewhere(names), loop)

        house.begin(tables.feeds.listen(house.room), ended)
        await house.meet()
        if house.play_money:
            await furnish(house)
        else:
            check_staff(house)
        awake.beat()  # starting took nobody's time
        await tables.serve_all()
        house.watch.starting = False
        if prepares:
            coach.begin(await house.look(_coached_ones))
        others = asyncio.create_task(_follow_others(house, tables.feeds))
        async with attended(door, house.log_drift):
            try:
                yield
            finally:
                house.watch.stopping = True
                sockets.stop()
                others.cancel()
                tables.close()
                coach.close()
                await door.recorded()
                await house.end()

    app = _described(life)
    app.state.door = door
    app.include_router(accounts)
    _routes(app, house, tables)
    app.include_router(own_side_routes(house))
    measures = _measures(house, door, tables, sockets)
    app.include_router(training_routes(coach))
    app.include_router(staff_routes(house, door, measures))
    _sockets(app, house, tables, door, sockets)
    _page(app)
    watched = Watched(measures.health, measures.text, names)
    return Guarded(guarded(app, names, by_address, measures.health), watched, house.watch)


def _described(life: Lifespan[FastAPI]) -> FastAPI:
    app = FastAPI(
        title="Croupier",
        version="1",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    install_answers(app)
    return app


def _measures(house: WebHouse, door: Door, tables: Tables, sockets: Sockets) -> Measures:
    def sizes() -> ServerSizes:
        return ServerSizes(
            len(sockets), tables.viewers, len(door.sessions), tables.open, tables.served
        )

    return Measures(Health(house.watch, lambda: house.owner), sizes)


async def _follow_others(house: WebHouse, feeds: Feeds) -> None:
    """Follows what `croupier room …` writes while the server is running, and whether it runs."""
    while True:
        await asyncio.sleep(OTHERS)
        with suppress(Refused):
            if await house.refresh() and awake.beat():
                log.warning("the server or its books stood still; so did the clocks")
                feeds.show_clocks()


class PracticeWanted(Message):
    game: Annotated[str, Field(min_length=1, max_length=40)]
    others: Annotated[int, Field(ge=0, le=3)] = 0


class TableWanted(Message):
    game: Annotated[str, Field(min_length=1, max_length=40)]
    table: Annotated[str, Field(min_length=1, max_length=40)]


class TableName(Message):
    table: str


def _routes(app: FastAPI, house: WebHouse, tables: Tables) -> None:
    @app.get("/api/lobby")
    async def lobby(person: Name) -> messages.Lobby:
        return await house.visit(lambda room: lobby_of(room, person))

    @app.post("/api/practice")
    async def practice(wanted: PracticeWanted, person: Player) -> TableName:
        name = await house.practice(person, wanted.game, wanted.others)
        await tables.serve(name)
        return TableName(table=name)

    @app.post("/api/tables")
    async def new_table(wanted: TableWanted, person: Player) -> TableName:
        await house.new_table(person, wanted.table, wanted.game)
        await tables.serve(wanted.table)
        return TableName(table=wanted.table)

    @app.post("/api/more-money")
    async def more_money(person: Player) -> TableName:
        await house.more_money(person)
        return TableName(table="")

    @app.get("/api/tables/{table}")
    async def table(table: str, person: Name) -> messages.PostedTable:
        feed, _ = await tables.at(table, person)
        return posted_of(feed.look.state, house.policy.times_of(table))

    @app.get("/api/tables/{table}/rounds")
    async def rounds(
        table: str, person: Person, before: Annotated[int, Query(ge=0, le=10**9)] = 0
    ) -> messages.PastRounds:
        return await house.recall(lambda room: rounds_of(room, table, person, before))

    @app.get("/api/tables/{table}/rounds/{number}")
    async def one_round(table: str, number: int, person: Person) -> JSONResponse:
        if not 0 < number < 10**9:
            raise RuleError(f"there is no round {shown(number)}", "room/round")
        return JSONResponse(await house.recall(lambda room: round_of(room, table, person, number)))


def _sockets(app: FastAPI, house: WebHouse, tables: Tables, door: Door, sockets: Sockets) -> None:
    @app.websocket("/ws/table/{table}")
    async def table_socket(ws: WebSocket, table: str, v: int | None = None) -> None:
        token = token_in(ws.scope)
        visitor = door.visitor(token, acts=False)  # pages reconnect by themselves
        person = visitor.session.name if visitor and visitor.entitled else None
        session = visitor.session.id if visitor else ""

        def still_open(*, acts: bool) -> bool:
            return visitor is None or door.visitor(token, acts=acts) is not None

        await ws.accept()
        try:
            feed, dealer = await tables.at(table, person, v or 0)
            if not feed.look.state.is_open:
                raise RuleError(f"table {shown(table)} is closed", "table/closed")
            if not still_open(acts=False):  # it ended before this socket was registered
                raise Refused(ENDED, "session/ended")
            coach = tables.coach_at(feed)
            here = TableSocket(ws, house, feed, dealer, person, still_open, coach)
            place = sockets.enter(person or "", session, address_of(ws.scope), here.close)
        except Refused as refused:
            note(refused, ws.scope)
            public = in_public(refused)
            bye = messages.Bye(code=public.code, message=public.message)
            await ws.send_text(bye.model_dump_json())
            await ws.close(close_code(refused.code))
            return
        try:
            await here.run(place, v)
        finally:
            place.done()

    @app.websocket("/{path:path}")
    async def no_socket(ws: WebSocket, path: str) -> None:
        await deny(ws, Refused("there is nothing here", "http/404"))


def _page(app: FastAPI) -> None:
    """The built page: every address within the page gets the same file."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> FileResponse:
        if path.startswith(("api/", "ws/")):
            raise RuleError("there is nothing here", "http/404")
        found = _file_of(path)
        if found is not None:
            return FileResponse(found, headers=LASTING if path.startswith("assets/") else None)
        if not (PAGE / "index.html").is_file():
            raise RuleError("the page is not built; run scripts/setup", "page/missing")
        return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})


def _file_of(path: str) -> Path | None:
    """A file of the page; None for anything else, including impossible file names."""
    try:
        found = (PAGE / path).resolve()
        return found if found.is_file() and PAGE.resolve() in found.parents else None
    except (OSError, ValueError):
        return None
