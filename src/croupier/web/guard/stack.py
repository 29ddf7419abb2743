"""The guards around an app, in order."""

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.web.guard.address import Hosts, Names
from croupier.web.guard.forwarded import Forwarded
from croupier.web.guard.headers import Headers
from croupier.web.guard.origins import Origins
from croupier.web.guard.rates import Credits, Rates
from croupier.web.guard.sizes import BodyLimit
from croupier.web.watch.health import Health
from croupier.web.watch.probes import Probes
from croupier.web.watch.requests import Requests
from croupier.web.watch.watch import ServerWatch


class Guarded:
    """The server's app; and the one for an address of its own, which shows what is measured."""

    def __init__(self, app: ASGIApp, watched: ASGIApp, watch: ServerWatch) -> None:
        self.app, self.watched, self.watch = app, watched, watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


def guarded(
    app: ASGIApp,
    names: Names,
    by_address: Credits | None = None,
    health: Health | None = None,
) -> ASGIApp:
    """The address comes first; then headers, so that refusals have them; the body is last."""
    health = health or Health(ServerWatch(), lambda: None)
    inner = Hosts(Origins(BodyLimit(app), names), names)
    limited = Probes(Rates(inner, by_address), inner, health)
    return Forwarded(Requests(Headers(limited), health.watch, names.request_header), names)
