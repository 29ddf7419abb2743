"""The guards around an app, in order."""

from starlette.types import ASGIApp

from croupier.web.guard.address import Forwarded, Hosts, Names
from croupier.web.guard.headers import Headers
from croupier.web.guard.origins import Origins
from croupier.web.guard.rates import Credits, Rates
from croupier.web.guard.sizes import BodyLimit


def guarded(app: ASGIApp, names: Names, by_address: Credits | None = None) -> ASGIApp:
    """The address comes first; then headers, so that refusals have them; the body is last."""
    inner = Origins(BodyLimit(app), names)
    return Forwarded(Headers(Rates(Hosts(inner, names), by_address)), names)
