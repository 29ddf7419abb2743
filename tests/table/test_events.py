"""Events as plain data, written and read; and data that is not an event."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import parse
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.rules.felt import Face, Result
from croupier.rules.vocabulary import Place
from croupier.table.events import (
    DEALER,
    Acted,
    Collected,
    Dealt,
    Opened,
    Revealed,
    RoundEvent,
    Settled,
    from_json,
    to_json,
)
from tests.effort import examples

OPENED = Opened(
    "four-card-prime",
    "ab" * 32,
    {"prime": "PR-01"},
    {"jackpot_type": "none", "envy_multiple": True, "jackpot_wager": 100},
    {1: {"ante": Cents(500)}, 7: {"ante": Cents(1000), "prime": Cents(100)}},
)
RESULTS = (
    Result("ante", Cents(500), Cents(-500), 1),
    Result("five card jackpot", Cents(100), Cents(-100), 4, 10),
)
EVENTS: list[tuple[RoundEvent, dict[str, object]]] = [
    (
        OPENED,
        {
            "event": "opened",
            "game": "four-card-prime",
            "rules": "ab" * 32,
            "posted": {"prime": "PR-01"},
            "options": {"jackpot_type": "none", "envy_multiple": True, "jackpot_wager": 100},
            "wagers": {"1": {"ante": 500}, "7": {"ante": 1000, "prime": 100}},
        },
    ),
    (
        Dealt(3, parse("As Td"), Face.OWN, Place.HAND_1),
        {"event": "dealt", "seat": 3, "cards": "As Td", "face": "own", "place": "hand_1"},
    ),
    (
        Dealt(DEALER, parse("As As", decks=6), Face.DOWN, Place.HAND_1),
        {"event": "dealt", "seat": 0, "cards": "As As", "face": "down", "place": "hand_1"},
    ),
    (
        Dealt(2, parse("7c"), Face.UP, Place.OFFER),
        {"event": "dealt", "seat": 2, "cards": "7c", "face": "up", "place": "offer"},
    ),
    (
        Acted(9, "split", "As Ks / 2c 3d"),
        {"event": "acted", "seat": 9, "choice": "split", "action": "As Ks / 2c 3d"},
    ),
    (
        Revealed(DEALER, parse("2c 3d")),
        {"event": "revealed", "seat": 0, "cards": "2c 3d"},
    ),
    (
        Settled(1, RESULTS, (0, 7340032, (5, 6))),
        {
            "event": "settled",
            "seat": 1,
            "results": [
                {"wager": "ante", "stake": 500, "net": -500, "why": 1, "meter_percent": 0},
                {
                    "wager": "five card jackpot",
                    "stake": 100,
                    "net": -100,
                    "why": 4,
                    "meter_percent": 10,
                },
            ],
            "facts": [0, 7340032, [5, 6]],
        },
    ),
    (
        Collected(3, parse("2c 3d 4h"), Place.HAND_1),
        {"event": "collected", "seat": 3, "cards": "2c 3d 4h", "place": "hand_1"},
    ),
]


@pytest.mark.parametrize("event, data", EVENTS, ids=[type(event).__name__ for event, _ in EVENTS])
def test_an_event_is_written_and_read_again(event: RoundEvent, data: dict[str, object]) -> None:
    through = json.loads(json.dumps(to_json(event)))
    assert through == data
    assert from_json(through) == event


def without(data: dict[str, object], key: str) -> dict[str, object]:
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    "data",
    [without(data, key) for _, data in EVENTS for key in data]
    + [
        None,
        [],
        "dealt",
        7,
        {},
        {"event": "burned", "seat": 1},
        {"event": None, "seat": 1},
        {**EVENTS[1][1], "seat": "3"},
        {**EVENTS[1][1], "seat": True},
        {**EVENTS[1][1], "seat": 3.0},
        {**EVENTS[1][1], "seat": None},
        {**EVENTS[1][1], "cards": "As Xx"},
        {**EVENTS[1][1], "cards": None},
        {**EVENTS[1][1], "face": "sideways"},
        {**EVENTS[1][1], "face": ["own"]},
        {**EVENTS[1][1], "place": "sleeve"},
        {**EVENTS[0][1], "wagers": [1]},
        {**EVENTS[0][1], "wagers": {"one": {"ante": 500}}},
        {**EVENTS[0][1], "wagers": {"1": 500}},
        {**EVENTS[0][1], "posted": "PR-01"},
        {**EVENTS[0][1], "options": None},
        {**EVENTS[6][1], "results": {}},
        {**EVENTS[6][1], "results": [{"wager": "ante"}]},
        {**EVENTS[6][1], "results": [{"tip": 5}]},
        {**EVENTS[6][1], "results": ["ante"]},
        {**EVENTS[6][1], "facts": 5},
    ],
    ids=lambda data: repr(data)[:60],
)
def test_what_is_not_an_event_is_refused(data) -> None:
    with pytest.raises(BadRecord, match="not an event") as caught:
        from_json(data)
    assert caught.value.code == "record/event"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=examples(400), deadline=None)
@given(data=st.data())
def test_an_event_with_any_value_anywhere_is_read_or_refused(data) -> None:
    event = dict(data.draw(st.sampled_from([written for _, written in EVENTS])))
    event[data.draw(st.sampled_from([*event, "more"]))] = data.draw(JSON)
    with suppress(BadRecord):
        from_json(event)
