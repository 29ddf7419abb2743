"""Poker tables to play at: any options, any stacks, players who come, go and sit out."""

from random import Random

from croupier.games.five_card_hold_out.rules import LIMITS, MODES, QUALIFIERS
from croupier.money import Cents
from croupier.room.cage.cage import deposited
from croupier.room.people.floor import enrolled
from croupier.room.people.roles import Role
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.tables.poker.amounts import in_dollars
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import acted, dealt, round_called_off, timed_out
from croupier.room.tables.seats import left, sat_in, sat_out
from croupier.room.tables.tables import bought_in, cashed_out, filled, table_opened
from croupier.table.poker.table import PokerTable, open_poker
from tests.room.words import next_word
from tests.table.test_poker import any_act

STACKS = [Cents(50), Cents(150), Cents(430), Cents(1_000), Cents(5_000), Cents(40_000)]


def any_poker(rng: Random, mode: str = "", limit: str = "") -> PokerTable:
    """All modes, limits, odd-chip rules, and a rake whose cap may or may not be reached."""
    mode = mode or rng.choice(MODES)
    return open_poker(
        "five-card-hold-out",
        {
            "limit": limit or rng.choice(LIMITS),
            "mode": mode,
            "qualifier": rng.choice(QUALIFIERS) if mode == "hilo" else "none",
            "ante": rng.choice([0, 21]),
            "small_blind": rng.choice([0, 33, 100]),
            "rake_percent": rng.choice([0, 5, 10]),
            "rake_cap": rng.choice([40, 300]),
            "odd_chips": rng.choice(["by pot", "tda"]),
            "missed_blinds": rng.choice(["post", "post", "wait", "none"]),
        },
        seat_count=rng.choice([2, 3, 5, 9]),
    )


def open_full_poker(room: Room, rng: Random, name: str, table: PokerTable) -> None:
    """With a player at every seat, some with hardly a blind."""
    room.do(f"open {name}", "flo", table_opened, name, table)
    room.do(f"fill {name}", "flo", filled, name, Cents(1_000_000))
    for seat in range(1, table.seat_count + 1):
        player = f"{name} player {seat}"
        room.do(f"enrol {player}", "flo", enrolled, player, Role.PLAYER)
        room.do(f"deposit {player}", "flo", deposited, player, Cents(100_000_000))
        room.do(f"sit {player}", "dee", bought_in, name, seat, player, rng.choice(STACKS))


def any_poker_request(rng: Random, state: OpenPoker) -> Request:
    """Usually the next act; sometimes another request."""
    name, key, hand = state.name, f"{state.name} #{state.version}", state.round
    if state.before.closed is not None:
        stay = [seat for seat in state.seats if state.plays(seat) and seat not in state.leaving]
        if stay and rng.random() < 0.05:
            seat = rng.choice(stay)
            return Request(key, rng.choice(["dee", state.seats[seat]]), left, (name, seat))
        idle = [seat for seat in state.seats if not state.plays(seat)]
        if idle and rng.random() < 0.05:
            return _bought(rng, state, key, rng.choice(idle))
        waits = next_word(rng, state, key)
        return waits or Request(key, "dee", dealt, (name,))
    if rng.random() < 0.15:
        return _aside(rng, state, key)
    if hand is not None:
        seat = hand.to_act
        assert seat is not None
        if rng.random() < 0.1:
            return Request(key, "dee", timed_out, (name, seat, hand.version))
        by = rng.choice(["dee", state.seats[seat]])
        return Request(key, by, acted, (name, seat, in_dollars(any_act(rng, hand)), hand.version))
    if len(state.ready) < 2:
        return _brought_in(rng, state, key)
    some = rng.sample(state.ready, rng.randint(2, len(state.ready)))
    waits = set(state.dealing(some).seats) != set(some)
    about = (name,) if waits or rng.random() < 0.8 else (name, {seat: {} for seat in some})
    return Request(key, "dee", dealt, about)


def _aside(rng: Random, state: OpenPoker, key: str) -> Request:
    name = state.name
    idle = [seat for seat in state.seats if not state.plays(seat)]
    empty = set(range(1, state.table.seat_count + 1)) - set(state.seats)
    seat = rng.choice(list(state.seats))
    sits = sat_in if seat in state.out | state.leaving else rng.choice([sat_out, left])
    known = [
        Request(key, "flo", filled, (name, Cents(500))),
        Request(key, rng.choice(["dee", state.seats[seat]]), sits, (name, seat)),
    ]
    owing = [seat for seat in state.blinds.owed if seat not in state.blinds.posting]
    if owing and state.table.options["missed_blinds"] == "post":
        post = (name, rng.choice(owing))
        known += [Request(key, "dee", sat_in, post, {"post": True})] * 2
    if empty:
        known.append(_bought(rng, state, key, min(empty)))
    if idle:
        known.append(_bought(rng, state, key, rng.choice(idle)))
    if idle and len(state.seats) > 2:
        known.append(Request(key, "dee", cashed_out, (name, rng.choice(idle))))
    if state.round is None:
        known += [request for _ in range(3) if (request := next_word(rng, state, key))]
    elif rng.random() < 0.3:
        known.append(Request(key, "flo", round_called_off, (name, "a card was exposed")))
    return rng.choice(known)


def _brought_in(rng: Random, state: OpenPoker, key: str) -> Request:
    """Somebody who could play again: they sit in, or buy chips."""
    for seat in range(1, state.table.seat_count + 1):
        if seat in state.out | state.leaving:
            return Request(key, "dee", sat_in, (state.name, seat))
        if not state.stacks.get(seat):
            return _bought(rng, state, key, seat)
    raise AssertionError("all seats have chips, and nobody sits out")


def _bought(rng: Random, state: OpenPoker, key: str, seat: int) -> Request:
    player = f"{state.name} player {seat}"
    return Request(key, player, bought_in, (state.name, seat, player, rng.choice(STACKS)))
