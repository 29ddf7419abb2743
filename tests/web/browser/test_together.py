"""Two people at one table, each in a browser of their own."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.room import WebRoom
from tests.web.browser.visitor import OVER, PHONE, Visitor

TABLE = "5"  # Four Card Prime
AMOUNT = re.compile(r"[+−]?\$\d")


def other_seat(visitor: Visitor, name: str) -> str:
    """What is said of another seat on the felt, once the round is over."""
    seat = visitor.page.get_by_role("group", name=re.compile(rf", {name}\b"))
    expect(seat).to_contain_text(re.compile(r"[+−]\$|\$0"))
    return seat.inner_text()


@pytest.mark.slow
def test_two_browsers_share_a_table(room: WebRoom, visitors: Callable[..., Visitor]) -> None:
    ann, ben = visitors(room), visitors(room)
    ann.sit_at(TABLE)
    ben.sit_at(TABLE)
    ann_name, ben_name = (own_name(one) for one in (ann, ben))
    assert ann_name != ben_name
    expect(ann.page.get_by_role("group", name=re.compile(ben_name))).to_be_visible()
    ann.bet_least()
    expect(ann.head).to_have_text(re.compile("^Your bet is in"))
    expect(ben.page.get_by_role("group", name=re.compile(ann_name))).to_contain_text("bet is in")
    ben.bet_least()
    for one in (ann, ben):
        assert not one.waits_for_turn()
        one.go_on()
    for one, other in ((ann, ben_name), (ben, ann_name)):
        expect(one.head).to_have_text(OVER)
        other_seat(one, other)


def own_name(visitor: Visitor) -> str:
    answer = visitor.context.request.get(visitor.room.url + "/api/me")
    return str(answer.json()["name"])


@pytest.mark.slow  # on bytes: tests/web/server/test_secrecy.py
def test_an_onlooker_sees_no_cards_that_lie_face_down(
    room: WebRoom, visitors: Callable[..., Visitor]
) -> None:
    ann, onlooker = visitors(room), visitors(room, viewport=PHONE)
    ann.sit_at("1")
    onlooker.visit("/table/1")
    expect(onlooker.head).to_have_text("You are watching")
    ann.bet_least()
    assert not ann.waits_for_turn()
    backs = onlooker.page.locator(
        "main [aria-label='face down card'], main [aria-label^='Face down']"
    )
    dealer = onlooker.page.locator("main [data-place^='dealer/']")
    expect(dealer).to_have_count(2)
    shown = [card.get_attribute("aria-label") for card in dealer.all()]
    assert sum("face down" in str(name).lower() for name in shown) == 1, (shown, backs.count())
