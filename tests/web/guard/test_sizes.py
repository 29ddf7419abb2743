"""Checklist item 13: sizes and depths, each with a refusal that has a name."""

import asyncio
import json
from collections.abc import Iterator
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message, Scope

from croupier.web.guard.sizes import BODY, DEPTH, BodyLimit, depth


async def length(request: Request) -> Response:
    return JSONResponse(len(await request.body()))


CLIENT = TestClient(BodyLimit(Starlette(routes=[Route("/", length, methods=["POST"])])))


def test_item_13_a_body_of_the_largest_size_passes() -> None:
    assert CLIENT.post("/", content=b"1" * BODY).json() == BODY


def test_item_13_a_larger_one_does_not() -> None:
    answered = CLIENT.post("/", content=b"1" * (BODY + 1))
    assert (answered.status_code, answered.json()["code"]) == (413, "size/body")
    assert CLIENT.post("/", content=b"1").json() == 1  # and closes nothing else


def test_item_13_nor_one_that_does_not_say_its_size() -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(BODY // 1024 + 1):
            yield b"1" * 1024

    answered = CLIENT.post("/", content=parts())
    assert (answered.status_code, answered.json()["code"]) == (413, "size/body")


@pytest.mark.parametrize("said", ["9" * 5000, str(BODY + 1)])
def test_item_13_a_size_that_is_only_said(said: str) -> None:
    assert CLIENT.post("/", content=b"", headers={"content-length": said}).status_code == 413


def test_item_13_a_body_that_never_ends() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(*_: object) -> None:
        raise AssertionError

    scope: Scope = {"type": "http", "path": "/", "headers": [], "method": "POST"}
    asyncio.run(BodyLimit(app, seconds=0)(scope, receive, send))
    assert sent[0]["status"] == 408 and b"size/slow" in sent[1]["body"]


def test_item_13_depth_of_a_body() -> None:
    assert CLIENT.post("/", content="[" * DEPTH + "]" * DEPTH).status_code == 200
    answered = CLIENT.post("/", content="[" * (DEPTH + 1))
    assert (answered.status_code, answered.json()["code"]) == (400, "size/depth")


JSON_VALUES = st.recursive(
    st.text() | st.integers() | st.none(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


def true_depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(inner, str | int | None):
        return 0
    return 1 + max(map(true_depth, inner), default=0)  # type: ignore[call-overload]


@given(JSON_VALUES, st.booleans())
def test_depth_is_that_of_the_value(value: object, plain: bool) -> None:
    assert depth(json.dumps(value, ensure_ascii=plain).encode()) == true_depth(value)


@pytest.mark.parametrize("unit", [b'"', b'\\"', b'"\\', b"\\", b'"[', b"[]"])
def test_no_body_takes_long_to_measure(unit: bytes) -> None:
    """Were strings tried again from each quote, this would take minutes."""
    began = perf_counter()
    depth(b'"' + unit * (BODY // len(unit)))
    depth(unit * (BODY // len(unit)))
    assert perf_counter() - began < 5  # it takes milliseconds
