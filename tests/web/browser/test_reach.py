"""The same game on a phone, without a mouse, without looking."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from croupier.desk.games import game_named
from croupier.web.tables import games
from tests.web.browser.room import WebRoom
from tests.web.browser.visitor import OVER, PHONE, Visitor

FITS = """() => {
  const wide = document.documentElement.clientWidth, high = window.innerHeight;
  const looked = "header button, footer button, main [data-place^='2/']";
  const all = [...document.querySelectorAll(looked)];
  const out = all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < -1 || box.right > wide + 1 || box.top < -1 || box.bottom > high + 1;
  });
  return out.map((one) => one.textContent || one.getAttribute("aria-label"))
    .concat(document.documentElement.scrollWidth > wide ? ["the page is too wide"] : []);
}"""
SLOW = pytest.mark.slow
PRIME = "four-card-prime"


@pytest.mark.parametrize(
    "game", [game if game == PRIME else pytest.param(game, marks=SLOW) for game in games()]
)
@pytest.mark.parametrize(
    "size",
    [
        PHONE,
        pytest.param({"width": 360, "height": 640}, marks=SLOW),
        pytest.param({"width": 844, "height": 390}, marks=SLOW),
        pytest.param({"width": 1280, "height": 720}, marks=SLOW),
    ],
    ids=lambda size: f"{size['width']}x{size['height']}",
)
def test_a_round_fits_a_small_screen(
    room: WebRoom, visitors: Callable[..., Visitor], game: str, size: dict[str, int]
) -> None:
    visitor = visitors(room, viewport=size, has_touch=True)
    visitor.sit_alone(game_named(game).name)
    fits = lambda: visitor.page.evaluate(FITS)  # noqa: E731
    assert fits() == []
    if game != "five-card-hold-out":
        visitor.bet_least()
    while not visitor.waits_for_turn():
        assert fits() == []
        visitor.go_on()
    assert fits() == []


def test_a_round_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.visit()
    play = visitor.page.get_by_role("button", name="Play now Four Card Prime", exact=True)
    expect(play).to_be_visible()
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if play.evaluate("one => one === document.activeElement"):
            break
    visitor.page.keyboard.press("Enter")
    expect(visitor.button(re.compile("^Bet "))).to_be_enabled()
    visitor.page.keyboard.press("Enter")
    expect(visitor.button(re.compile("^Raise 2x"))).to_be_enabled()
    visitor.page.keyboard.press("2")
    expect(visitor.head).to_have_text(OVER)
    expect(visitor.button(re.compile("^Rebet"))).to_be_enabled()
    visitor.page.keyboard.press("Enter")
    expect(visitor.button(re.compile("^Fold"))).to_be_enabled()
    visitor.page.keyboard.press("f")
    expect(visitor.head).to_have_text(re.compile("^You lose"))


@pytest.mark.slow  # a round by keyboard is above
def test_a_split_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.sit_alone("4 Card Split V1")
    visitor.page.keyboard.press("Enter")
    split = visitor.bar.get_by_role("button", name=re.compile("^Split"))
    expect(split).to_be_visible()
    if split.is_disabled():
        visitor.page.keyboard.press("n")
    expect(split).to_be_enabled()
    visitor.page.keyboard.press("Enter")
    expect(split).to_be_hidden()
    visitor.finish()


def carry(visitor: Visitor, card: Locator, up: float) -> None:
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - up * box["height"], steps=4)
    mouse.up()


def test_cards_are_carried_out_and_back(visitor: Visitor) -> None:
    visitor.sit_alone("Five Card Hold Out")
    asked = visitor.bar.get_by_text("Choose what to discard")
    while not asked.is_visible():
        if visitor.waits_for_turn():  # all others folded: in the next hand, then
            visitor.button(re.compile("^Deal now")).click()
            expect(visitor.head.filter(has_text=OVER)).to_have_count(0)
        elif not asked.is_visible():
            visitor.go_on()
    cards = visitor.page.locator("main button.card")
    carry(visitor, cards.nth(3), 1)
    carry(visitor, cards.nth(0), 1)
    expect(visitor.button(re.compile("^Discard"))).to_contain_text("Discard 2")
    carry(visitor, cards.nth(3), -0.5)
    expect(visitor.button(re.compile("^Discard"))).to_contain_text("Discard 1")
    name = str(cards.nth(0).get_attribute("aria-label"))
    assert name.endswith(", out")
    visitor.button(re.compile("^Discard")).click()
    expect(visitor.page.get_by_label(name.removesuffix(", out"))).to_have_count(0)


@pytest.mark.slow
def test_a_round_in_words(visitor: Visitor) -> None:
    visitor.visit()
    visitor.page.keyboard.press("Tab")
    in_words = visitor.page.get_by_role("button", name="Show tables in words, for screen readers")
    expect(in_words).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.page.get_by_role("button", name="Play now Four Card Prime", exact=True).press("Enter")
    line = visitor.page.get_by_label("Command")
    said = visitor.page.get_by_role("status")
    log = visitor.page.get_by_role("log")

    def command(text: str) -> None:
        expect(line).to_be_focused()
        visitor.page.keyboard.type(text)
        visitor.page.keyboard.press("Enter")

    command("help")
    expect(said).to_contain_text("To bet")
    command("bet ante 5")
    expect(log).to_contain_text("Round 1 is dealt")
    expect(visitor.page.get_by_role("heading", name="Your turn: raise")).to_be_visible()
    command("cards")
    expect(said).to_contain_text(re.compile("of (clubs|diamonds|hearts|spades)"))
    command("raise 1x")
    expect(log).to_contain_text(re.compile(r"You: .* in this round"))
    command("result")
    expect(said).to_contain_text(re.compile("[Aa]nte"))
    visitor.page.get_by_text("Your rounds and their proofs").click()
    expect(visitor.page.locator("[data-round='1']")).to_contain_text("Proved")
