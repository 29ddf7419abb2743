"""A meter and its events as JSON: exact, and strict."""

import json

import pytest

from croupier.bank.meters.events import (
    Authority,
    Claim,
    Discontinued,
    Lift,
    Lowered,
    MeterOpened,
    MeterSettled,
    PrizePosted,
    Raised,
    Received,
    Resumed,
    Ruled,
    Suspended,
    Wagered,
    Why,
)
from croupier.bank.meters.meter import (
    KINDS,
    event_from_json,
    event_to_json,
    meter_from_json,
    meter_to_json,
)
from croupier.errors import BadRecord
from tests.bank.meters import meter_from_events

BY = Authority("counted twice", "ann", "bob")


@pytest.fixture(scope="session")
def events(progressive):
    return [
        MeterOpened(progressive(contribution_rate=2_003), 2_000_000, 10**20, 7),
        Wagered("A", 1, 100, 3),
        MeterSettled("A", 1, (Claim("ann", 10, 0), Claim("bob", 0, 900))),
        Lowered(Why.MALFUNCTION, 5, BY),
        Raised(Lift.SEED, 5, BY),
        Ruled(progressive(cap=3_000_000), BY),
        Wagered("B", 9, 100, 1),
    ]


def test_an_older_event_says_nothing_of_players() -> None:
    older = {"event": "discontinued", "to": None, "authority": BY._asdict(), "by": "ann"}
    assert event_from_json(older) == Discontinued(None, BY, players=False)
    with pytest.raises(BadRecord):
        event_from_json({**older, "players": 1})


def test_there_and_back(events, house) -> None:
    ends = [Suspended(BY), Resumed(BY), Received("old", 5, 10**20, 7, BY), Discontinued("old", BY)]
    others = [PrizePosted(5, BY), MeterOpened(house()), *ends, Discontinued(None, BY, players=True)]
    assert {type(event) for event in [*events, *others]} == set(KINDS.values())
    for event in [*events, *others]:
        written = json.dumps(event_to_json(event))
        read = event_from_json(json.loads(written))
        assert read == event and type(read) is type(event)
    meter = meter_from_events(events)
    assert meter.displayed % 10_000 and meter.in_play and meter.hits
    assert meter_from_json(json.loads(json.dumps(meter_to_json(meter)))) == meter


def test_what_an_event_looks_like() -> None:
    assert event_to_json(Lowered(Why.ABOVE_CAP, 5, BY)) == {
        "event": "lowered",
        "why": "above cap",
        "cents": 5,
        "authority": {"reason": "counted twice", "first": "ann", "second": "bob"},
    }


@pytest.mark.parametrize(
    "place, changed",
    [
        (1, {"event": "won"}),
        (1, {"event": None}),
        (1, {"round": True}),
        (1, {"stake": 100.0}),
        (1, {"stake": "100"}),
        (1, {"table": None}),
        (1, {"seat": 5}),
        (2, {"claims": {}}),
        (2, {"claims": [["ann", 10, 0]]}),
        (3, {"why": "because"}),
        (3, {"authority": {"reason": "", "first": "ann"}}),
        (0, {"rules": {}}),
        (0, {"carried": "none"}),
    ],
)
def test_what_cannot_be_read_is_refused(events, place, changed) -> None:
    with pytest.raises(BadRecord):
        event_from_json({**event_to_json(events[place]), **changed})


def test_a_record_that_is_not_an_object_or_lacks_a_field_is_refused(events) -> None:
    for wrong in ([], "opened", {"event": "wagered", "table": "A"}):
        with pytest.raises(BadRecord):
            event_from_json(wrong)


def test_rules_in_a_record_are_checked_as_any_others(events) -> None:
    opened = event_to_json(events[0])
    opened["rules"] = {**opened["rules"], "contribution_rate": 0}
    with pytest.raises(BadRecord, match="contribution is above 0"):
        event_from_json(opened)


def test_a_snapshot_of_release_0_1_0_is_read(events) -> None:
    """It does not say whether the meter is in service."""
    meter = meter_from_events(events)
    older = meter_to_json(meter)
    assert older.pop("suspended") == older.pop("discontinued") == ""
    assert meter_from_json(older) == meter


@pytest.mark.parametrize("name", ["displayed", "reserve", "seed_owed", "grown"])
def test_a_meter_below_zero_is_refused(events, name) -> None:
    with pytest.raises(BadRecord, match="below zero"):
        meter_from_json({**meter_to_json(meter_from_events(events)), name: -1})
