"""Whose word counts about a client behind proxies: theirs only who are configured."""

import asyncio

import pytest
from starlette.types import Scope

from croupier.web.guard.address import header, names
from croupier.web.guard.forwarded import Forwarded
from tests.web.guard.test_address import asked, nobody


def seen(scope: Scope, *proxies: str) -> Scope:
    """As the app behind sees it."""
    found: list[Scope] = []

    async def app(scope: Scope, *_: object) -> None:
        found.append(scope)

    asyncio.run(Forwarded(app, names(proxies=proxies))(scope, nobody, nobody))  # type: ignore[arg-type]
    return found[0]


TOLD = (("x-forwarded-for", "198.51.100.7, 10.0.0.3"), ("x-forwarded-proto", "https"))


def test_an_unknown_proxy_is_not_believed() -> None:
    scope = seen(asked(*TOLD, scheme="http", client="10.0.0.2"))
    assert scope["client"] == ("10.0.0.2", 5) and scope["scheme"] == "http"
    assert not scope["headers"]  # nor can anything behind believe it


def test_a_configured_proxy_is_believed() -> None:
    scope = seen(asked(*TOLD, scheme="ws", client="10.0.0.2"), "10.0.0.0/24")
    assert scope["client"] == ("198.51.100.7", 0) and scope["scheme"] == "wss"


@pytest.mark.parametrize(
    "line, client",
    [
        ("1.1.1.1, 198.51.100.7", "198.51.100.7"),  # the first was made up by the client
        ("198.51.100.7, nonsense", "10.0.0.2"),
        ("", "10.0.0.2"),
        ("10.0.0.9, 10.0.0.8", "10.0.0.9"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_only_the_last_word_counts(line: str, client: str) -> None:
    scope = asked(("x-forwarded-for", line), client="10.0.0.2")
    assert seen(scope, "10.0.0.0/24")["client"][0] == client


EVERYTHING = (
    ("host", "127.0.0.1:8000"),
    ("forwarded", "for=198.51.100.7;proto=https;host=cards.example"),
    ("x-forwarded-for", "198.51.100.7"),
    ("x-forwarded-proto", "https"),
    ("x-forwarded-host", "cards.example"),
)


@pytest.mark.parametrize("scheme, told", [("http", "https"), ("ws", "wss")])
@pytest.mark.parametrize("proxy", ["10.0.0.2", "::ffff:10.0.0.2", "fd00::2"])
def test_both_ways(proxy: str, scheme: str, told: str) -> None:
    """The same request from a proxy, and from somebody who says what a proxy would."""
    trusted = seen(asked(*EVERYTHING, scheme=scheme, client=proxy), "10.0.0.2", "fd00::/64")
    assert (trusted["client"][0], trusted["scheme"]) == ("198.51.100.7", told)
    assert trusted["headers"] == [(b"host", b"cards.example")]
    stranger = seen(asked(*EVERYTHING, scheme=scheme, client="10.0.0.3"), "10.0.0.2", "fd00::/64")
    assert (stranger["client"], stranger["scheme"]) == (("10.0.0.3", 5), scheme)
    assert stranger["headers"] == [(b"host", b"127.0.0.1:8000")]


@pytest.mark.parametrize(
    "addresses, protos, hosts, expected",
    [
        # The client calls the outer proxy by https, which calls the inner one by http.
        ("198.51.100.7, 10.0.0.1", "https, http", "", ("198.51.100.7", "https", None)),
        ("198.51.100.7, 10.0.0.1", "https", "a.example", ("198.51.100.7", "https", "a.example")),
        ("198.51.100.7, 10.0.0.1", "", "a.example, b", ("198.51.100.7", "http", "a.example")),
        # It says https itself, and that it is somebody else: only what the proxies add counts.
        (
            "1.1.1.1, 198.51.100.7, 10.0.0.1",
            "https, http, http",
            "",
            ("198.51.100.7", "http", None),
        ),
        ("10.0.0.1, 198.51.100.7", "https, http", "", ("198.51.100.7", "http", None)),
        ("", "", "", ("10.0.0.2", "http", None)),
    ],
)
def test_a_chain_of_two_proxies(
    addresses: str, protos: str, hosts: str, expected: tuple[str, str, str | None]
) -> None:
    told = {"x-forwarded-for": addresses, "x-forwarded-proto": protos, "x-forwarded-host": hosts}
    scope = asked(*((key, value) for key, value in told.items() if value), scheme="http")
    scope["client"] = ("10.0.0.2", 5)
    found = seen(scope, "10.0.0.0/24")
    assert (found["client"][0], found["scheme"], header(found, b"host")) == expected


@pytest.mark.parametrize(
    "written, client",
    [
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("198.51.100.7:4711", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("[nonsense", "10.0.0.2"),
        ("unknown", "10.0.0.2"),
    ],
)
def test_how_proxies_write_addresses(written: str, client: str) -> None:
    scope = asked(("x-forwarded-for", written), client="10.0.0.2")
    assert seen(scope, "10.0.0.2")["client"][0] == client


def test_two_lines_are_one_list() -> None:
    lines = (("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "198.51.100.7"))
    assert seen(asked(*lines, client="10.0.0.2"), "10.0.0.2")["client"][0] == "198.51.100.7"
    twice = (("x-forwarded-proto", "http"), ("x-forwarded-proto", "https"))
    assert seen(asked(*twice, scheme="http", client="10.0.0.2"), "10.0.0.2")["scheme"] == "http"
