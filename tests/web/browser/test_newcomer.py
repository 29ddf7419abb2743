"""Somebody who has never been here plays every game by pressing what they see."""

import re

import pytest
from playwright.sync_api import expect

from croupier.desk.games import game_named
from croupier.web.tables import games
from tests.web.browser.visitor import OVER, Visitor


@pytest.mark.parametrize("game", games())
def test_a_newcomer_plays_a_round(visitor: Visitor, game: str) -> None:
    visitor.sit_alone(game_named(game).name)
    if game != "five-card-hold-out":
        visitor.bet_least()
    visitor.finish()
    result = visitor.page.get_by_role("tabpanel")
    expect(result).to_contain_text(re.compile("Round 1"))
    visitor.page.get_by_role("tab", name="Rounds").click()
    expect(visitor.page.locator("[data-round='1']")).to_be_visible()


def test_the_browser_proves_the_shuffle_of_a_round(visitor: Visitor) -> None:
    visitor.sit_alone("Four Card Prime")
    visitor.bet_least()
    visitor.finish()
    visitor.page.get_by_role("tab", name="Rounds").click()
    line = visitor.page.locator("[data-round='1']")
    expect(line).to_contain_text("Proved")
    line.click()
    expect(visitor.page.get_by_text("The house kept its secret")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_chips_are_put_on_spots_and_taken_back(visitor: Visitor) -> None:
    visitor.sit_alone("Four Card Prime")
    visitor.bar.get_by_role("button", name=re.compile(r"^\$?25\b")).or_(
        visitor.bar.get_by_label(re.compile(r"\$25"))
    ).first.click()
    visitor.page.get_by_role("button", name=re.compile("^Ante")).click()
    visitor.page.get_by_role("button", name=re.compile("^Prime")).click()
    expect(visitor.button(re.compile("^Deal"))).to_contain_text("$50")
    visitor.button("Clear").click()
    expect(visitor.button(re.compile("^Bet "))).to_be_visible()


@pytest.mark.slow  # the evening below does it as well
def test_another_round_with_one_press(visitor: Visitor) -> None:
    visitor.sit_alone("4 Card Buyout")
    visitor.bet_least()
    visitor.finish()
    visitor.button(re.compile("^Rebet")).click()
    expect(visitor.head).not_to_have_text(OVER)
    visitor.finish()
    expect(visitor.page.get_by_role("tabpanel")).to_contain_text("Round 2")


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_an_evening_of_rounds(visitor: Visitor, game: str) -> None:
    poker = game == "five-card-hold-out"
    visitor.sit_alone(game_named(game).name)
    if not poker:
        visitor.bet_least()
    for number in range(1, 21):
        visitor.finish()
        expect(visitor.page.get_by_role("tabpanel")).to_contain_text(f"Round {number}")
        visitor.button(re.compile("^Deal now" if poker else "^Rebet")).click()
        expect(visitor.head).not_to_have_text(OVER)
