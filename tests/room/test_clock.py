"""A player's time has run out: what costs nothing is done for them, once, and the books say so."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.bank.audit.run import AuditFailed
from croupier.bank.store import Store
from croupier.cards.card import parse
from croupier.desk.room.acts import act, outcome
from croupier.desk.room.answers import answer
from croupier.errors import IllegalAction, Refused, StaleAction
from croupier.games.registry import GAMES
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.books.recall import recall
from croupier.room.books.receipt import receipt
from croupier.room.names import chips_of
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import NotAllowed, Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.rounds import acted, dealt, timed_out
from croupier.room.tables.tables import bought_in, filled, table_opened
from croupier.table.poker.table import open_poker
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import open_table
from tests.effort import examples
from tests.room.rooms import new_room
from tests.room.test_forgeries import write
from tests.room.test_poker_payouts import any_start
from tests.table.test_poker import any_act

PLAYERS = {1: "pam", 2: "quin"}
PRIME, POKER = "7", "9"


@pytest.fixture
def room(store: Store) -> Room:
    room = new_room(store)
    prime = open_table("four-card-prime", options={"jackpot_type": "none"})
    room.do("open 7", "flo", table_opened, PRIME, prime)
    room.do("open 9", "flo", table_opened, POKER, open_poker("five-card-hold-out"))
    room.do("fill", "flo", filled, PRIME, Cents(1_000_000))
    for seat, player in PLAYERS.items():
        room.do(player, "flo", enrolled, player, Role.PLAYER)
        for name in (PRIME, POKER):
            about = (name, seat, player, Cents(20_000))
            room.do(f"{player} {name}", "dee", bought_in, *about, cash=True)
    return room


def dealt_at(room: Room, name: str) -> Any:
    bets = {seat: {"ante": 500} for seat in PLAYERS} if name == PRIME else {}
    room.do("deal", "dee", dealt, name, bets)
    return room.hall.table(name)


@pytest.mark.parametrize("name", [PRIME, POKER])
def test_only_once_and_only_by_who_may_act_for_a_player(room: Room, name: str) -> None:
    state = dealt_at(room, name)
    seat, version = state.turn, state.round.version
    other = next(one for one in PLAYERS if one != seat)
    for by in ("pam", "quin", "aud", "ada"):
        with pytest.raises(NotAllowed, match="act for a player"):
            room.do(f"no {by}", by, timed_out, name, seat, version)
    for stale in (version - 1, version + 1, 0, -1):
        with pytest.raises(StaleAction):
            room.do("stale", "dee", timed_out, name, seat, stale)
    with pytest.raises(IllegalAction, match="turn"):
        room.do("turn", "dee", timed_out, name, other, version)
    first = room.do("out", "dee", timed_out, name, seat, version)
    assert room.do("out", "dee", timed_out, name, seat, version) == first
    with pytest.raises(Refused):
        room.do("twice", "flo", timed_out, name, seat, version)
    assert audit(room.store, workers=1).complete


def test_a_fold_at_four_card_prime_and_what_the_books_say(room: Room) -> None:
    state = dealt_at(room, PRIME)
    request = Request("out", "dee", timed_out, (PRIME, 1, state.round.version))
    done = act(room, *request[:3], *request.about)
    said = answer(done)
    assert said.text.startswith("Table 7, round 1, seat 1: fold (time ran out).")
    assert answer(outcome(room, request, done.receipt)) == said
    body = json.loads(room.store.events("table/7")[-1].body)
    assert (body["clock"], body["events"][0]["action"]) == (True, "fold")
    room.do("raise", "quin", acted, PRIME, 2, "raise 1x")
    past = recall(room.store, PRIME, 1)
    assert [(one.what, one.timed_out) for one in past.acts] == [
        ("dealt", 0),
        ("seat 1: fold (time ran out)", 1),
        ("seat 2: raise 1x", 0),
    ]
    own = receipt(room.store, room.hall, "pam", PRIME, 1)
    assert own.timed_out == ("seat 1: fold (time ran out)",)
    assert receipt(room.store, room.hall, "quin", PRIME, 1).timed_out == ()
    assert audit(room.store, workers=1).rounds == 1


def test_poker_checks_if_that_is_free_folds_otherwise_and_discards_nothing(room: Room) -> None:
    dealt_at(room, POKER)
    seen: list[str] = []
    while (hand := room.hall.poker(POKER).round) is not None and len(seen) < 20:
        seat, version = hand.to_act, hand.version
        if not seen:  # the small blind calls, so that the big blind may check
            room.do("call", "dee", acted, POKER, seat, "call")
            seen.append("call")
            continue
        before = room.store.balance(chips_of(POKER, seat))
        room.do(f"out {version}", "dee", timed_out, POKER, seat, version)
        body = json.loads(room.store.events(f"table/{POKER}")[-1].body)
        first = body["events"][0]
        seen.append(first.get("action") or f"{first['event']} {first['cards']}".strip())
        if "shoe" not in body:
            assert room.store.balance(chips_of(POKER, seat)) == before
    assert {"check", "discarded"} <= set(seen) and "fold" not in seen
    room.do("again", "dee", dealt, POKER)
    hand = room.hall.poker(POKER).round
    assert hand is not None
    room.do("out", "dee", timed_out, POKER, hand.to_act, hand.version)
    assert room.hall.poker(POKER).round is None  # there was a bet to call: the hand is folded
    assert audit(room.store, workers=1).rounds == 2


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_at_poker_it_is_always_legal_and_costs_nothing(seed: int) -> None:
    rng = Random(seed)
    hand = any_start(rng)
    while not hand.over:
        assert hand.to_act is not None
        after = hand.act(hand.to_act, hand.otherwise, version=hand.version)
        assert after.paid[hand.to_act] == hand.paid[hand.to_act]
        assert hand.otherwise in [legal.action for legal in hand.legal()]
        hand = rng.choice([after, hand.act(hand.to_act, any_act(rng, hand))])
    assert hand.otherwise == ""


def dealt_cards(game: str, stakes: dict[str, int], cards: str) -> Round:
    return deal(open_table(game), {1: stakes}, Deck(parse(cards)))


SPLIT = {"ante 1": 500, "ante 2": 500, "blind": 500}


@pytest.mark.parametrize(
    "game, stakes, cards, does",
    [
        # An instant winner must be taken: the first possible way. Without one, all is folded.
        ("4-card-split-v2", SPLIT, "2c 5c 9c Kd As 3d 4h 7s", "2c 5c 9c / Kd"),
        ("4-card-split-v2", SPLIT, "2c 5d 9h Ks As 3d 4h 7s", "fold"),
        ("four-card-prime", {"ante": 500}, "2c 2d 2h 2s 3c As Ks Qs Js Ts 9s", "fold"),
        # Two cards that may be kept are kept; those that may not are folded. None is bought.
        ("4-card-buyout", {"first": 500}, "2c 3d 9c 4d As", "refuse"),
        ("4-card-buyout", {"first": 500}, "2c 3d 9h 4d As", "fold"),
    ],
)
def test_what_is_done(game: str, stakes: dict[str, int], cards: str, does: str) -> None:
    assert dealt_cards(game, stakes, cards).otherwise == does


# Forged


def forged(room: Room, name: str, action: str, said: dict[str, object]) -> None:
    state = room.hall.table(name)
    request = Request("forged", "dee", acted, (name, state.turn, action))
    step = request.decided(room.hall, room.store.clock())
    write(room, step.act, said=said)


def by_the_clock(room: Room) -> None:
    forged(room, PRIME, "raise 1x", {"clock": True})


def by_the_player(room: Room) -> None:
    forged(room, PRIME, "fold", {"clock": True, "by": "pam"})


def told_otherwise(room: Room) -> None:
    forged(room, PRIME, "fold", {"clock": 1})


def at_poker(room: Room) -> None:
    forged(room, POKER, "call", {"clock": True})


@pytest.mark.parametrize(
    "forge, words",
    [
        (by_the_clock, "time has run out for seat 1, and it does 'raise 1x'; it must be 'fold'"),
        (by_the_player, "pam is a player here"),
        (told_otherwise, "nothing claims it"),
        (at_poker, "and it does 'call'; it must be 'fold'"),
    ],
)
def test_a_forged_clock_is_found(room: Room, forge: Callable[[Room], None], words: str) -> None:
    dealt_at(room, PRIME)
    room.do("deal 9", "dee", dealt, POKER)
    forge(room)
    with pytest.raises(AuditFailed, match=words):
        audit(room.store, workers=1)


def test_a_deal_is_not_made_by_the_clock(room: Room) -> None:
    bets = {1: {"ante": 500}}
    request = Request("forged", "dee", dealt, (PRIME, bets))
    write(room, request.decided(room.hall, room.store.clock()).act, said={"clock": True})
    with pytest.raises(AuditFailed, match="time has run out for 'opened'"):
        audit(room.store, workers=1)


def test_every_house_banked_game_is_played_by_the_clock_alone(store: Store) -> None:
    room = new_room(store)
    room.do("pam", "flo", enrolled, "pam", Role.PLAYER)
    for game in GAMES.values():
        options = {"jackpot_type": "none"} if game.jackpots else {}
        table = open_table(game, options=options)
        room.do(f"open {game.id}", "flo", table_opened, game.id, table)
        room.do(f"fill {game.id}", "flo", filled, game.id, Cents(10_000_000))
        about = (game.id, 1, "pam", Cents(1_000_000))
        room.do(f"sit {game.id}", "dee", bought_in, *about, cash=True)
        stakes = {one.name: table.limits.least(one) for one in table.offers if one.required}
        for number in range(10):
            room.do(f"{game.id} {number}", "dee", dealt, game.id, {1: stakes})
            while (now := room.hall.banked(game.id).round) is not None:
                key = f"{game.id} {number} {now.version}"
                room.do(key, "dee", timed_out, game.id, now.turn, now.version)
    assert audit(store, workers=1).rounds == 10 * len(GAMES)
