"""What staff do from a page: acts of the room by name, and proposals that take two people.

The room decides who may do what (room/people/roles.py); it is not repeated here. The second person
approves in a session of their own, so nobody can use another person's name.
"""

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from croupier.desk.room.acts import outcome
from croupier.desk.room.answers import answer, proposals_waiting
from croupier.desk.room.show import show
from croupier.errors import RuleError, shown
from croupier.room.people.proposals import HOURS, MATTERS
from croupier.room.people.roles import Role, check_may
from croupier.room.requests.request import DECISIONS, Request
from croupier.web import messages
from croupier.web.house import WebHouse
from croupier.web.people.visitors import Person

# Those whose arguments are names, numbers or words; `croupier room` opens tables and meters.
BY_NAME = frozenset(
    {
        *("deposit", "withdraw", "buy_in", "cash_out", "fill", "credit", "close_table"),
        *("deal", "act", "open_bets", "time_out", "sit_out", "sit_in", "leave"),
        *("acknowledge", "call_off", "dead_hand", "exposed", "enrol", "dismiss"),
        *("second", "refuse"),
    }
)
assert set(DECISIONS) >= BY_NAME, "no such act of the room"


class StaffAct(messages.Message):
    key: messages.Key
    act: Annotated[str, Field(max_length=40)]
    about: dict[Annotated[str, Field(max_length=20)], str | int | bool | None]


class Proposed(messages.Message):
    key: messages.Key
    what: Annotated[str, Field(max_length=40)]
    about: dict[Annotated[str, Field(max_length=40)], Any]
    hours: Annotated[int, Field(ge=1, le=720)] = HOURS


class Answered(messages.Message):
    """The result of an act, as text and, for programs, as amounts in cents."""

    text: str
    record: int
    moved: dict[str, Any]


def staff_routes(house: WebHouse) -> APIRouter:
    router = APIRouter(prefix="/api/staff")

    @router.post("/acts")
    async def acts(wanted: StaffAct, by: Person) -> Answered:
        if wanted.act not in BY_NAME:
            known = ", ".join(sorted(BY_NAME))
            raise RuleError(f"no act {shown(wanted.act)}; there are: {known}", "request/unknown")
        return await _done(house, Request(wanted.key, by, wanted.act, (), _values(wanted.about)))

    @router.post("/proposals")
    async def propose(wanted: Proposed, by: Person) -> Answered:
        kind = MATTERS.get(wanted.what)
        if kind is None:
            known = ", ".join(MATTERS)
            raise RuleError(f"no matter {shown(wanted.what)}; there are: {known}", "request/bad")
        try:
            matter = kind.from_json(wanted.about)
        except (KeyError, TypeError, ValueError) as wrong:
            words = f"{wanted.what}: cannot be read from {shown(wanted.about)}"
            raise RuleError(words, "request/bad") from wrong
        return await _done(house, Request(wanted.key, by, "propose", (matter, wanted.hours)))

    @router.get("/proposals")
    async def proposals(by: Person) -> JSONResponse:
        check_may(house.people, by, "read the books")
        waiting = await house.recall(lambda room: proposals_waiting(room.store))
        return JSONResponse({"proposals": [one.data for one in waiting]})

    @router.get("/room")
    async def room(by: Person) -> JSONResponse:
        check_may(house.people, by, "read the books")
        return JSONResponse(await house.recall(lambda room: show(room.store).data))

    return router


def _values(about: dict[str, str | int | bool | None]) -> dict[str, object]:
    """The arguments of an act; a role is sent as a word."""
    values: dict[str, object] = dict(about)
    if "role" in values:
        try:
            values["role"] = Role(values["role"])
        except ValueError:
            known = ", ".join(role.value for role in Role)
            words = f"no role {shown(values['role'])}; there are: {known}"
            raise RuleError(words, "room/role") from None
    return values


async def _done(house: WebHouse, request: Request) -> Answered:
    receipt = await house.submit(request)
    told = await house.visit(lambda room: answer(outcome(room, request, receipt)))
    return Answered(text=told.text, record=receipt.last, moved=dict(told.data))
