"""`/healthz` and `/readyz` for a load balancer; and `/metrics`, which is not public.

The first two are answered at the server's own address, without a session, before the room is ready
too. `Watched` answers all three at an address of its own.
"""

import json
from collections.abc import Callable
from ipaddress import ip_address

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.errors import Refused
from croupier.web.guard.address import Hosts, Names, address_of, header, is_loopback, without_port
from croupier.web.guard.answers import TryLater, count, refuse
from croupier.web.guard.rates import WINDOW, Credits, Rate
from croupier.web.watch.counters import CONTENT_TYPE
from croupier.web.watch.health import Health

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
PROBES = (ALIVE, READY)
OFTEN = Rate(100, WINDOW)  # from one address
NO_STORE = {"Cache-Control": "no-store"}


def probed(health: Health, path: str) -> Response:
    """503 with the reasons, unless there are none."""
    what, reasons = ("alive", health.alive()) if path == ALIVE else ("ready", health.ready())
    content = json.dumps({what: not reasons, "reasons": reasons})
    return Response(content, 503 if reasons else 200, NO_STORE, "application/json")


def is_probe(scope: Scope) -> bool:
    return bool(
        scope["type"] == "http" and scope["path"] in PROBES and scope["method"] in ("GET", "HEAD")
    )


class Probes:
    """Answers probes; passes everything else on."""

    def __init__(self, app: ASGIApp, hosts: Hosts, health: Health) -> None:
        self.app, self.hosts, self.health = app, hosts, health
        self.credits = Credits(OFTEN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_probe(scope):
            await self.app(scope, receive, send)
            return
        refused = self._fault(scope)
        if refused is None:
            await probed(self.health, scope["path"])(scope, receive, send)
        else:
            count(refused, scope)
            await refuse(refused, scope, receive, send)

    def _fault(self, scope: Scope) -> Refused | None:
        """As for any request; but a load balancer may ask by plain HTTP."""
        if wait := self.credits.spend(address_of(scope)):
            return TryLater("too many probes from your address", wait)
        fault = self.hosts.fault(scope)
        return None if fault is None or fault.code == "host/plain" else fault


class Watched:
    """The app of the address for metrics (`--metrics`)."""

    def __init__(self, health: Health, metrics: Callable[[], str], names: Names) -> None:
        self.health, self.metrics = health, metrics
        self.hosts = Hosts(self, names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if not self._knows(header(scope, b"host") or ""):
            return Response("unknown host name\n", 421)
        if is_probe(scope):
            return probed(self.health, scope["path"])
        if scope["path"] == METRICS and scope["method"] in ("GET", "HEAD"):
            return Response(self.metrics(), headers=NO_STORE, media_type=CONTENT_TYPE)
        return Response(f"here are {', '.join((*PROBES, METRICS))}\n", 404)

    def _knows(self, host: str) -> bool:
        """An address, or a name of ours: no foreign name that resolves to this machine."""
        return is_loopback(host) or _is_address(host) or self.hosts.is_ours(host, "http")


def _is_address(host: str) -> bool:
    try:
        ip_address(without_port(host).strip("[]"))
    except ValueError:
        return False
    return True
