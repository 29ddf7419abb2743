"""The client's address, and the requested host name.

`Hosts` accepts only our own names, so a foreign name that resolves to this machine (DNS rebinding)
reaches nothing. Whose word about a client's address counts is in forwarded.py.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.errors import Refused
from croupier.web.guard.answers import note, refuse

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
SECURE = frozenset({"https", "wss"})
PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}


@dataclass(frozen=True)
class Names:
    """The server's host names besides the loopback ones, such as `cards.example:8443`."""

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()  # of pages served by other hosts; usually none
    proxies: tuple[IPv4Network | IPv6Network, ...] = field(default=())
    request_header: str = ""  # in which the proxies name requests

    @property
    def request_header_bytes(self) -> bytes:
        return self.request_header.lower().encode("latin-1")


def names(
    hosts: Iterable[str] = (),
    proxies: Iterable[str] = (),
    origins: Iterable[str] = (),
    request_header: str = "",
) -> Names:
    try:
        networks = tuple(ip_network(proxy) for proxy in proxies)
    except ValueError as wrong:
        raise Refused(f"{wrong}; write 10.0.0.2 or 10.0.0.0/24", "host/proxy") from None
    return Names(
        frozenset(host.lower() for host in hosts),
        frozenset(origin.lower().rstrip("/") for origin in origins),
        networks,
        request_header,
    )


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header that appears exactly once; otherwise None."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def without_port(host: str) -> str:
    end = host.rfind("]")  # end of an IPv6 address
    colon = host.find(":", end + 1)
    return host if colon < 0 else host[:colon]


def is_loopback(host: str) -> bool:
    return without_port(host.lower()) in LOOPBACK


def is_secure(scope: Scope) -> bool:
    return scope["scheme"] in SECURE


def address_of(scope: Scope) -> str:
    """The client for counting; a 64-bit IPv6 network counts as one."""
    client = scope.get("client")
    return bucket(client[0]) if client else "local"


def bucket(text: str) -> str:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> 64 << 64, 64)))


THIS_MACHINE = frozenset(map(bucket, ("127.0.0.1", "::1")))


class Hosts:
    """Refuses host names that are not ours, and plain HTTP except on this machine."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.fault(scope) if scope["type"] in ("http", "websocket") else None
        if refused is None:
            await self.app(scope, receive, send)
        else:
            note(refused, scope)
            await refuse(refused, scope, receive, send)

    def fault(self, scope: Scope) -> Refused | None:
        host = header(scope, b"host")
        if host is None:
            return Refused("the request needs exactly one Host header", "host/missing")
        host = host.lower()
        if is_loopback(host):
            return None
        if not self.is_ours(host, scope["scheme"]):
            return Refused("unknown host name; the operator adds names with --name", "host/unknown")
        if not is_secure(scope):
            return Refused("use https", "host/plain")
        return None

    def is_ours(self, host: str, scheme: str) -> bool:
        return plain_host(host, scheme) in {plain_host(own, scheme) for own in self.names.hosts}


def plain_host(host: str, scheme: str) -> str:
    """The host without the default port of the scheme."""
    return host.lower().removesuffix(PORTS[scheme])
