"""Shuffles whose secret gives the cards that a test wants, and that prove out like any other."""

from collections.abc import Callable, Iterator

from croupier import fair
from croupier.cards.card import parse


def secret_for(cards: str) -> bytes:
    """The secret of one deck whose first cards are these, if no player adds a word.

    Fisher-Yates backwards: the number that brings each card to its place, then the pad taken off.
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
    pad = fair.pad([], size)
    secret = bytes(a ^ b for a, b in zip(stream, pad, strict=True))
    assert fair.shuffled(1, secret)[: len(first)] == tuple(first)
    return secret


def secrets_for(*decks: str) -> Callable[[int], bytes]:
    """One deck after the other; after the last, it again."""
    left: Iterator[str] = iter(decks)

    def new_secret(count: int) -> bytes:
        assert count == 1
        return secret_for(next(left, decks[-1]))

    return new_secret
