"""The routes for staff: what they see and do. Reads bypass the owner's thread where possible."""

import asyncio
from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse

from croupier.desk.room.show import show
from croupier.room.people.roles import MAY, check_may
from croupier.web.house import WebHouse
from croupier.web.people.door import Door
from croupier.web.people.sessions import Visitor
from croupier.web.people.visitors import Entitled, Staff
from croupier.web.staff import messages, views
from croupier.web.staff.acts import act_of, done, proposal_of
from croupier.web.staff.opening import Openings
from croupier.web.staff.server import server_of
from croupier.web.watch.measures import Measures

Words = Annotated[str, Query(max_length=100)]
Before = Annotated[int, Query(ge=0, le=10**15)]


def staff_routes(house: WebHouse, door: Door, measures: Measures) -> APIRouter:
    router = APIRouter(prefix="/api/staff")
    _reads(router, house, door, measures)
    _acts(router, house)
    _accounts(router, door)
    return router


def _reads(router: APIRouter, house: WebHouse, door: Door, measures: Measures) -> None:
    async def reader(visitor: Entitled) -> Visitor:
        check_may(house.people, visitor.session.name, "read the books")
        return visitor

    Reader = Annotated[Visitor, Depends(reader)]  # noqa: N806
    floor, store = views.FloorReader(), house.reader

    @router.get("/me")
    async def me(by: Reader) -> messages.Staff:
        name, now, play_money = by.session.name, store.clock(), house.play_money
        return await house.look(lambda hall: views.staff_of(hall, now, name, play_money=play_money))

    @router.get("/tables")
    async def tables(by: Reader) -> messages.FloorTables:
        states = await house.look(lambda hall: list(hall.tables.values()))
        return await asyncio.to_thread(floor.tables_of, states, store)

    @router.get("/games")
    async def games(by: Reader) -> messages.FloorGames:
        return await asyncio.to_thread(views.games_of)

    @router.get("/people")
    async def people(by: Reader, words: Words = "", role: Words = "") -> messages.FloorPeople:
        chosen, more = views.chosen_people(house.people, words, role)
        states = await house.look(lambda hall: list(hall.tables.values()))
        accounts = {}
        if by.role in MAY["change accounts of others"]:
            accounts = await _accounts_of(door, [name for name, _ in chosen])
        return await asyncio.to_thread(views.people_of, chosen, more, states, store, accounts)

    @router.get("/proposals")
    async def proposals(by: Reader) -> messages.FloorProposals:
        return await asyncio.to_thread(views.proposals_of, store, by.session.name, by.role)

    @router.get("/jackpots")
    async def jackpots(by: Reader) -> messages.FloorJackpots:
        meters = await house.look(lambda hall: list(hall.meters.values()))
        return await asyncio.to_thread(views.jackpots_of, meters, store)

    @router.get("/log")
    async def log(by: Reader, words: Words = "", before: Before = 0) -> messages.FloorLog:
        return await asyncio.to_thread(views.log_of, store, words, before)

    @router.get("/server")
    async def server(by: Reader) -> messages.FloorServer:
        return server_of(measures)

    @router.get("/room")
    async def room(by: Reader) -> JSONResponse:
        """All of it, for programs."""
        return JSONResponse(await asyncio.to_thread(lambda: show(store).data))


def _acts(router: APIRouter, house: WebHouse) -> None:
    openings = Openings(house)

    @router.post("/acts")
    async def acts(wanted: messages.StaffAct, by: Staff) -> messages.Answered:
        return await done(house, act_of(by, wanted))

    @router.post("/proposals")
    async def propose(wanted: messages.Proposed, by: Staff) -> messages.Answered:
        return await done(house, await proposal_of(house, by, wanted))

    @router.post("/tables")
    async def open_table(wanted: messages.TableOpening, by: Staff) -> messages.Answered:
        return await done(house, await openings.request(by, wanted))


def _accounts(router: APIRouter, door: Door) -> None:
    @router.post("/accounts")
    async def accounts(wanted: messages.AccountAct, by: Entitled) -> messages.Answered:
        if wanted.act == "lock":
            await door.others.lock(by, wanted.name, wanted.key)
            said = "is locked, and signed out everywhere"
        elif wanted.act == "unlock":
            await door.others.unlock(by, wanted.name, wanted.key)
            said = "may sign in again"
        elif wanted.act == "remove factor":
            await door.others.remove_factor(by, wanted.name, wanted.key)
            said = "signs in with the password alone"
        else:
            await door.others.end_for(by, wanted.name, wanted.key)
            said = "is signed out everywhere"
        return messages.Answered(text=f"{wanted.name} {said}.", moved={})

    @router.post("/passwords")
    async def passwords(wanted: messages.PasswordSet, by: Entitled) -> messages.Answered:
        await door.others.set_password(by, wanted.name, wanted.password, wanted.key)
        return messages.Answered(text=f"{wanted.name} has a new password.", moved={})


async def _accounts_of(door: Door, names: Iterable[str]) -> dict[str, messages.FloorAccount]:
    records = door.accounts.records
    persons = await records.apart(lambda: [records.person(name) for name in names])
    open_now = door.sessions.counts()
    return {
        one.name: views.account_of(one, open_now[one.name]) for one in persons if one is not None
    }
