"""The routes of an account: what the page sends, what it gets back, and the cookie."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from croupier.room.people.roles import MAY
from croupier.web.guard.address import address_of
from croupier.web.guard.cookies import remove_cookie, set_cookie, token_in
from croupier.web.messages import Me, Message
from croupier.web.people.door import Door, Visitor
from croupier.web.people.sessions import Admission

# The rules for names and passwords are stated elsewhere; these only keep a message small.
Name = Annotated[str, Field(max_length=200)]
Password = Annotated[str, Field(max_length=1000)]
Code = Annotated[str, Field(max_length=20)]
NOBODY = Me(name=None, role=None)


class Nothing(Message):
    """A request that says all by its address."""


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
    name: Name | None = None  # of another; for administrators


def account_routes(door: Door) -> APIRouter:
    """To be included in an app that `guard.answers.install_answers` was called for."""
    router = APIRouter(prefix="/api")

    def me(visitor: Visitor) -> Me:
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

    def entered(request: Request, response: Response, entry: Admission) -> Me:
        lasts = door.options.guest_longest // 1000 if entry.session.guest else None
        response.headers.append("set-cookie", set_cookie(request.scope, entry.token, lasts))
        role = door.house.role_of(entry.session.name)
        assert role is not None, "somebody came in who is not enrolled"
        return me(Visitor(entry.session, role))

    def left(request: Request, response: Response) -> Me:
        response.headers.append("set-cookie", remove_cookie(request.scope))
        return NOBODY

    @router.get("/me")
    async def get_me(request: Request) -> Me:
        visitor = door.visitor(token_in(request.scope), acts=False)
        return me(visitor) if visitor else NOBODY

    @router.post("/guest")
    async def guest(request: Request, response: Response, body: Nothing) -> Me:
        entry = await door.guest(address_of(request.scope), token_in(request.scope))
        return entered(request, response, entry)

    @router.post("/sign-up")
    async def sign_up(request: Request, response: Response, body: SignUp) -> Me:
        where, old = address_of(request.scope), token_in(request.scope)
        return entered(request, response, await door.sign_up(body.name, body.password, where, old))

    @router.post("/sign-in")
    async def sign_in(request: Request, response: Response, body: SignIn) -> Me:
        where, old = address_of(request.scope), token_in(request.scope)
        entry = await door.sign_in(body.name, body.password, body.code, where, old)
        return entered(request, response, entry)

    @router.post("/sign-out")
    async def sign_out(request: Request, response: Response, body: Nothing) -> Me:
        visitor = door.visitor(token_in(request.scope))
        if visitor is not None:
            await door.sign_out(visitor)
        return left(request, response)

    @router.post("/password")
    async def password(request: Request, response: Response, body: NewPassword) -> Me:
        token = token_in(request.scope)
        visitor = door.entitled(token)
        where = address_of(request.scope)
        entry = await door.change_password(visitor, body.old, body.new, where, token)
        return entered(request, response, entry)

    @router.post("/end-sessions")
    async def end_sessions(request: Request, response: Response, body: EndSessions) -> Me:
        visitor = door.signed_in(token_in(request.scope))
        if body.name is None:
            await door.end_sessions(visitor)
            return left(request, response)
        await door.end_for(visitor, body.name)
        return me(visitor)

    @router.post("/totp")
    async def totp(request: Request, body: Nothing) -> TotpSecret:
        secret, uri = await door.new_totp(door.signed_in(token_in(request.scope)))
        return TotpSecret(secret=secret, uri=uri)

    @router.post("/totp/confirm")
    async def confirm(request: Request, response: Response, body: TotpCode) -> Me:
        token = token_in(request.scope)
        visitor = door.signed_in(token)
        entry = await door.confirm_totp(visitor, body.code, address_of(request.scope), token)
        return entered(request, response, entry)

    return router
