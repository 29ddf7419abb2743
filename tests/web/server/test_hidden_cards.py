"""However the cards that somebody cannot see are changed about, the page is sent the same bytes.

The engine's views have this property (tests/table/test_view.py). The page's add words to them: what
a hand makes, why a wager was paid, what was done last. So rounds are dealt again from a deck that
differs only in what the receiver did not see, and both views are compared.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import fair
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.room.tables.state import OpenTable
from croupier.rules.vocabulary import Game
from croupier.table.events import Acted, to_json
from croupier.table.round import Round, deal, rebuild
from croupier.table.shoe import Shoe
from croupier.table.source import Deck
from croupier.web.views.log_lines import log_lines
from croupier.web.views.view import Look, view_of
from tests.effort import examples
from tests.table.random_play import any_round, bets_of
from tests.web.server.visible import ALL, Sight

SEEDS = st.integers(min_value=0, max_value=2**64)
any_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
RAIL = None
# Dealer and player check the blind between them (V1, rule 4): the others see what it was paid, and
# by the split or the fold whether there was an instant winner.
CHECKED = ("4-card-split-v1",)


def unseen_places(state: Round, viewer: int | None) -> list[int]:
    """Places in the deck whose cards this viewer was not shown: from the events, card by card."""
    sight = Sight()
    for event in state.events:
        sight = sight.after(to_json(event))
    assert isinstance(state.source, Deck)
    seen = {place for place, (*_, sees) in enumerate(sight.cards) if sees in (ALL, viewer)}
    return [place for place in range(len(state.source.cards)) if place not in seen]


def dealt_otherwise(luck: Random, state: Round, viewer: int | None) -> Round | None:
    """The same bets and acts; None where they are not legal with the other cards, or told on."""
    assert isinstance(state.source, Deck)
    deck, places = list(state.source.cards), unseen_places(state, viewer)
    for place, other in zip(places, luck.sample(places, len(places)), strict=True):
        deck[place] = state.source.cards[other]
    again = deal(state.table, bets_of(state), Deck(tuple(deck)))
    try:
        for event in state.events:
            if isinstance(event, Acted):
                again = again.act(event.seat, event.action)
    except RuleError:
        return None
    if again.version < state.version:
        return None
    return rebuild(state.table, again.source, again.events[: state.version])


def alike(state: Round, again: Round | None) -> bool:
    """What everybody sees of a hidden hand: what was paid for it, and whose turn it is."""
    return again is not None and (again.results, again.turn) == (state.results, state.turn)


def look_at(state: Round, secret: bytes) -> Look:
    seats = {spot.seat: f"player {spot.seat}" for spot in state.spots}
    shoe = Shoe(state.table.game.decks, secret, commitment="0" * 64)
    table = OpenTable("7", state.table, shoe, seats, {}, round=state, rounds=3, version=40)
    if state.over:
        table = replace(table, round=None)
    return Look(
        table, dict.fromkeys(seats, 10_000), last=state if state.over else None, players=seats
    )


@any_game
@settings(max_examples=examples(120))
@given(seed=SEEDS)
def test_hidden_cards_change_no_byte(game: Game, seed: int) -> None:
    luck = Random(seed)
    last = any_round(luck, game)
    choices = [at for at, event in enumerate(last.events) if isinstance(event, Acted)]
    secrets = [fair.new_secret(game.decks) for _ in range(2)]
    for count in sorted({*choices, *(at + 1 for at in choices), last.version}):
        state = rebuild(last.table, last.source, last.events[:count])
        for viewer in (RAIL, luck.choice(state.spots).seat):
            again = dealt_otherwise(luck, state, viewer)
            if game.id in CHECKED and not alike(state, again):
                continue
            assert again is not None
            person = None if viewer is RAIL else f"player {viewer}"
            one = view_of(look_at(state, secrets[0]), person, 0, 5)
            two = view_of(look_at(again, secrets[1]), person, 0, 5)
            assert one.model_dump_json() == two.model_dump_json()
            assert log_lines(None, one) == log_lines(None, two)
