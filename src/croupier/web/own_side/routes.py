"""The routes of a player's own side. What is allowed is decided by the room, in the books."""

import asyncio
import secrets
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends

from croupier.bank.store import Store
from croupier.desk.room.acts import outcome
from croupier.desk.room.answers import answer
from croupier.errors import Refused
from croupier.room.names import plain
from croupier.room.people.roles import A, NotAllowed, Role
from croupier.room.requests.request import Request
from croupier.room.state.hall import Hall
from croupier.web.house import WebHouse
from croupier.web.own_side import messages
from croupier.web.own_side.sums import Came, SessionSums
from croupier.web.own_side.tables import tables_of
from croupier.web.own_side.views import own_rounds_of, own_side_of
from croupier.web.people.sessions import Visitor
from croupier.web.people.visitors import Entitled

PAUSES = {"break": "take_break", "exclusion": "exclude"}


async def playing(visitor: Entitled) -> Visitor:
    if visitor.role is not Role.PLAYER:
        raise NotAllowed(f"{visitor.session.name} is {A[visitor.role]} here, and does not play")
    return visitor


Playing = Annotated[Visitor, Depends(playing)]


def own_side_routes(house: WebHouse) -> APIRouter:
    router = APIRouter(prefix="/api/own")
    side = OwnSides(house)

    @router.get("")
    async def own(by: Playing) -> messages.OwnSide:
        return await side.of(by)

    @router.get("/rounds")
    async def rounds(by: Playing) -> messages.OwnRounds:
        name = by.session.name
        tables = await asyncio.to_thread(tables_of, house.reader, name)
        return await house.recall(lambda room: own_rounds_of(room, name, tables))

    @router.post("/limits")
    async def limits(wanted: messages.LimitWanted, by: Playing) -> messages.OwnSide:
        return await side.do(by, wanted.key, "set_limit", wanted.what, wanted.amount)

    @router.post("/confirmations")
    async def confirmations(wanted: messages.LimitConfirmed, by: Playing) -> messages.OwnSide:
        return await side.do(by, wanted.key, "confirm_limit", wanted.what)

    @router.post("/breaks")
    async def breaks(wanted: messages.PauseWanted, by: Playing) -> messages.OwnSide:
        done = await side.do(by, wanted.key, PAUSES[wanted.kind], wanted.length)
        await side.leave_tables(by.session.name)
        return done

    return router


class OwnSides:
    def __init__(self, house: WebHouse) -> None:
        self.house, self.sums = house, SessionSums()

    async def of(self, by: Visitor, said: str = "") -> messages.OwnSide:
        name, store = by.session.name, self.house.reader
        own = await self.house.look(lambda hall: hall.own(name))
        sits = [table for table, _ in await self.house.look(lambda hall: _seats_of(hall, name))]
        came = await asyncio.to_thread(self._came, store, by, sits)
        return own_side_of(own, store.clock(), by.session, came, said)

    def _came(self, store: Store, by: Visitor, sits: list[str]) -> Came:
        session = by.session
        return self.sums.came(store, session.id, session.name, session.began, sits)

    async def do(self, by: Visitor, key: str, decide: str, *about: object) -> messages.OwnSide:
        name = by.session.name
        request = Request(key, name, decide, (name, *about))
        try:
            receipt = await self.house.submit(request)
        except Refused as refused:
            raise plain(refused) from refused
        said = await self.house.visit(lambda room: answer(outcome(room, request, receipt)).text)
        return await self.of(by, said)

    async def leave_tables(self, name: str) -> None:
        """Chips go to the deposit: now, or after the round in progress."""
        for table, seat in await self.house.look(lambda hall: _seats_of(hall, name)):
            with suppress(Refused):  # they have left, or are about to
                await self.house.do(f"break-{secrets.token_hex(8)}", name, "leave", table, seat)


def _seats_of(hall: Hall, name: str) -> list[tuple[str, int]]:
    return [
        (state.name, seat)
        for state in hall.tables.values()
        for seat, player in state.seats.items()
        if player == name and state.is_open
    ]
