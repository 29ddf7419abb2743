"""Reload, lost connections, a server that dies: the round goes on, and an act is done once."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.room import WebRoom
from tests.web.browser.visitor import GONE, Visitor

GAME = "Four Card Prime"
AWAY = re.compile("books do not answer")
AGAIN = re.compile("^Reconnecting")


def in_mid_round(visitor: Visitor) -> list[str | None]:
    visitor.sit_alone(GAME)
    visitor.bet_least()
    assert not visitor.waits_for_turn()
    cards = visitor.own_cards
    assert len(cards) == 5
    return cards


def raise_once(visitor: Visitor) -> None:
    visitor.button(re.compile("^Raise 1x")).click()


def check_books(visitor: Visitor) -> None:
    """One round with one raise; the chips before the player are what it left."""
    table = visitor.page.url.rsplit("/", 1)[-1]
    answer = visitor.context.request.get(f"{visitor.room.url}/api/tables/{table}/rounds/1")
    told: dict[str, Any] = answer.json()["receipt"]
    (own,) = [spot for spot in told["seen"]["spots"] if spot["seat"] == told["seat"]]
    assert own["choices"] == {"raise": "raise 1x"}
    staked = {one["wager"]: one["stake"] for one in told["outcomes"]}
    assert staked == {"ante": 100, "raise": 100}
    net = sum(one["net"] for one in told["outcomes"])
    expect(visitor.page.locator("header").first).to_contain_text(f"${300 + net // 100:,}")


def test_reload_in_mid_round_goes_on(visitor: Visitor) -> None:
    cards = in_mid_round(visitor)
    visitor.page.reload()
    assert not visitor.waits_for_turn()
    assert visitor.own_cards == cards
    raise_once(visitor)
    visitor.finish()
    check_books(visitor)


class Wire:
    """The connection of a page, which the test can cut."""

    def __init__(self, visitor: Visitor) -> None:
        self.open: list[WebSocketRoute] = []
        self.up, self.deaf, self.opened = True, False, 0
        self.sent: list[str] = []
        visitor.page.route_web_socket(re.compile("/ws/table/"), self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        self.opened += 1
        if not self.up:
            page_side.close()
            return
        server_side = page_side.connect_to_server()

        def from_page(text: str | bytes) -> None:
            self.sent.append(str(text))
            server_side.send(text)

        def from_server(text: str | bytes) -> None:
            if not self.deaf:
                page_side.send(text)

        page_side.on_message(from_page)
        server_side.on_message(from_server)
        self.open.append(page_side)

    def cut(self) -> None:
        self.up = False
        for one in self.open:
            one.close()
        self.open = []

    def mend(self) -> None:
        self.up, self.deaf = True, False


def test_a_lost_connection_comes_back(visitor: Visitor) -> None:
    wire = Wire(visitor)
    cards = in_mid_round(visitor)
    wire.cut()
    expect(visitor.page.get_by_text(AGAIN)).to_be_visible()
    expect(visitor.button(re.compile("^Raise 1x"))).to_be_disabled()
    wire.mend()
    expect(visitor.page.get_by_text(AGAIN)).to_be_hidden()
    assert visitor.own_cards == cards
    raise_once(visitor)
    visitor.finish()
    check_books(visitor)


def test_an_act_whose_answer_is_lost_is_done_once(visitor: Visitor) -> None:
    wire = Wire(visitor)
    in_mid_round(visitor)
    wire.deaf = True
    raise_once(visitor)
    visitor.page.wait_for_function("sessionStorage.length > 0")
    table = visitor.page.url.rsplit("/", 1)[-1]
    rounds = f"{visitor.room.url}/api/tables/{table}/rounds"
    until_over(visitor, rounds)
    wire.cut()
    expect(visitor.page.get_by_text(AGAIN)).to_be_visible()
    wire.mend()
    visitor.finish()
    keys = {json.loads(text)["key"] for text in wire.sent if '"type":"act"' in text}
    assert len(keys) == 1
    check_books(visitor)


def until_over(visitor: Visitor, rounds: str) -> None:
    for _ in range(600):
        told = visitor.context.request.get(rounds).json()["rounds"]
        if told and told[0]["ended"]:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(False, id="before the act", marks=pytest.mark.slow),
        pytest.param(True, id="after the act"),
    ],
)
def test_the_server_is_killed_and_comes_back(
    frail_room: WebRoom, visitors: Callable[..., Visitor], sent: bool
) -> None:
    visitor = visitors(frail_room)
    visitor.expected = GONE
    cards = in_mid_round(visitor)
    if sent:
        frail_room.hold()
        raise_once(visitor)
    frail_room.kill()
    expect(visitor.page.get_by_text(AGAIN)).to_be_visible()
    frail_room.open()
    expect(visitor.page.get_by_text(AGAIN)).to_be_hidden()
    if not sent:
        assert visitor.own_cards == cards
        raise_once(visitor)
    visitor.finish()
    check_books(visitor)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot limit a running process")
def test_the_disk_is_full_for_a_while(
    frail_room: WebRoom, visitors: Callable[..., Visitor]
) -> None:
    """The page says so, keeps the act, and sends it again until it is done."""
    visitor = visitors(frail_room)
    cards = in_mid_round(visitor)
    frail_room.forbid_writing()
    raise_once(visitor)
    told = visitor.page.get_by_text(AWAY)
    expect(told).to_be_visible()
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.page.wait_for_timeout(500)
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    visitor.page.wait_for_timeout(3_000)  # it is sent again in vain
    assert told.count() == 1 and visitor.own_cards == cards
    frail_room.allow_writing()
    visitor.finish()
    check_books(visitor)
