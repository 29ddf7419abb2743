"""Dependencies of routes: who sends a request, according to the cookie.

They are coroutines so that they run in the event loop, like everything that uses the door: FastAPI
would call plain functions in threads.
"""

from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from starlette.types import Scope

from croupier.room.people.roles import A, NotAllowed, Role
from croupier.web.guard.address import address_of
from croupier.web.guard.cookies import token_in
from croupier.web.guard.origins import READS
from croupier.web.people.door import Door
from croupier.web.people.sessions import Visitor


class Caller(NamedTuple):
    """The sender of a request, signed in or not."""

    door: Door
    scope: Scope

    @property
    def token(self) -> str | None:
        return token_in(self.scope)

    @property
    def address(self) -> str:
        return address_of(self.scope)

    @property
    def acts(self) -> bool:
        """Reading does not count as activity: pages poll by themselves."""
        return self.scope["method"] not in READS


async def caller(request: Request) -> Caller:
    return Caller(request.app.state.door, request.scope)


AtDoor = Annotated[Caller, Depends(caller)]


async def visitor(at: AtDoor) -> Visitor | None:
    return at.door.visitor(at.token, acts=at.acts)


async def signed_in(at: AtDoor) -> Visitor:
    return at.door.signed_in(at.token, acts=at.acts)


async def entitled(at: AtDoor) -> Visitor:
    return at.door.entitled(at.token, acts=at.acts)


Anybody = Annotated[Visitor | None, Depends(visitor)]
SignedIn = Annotated[Visitor, Depends(signed_in)]
Entitled = Annotated[Visitor, Depends(entitled)]


async def name(visitor: Anybody) -> str | None:
    return visitor.session.name if visitor else None


async def person(visitor: Entitled) -> str:
    return visitor.session.name


async def player(visitor: Entitled) -> str:
    if visitor.role is not Role.PLAYER:
        raise NotAllowed(f"{visitor.session.name} is {A[visitor.role]} here, and does not play")
    return visitor.session.name


async def staff(visitor: Entitled) -> str:
    if visitor.role is Role.PLAYER:
        player = visitor.session.name
        raise NotAllowed(f"{player} is {A[visitor.role]} here; this is for staff. Play at a table")
    return visitor.session.name


Name = Annotated[str | None, Depends(name)]
Person = Annotated[str, Depends(person)]
Player = Annotated[str, Depends(player)]
Staff = Annotated[str, Depends(staff)]
