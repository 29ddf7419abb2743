"""The players' side of the words: what each of them stores, and sends."""

from collections.abc import Mapping
from random import Random

from croupier import fair
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable
from croupier.room.tables.bets import bet_made, word_kept, word_opened


def word_of(state: AnyTable, seat: int) -> str:
    """The same for the same shoe and seat, so that nobody has to remember it."""
    return f"word {seat} {state.shoe.commitment[:32]}"


def commitment_of(state: AnyTable, seat: int, word: str = "") -> str:
    told = word or word_of(state, seat)
    return fair.word_commitment(state.shoe.commitment, seat, state.seats[seat], told)


def keep(room: Room, name: str, seat: int, stakes: Mapping[str, int] | None = None) -> None:
    """A player commits to a word, with a bet if stakes are given."""
    state = room.hall.table(name)
    kept, key = commitment_of(state, seat), f"keep {name} {state.version}"
    if stakes is None:
        room.do(key, state.seats[seat], word_kept, name, seat, kept)
    else:
        room.do(key, state.seats[seat], bet_made, name, seat, stakes, kept)


def open_word(room: Room, name: str, seat: int) -> None:
    state = room.hall.table(name)
    key = f"open {name} {state.version}"
    room.do(key, state.seats[seat], word_opened, name, seat, word_of(state, seat))


def next_word(rng: Random, state: AnyTable, key: str) -> Request | None:
    """What a player does before the deal: opens a word that is waited for, or commits to one."""
    name, before = state.name, state.before
    if before.missing:
        seat = rng.choice(before.missing).seat
        return Request(key, state.seats[seat], word_opened, (name, seat, word_of(state, seat)))
    may = [seat for seat in state.seats if seat not in before.words]
    if before.closed is not None or state.shoe.first or not may:
        return None
    seat = rng.choice(may)
    about = (name, seat, commitment_of(state, seat))
    return Request(key, state.seats[seat], word_kept, about)
