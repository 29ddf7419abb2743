"""The lean way of playing a round again tells what the engine tells, letter for letter."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.felt import Result
from croupier.rules.registry import GAMES
from croupier.rules.vocabulary import Game
from croupier.table.events import Acted, Event, Settled, to_json, written
from croupier.table.lean import LeanRound, NotSo
from croupier.table.lean_table import LeanTable
from croupier.table.round import Round
from croupier.table.source import Deck
from tests.table.random_play import any_opening, bets_of, states

SEEDS = st.integers(min_value=0, max_value=2**64)


def lean_opening(state: Round) -> LeanRound:
    table = LeanTable(state.table)
    bets = {str(seat): dict(stakes) for seat, stakes in bets_of(state).items()}
    assert isinstance(state.source, Deck)
    return LeanRound(state.table, table.opening(written(bets)), state.source.cards)


def new_events(before: Round | None, after: Round) -> tuple[Event, ...]:
    return after.events[0 if before is None else before.version :]


def new_results(events: tuple[Event, ...]) -> dict[int, tuple[Result, ...]]:
    found: dict[int, tuple[Result, ...]] = {}
    for event in events:
        if isinstance(event, Settled):
            found[event.seat] = (*found.get(event.seat, ()), *event.results)
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_it_tells_what_the_engine_tells(game: Game, seed: int) -> None:
    rng = Random(seed)
    before, lean = None, None
    for state in states(rng, any_opening(rng, game)):
        events = new_events(before, state)
        if lean is None:
            lean = lean_opening(state)
        else:
            assert isinstance(events[0], Acted)
            lean.act(events[0].action)
        assert lean.known == (0 if before is None else before.version)
        assert lean.told == [written(to_json(event)) for event in events]
        assert list(lean.settled.items()) == list(new_results(events).items())
        made = {
            spot.seat: {
                wager: stake
                for wager, stake in spot.wagers.items()
                if before is None or wager not in before.spot(spot.seat).wagers
            }
            for spot in state.spots
        }
        assert dict(lean.made) == {seat: wagers for seat, wagers in made.items() if wagers}
        assert lean.over == state.over
        before = state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_takes_no_action_that_the_engine_refuses(game: Game) -> None:
    rng, refused = Random(7), 0
    actions = {
        event.action
        for _ in range(60)
        for state in states(rng, any_opening(rng, game))
        for event in state.events
        if isinstance(event, Acted)
    }
    for _ in range(60):
        state = any_opening(rng, game)
        for action in sorted(actions - set(state.legal)):
            with pytest.raises(NotSo):
                lean_opening(state).act(action)
            refused += 1
    assert refused
