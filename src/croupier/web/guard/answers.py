"""Refusals as HTTP responses, `{"code": …, "message": …}`, for all routes and guards."""

import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from croupier.bank.clock import SECOND
from croupier.bank.faults import StoreError
from croupier.errors import Refused, shown

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("croupier.web")

# The longest listed prefix of a code decides; all others are 400.
STATUS = {
    "action/stale": 409,
    "act/stale": 409,
    "content/type": 415,
    "host": 421,
    "http/404": 404,
    "origin": 403,
    "page/missing": 503,
    "password/wrong": 403,
    "rate": 429,
    "role": 403,
    "room/person": 409,
    "room/table": 404,
    "server": 500,
    "server/starting": 503,
    "session/full": 503,
    "session/missing": 401,
    "session/ended": 401,
    "session": 403,
    "sign-in": 401,
    "sign-in/busy": 503,
    "sign-in/wait": 429,
    "size/body": 413,
    "size/slow": 408,
    "store": 503,
}


class TryLater(Refused):
    """The request may be tried again later."""

    code = "rate/requests"

    def __init__(self, message: str, wait: int, code: str | None = None) -> None:
        super().__init__(message, code)
        self.wait = wait  # milliseconds


def in_public(refused: Refused, then: str = "try again in a moment") -> Refused:
    """What a database says of its failure is for the log: it may name hosts and files."""
    if not isinstance(refused, StoreError):
        return refused
    log.error("%s", refused)
    message = f"the room's books do not answer at the moment; {then}"
    return TryLater(message, SECOND, refused.code)


def status_of(code: str) -> int:
    named = [begin for begin in STATUS if code == begin or code.startswith(f"{begin}/")]
    return STATUS[max(named, key=len)] if named else 400


def answer(refused: Refused, status: int = 0) -> JSONResponse:
    refused = in_public(refused)
    content = {"code": refused.code, "message": refused.message}
    headers = {}
    if isinstance(refused, TryLater):
        headers["Retry-After"] = str(-(-refused.wait // 1000))
    return JSONResponse(content, status or status_of(refused.code), headers)


def count(refused: Refused, scope: Scope) -> None:
    """Counts it (web/watch); the guards know nothing of who does."""
    if watch := scope.get("watch"):
        watch.refused(refused.code)


def note(refused: Refused, scope: Scope) -> None:
    """Counts it, and logs the code, the path and the address, but no header, query or body."""
    count(refused, scope)
    client = scope.get("client") or ("local",)
    log.warning(
        "refused %s at %s from %s",
        *(refused.code, shown(scope.get("path", "")), shown(client[0])),
        extra={"about": {"code": refused.code}},
    )


async def refuse(refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Responds to a request or handshake in place of the app."""
    response = answer(refused)
    if scope["type"] == "http":
        await response(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await _deny(response, send)
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refused.code})


async def _deny(response: Response, send: Send) -> None:
    await send(
        {
            "type": "websocket.http.response.start",
            "status": response.status_code,
            "headers": response.raw_headers,
        }
    )
    await send({"type": "websocket.http.response.body", "body": bytes(response.body)})


async def deny(ws: WebSocket, refused: Refused) -> None:
    """Refuses a handshake, instead of `accept`."""
    note(refused, ws.scope)
    await refuse(refused, ws.scope, ws.receive, ws.send)


def install_answers(app: "FastAPI") -> None:
    """Turns every failure of a route into `{code, message}`, without repeating the input."""
    from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError

    @app.exception_handler(Refused)
    async def refused(request: Request, failed: Refused) -> Response:
        return _noted(request, failed)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, failed: RequestValidationError) -> Response:
        where = ", ".join(sorted({_place(error) for error in failed.errors()}))
        return _noted(request, Refused(f"this cannot be read: {where}", "message/bad"))

    @app.exception_handler(WebSocketRequestValidationError)
    async def no_address(ws: WebSocket, failed: WebSocketRequestValidationError) -> None:
        await deny(ws, Refused("this address cannot be read", "message/bad"))

    @app.exception_handler(HTTPException)
    async def not_there(request: Request, failed: HTTPException) -> Response:
        if failed.status_code == 400:  # from FastAPI, for a body that is not text
            return _noted(request, Refused("this cannot be read", "message/bad"))
        code = f"http/{failed.status_code}"
        response = _noted(request, Refused(str(failed.detail), code), failed.status_code)
        response.headers.update(failed.headers or {})
        return response

    @app.exception_handler(Exception)
    async def fault(request: Request, failed: Exception) -> Response:
        reference = request.scope.get("request_name", "none")
        message = f"internal error; the server has logged it, reference {reference}"
        refused = Refused(message, "server/fault")
        count(refused, request.scope)
        return answer(refused)


def _noted(request: Request, refused: Refused, status: int = 0) -> JSONResponse:
    note(refused, request.scope)
    return answer(refused, status)


def _place(error: Mapping[str, object]) -> str:
    """Only the name of the field: pydantic also has the input, which may be a password."""
    places = error.get("loc", ())
    assert isinstance(places, tuple)
    named = [str(place) for place in places if place != "body"]
    return json.dumps(".".join(named)[:40]) if named else "the message"
