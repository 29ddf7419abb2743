"""One-time codes of an authenticator (RFC 6238): SHA-1, 30 seconds, 6 digits."""

import base64
import hmac
import secrets
from hashlib import sha1
from urllib.parse import quote, urlencode

PERIOD = 30_000  # milliseconds
DIGITS = 6
SECRET_SIZE = 20  # bytes; RFC 4226 recommends 160 bits
WINDOW = 1  # steps by which a clock may be off


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_SIZE)


def step_at(at: int) -> int:
    return at // PERIOD


def code_of(secret: bytes, step: int, digits: int = DIGITS) -> str:
    mac = hmac.digest(secret, step.to_bytes(8, "big"), sha1)
    begin = mac[-1] & 0xF  # RFC 4226, 5.3: dynamic truncation
    number = int.from_bytes(mac[begin : begin + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def matching_step(secret: bytes, code: str, at: int) -> int | None:
    """The step near `at` that has this code. The store checks that it was not used before."""
    typed = "".join(code.split()).encode("utf-8", "replace")
    found = None
    for step in range(step_at(at) - WINDOW, step_at(at) + WINDOW + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), typed):
            found = step
    return found


def written(secret: bytes) -> str:
    return base64.b32encode(secret).decode().rstrip("=")


def uri_of(name: str, secret: bytes, issuer: str) -> str:
    """The URI for the QR code that an authenticator scans."""
    label = quote(f"{issuer}:{name}", safe="")
    asked = {"secret": written(secret), "issuer": issuer, "digits": DIGITS}
    return f"otpauth://totp/{label}?{urlencode(asked, quote_via=quote)}&period={PERIOD // 1000}"
