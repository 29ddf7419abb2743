"""However the cards that a seat cannot see are changed about, its advice is the same bytes."""

import pickle
from random import Random

import pytest
from hypothesis import given, settings

from croupier.desk.coach import advice
from croupier.desk.coaching.choices import choices_made, judged
from croupier.desk.coaching.course import Course
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import Game
from croupier.table.events import Acted
from croupier.table.round import Round, rebuild
from croupier.table.view import view
from croupier.web.coach.coach import posted_text
from croupier.web.coach.said import advice_said, tally_said
from croupier.web.coach.sitting import CoachedSitting
from tests.effort import examples
from tests.table.random_play import any_round
from tests.web.server.test_hidden_cards import SEEDS, alike, dealt_otherwise

any_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def told(state: Round) -> list[str | bytes]:
    """What is sent to the process that computes, and what to the page."""
    seen = view(state, state.turn)
    asked = pickle.dumps((posted_text(state.table), seen))
    return [asked, advice_said(3, seen, advice(state.table, seen)).model_dump_json()]


@any_game
@settings(max_examples=examples(40))
@given(seed=SEEDS)
def test_hidden_cards_change_no_byte_of_the_advice(game: Game, seed: int) -> None:
    luck = Random(seed)
    last = any_round(luck, game)
    turns = [at for at, event in enumerate(last.events) if isinstance(event, Acted)]
    for count in turns:
        state = rebuild(last.table, last.source, last.events[:count])
        again = dealt_otherwise(luck, state, state.turn)
        if not alike(state, again):  # with other cards an earlier seat could not have acted so
            continue
        assert again is not None
        assert told(again) == told(state)


@any_game
def test_what_is_judged_afterwards_is_what_was_seen_at_the_choice(game: Game) -> None:
    """The hands are open at the end of a round; its decisions are judged without them."""
    luck = Random(game.id)
    last = any_round(luck, game)
    for spot in last.spots:
        for made in choices_made(last, spot.seat):
            state = rebuild(last.table, last.source, last.events[: made.seen.version])
            assert made.seen == view(state, spot.seat)
        sitting = CoachedSitting()
        sitting.judge(1, judged(last.table, choices_made(last, spot.seat)), Course())
        assert tally_said(sitting, ready=True).decisions == sitting.tally.decisions
