"""Accepts changes and sockets only from our own page.

A browser says where a request comes from, in `Sec-Fetch-Site` or `Origin`. The cookie proves
nothing: the browser adds it to requests from any page.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.errors import Refused
from croupier.web.guard.address import Names, header, is_secure, plain_host
from croupier.web.guard.answers import note, refuse

READS = frozenset({"GET", "HEAD", "OPTIONS"})
ELSEWHERE = "this request came from another page; reload the page and try again"


class Origins:
    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.fault(scope)
        if refused is None:
            await self.app(scope, receive, send)
        else:
            note(refused, scope)
            await refuse(refused, scope, receive, send)

    def fault(self, scope: Scope) -> Refused | None:
        if scope["type"] == "websocket":
            return self._handshake(scope)
        if scope["type"] == "http" and scope["method"] not in READS:
            return self._change(scope) or _content(scope)
        return None

    def _handshake(self, scope: Scope) -> Refused | None:
        has_cookie = any(key == b"cookie" for key, _ in scope["headers"])
        if any(key == b"origin" for key, _ in scope["headers"]):
            return None if self._is_ours(scope) else Refused(ELSEWHERE, "origin/other")
        if has_cookie:
            return Refused("a WebSocket with a cookie needs an Origin header", "origin/missing")
        return None

    def _change(self, scope: Scope) -> Refused | None:
        keys = {key for key, _ in scope["headers"]}
        if b"sec-fetch-site" in keys and header(scope, b"sec-fetch-site") != "same-origin":
            return Refused(ELSEWHERE, "origin/other")
        if b"origin" in keys and not self._is_ours(scope):
            return Refused(ELSEWHERE, "origin/other")
        if not keys & {b"sec-fetch-site", b"origin"}:
            return Refused("this request needs an Origin header", "origin/missing")
        return None

    def _is_ours(self, scope: Scope) -> bool:
        """Whether the origin is the requested host, which `Hosts` has checked."""
        origin = (header(scope, b"origin") or "").lower()
        scheme = "https" if is_secure(scope) else "http"
        host = header(scope, b"host") or ""
        begin = f"{scheme}://"
        same = bool(host) and origin.startswith(begin)
        if same and plain_host(origin.removeprefix(begin), scheme) == plain_host(host, scheme):
            return True
        return origin in self.names.origins


def _content(scope: Scope) -> Refused | None:
    kind, _, more = (header(scope, b"content-type") or "").lower().partition(";")
    if kind.strip() == "application/json" and more.strip() in ("", "charset=utf-8"):
        return None
    return Refused("send JSON: content-type application/json", "content/type")
