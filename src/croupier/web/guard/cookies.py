"""The session cookie: its name and flags restrict it to this host and hide it from scripts."""

from starlette.types import Scope

from croupier.web.guard.address import is_secure

SECURE_NAME = "__Host-croupier"
PLAIN_NAME = "croupier"  # only on this machine, where there may be no TLS; see `Hosts`
LONGEST = 4096


def cookie_name(scope: Scope) -> str:
    return SECURE_NAME if is_secure(scope) else PLAIN_NAME


def token_in(scope: Scope) -> str | None:
    """The token that was sent; None if there are two cookies of this name."""
    name, found = cookie_name(scope), []
    for key, value in scope["headers"]:
        if key == b"cookie" and len(value) <= LONGEST:
            for part in value.decode("latin-1").split(";"):
                own, _, token = part.strip().partition("=")
                if own == name:
                    found.append(token.strip('"'))
    return found[0] if len(found) == 1 and found[0] else None


def set_cookie(scope: Scope, token: str, lasts: int | None = None) -> str:
    """The value of a Set-Cookie header; lasts until the browser closes, or `lasts` seconds."""
    return _written(scope, token, lasts)


def remove_cookie(scope: Scope) -> str:
    return _written(scope, "", 0)


def _written(scope: Scope, token: str, lasts: int | None) -> str:
    parts = [f"{cookie_name(scope)}={token}", "Path=/", "HttpOnly", "SameSite=Lax"]
    if is_secure(scope):
        parts.append("Secure")
    if lasts is not None:
        parts.append(f"Max-Age={lasts}")
    return "; ".join(parts)
