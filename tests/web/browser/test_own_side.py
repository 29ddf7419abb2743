"""A player's own side on the page: the session in view, limits, a break, reminders; and axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.room import WebRoom
from tests.web.browser.test_access import LOOKS, check
from tests.web.browser.visitor import PHONE, Visitor

LIMITS = "/own"


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_session_limits_and_a_break(
    room: WebRoom, visitors: Callable[..., Visitor], look: str
) -> None:
    visitor = visitors(room, **LOOKS[look])
    page = visitor.page
    visitor.sit_alone("Four Card Prime")
    visitor.bet_least()
    visitor.finish()
    expect(page.get_by_text(re.compile(r"^[Ww]agered \$\d")).first).to_be_visible()
    visitor.visit(LIMITS)
    expect(page.get_by_text("in 1 round")).to_be_visible()
    check(visitor)
    page.get_by_label("A round", exact=True).fill("1")
    page.get_by_role("button", name="Set: One round, A round").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Set a limit: $1 in one round?")
    check(visitor)
    question.get_by_role("button", name="Set this limit").click()
    expect(page.get_by_role("status")).to_contain_text("from now on: $1 in one round")
    page.get_by_label("A round", exact=True).fill("50")
    page.get_by_role("button", name="Set: One round, A round").click()
    question.get_by_role("button", name="Ask for it").click()
    expect(page.get_by_text("You asked for $50 in one round")).to_be_visible()
    check(visitor)
    page.get_by_role("button", name="round 1").click()
    expect(page.get_by_text("Your chips: $300 before")).to_be_visible()
    check(visitor)
    page.go_back()  # to the table
    visitor.expected = "409|own/limit"
    visitor.button(re.compile("^Rebet")).click()
    expect(page.get_by_text("has set a limit, $1 at stake in a round")).to_be_visible()
    visitor.visit(LIMITS)
    page.get_by_role("button", name="Take a break", exact=True).click()
    expect(question).to_contain_text("Nobody can shorten it")
    question.get_by_role("button", name="Take this break").click()
    expect(page.get_by_text(re.compile("^You take a break until"))).to_be_visible()
    check(visitor)


def an_hour_earlier(route: Route) -> None:
    """The server says that the session began before it did."""
    told = route.fetch().json()
    told["session"]["began"] -= 61 * 60_000
    route.fulfill(json=told)


@pytest.mark.slow
def test_the_reminder_must_be_acknowledged(room: WebRoom, visitors: Callable[..., Visitor]) -> None:
    visitor = visitors(room, viewport=PHONE)
    page = visitor.page
    page.route(re.compile("/api/own$"), an_hour_earlier)
    visitor.sit_alone("Four Card Prime")
    visitor.bet_least()
    visitor.finish()
    reminder = page.get_by_role("dialog", name=re.compile("^You have been here for 1:0"))
    expect(reminder).to_be_visible()
    expect(reminder).to_contain_text("Wagered")
    page.keyboard.press("Escape")
    expect(reminder).to_be_visible()
    check(visitor)
    reminder.get_by_role("button", name="I have read this").click()
    expect(reminder).not_to_be_visible()
