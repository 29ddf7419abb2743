"""What cannot be read is refused by name; nothing is changed, the socket stays, no error is logged.

Checklist item 13 for the socket. Ill-formed messages are written out, random ones are drawn: first
from the models of the messages, then from JSON at large.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.web import messages
from croupier.web.coach.messages import AskCoach, AskCosts, FollowMe
from croupier.web.guard.rates import Rate
from croupier.web.guard.sockets import Sockets
from croupier.web.table_socket import LARGEST
from tests.effort import examples
from tests.web.server.running import Server, run, serving
from tests.web.server.visitor import Socket

KEY = "11111111-2222"
GOOD = {"type": "away", "key": KEY, "seat": 2}
DEEP: dict[str, Any] = {}
for _ in range(500):
    DEEP = {"a": DEEP}
BAD: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "{",
    "a word": "away",
    "a number": "17",
    "a list": "[]",
    "null": "null",
    "an empty object": "{}",
    "an unknown type": json.dumps({**GOOD, "type": "deal"}),
    "no type": json.dumps({"key": KEY, "seat": 2}),
    "a message of the server": json.dumps({"type": "done", "key": KEY, "record": 1}),
    "a field too many": json.dumps({**GOOD, "by": "house floor"}),
    "a field too few": json.dumps({"type": "away", "key": KEY}),
    "a seat in words": json.dumps({**GOOD, "seat": "2"}),
    "half a seat": json.dumps({**GOOD, "seat": 2.5}),
    "a seat that is true": json.dumps({**GOOD, "seat": True}),
    "no such seat": json.dumps({**GOOD, "seat": 13}),
    "a short key": json.dumps({**GOOD, "key": "1"}),
    "a long key": json.dumps({**GOOD, "key": "1" * 65}),
    "a key with signs": json.dumps({**GOOD, "key": "deal/1/2/house dealer"}),
    "a key that is a list": json.dumps({**GOOD, "key": [KEY]}),
    "money below zero": json.dumps({"type": "buy_in", "key": KEY, "seat": 2, "cents": -1}),
    "much money": json.dumps({"type": "buy_in", "key": KEY, "seat": 2, "cents": 10**13}),
    "part of a cent": json.dumps({"type": "buy_in", "key": KEY, "seat": 2, "cents": 0.5}),
    "not a number": json.dumps({"type": "ping", "sent": float("nan")}),
    "stakes in a list": json.dumps({"type": "bet", "key": KEY, "seat": 2, "stakes": ["ante"]}),
    "stakes in words": json.dumps({"type": "bet", "key": KEY, "seat": 2, "stakes": {"ante": "5"}}),
    "a wager without a name": json.dumps(
        {"type": "bet", "key": KEY, "seat": 2, "stakes": {"": 500}}
    ),
    "a commitment of signs": json.dumps(
        {"type": "word", "key": KEY, "seat": 2, "word_commitment": "x" * 64, "shoe": "0" * 64}
    ),
    "a long word": json.dumps({"type": "open_word", "key": KEY, "seat": 2, "word": "a" * 81}),
    "half a character": json.dumps({"type": "open_word", "key": KEY, "seat": 2, "word": "\ud800"}),
    "a number of many digits": '{"type": "ping", "sent": ' + "9" * 5000 + "}",
    "deep lists": "[" * 4000,
    "deep lists that end": "[" * 2000 + "]" * 2000,
    "deep objects": '{"type":' * 900,
    "deep stakes": json.dumps({"type": "bet", "key": KEY, "seat": 2, "stakes": DEEP}),
    "too large": json.dumps({**GOOD, "more": "a" * LARGEST}),
    "too large and no JSON": "[" * (LARGEST + 1),
    "bytes": json.dumps(GOOD).encode(),
    "no bytes": b"",
    "bytes of no text": b"\xff\xfe\x00",
}
LARGE = {"too large", "too large and no JSON"}


@contextmanager
def no_error_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.clear()
    with caplog.at_level(logging.INFO, "croupier.web"):
        yield
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def seated(server: Server) -> tuple[Any, str]:
    guest = await server.guest()
    return guest, (await guest.post("/api/practice", game="four-card-prime")).json["table"]


def test_what_cannot_be_read_is_refused_and_the_socket_stays(
    bank: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await seated(server)
            async with guest.socket(table) as socket:
                await socket.hear("welcome")
                before = await server.head()
                for what, frame in BAD.items():
                    socket.raw(frame)
                    told = await socket.hear()
                    code = "size/message" if what in LARGE else "message/bad"
                    assert (what, told["type"], told.get("code")) == (what, "refused", code)
                    assert told["key"] is None and len(told["message"]) < 500
                    assert f"refused {code} at table {table} to {guest.name}" in caplog.text
                    caplog.clear()
                assert await server.head() == before
                socket.say(type="ping", sent=7)
                pong = await socket.hear()
                assert (pong["type"], pong["sent"]) == ("pong", 7)

    with no_error_logged(caplog):
        run(scenario())


def test_who_sends_too_much_is_told_so_and_let_go(
    bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checklist item 14; `bye` comes before the end, and only this socket is ended."""
    monkeypatch.setattr("croupier.web.app.Sockets", lambda: Sockets(rate=Rate(20, 3_600_000)))

    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await seated(server)
            async with guest.socket(table) as quiet, guest.socket(table) as loud:
                await quiet.hear("welcome")
                for number in range(21):
                    loud.say(type="ping", sent=number)
                told = await loud.until_closed()
                assert (told["type"], told["code"]) == ("bye", "rate/messages")
                assert loud.closed == 1008
                assert sum(one["type"] == "pong" for one in loud.heard()) == 20
                quiet.say(type="ping", sent=1)
                assert (await quiet.hear("pong"))["sent"] == 1

    run(scenario())


def test_who_reads_too_slowly_is_told_so_and_let_go(
    bank: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with serving(bank) as server:
            guest, table = await seated(server)
            async with guest.socket(table) as socket:
                await socket.hear("welcome")
                for number in range(200):  # all are read before anything is sent
                    socket.say(type="ping", sent=number)
                told = await socket.until_closed()
                assert (told["type"], told["code"]) == ("bye", "rate/unread")
                assert socket.closed == 1008

    with caplog.at_level(logging.INFO, "croupier.web"):
        run(scenario())
    (line,) = [one.getMessage() for one in caplog.records if "rate/unread" in one.getMessage()]
    assert line.startswith("refused rate/unread at table ")  # item 15


# At random

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.uuids().map(str)
SEATS = st.integers(1, 12)
CENTS = st.integers(0, 10**12) | st.sampled_from([500, 1000, 2500])
HEX = st.binary(min_size=32, max_size=32).map(bytes.hex)
WAGERS = st.sampled_from(["ante", "play", "aces baby", "bad beat", "four card jackpot"])
NAMES = WAGERS | st.text(min_size=1, max_size=40)
ACTIONS = st.sampled_from(["fold", "raise 1x", "check", "call", "bet $2.00", "discard As"])
MODELS: dict[type[messages.PageAct], dict[str, st.SearchStrategy[Any]]] = {
    messages.TakeSeat: {"seat": SEATS, "cents": CENTS},
    messages.Bet: {
        "seat": SEATS,
        "stakes": st.dictionaries(NAMES, CENTS, max_size=4),
        "word_commitment": HEX | st.just(""),
        "shoe": HEX | st.just(""),
    },
    messages.KeepWord: {"seat": SEATS, "word_commitment": HEX, "shoe": HEX},
    messages.OpenWord: {"seat": SEATS, "word": st.text(min_size=1, max_size=80)},
    messages.TakeOption: {
        "seat": SEATS,
        "action": ACTIONS | st.text(min_size=1, max_size=80),
        "version": st.integers() | st.integers(0, 40),
    },
    messages.Away: {"seat": SEATS},
    messages.Back: {"seat": SEATS, "post": st.booleans()},
    messages.Leave: {"seat": SEATS},
}


def acts(
    model: type[messages.PageAct], fields: dict[str, Any]
) -> st.SearchStrategy[dict[str, Any]]:
    kind = model.model_fields["type"].default
    return st.fixed_dictionaries({"type": st.just(kind), "key": KEYS, **fields})


ACTS = st.one_of([acts(model, fields) for model, fields in MODELS.items()])
SPOILED = st.builds(
    lambda act, field, value: {**act, field: value},
    ACTS,
    st.sampled_from(["type", "key", "seat", "cents", "stakes", "version", "word", "more"]),
    JSON,
)
SENT = ACTS | SPOILED | JSON


def test_every_act_of_a_page_is_drawn() -> None:
    plain = {messages.Ready, messages.Ping, messages.Echo, AskCoach, AskCosts, FollowMe}
    drawn = plain | set(MODELS)
    union = messages.FromPage.__origin__.__args__  # type: ignore[attr-defined]
    assert drawn == set(union)


async def told_all(socket: Socket, sent: list[Any], write: Callable[[Any], str]) -> None:
    """Every message is answered once: done or refused, and never by a fault of the server."""
    for message in sent:
        socket.raw(write(message))
    socket.say(type="ping", sent=len(sent))
    asked = [one for one in sent if not _silent(one)]
    answers = []
    while len(answers) < len(asked) or "pong" not in {one["type"] for one in answers}:
        answers += [await socket.hear("done", "refused", "pong")]
        if len(answers) == len(asked) + 1:
            break
    assert not [one for one in answers if one.get("code") == "server/fault"]


def _silent(message: Any) -> bool:
    return message == {"type": "ready"}


def test_random_messages_make_no_fault(bank: Path, caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()

    async def ready() -> tuple[Any, Any]:
        server = serving(bank)
        entered = await server.__aenter__()
        guest = await entered.guest()
        socket = guest.socket("5")  # one that stays open whoever leaves it
        opened = await socket.__aenter__()
        opened.say(type="buy_in", key="sits-down", seat=2, cents=20_000)
        assert (await opened.answer("sits-down"))["type"] == "done"
        return (server, socket), opened

    (server, context), socket = loop.run_until_complete(ready())

    @settings(
        max_examples=examples(300),
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(sent=st.lists(SENT, max_size=6))
    def sends(sent: list[Any]) -> None:
        loop.run_until_complete(asyncio.wait_for(told_all(socket, sent, json.dumps), 20))

    @settings(max_examples=examples(100))
    @given(sent=st.lists(st.text(max_size=60), max_size=6))
    def sends_text(sent: list[str]) -> None:
        loop.run_until_complete(asyncio.wait_for(told_all(socket, sent, str), 20))

    async def end() -> None:
        await context.__aexit__(None, None, None)
        await server.__aexit__(None, None, None)

    try:
        with no_error_logged(caplog):
            sends()
            sends_text()
    finally:
        loop.run_until_complete(end())
        loop.close()
