"""The HTTP routes for accounts, and the session cookie.

The app must have the door as `state.door` and call `guard.answers.install_answers`.
"""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from croupier.room.people.roles import MAY
from croupier.web.guard.cookies import remove_cookie, set_cookie
from croupier.web.message import Message
from croupier.web.messages import Me
from croupier.web.people.door import Door
from croupier.web.people.sessions import Admission, Visitor
from croupier.web.people.visitors import Anybody, AtDoor, Caller, Entitled, SignedIn

# The rules for names and passwords are elsewhere; these only limit the size of a message.
Name = Annotated[str, Field(max_length=200)]
Password = Annotated[str, Field(max_length=1000)]
Code = Annotated[str, Field(max_length=20)]
NOBODY = Me(name=None, role=None)
router = APIRouter(prefix="/api")


class Nothing(Message):
    """A request without a body."""


class SignUp(Message):
    name: Name
    password: Password


class SignIn(Message):
    name: Name
    password: Password
    code: Code = ""


class NewPassword(Message):
    old: Password
    new: Password


class TotpSecret(Message):
    secret: str
    uri: str


class TotpCode(Message):
    code: Code


class EndSessions(Message):
    name: Name | None = None  # another person; only for administrators


def me(door: Door, visitor: Visitor) -> Me:
    session = visitor.session
    return Me(
        name=session.name,
        role=visitor.role.value,
        guest=bool(session.guest),
        staff=visitor.role in MAY["read the books"],
        balance=door.house.balance(session.name),
        play_money=door.house.play_money,
        last_sign_in=session.previous,
    )


def entered(at: Caller, response: Response, entry: Admission) -> Me:
    lasts = at.door.options.guest_longest // 1000 if entry.session.guest else None
    response.headers.append("set-cookie", set_cookie(at.scope, entry.token, lasts))
    role = at.door.house.role_of(entry.session.name)
    assert role is not None, "someone signed in who is not enrolled"
    return me(at.door, Visitor(entry.session, role))


def left(at: Caller, response: Response) -> Me:
    response.headers.append("set-cookie", remove_cookie(at.scope))
    return NOBODY


@router.get("/me")
async def get_me(at: AtDoor, visitor: Anybody) -> Me:
    return me(at.door, visitor) if visitor else NOBODY


@router.post("/guest")
async def guest(at: AtDoor, response: Response, body: Nothing) -> Me:
    return entered(at, response, await at.door.guest(at.address, at.token))


@router.post("/sign-up")
async def sign_up(at: AtDoor, response: Response, body: SignUp) -> Me:
    entry = await at.door.sign_up(body.name, body.password, at.address, at.token)
    return entered(at, response, entry)


@router.post("/sign-in")
async def sign_in(at: AtDoor, response: Response, body: SignIn) -> Me:
    entry = await at.door.sign_in(body.name, body.password, body.code, at.address, at.token)
    return entered(at, response, entry)


@router.post("/sign-out")
async def sign_out(at: AtDoor, response: Response, visitor: Anybody, body: Nothing) -> Me:
    if visitor is not None:
        await at.door.sign_out(visitor)
    return left(at, response)


@router.post("/password")
async def password(at: AtDoor, response: Response, visitor: Entitled, body: NewPassword) -> Me:
    entry = await at.door.change_password(visitor, body.old, body.new, at.address, at.token)
    return entered(at, response, entry)


@router.post("/end-sessions")
async def end_sessions(at: AtDoor, response: Response, visitor: SignedIn, body: EndSessions) -> Me:
    if body.name is None:
        await at.door.end_sessions(visitor)
        return left(at, response)
    await at.door.others.end_for(visitor, body.name)
    return me(at.door, visitor)


@router.post("/totp")
async def totp(at: AtDoor, visitor: SignedIn, body: Nothing) -> TotpSecret:
    secret, uri = await at.door.new_totp(visitor)
    return TotpSecret(secret=secret, uri=uri)


@router.post("/totp/confirm")
async def confirm(at: AtDoor, response: Response, visitor: SignedIn, body: TotpCode) -> Me:
    entry = await at.door.confirm_totp(visitor, body.code, at.address, at.token)
    return entered(at, response, entry)
