"""What must hold for any game in the registry: random tables, bets, decks and play."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK
from croupier.errors import BadCards, BadRecord, IllegalAction, StaleAction
from croupier.games.registry import GAMES
from croupier.rules.felt import Face
from croupier.rules.vocabulary import Collect, EachSeat, Game, Place
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
from croupier.table.explain import explanations
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck
from croupier.table.transcript import replay, transcript
from tests.effort import examples
from tests.table.random_play import any_opening, any_round, bets_of, dealt, states

SEEDS = st.integers(min_value=0, max_value=2**64)
rounds = settings(max_examples=examples(60), deadline=None)
few_rounds = settings(max_examples=examples(25), deadline=None)

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

JUNK = (
    *("", " ", "?", "call", "raise 4x", "raise", "buy buy", "fold!", "0", "None", "/", "As / As"),
    *("As Ks / Qs", "2c 3c 4c / 5c / 6c", "fold\x00", "\ud800", "فولد", "x" * 10_000),
)


def every_state(seed: int, game: Game) -> Iterator[Round]:
    rng = Random(seed)
    return states(rng, any_opening(rng, game))


def lying(state: Round) -> Counter[int]:
    """Every card on the felt or in the rack."""
    on_felt = Counter(state.dealer.cards)
    for spot in state.spots:
        on_felt.update(card for hand in spot.hands for card in hand.cards)
        on_felt.update(spot.offer + spot.rack)
    return on_felt


@rounds
@given(seed=SEEDS)
def test_cards_are_conserved(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        assert isinstance(state.source, Deck)
        deck, gone = state.source.cards, dealt(state)
        assert gone == deck[: len(gone)], "cards are dealt from the top, each once"
        assert Counter(gone) + Counter(deck[len(gone) :]) == Counter(DECK * game.decks)
        assert lying(state) == Counter(gone)
        for spot in state.spots:
            assert len(spot.rack) == len(spot.rack_faces)
            assert all(len(hand.cards) == len(hand.faces) for hand in spot.hands)


@rounds
@given(seed=SEEDS)
def test_cards_are_conserved_after_every_event(seed: int, game: Game) -> None:
    last = any_round(Random(seed), game)
    for count in range(1, last.version + 1):
        state = rebuild(last.table, last.source, last.events[:count])
        assert lying(state) == Counter(dealt(state))


@rounds
@given(seed=SEEDS)
def test_each_wager_is_settled_once_and_no_other(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        settled = Counter(
            (event.seat, result.wager)
            for event in state.events
            if isinstance(event, Settled)
            for result in event.results
        )
        made = {(spot.seat, name) for spot in state.spots for name in spot.wagers}
        assert set(settled) <= made and set(settled.values()) <= {1}
        assert not state.over or set(settled) == made
        for spot in state.spots:
            assert bets_of(state)[spot.seat].items() <= spot.wagers.items()
            for name, result in spot.results.items():
                assert result.wager == name and result.stake == spot.wagers[name]
                assert type(result.net) is int and result.net >= -result.stake
                assert 0 <= result.meter_percent <= 100


@rounds
@given(seed=SEEDS)
def test_cards_and_wagers_agree_after_every_act(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        assert all(game.secure(spot) for spot in state.spots)
        for spot in state.spots:
            for name, stake in spot.wagers.items():
                wager = game.wager(name)
                assert wager is not None and 0 < stake <= state.table.limits.most(wager)


@rounds
@given(seed=SEEDS)
def test_legal_options_are_never_empty_unique_and_all_accepted(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        if state.over:
            assert (state.legal, state.turn, state.choice) == ((), None, None)
            continue
        assert state.legal and len(set(state.legal)) == len(state.legal)
        assert len({action.casefold() for action in state.legal}) == len(state.legal)
        for action in state.legal:
            after = state.act(state.turn, action, version=state.version)  # type: ignore[arg-type]
            assert after.events[: state.version] == state.events
            assert after.events[state.version] == Acted(state.turn, state.choice.name, action)  # type: ignore[arg-type, union-attr]


@rounds
@given(seed=SEEDS)
def test_when_time_runs_out_something_legal_is_done_that_costs_nothing(
    seed: int, game: Game
) -> None:
    for state in every_state(seed, game):
        while not state.over:
            assert state.otherwise in state.legal and state.turn is not None
            after = state.act(state.turn, state.otherwise, version=state.version)
            assert after.spot(state.turn).wagers == state.spot(state.turn).wagers
            state = after


@rounds
@given(seed=SEEDS)
def test_everything_else_is_refused_and_changes_nothing(seed: int, game: Game) -> None:
    seen: set[str] = set(JUNK)
    for state in every_state(seed, game):
        before = rebuild(state.table, state.source, state.events)
        for action in sorted(seen - set(state.legal)):
            refuse_action(state, action)
        for seat in {*range(game.seats_max + 2), -1, 10**9} - {state.turn}:
            for action in state.legal[:2] or ("fold",):
                refuse_seat(state, seat, action)
        for version in (state.version - 1, state.version + 1, -1):
            with pytest.raises(StaleAction, match="look again") as caught:
                state.act(state.turn or 1, (*state.legal, "fold")[0], version=version)
            assert f"event {version};" in caught.value.message
        assert state == before and state.events == before.events
        seen.update(state.legal)


def refuse_action(state: Round, action: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        state.act(state.turn or state.spots[0].seat, action)
    assert repr(action) in caught.value.message and state.table.game.id in caught.value.message
    assert caught.value.code == "action/not_legal"
    if state.over:
        assert "the round is over, nothing is legal" in caught.value.message
    else:
        assert all(legal in caught.value.message for legal in state.legal)


def refuse_seat(state: Round, seat: int, action: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        state.act(seat, action)
    assert repr(action) in caught.value.message and f"seat {seat}:" in caught.value.message
    if not state.over:
        assert caught.value.code == "action/not_your_turn"
        assert f"seat {state.turn}'s turn" in caught.value.message
        told = caught.value.message.replace(repr(action), "")
        assert all((legal in told) == (legal in state.announced) for legal in state.legal)


@rounds
@given(seed=SEEDS)
def test_events_rebuild_the_state(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        assert rebuild(state.table, state.source, state.events) == state
        written = json.dumps([to_json(event) for event in state.events], allow_nan=False)
        read = tuple(from_json(event) for event in json.loads(written))
        assert read == state.events
        assert rebuild(state.table, state.source, read) == state


@rounds
@given(seed=SEEDS)
def test_a_rebuilt_round_plays_on(seed: int, game: Game) -> None:
    rng = Random(seed)
    for state in every_state(seed, game):
        again = rebuild(state.table, state.source, state.events)
        if not state.over:
            action = rng.choice(state.legal)
            assert again.act(state.turn, action) == state.act(state.turn, action)  # type: ignore[arg-type]


def changed_nets(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place, event in enumerate(last.events):
        if isinstance(event, Settled):
            one, *others = rng.sample(event.results, len(event.results))
            for other in (
                one._replace(net=one.net + 100),
                one._replace(net=-one.net - 1),
                one._replace(stake=one.stake + 1),
                one._replace(why=one.why + 1),
                one._replace(meter_percent=one.meter_percent + 1),
                one._replace(wager="tip"),
            ):
                yield with_event(last, place, event._replace(results=(other, *others)))
            yield with_event(last, place, event._replace(results=tuple(others)))
            yield with_event(last, place, event._replace(results=event.results + (one,)))
            if event.facts:
                yield with_event(last, place, event._replace(facts=event.facts[1:]))
            yield with_event(last, place, event._replace(facts=(*event.facts, 1)))


def dropped(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place in range(last.version - 1):
        yield [*last.events[:place], *last.events[place + 1 :]]


def doubled(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place in range(last.version):
        yield [*last.events[: place + 1], *last.events[place:]]


def reordered(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place in range(last.version - 1):
        first, second = last.events[place : place + 2]
        if shape(first) != shape(second):
            yield [*last.events[:place], second, first, *last.events[place + 2 :]]


def shape(event: RoundEvent) -> object:
    """Two deals of one shape may change places: that is another deal, and a valid one."""
    if isinstance(event, Dealt):
        return event.seat, event.face, event.place, len(event.cards)
    return event


def moved_to_another_seat(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place, event in enumerate(last.events[1:], start=1):
        other = rng.choice([*({DEALER, 1, 2, 99} - {event.seat})])  # type: ignore[union-attr]
        yield with_event(last, place, event._replace(seat=other))  # type: ignore[union-attr, arg-type]


def dealt_otherwise(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place, event in enumerate(last.events):
        if isinstance(event, Dealt):
            for face in set(Face) - {event.face}:
                yield with_event(last, place, event._replace(face=face))
            for where in set(Place) - {event.place}:
                yield with_event(last, place, event._replace(place=where))
            yield with_event(last, place, event._replace(cards=event.cards[1:]))
            yield with_event(last, place, event._replace(cards=event.cards + event.cards[:1]))


def acted_otherwise(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place, event in enumerate(last.events):
        if isinstance(event, Acted):
            for action in ("", "call", event.action.upper(), event.action + " "):
                yield with_event(last, place, event._replace(action=action))
            yield with_event(last, place, event._replace(choice="another"))


def collected_otherwise(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for place, event in enumerate(last.events):
        if isinstance(event, Collected):
            yield with_event(last, place, event._replace(cards=event.cards[1:]))
            yield with_event(last, place, event._replace(place=Place.HAND_2))


def swapped_cards(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    """Another card where a later event shows which one it was."""
    assert isinstance(last.source, Deck)
    for at, shown in enumerate(last.events):
        if not isinstance(shown, Revealed):
            continue
        for place, event in enumerate(last.events[:at]):
            if isinstance(event, Dealt) and set(event.cards) & set(shown.cards):
                if event.seat == shown.seat:
                    fresh = rng.choice([card for card in DECK if card not in dealt(last)] or [None])
                    if fresh is not None and event.cards[0] in shown.cards:
                        cards = (fresh, *event.cards[1:])
                        yield with_event(last, place, event._replace(cards=cards))
        yield with_event(last, at, shown._replace(cards=shown.cards[1:]))


def opened_otherwise(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    opening = last.events[0]
    assert isinstance(opening, Opened)
    for other in (
        opening._replace(game=opening.game + "-x"),
        opening._replace(rules="0" * 64),
        opening._replace(posted={**opening.posted, "nothing": "1"}),
        opening._replace(posted=dict.fromkeys(opening.posted, "?")),
        opening._replace(options={**opening.options, "nothing": True}),
    ):
        yield with_event(last, 0, other)


def after_the_end(last: Round, rng: Random) -> Iterator[list[RoundEvent]]:
    for event in rng.sample(last.events, min(4, last.version)):
        yield [*last.events, event]


def with_event(last: Round, place: int, event: RoundEvent) -> list[RoundEvent]:
    return [*last.events[:place], event, *last.events[place + 1 :]]


TAMPERS: tuple[Callable[[Round, Random], Iterator[list[RoundEvent]]], ...] = (
    changed_nets,
    dropped,
    doubled,
    reordered,
    moved_to_another_seat,
    dealt_otherwise,
    acted_otherwise,
    collected_otherwise,
    swapped_cards,
    opened_otherwise,
    after_the_end,
)


def collects(game: Game) -> bool:
    """Whether a decided hand is taken from the table during the round."""
    parts = (part.steps if isinstance(part, EachSeat) else (part,) for part in game.flow)
    return any(isinstance(step, Collect) for steps in parts for step in steps)


@pytest.mark.parametrize("tamper", TAMPERS, ids=lambda tamper: tamper.__name__)
@few_rounds
@given(seed=SEEDS)
def test_tampered_events_are_refused(seed: int, game: Game, tamper: Callable) -> None:
    rng = Random(seed)
    last = any_round(rng, game)
    tampered = list(tamper(last, rng))
    if tamper is collected_otherwise and not collects(game):
        assert not tampered
        return
    assume(tampered)  # if it never finds anything to change, the test fails
    for events in tampered:
        with pytest.raises(BadRecord) as caught:
            rebuild(last.table, last.source, events)
        assert caught.value.code in ("record/event", "record/table")


@rounds
@given(seed=SEEDS)
def test_a_transcript_replays_to_the_same_round(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        written = transcript(state)
        again, tries = replay(written)
        assert (again.events, again.spots, again.dealer) == (
            state.events,
            state.spots,
            state.dealer,
        )
        assert (again.cursor, again.over, tries) == (state.cursor, state.over, ())
        assert again.table.offers == state.table.offers
        assert transcript(again) == written


@rounds
@given(seed=SEEDS)
def test_every_settled_wager_is_explained(seed: int, game: Game) -> None:
    for state in every_state(seed, game):
        told = explanations(state)
        assert {seat: set(reasons) for seat, reasons in told.items()} == {
            seat: set(results) for seat, results in state.results.items()
        }
        for reasons in told.values():
            for reason in reasons.values():
                assert reason.rule and reason.text
                assert not set("{}") & set(reason.rule + reason.text)


@rounds
@given(seed=SEEDS)
def test_the_order_in_which_seats_are_listed_does_not_matter(seed: int, game: Game) -> None:
    rng = Random(seed)
    opening = any_opening(rng, game)
    bets = bets_of(opening)
    assert list(bets) == sorted(bets)
    for _ in range(3):
        listed = {seat: bets[seat] for seat in rng.sample(list(bets), len(bets))}
        assert deal(opening.table, listed, opening.source) == opening


@few_rounds
@given(seed=SEEDS)
def test_a_deck_one_card_short_is_refused(seed: int, game: Game) -> None:
    last = any_round(Random(seed), game)
    short = Deck(dealt(last)[:-1])
    with pytest.raises(BadCards, match=rf"the deck of {len(short.cards)} cards") as caught:
        played_again(last, short)
    assert caught.value.code == "cards/short" and "to be dealt" in caught.value.message


def played_again(last: Round, source: Deck) -> Round:
    """The same bets and acts, with these cards."""
    state = deal(last.table, bets_of(last), source)
    for event in last.events:
        if isinstance(event, Acted):
            state = state.act(event.seat, event.action)
    return state
