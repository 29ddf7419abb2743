"""A table as posted, for the page."""

import re

import pytest

from croupier.cards.card import parse
from croupier.table.table import open_table
from croupier.web.tables import games
from croupier.web.views import posted
from croupier.web.views.posted import game_card, wagers_of


@pytest.mark.parametrize("bonus_alone", [False, True])
def test_the_page_is_told_which_wagers_may_be_made_alone(bonus_alone: bool) -> None:
    table = open_table("4-card-buyout", options={"bonus_alone": bonus_alone})
    alone = {one.name for one in wagers_of(table) if one.alone}
    assert alone == ({"bonus"} if bonus_alone else set())


@pytest.mark.parametrize("game", games())
def test_the_lobby_draws_a_hand_of_every_game(game: str) -> None:
    for hand in game_card(game).drawing.split(" / "):
        for card in hand.split():
            assert re.fullmatch(r"[2-9TJQKA][cdhs][*+-]?", card) and parse(card[:2])


def test_a_game_without_a_layout_is_drawn_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted, "layout_of", lambda game: {})
    assert game_card("four-card-prime").drawing == "? ?"
