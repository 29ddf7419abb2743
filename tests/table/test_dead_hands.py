"""A hand declared dead: its wagers are returned or lost, and the round goes on without it."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK, parse
from croupier.errors import BadRecord, IllegalAction
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import Game
from croupier.table.events import DEALER, Dealt, Opened, Settled, Voided, from_json, to_json
from croupier.table.explain import explanations
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck
from croupier.table.table import open_table
from croupier.table.transcript import replay, transcript
from croupier.table.view import view
from tests.effort import examples
from tests.table.random_play import any_action, any_opening, dealt

SEEDS = st.integers(min_value=0, max_value=2**64)
PRIME = "four-card-prime"


def with_dead_hands(rng: Random, state: Round, chance: float = 0.3) -> Iterator[Round]:
    """The round at every choice and at its end, with hands that die at random, in any turn."""
    yield state
    while not state.over:
        alive = [spot.seat for spot in state.spots if len(spot.results) < len(spot.wagers)]
        if rng.random() < chance:
            state = state.void(rng.choice(alive), forfeit=rng.random() < 0.5)
        else:
            assert state.turn is not None
            state = state.act(state.turn, any_action(rng, state))
        yield state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=examples(60), deadline=None)
@given(SEEDS)
def test_random_rounds_with_dead_hands(game: Game, seed: int) -> None:
    rng = Random(seed)
    opening = any_opening(rng, game)
    for state in with_dead_hands(rng, opening):
        lie = [card for spot in state.spots for hand in spot.hands for card in hand.cards]
        lie += [card for spot in state.spots for card in (*spot.rack, *spot.offer)]
        assert sorted([*lie, *state.dealer.cards]) == sorted(dealt(state))  # none came or went
        dead = [spot.seat for spot in state.spots if spot.dead]
        assert state.turn not in dead
        for seat in dead:
            check_dead(state, seat)
        again = [from_json(to_json(event)) for event in state.events]
        assert rebuild(state.table, opening.source, again) == state
    assert all(spot.results.keys() == spot.wagers.keys() for spot in state.spots)
    assert replay(transcript(state))[0].events == state.events
    assert dealt(state) == opening.source.cards[: len(dealt(state))]  # in order, from one shoe


def check_dead(state: Round, seat: int) -> None:
    """After it is declared dead nothing happens at a seat; earlier settlements stand."""
    place = next(
        at
        for at, event in enumerate(state.events)
        if isinstance(event, Voided) and event.seat == seat
    )
    event, later = state.events[place], state.events[place + 1 :]
    assert isinstance(event, Voided) and event.results
    assert not any(not isinstance(one, Opened) and one.seat == seat for one in later)
    for result in event.results:
        assert result.net == (-result.stake if event.forfeit else 0)
    spot = state.spot(seat)
    assert not spot.cards and not spot.offer and spot.wagers.keys() == spot.results.keys()


def prime(cards: str, bets: dict[int, dict[str, int]], **options: object) -> Round:
    first = parse(cards)
    deck = (*first, *(card for card in DECK if card not in first))
    return deal(open_table(PRIME, options=options), bets, Deck(deck))  # type: ignore[arg-type]


def test_the_turn_passes_and_the_others_play_on() -> None:
    state = prime("", {seat: {"ante": 500, "prime": 100} for seat in (1, 2, 3)})
    state = state.act(1, "raise 1x")
    state = state.void(2)
    assert state.turn == 3
    with pytest.raises(IllegalAction, match="seat 3's turn"):
        state.act(2, "fold")
    state = state.void(1, forfeit=True)  # the seat in turn
    assert state.turn == 3
    state = state.act(3, "fold")
    assert state.over
    nets = {seat: {wager: one.net for wager, one in some.items()} for seat, some in
            state.results.items()}  # fmt: skip
    assert nets[1] == {"ante": -500, "prime": -100, "raise": -500}
    assert nets[2] == {"ante": 0, "prime": 0}
    said = explanations(state)
    assert said[2]["ante"].text == "dead hand: wagers returned"
    assert said[1]["raise"].text == "dead hand: wagers lost"


def test_the_dealer_plays_on_when_all_hands_are_dead() -> None:
    state = prime("", {1: {"ante": 500}})
    state = state.void(1)
    assert state.over and len(state.dealer.cards) == 6
    assert not any(isinstance(event, Settled) for event in state.events)
    assert [event.seat for event in state.events if isinstance(event, Dealt)][-1] == DEALER


def test_earlier_settlements_stand() -> None:
    """Buyout settles a bonus when the hand is final: then the seat dies with its bets."""
    game = "ultimate-4-card-buyout"
    cards = parse("Ks Kh Qd Qc 2c 3d")  # two kings, two queens, the dealer's
    deck = (*cards, *(card for card in DECK if card not in cards))
    bets = {seat: {"first": 500, "bonus": 100} for seat in (1, 2)}
    state = deal(open_table(game), bets, Deck(deck))
    while state.turn == 1:
        state = state.act(1, next(way for way in state.legal if way != "fold"))
    before = state.spot(1).results["bonus"]
    state = state.void(1)
    assert state.spot(1).results["bonus"] == before
    (event,) = [one for one in state.events if isinstance(one, Voided)]
    assert "bonus" not in [result.wager for result in event.results] and event.results


def test_which_hands_cannot_be_declared_dead() -> None:
    state = prime("", {1: {"ante": 500}, 2: {"ante": 500}}).void(1)
    with pytest.raises(IllegalAction, match="all its wagers are settled"):
        state.void(1)
    with pytest.raises(IllegalAction, match="not in the round"):
        state.void(3)
    with pytest.raises(IllegalAction, match="the round is over"):
        state.act(2, "fold").void(2)


def test_a_dead_hand_has_no_envy_and_is_not_envied() -> None:
    """Four aces at seat 1 earn seats 2 and 3 envy; dead, they do not."""
    cards = "As Ah Ad Ac 2c 3d 5h 7s 9c Jd 4c 6d 8h Ts Qc"
    bets = {seat: {"ante": 500, "four card jackpot": 100} for seat in (1, 2, 3)}
    state = prime(cards, bets)

    def jackpot(state: Round, seat: int) -> int:
        return state.results[seat]["four card jackpot"].net

    def folded(state: Round) -> Round:
        while not state.over:
            assert state.turn is not None
            state = state.act(state.turn, "fold")
        return state

    envious = folded(state)
    assert jackpot(envious, 2) == jackpot(envious, 3) > 0
    without = folded(state.void(1))
    assert jackpot(without, 1) == 0 and jackpot(without, 2) == jackpot(without, 3) == -100
    other = folded(state.void(2))
    assert jackpot(other, 2) == 0 and jackpot(other, 3) == jackpot(envious, 3)


def test_a_dead_hand_is_seen_by_all_and_its_cards_by_its_own_seat() -> None:
    state = prime("", {1: {"ante": 500}, 2: {"ante": 500}}).void(1)
    own, other = view(state, 1).spots[0], view(state, 2).spots[0]
    assert own.dead and other.dead and view(state, 2).to_json()["spots"][0]["dead"]  # type: ignore[index]
    assert None not in own.rack and set(other.rack) == {None} and len(other.rack) == 5


@pytest.mark.parametrize("wrong", ["forfeit", "seat", "results", "place", "twice"])
def test_a_record_of_a_dead_hand_that_cannot_have_been(wrong: str) -> None:
    before = prime("", {1: {"ante": 500, "prime": 100}, 2: {"ante": 500}})
    state = before.void(1).act(2, "fold")
    events = list(state.events)
    place = next(at for at, event in enumerate(events) if isinstance(event, Voided))
    event = events[place]
    assert isinstance(event, Voided)
    if wrong == "place":
        events[place - 1 : place + 1] = [event, events[place - 1]]
    elif wrong == "twice":
        events.insert(place, event)
    else:
        changed = {
            "forfeit": event._replace(forfeit=True),
            "seat": event._replace(seat=3),
            "results": event._replace(results=event.results[:1]),
        }
        events[place] = changed[wrong]
    with pytest.raises(BadRecord):
        rebuild(state.table, before.source, events)


@pytest.mark.parametrize("change", [{"forfeit": 1}, {"results": 7}, {"results": [{}]}])
def test_an_impossible_event(change: dict[str, object]) -> None:
    event = to_json(Voided(1, False, ()))
    assert from_json(event) == Voided(1, False, ())
    with pytest.raises(BadRecord):
        from_json({**event, **change})
