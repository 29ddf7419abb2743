"""Events as text from prepared templates: exactly what JSON would write."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.rules.felt import Face, Result
from croupier.rules.vocabulary import Game, Place
from croupier.table.event_text import events_text
from croupier.table.events import (
    Acted,
    Collected,
    Dealt,
    Opened,
    Revealed,
    RoundEvent,
    Settled,
    Voided,
    to_json,
)
from croupier.table.opening import opening
from tests.effort import examples
from tests.table.random_play import any_opening, any_round, states

SEEDS = st.integers(min_value=0, max_value=2**64)
WORDS = st.text(max_size=20)
SEATS = st.integers(min_value=0, max_value=12)
CARDS = st.lists(st.sampled_from(DECK), max_size=6).map(tuple)
CENTS = st.integers(min_value=-(10**9), max_value=10**9).map(Cents)
RESULTS = st.lists(
    st.builds(Result, WORDS, CENTS, CENTS, st.integers(-1, 9), st.integers(0, 100)), max_size=3
).map(tuple)
SCORES = st.integers(min_value=-1, max_value=2**40)
FACTS = st.lists(SCORES | st.booleans() | st.lists(SCORES, max_size=3).map(tuple), max_size=4)
EVENTS = st.one_of(
    st.builds(Dealt, SEATS, CARDS, st.sampled_from(Face), st.sampled_from(Place)),
    st.builds(Acted, SEATS, WORDS, WORDS),
    st.builds(Revealed, SEATS, CARDS),
    st.builds(Collected, SEATS, CARDS, st.sampled_from(Place)),
    st.builds(Settled, SEATS, RESULTS, FACTS.map(tuple)),
    st.builds(Voided, SEATS, st.booleans(), RESULTS),
)


def as_json(event: RoundEvent) -> str:
    return json.dumps(to_json(event), sort_keys=True, separators=(",", ":"))


@settings(max_examples=examples(500), deadline=None)
@given(EVENTS)
def test_any_event_is_written_as_json_writes_it(event: RoundEvent) -> None:
    assert events_text([event]) == as_json(event)


def test_a_word_that_looks_like_a_placeholder() -> None:
    """The text is cut at placeholders: no other text may look like one."""
    for word in ("", '""', '"facts":[]', "\x00", '{"cards":""}'):
        for event in (
            Acted(1, word, word),
            Settled(1, (Result(word, Cents(1), Cents(1), 0),), (1, True)),
            Settled(1, (Result(word, Cents(1), Cents(1), 0),), ()),
        ):
            assert events_text([event]) == as_json(event)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=examples(100), deadline=None)
@given(SEEDS)
def test_the_events_of_an_act_as_a_list(game: Game, seed: int) -> None:
    rng, known = Random(seed), 0
    for state in states(rng, any_opening(rng, game)):
        events = state.events[known:]
        written = json.dumps([*map(to_json, events)], sort_keys=True, separators=(",", ":"))
        assert f"[{events_text(events)}]" == written
        known = state.version


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_opening_has_its_text_with_it(game: Game) -> None:
    state = any_round(Random(5), game)
    first = state.events[0]
    assert isinstance(first, Opened)
    assert opening(state.table, first.wagers).text == as_json(first)
    assert events_text([first._replace(options={})]) == as_json(first._replace(options={}))
