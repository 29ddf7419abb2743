"""Staff at work, each in a browser of their own."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.web.browser.room import WebRoom
from tests.web.browser.staffed import code_of
from tests.web.browser.test_access import check
from tests.web.browser.visitor import PHONE, Visitor
from tests.web.server.running import PASSWORD

VIEWS = ("Tables", "Cage", "People", "Proposals", "Jackpots", "Log", "Server")
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# The console's own word for a refusal; and what the next page did not wait for.
REFUSED = r"status of (401|403|400)|net::ERR_ABORTED"


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRoom]:
    opened = WebRoom(tmp_path_factory.mktemp("house"), house=True)
    opened.open()
    yield opened
    opened.close()


Comes = Callable[..., Visitor]


@pytest.fixture
def comes(house: WebRoom, visitors: Comes) -> Comes:
    """One of the staff, signed in."""

    def staff(name: str, **options: Any) -> Visitor:
        visitor = visitors(house, **options)
        sign_in(visitor, name)
        floor = visitor.page.get_by_role("heading", name="Floor", exact=True)
        refused = visitor.page.get_by_text("wait for the next")
        for _ in range(2):  # on a busy machine a code may be over before it is sent
            visitor.page.get_by_label("Code").fill(code_of(name))
            visitor.page.get_by_role("button", name="Continue").click()
            expect(floor.or_(refused).first).to_be_visible()
            if floor.is_visible():
                break
        expect(floor).to_be_visible()
        return visitor

    return staff


def sign_in(visitor: Visitor, name: str) -> None:
    visitor.expected = REFUSED
    visitor.visit("/sign-in")
    visitor.page.get_by_label("Name").fill(name)
    visitor.page.get_by_label("Password", exact=True).fill(PASSWORD)
    visitor.page.get_by_role("button", name="Sign in").last.click()


def to(visitor: Visitor, view: str) -> None:
    visitor.page.get_by_role("navigation").get_by_role("link", name=view).click()


def confirm(visitor: Visitor, said: str, go: str) -> Locator:
    """What is asked before it is done; and what came of it."""
    asked = visitor.page.get_by_role("dialog")
    expect(asked).to_contain_text(said)
    asked.get_by_role("button", name=go, exact=True).click()
    expect(asked).to_be_hidden()
    return visitor.page.get_by_role("status")


def test_an_administrator_enrols_a_dealer(house: WebRoom, comes: Comes, visitors: Comes) -> None:
    ada, dee = comes("ada"), visitors(house)
    to(ada, "People")
    form = ada.page.get_by_role("form", name="Enrol a person")
    form.get_by_label("Name").fill("dee")
    form.get_by_label("As").select_option("dealer")
    form.get_by_role("button").click()
    expect(confirm(ada, "dee becomes a dealer", "Enrol")).to_contain_text("dee is now a dealer.")
    ada.page.get_by_role("button", name="Set password dee").click()
    ada.page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    confirm(ada, "A first password for dee", "Set the password")
    sign_in(dee, "dee")
    expect(dee.page.get_by_role("link", name="dee")).to_be_visible()
    dee.visit("/floor")  # a dealer works at the tables
    refused = dee.page.get_by_role("alert")
    expect(refused).to_contain_text("Only floor staff and auditors and administrators may read")
    check(dee)
    dee.page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(dee.page.get_by_role("heading", name="Open tables")).to_be_visible()
    ada.page.get_by_role("button", name="Lock dee").click()
    confirm(ada, "is signed out everywhere now", "Lock")
    dee.page.reload()
    expect(dee.page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.slow
def test_two_people_approve_a_proposal_in_two_browsers(comes: Comes) -> None:
    flo, fay = comes("flo"), comes("fay", viewport=PHONE)
    to(flo, "Cage")
    check(flo)
    deposit = flo.page.get_by_role("form", name="Deposit")
    deposit.get_by_label("Player").fill("pat")
    expect(deposit.get_by_text("On deposit: $10,000.")).to_be_visible()
    deposit.get_by_label("Amount").fill("75.50")
    deposit.get_by_role("button").click()
    check(flo)
    done = confirm(flo, "seventy-five dollars and fifty cents", "Take $75.50")
    expect(done).to_contain_text("pat brought $75.50; their deposit is now $10,075.50.")
    record = re.search(r"Record (\d+)", done.inner_text())
    assert record is not None
    to(flo, "Proposals")
    flo.page.get_by_label("Record").fill(record[1])
    flo.page.get_by_label("Reason").fill("the wrong player")
    flo.page.get_by_role("button", name="Propose…").click()
    expect(confirm(flo, "the wrong player", "Propose")).to_contain_text("Who may approve it")
    own = flo.page.get_by_role("listitem").filter(has_text="the wrong player")
    expect(own.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(own.get_by_role("button", name="Approve")).to_have_count(0)
    expect(fay.page.get_by_role("link", name="Proposals 1 waiting")).to_be_visible()
    to(fay, "Proposals")
    fay.page.get_by_role("button", name="Approve").click()
    approved = confirm(fay, "You are the second person", "Approve")
    expect(approved).to_contain_text("Reversed: pat's deposit of $75.50.")
    expect(flo.page.get_by_text("No proposals are waiting.")).to_be_visible()
    to(flo, "Log")
    flo.page.get_by_label("Search").fill("reversed")
    expect(flo.page.get_by_role("listitem")).to_have_count(1)
    expect(flo.page.get_by_role("listitem")).to_contain_text("by flo and fay: the wrong player")


@pytest.mark.slow  # without a browser: tests/web/server/test_floor.py
def test_the_floor_acknowledges_a_large_win_by_keyboard(comes: Comes) -> None:
    flo = comes("flo")
    expect(flo.page.get_by_text("aces baby: four aces; table AB-01")).to_be_visible()
    pay = flo.page.get_by_role("button", name="Acknowledge")
    for _ in range(30):
        flo.page.keyboard.press("Tab")
        if pay.evaluate("one => one === document.activeElement"):
            break
    flo.page.keyboard.press("Enter")
    asked = flo.page.get_by_role("dialog")
    expect(asked).to_contain_text("fifty thousand dollars")
    flo.page.keyboard.press("Enter")  # the same key again confirms nothing
    expect(asked).to_be_visible()
    flo.page.keyboard.press("Tab")
    flo.page.keyboard.press("Enter")
    expect(flo.page.get_by_role("status")).to_contain_text("$50,000")
    expect(pay).to_have_count(0)
    card = flo.page.get_by_role("article", name="Table 7")
    expect(card).to_contain_text("$54,895")


LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light"},
    {"color_scheme": "dark", "viewport": PHONE},
]


@pytest.mark.slow  # axe on every view of the floor, in two looks
@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark phone"])
def test_every_view_can_be_read_by_everybody(comes: Comes, look: dict[str, Any]) -> None:
    ada = comes("ada", **look)
    for view in (one for one in VIEWS if one != "Cage"):
        to(ada, view)
        expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
        check(ada)
        assert not ada.page.evaluate(TOO_WIDE), view
    to(ada, "Tables")
    ada.page.get_by_text("Open a table").click()
    for game in ("4-card-split-v1", "five-card-hold-out"):
        ada.page.get_by_label("Game").select_option(game)
        check(ada)
        assert not ada.page.evaluate(TOO_WIDE), game
    ada.page.get_by_role("button", name="Close at table 9").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    check(ada)
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_be_hidden()
    to(ada, "Jackpots")
    expect(ada.page.get_by_role("article", name="main")).to_contain_text("$10,000")
