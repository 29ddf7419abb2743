"""Security headers for every response."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.web.guard.address import header, is_loopback, is_secure

# Svelte creates its templates with a Trusted Types policy of this name; it needs no inline styles.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script';"
    " trusted-types svelte-trusted-html"
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT = "max-age=31536000; includeSubDomains"
STARTS = ("http.response.start", "websocket.http.response.start")


class Headers:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                message = {**message, "headers": list(message.get("headers", ()))}
                _put(MutableHeaders(scope=message), scope)
            await send(message)

        await self.app(scope, receive, with_headers)


def _put(headers: MutableHeaders, scope: Scope) -> None:
    for name, value in ALWAYS.items():
        headers[name] = value
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    # For localhost, a browser would apply it to all ports, and so to other programs.
    if is_secure(scope) and not is_loopback(header(scope, b"host") or ""):
        headers["Strict-Transport-Security"] = STRICT
