"""What a seat sees of a hand of poker, as an array and as text: made from its view alone.

The array holds own cards, board and own discards (52 each, 1 for each card), the street (one of
them is 1), whether the viewer must discard now, the pot and the call; then for each seat, the
viewer first and on to the left: stack, bet of this round, paid in this hand, whether it is still
in, cards held, whether it has discarded, whether it is the button. Chips are in big blinds.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards.card import parse
from croupier.envs.poker_actions import actions_of
from croupier.rules.poker import PokerGame
from croupier.table.poker.view import HandView, SeatView

PER_SEAT = 7


def size_of(game: PokerGame, seats: int) -> int:
    """How many numbers an observation has."""
    return 3 * 52 + len(game.streets) + 3 + PER_SEAT * seats


def space(game: PokerGame, seats: int, stack: int, big_blind: int) -> spaces.Dict:
    most = max(seats * stack / big_blind, game.dealt)  # all chips of the table
    return spaces.Dict(
        {
            "observation": spaces.Box(0, most, (size_of(game, seats),), np.float32),
            "action_mask": spaces.MultiBinary(len(actions_of(game))),
        }
    )


def observed(seen: HandView, game: PokerGame, big_blind: int) -> NDArray[np.float32]:
    mine = seen.own
    discarding = any(legal.action == "discard" for legal in seen.legal)
    parts: list[float] = [
        *_bits(mine.shown),
        *_bits(seen.board),
        *_bits(mine.thrown),
        *(street.name == seen.street for street in game.streets),
        discarding,
        seen.pot / big_blind,
        seen.to_call / big_blind,
    ]
    for seat in _from(seen.seats, mine):
        parts += [
            seat.stack / big_blind,
            seat.bet / big_blind,
            seat.paid / big_blind,
            seat.live,
            seat.cards,
            seat.discarded is not None,
            seat.seat == seen.button,
        ]
    return np.array(parts, np.float32)


def _bits(cards: str) -> list[int]:
    bits = [0] * 52
    for card in parse(cards):
        bits[card] = 1
    return bits


def _from(seats: Sequence[SeatView], first: SeatView) -> tuple[SeatView, ...]:
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def text_of(seen: HandView, acts: Sequence[str]) -> str:
    return "\n".join(_lines(seen, acts)) + "\n"


def _lines(seen: HandView, acts: Sequence[str]) -> Iterator[str]:
    yield f"{seen.street}  pot {seen.pot}  board {seen.board or '-'}"
    for seat in seen.seats:
        cards = seat.shown or " ".join(["??"] * seat.cards)
        marks = " button" * (seat.seat == seen.button) + " folded" * (not seat.live)
        turn = "*" if seat.seat == seen.to_act else " "
        yield f"{turn}seat {seat.seat}  {cards:<14}  stack {seat.stack}  bet {seat.bet}{marks}"
    if acts:
        yield f"acts: {', '.join(acts)}"
    if seen.over:
        yield from (" ".join(map(str, event)) for event in seen.events if event[0] == "awarded")
