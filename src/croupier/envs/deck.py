"""The cards of an episode: shuffled by its generator, or in an order that the caller gives.

The table's own shuffle, croupier.fair, is for play; an episode must follow from its seed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from croupier.cards.card import Card, parse, rank, suit


def deck_for(
    chance: np.random.Generator, options: Mapping[str, Any] | None, decks: int = 1
) -> tuple[Card, ...]:
    """All decks shuffled; or the cards of `options["deck"]`, in the order of dealing."""
    laid = (options or {}).get("deck")
    if laid is not None:
        return parse(laid, decks=decks)
    return tuple(map(Card, (chance.permutation(52 * decks) % 52).tolist()))


def from_the_highest(cards: Iterable[Card]) -> list[Card]:
    """The order in which actions number cards: by rank, aces first, then by suit, spades first."""
    return sorted(cards, key=lambda card: (rank(card), suit(card)), reverse=True)
