"""By which name we are called (DNS rebinding), and whose word about a client's address counts."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Scope

from croupier.errors import Refused
from croupier.web.guard.address import Hosts, address_of, bucket, header, names
from croupier.web.guard.cookies import remove_cookie, set_cookie, token_in


def asked(
    *headers: tuple[str, str], scheme: str = "https", client: str | None = "203.0.113.9"
) -> Scope:
    return {
        "type": "websocket" if scheme.startswith("ws") else "http",
        "method": "GET",
        "path": "/",
        "scheme": scheme,
        "client": (client, 5) if client else None,
        "headers": [(key.encode(), value.encode("latin-1")) for key, value in headers],
    }


async def nobody(*_: object) -> Message:
    raise AssertionError


OURS = names(["cards.example", "Cards.Example:8443"])


@pytest.mark.parametrize(
    "host, scheme, code",
    [
        ("cards.example", "https", None),
        ("CARDS.example:443", "https", None),
        ("cards.example", "wss", None),
        ("cards.example:8443", "https", None),
        ("cards.example:9999", "https", "host/unknown"),
        ("cards.example", "http", "host/plain"),
        ("cards.example", "ws", "host/plain"),
        ("localhost:8000", "http", None),
        ("127.0.0.1:8000", "http", None),
        ("[::1]:8000", "ws", None),
        ("evil.example:8000", "http", "host/unknown"),  # it resolves to 127.0.0.1
        ("localhost.evil.example", "http", "host/unknown"),
        ("127.0.0.1.evil.example", "http", "host/unknown"),
        ("localhost@evil.example", "http", "host/unknown"),
        ("[::1].evil.example", "http", "host/unknown"),
        ("[::1", "http", "host/unknown"),
        ("", "http", "host/unknown"),
    ],
)
def test_hosts(host: str, scheme: str, code: str | None) -> None:
    fault = Hosts(nobody, OURS).fault(asked(("host", host), scheme=scheme))
    assert (fault.code if fault else None) == code


def test_a_request_names_one_host() -> None:
    for headers in ((), (("host", "localhost"), ("host", "cards.example"))):
        fault = Hosts(nobody, OURS).fault(asked(*headers, scheme="http"))
        assert fault is not None and fault.code == "host/missing"


def test_a_proxy_that_is_no_address() -> None:
    with pytest.raises(Refused, match="host/proxy"):
        names(proxies=["proxy.example"])


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_an_ipv6_network_is_one_address(network: int, one: int, other: int) -> None:
    def written(host: int) -> str:
        full = f"{network << 64 | host:032x}"
        return ":".join(full[i : i + 4] for i in range(0, 32, 4))

    if network:  # ::ffff:0:0/96 is IPv4
        assert bucket(written(one)) == bucket(written(other)) != bucket("2001:db8::1%eth0")


def test_other_addresses() -> None:
    assert bucket("::ffff:192.0.2.1") == bucket("192.0.2.1") == "192.0.2.1"
    assert address_of(asked(client=None)) == "local"
    assert len(bucket("x" * 1000)) == 64


TOKEN = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=43)


@given(TOKEN, st.sampled_from(["http", "https"]))
def test_item_1_a_cookie_comes_back(token: str, scheme: str) -> None:
    sent = set_cookie(asked(scheme=scheme), token).partition(";")[0]
    assert token_in(asked(("cookie", f"a=b; {sent}; c=d"), scheme=scheme)) == token


def test_item_1_the_flags() -> None:
    secure, plain = asked(scheme="https"), asked(scheme="http")
    flags = "Path=/; HttpOnly; SameSite=Lax"
    assert set_cookie(secure, "t") == f"__Host-croupier=t; {flags}; Secure"
    assert set_cookie(plain, "t", 60) == f"croupier=t; {flags}; Max-Age=60"
    assert remove_cookie(secure) == f"__Host-croupier=; {flags}; Secure; Max-Age=0"


@pytest.mark.parametrize(
    "scheme, line",
    [
        ("https", "croupier=t"),  # the name without the promise, where TLS is
        ("https", "__Host-croupier=t; __Host-croupier=u"),
        ("http", "croupier=t; croupier=u"),
        ("http", "croupier="),
        ("http", "xcroupier=t"),
        ("http", "croupier=t" + "t" * 5000),
    ],
)
def test_item_1_what_is_no_cookie_of_ours(scheme: str, line: str) -> None:
    assert token_in(asked(("cookie", line), scheme=scheme)) is None


def test_a_header_that_appears_twice_is_none() -> None:
    assert header(asked(("a", "1"), ("a", "2")), b"a") is None
