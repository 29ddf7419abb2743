"""axe finds nothing on any page, in each phase of a round, dark, light and with high contrast."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from croupier.desk.games import game_named
from croupier.web.tables import games
from tests.web.browser.room import WebRoom
from tests.web.browser.visitor import PHONE, Visitor

LOOKS: dict[str, dict[str, Any]] = {
    "dark": {"color_scheme": "dark"},
    "light": {"color_scheme": "light"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
    "light contrast": {"color_scheme": "light", "contrast": "more"},
    "phone": {"color_scheme": "light", "viewport": PHONE},
}
PRIME = "four-card-prime"
SLOW = pytest.mark.slow


def check(visitor: Visitor) -> None:
    found = Axe().run(visitor.page).response["violations"]
    assert not found, [
        (one["id"], [(node["html"][:160], node["failureSummary"]) for node in one["nodes"][:3]])
        for one in found
    ]


@pytest.mark.parametrize("look", ["light", *(pytest.param(one, marks=SLOW) for one in LOOKS)])
def test_lobby_and_sign_in(room: WebRoom, visitors: Callable[..., Visitor], look: str) -> None:
    visitor = visitors(room, **LOOKS[look])
    visitor.visit()
    expect(visitor.page.get_by_role("button", name="Play now Four Card Prime")).to_be_visible()
    check(visitor)
    visitor.visit("/sign-in")
    expect(visitor.page.get_by_role("button", name="Sign in").first).to_be_visible()
    check(visitor)


@pytest.mark.parametrize(
    "game, look",
    [
        pytest.param(PRIME, "light", marks=SLOW),
        *(pytest.param(game, look, marks=SLOW) for game in games() for look in LOOKS),
    ],
)
def test_a_table_in_each_phase(
    room: WebRoom, visitors: Callable[..., Visitor], game: str, look: str
) -> None:
    visitor = visitors(room, **LOOKS[look])
    visitor.sit_alone(game_named(game).name)
    check(visitor)
    if game != "five-card-hold-out":
        visitor.bet_least()
    while not visitor.waits_for_turn():
        if game != "five-card-hold-out":
            visitor.page.keyboard.press("h")
            expect(visitor.page.get_by_text("Expected result of")).to_be_visible()
        check(visitor)
        if look == "phone":
            visitor.page.keyboard.press("Escape")
        visitor.go_on()
    check(visitor)
    if game != "five-card-hold-out":
        visitor.page.keyboard.press("h")
        expect(visitor.page.get_by_text("Your sitting")).to_be_visible()
        check(visitor)
    elif look == "phone":
        visitor.page.locator("button[aria-expanded]").last.click()
    for tab in ("Rounds", "Pays", "How to play"):
        visitor.page.get_by_role("tab", name=tab).click()
        expect(visitor.page.get_by_role("tabpanel", name=tab)).to_be_visible()
        check(visitor)
    visitor.visit("/own")
    expect(visitor.page.get_by_text("in 1 round")).to_be_visible()
    check(visitor)


@pytest.mark.slow
def test_watching_settings_and_words(room: WebRoom, visitors: Callable[..., Visitor]) -> None:
    visitor = visitors(room, color_scheme="light")
    visitor.visit("/table/5")
    expect(visitor.head).to_have_text("You are watching")
    check(visitor)
    visitor.page.get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    check(visitor)
    visitor.page.get_by_text("In words, for screen readers").click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_label("Command")).to_be_visible()
    check(visitor)
