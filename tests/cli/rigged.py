"""Shuffles whose secret gives the cards that a test wants, and that verify like any other."""

from collections.abc import Callable, Iterator

from croupier import fair
from croupier.cards.card import parse

WORD = "the word of a test"


def fixed_word(typed: str) -> str:
    """Replaces `fair.new_word`, so that a secret can be found for the wanted cards."""
    return f"{typed} {WORD}" if typed else WORD


def secret_for(cards: str, seats: int) -> bytes:
    """The secret of one deck whose first cards are these, with the fixed words of that many seats.

    Fisher-Yates backwards: the number that brings each card to its position, without the pad.
    """
    first = list(parse(cards))
    wanted = first + [card for card in range(52) if card not in first]
    order, numbers = list(range(52)), []
    for last in range(51, 0, -1):
        choice = order.index(wanted[last])
        order[last], order[choice] = order[choice], order[last]
        numbers.append(choice)
    size = len(fair.new_secret(1))
    stream = b"".join(number.to_bytes(2, "big") for number in numbers).ljust(size, b"\0")
    words = [(f"seat {seat} player", WORD) for seat in range(1, seats + 1)]
    pad = fair.pad([part.encode() for pair in words for part in pair], size)
    secret = bytes(a ^ b for a, b in zip(stream, pad, strict=True))
    assert fair.shuffled(1, secret, words)[: len(first)] == tuple(first)
    return secret


def secrets_for(*decks: str, seats: int = 1) -> Callable[[int], bytes]:
    """One deck after another; after the last one, that one again."""
    left: Iterator[str] = iter(decks)

    def new_secret(count: int) -> bytes:
        assert count == 1
        return secret_for(next(left, decks[-1]), seats)

    return new_secret
