"""What a proxy says of the client: believed only if the proxy's address is configured.

Each proxy adds the address it was called from to `X-Forwarded-For`, so the last word is our
proxy's, the one before that is the word of a proxy in front of it, and so on; the first that is not
from one of ours could be anybody's invention. The headers of others are dropped, and so is
`Forwarded`, which proxies pass on as they got it.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.web.guard.address import Names, header

FOR, PROTO, HOST = b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"
FORWARDED = (b"forwarded", FOR, PROTO, HOST)


class Client(NamedTuple):
    address: str
    proxies: int  # of ours, between them and this server


class Forwarded:
    """Takes the client's address, the scheme and the host name from a trusted proxy.

    The server below must not do this as well: run uvicorn with `proxy_headers=False`.
    """

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self._as_forwarded(scope)
        await self.app(scope, receive, send)

    def _as_forwarded(self, scope: Scope) -> Scope:
        peer = scope.get("client")
        trusted = peer is not None and self._is_proxy(peer[0])
        dropped = FORWARDED if trusted else (*FORWARDED, self.names.request_header_bytes)
        headers = [pair for pair in scope["headers"] if pair[0] not in dropped]
        forwarded = {**scope, "headers": headers}
        if peer is None or not trusted:
            return forwarded
        client = self._client(peer[0], _listed(scope, FOR))
        forwarded["client"] = (client.address, 0)
        if (scheme := _of_client(scope, PROTO, client.proxies).lower()) in ("http", "https"):
            own = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
            forwarded["scheme"] = own
        if host := _of_client(scope, HOST, client.proxies):
            others = [pair for pair in headers if pair[0] != b"host"]
            forwarded["headers"] = [*others, (b"host", host.encode("latin-1"))]
        return forwarded

    def _client(self, peer: str, addresses: list[str]) -> Client:
        """The rightmost address that is not our proxy; anything before it could be forged."""
        last, proxies = peer, 1
        for text in reversed(addresses):
            address = _address(text)
            if address is None:
                break
            last = str(address)
            if not self._is_proxy(last):
                break
            proxies += 1
        return Client(last, proxies)

    def _is_proxy(self, text: str) -> bool:
        address = _address(text)
        return address is not None and any(address in network for network in self.names.proxies)


def _listed(scope: Scope, name: bytes) -> list[str]:
    """The parts of a header in order, however many lines it has."""
    lines = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return [part.strip() for part in ",".join(lines).split(",")]


def _of_client(scope: Scope, name: bytes, proxies: int) -> str:
    """What our outermost proxy said: each adds to the list, or only one of them speaks.

    Several lines of such a header have no order that could be relied on.
    """
    value = header(scope, name)
    parts = [part.strip() for part in (value or "").split(",")]
    return parts[-min(proxies, len(parts))]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Also with a port, as some proxies write it; an IPv4 address in IPv6 is that address."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
