"""The lean way of playing a round again tells what the engine tells, letter for letter."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.registry import GAMES
from croupier.rules.felt import Result
from croupier.rules.vocabulary import Game
from croupier.table.events import Acted, Event, Settled, to_json, written
from croupier.table.lean import LeanRound, NotSo
from croupier.table.lean_table import LeanTable
from croupier.table.round import Round
from croupier.table.source import Deck
from tests.table.random_play import any_opening, bets_of, states

SEEDS = st.integers(min_value=0, max_value=2**64)


def lean_round(state: Round, actions: list[str]) -> LeanRound:
    table = LeanTable(state.table)
    bets = {str(seat): dict(stakes) for seat, stakes in bets_of(state).items()}
    assert isinstance(state.source, Deck)
    return LeanRound(state.table, table.opening(written(bets)), state.source.cards, actions)


def new_results(events: tuple[Event, ...]) -> list[tuple[int, tuple[Result, ...]]]:
    return [(event.seat, event.results) for event in events if isinstance(event, Settled)]


def actions_of(state: Round) -> list[str]:
    return [event.action for event in state.events if isinstance(event, Acted)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_it_tells_what_the_engine_tells(game: Game, seed: int) -> None:
    rng = Random(seed)
    played = list(states(rng, any_opening(rng, game)))
    lean = lean_round(played[0], actions_of(played[-1]))
    before = None
    for state, act in zip(played, lean.acts, strict=True):
        known = 0 if before is None else before.version
        events = state.events[known:]
        assert act.known == known
        assert act.told == [written(to_json(event)) for event in events]
        assert [(one.seat, one.results) for one in act.settled] == new_results(events)
        made = {
            spot.seat: {
                wager: stake
                for wager, stake in spot.wagers.items()
                if before is None or wager not in before.spot(spot.seat).wagers
            }
            for spot in state.spots
        }
        assert {bets.seat: dict(bets.made) for bets in act.made} == {
            seat: wagers for seat, wagers in made.items() if wagers
        }
        before = state
    assert before is not None
    assert before.over
    assert [dict(spot.wagers) for spot in lean.spots] == [
        dict(spot.wagers) for spot in before.spots
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_takes_no_action_that_the_engine_refuses(game: Game) -> None:
    """At every choice of a round, and after its end."""
    rng, refused = Random(7), 0
    rounds = [list(states(rng, any_opening(rng, game))) for _ in range(60)]
    known = sorted({action for played in rounds for action in actions_of(played[-1])})
    for played in rounds:
        taken = actions_of(played[-1])
        for place, state in enumerate(played):
            others = [action for action in known if action not in state.legal]
            for action in rng.sample(others, min(5, len(others))):
                with pytest.raises(NotSo):
                    lean_round(state, [*taken[:place], action, *taken[place + 1 :]])
                refused += 1
    assert refused


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_round_without_its_last_act_is_not_so(game: Game) -> None:
    rng = Random(3)
    for _ in range(20):
        played = list(states(rng, any_opening(rng, game)))
        taken = actions_of(played[-1])
        if taken:
            with pytest.raises(NotSo):
                lean_round(played[0], taken[:-1])
