"""Checklist item 12: one-time codes, by the test vectors of RFC 6238 and RFC 4226."""

import base64
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.web.people.totp import (
    PERIOD,
    SECRET_SIZE,
    code_of,
    matching_step,
    new_secret,
    step_at,
    uri_of,
    written,
)

SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    "seconds, code",
    [  # RFC 6238, appendix B, SHA-1
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_rfc_6238(seconds: int, code: str) -> None:
    step = step_at(seconds * 1000)
    assert code_of(SECRET, step, digits=8) == code
    assert code_of(SECRET, step) == code[-6:]
    assert matching_step(SECRET, f" {code[2:5]} {code[5:]}", seconds * 1000) == step


def test_rfc_4226() -> None:
    codes = ["755224", "287082", "359152", "969429", "338314"]  # appendix D
    codes += ["254676", "287922", "162583", "399871", "520489"]
    assert [code_of(SECRET, count) for count in range(10)] == codes


@given(st.binary(min_size=20, max_size=20), st.integers(10, 2**32), st.integers(-5, 5))
def test_one_step_either_way(secret: bytes, step: int, off: int) -> None:
    near = {code_of(secret, step + each): step + each for each in (-1, 0, 1)}
    code = code_of(secret, step + off)
    assert matching_step(secret, code, step * PERIOD + PERIOD // 2) == near.get(code)


@given(st.text(max_size=20))
def test_any_text_is_a_wrong_code(text: str) -> None:
    if not text.strip().isdecimal():
        assert matching_step(SECRET, text, 59_000) is None


@given(st.text(min_size=1, max_size=40))
def test_the_uri_holds_what_an_authenticator_reads(name: str) -> None:
    if name.isprintable():
        secret = new_secret()
        assert len(secret) == SECRET_SIZE
        uri = urlsplit(uri_of(name, secret, "The Room"))
        assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
        assert unquote(uri.path) == f"/The Room:{name}"
        asked = {key: value for key, (value,) in parse_qs(uri.query).items()}
        assert asked == {
            "secret": written(secret),
            "issuer": "The Room",
            "digits": "6",
            "period": "30",
        }
        assert base64.b32decode(written(secret)) == secret
