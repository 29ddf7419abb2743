"""How often each score occurs over all hands of a deck: counted once, it prices any table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.cache import stored
from croupier.kernels.cache_folder import SHARED
from croupier.kernels.hand_counts import five_card_hands, four_card_hands

WHOLE_DECK = tuple(range(52))
Counts = dict[int, int]  # score → hands


def counts_of(array: NDArray[np.int64]) -> Counts:
    """The scores that occur, with how often."""
    return {int(score): int(array[score]) for score in np.nonzero(array)[0]}


def five_card_counts(deck: Sequence[int] = WHOLE_DECK) -> tuple[Counts, Counts, Counts]:
    """Over all five-card hands: best four, all five, most of one color."""

    def make() -> dict[str, NDArray[np.int64]]:
        kept = {}
        names = ("four", "five", "color")
        for name, array in zip(names, five_card_hands(np.array(deck, np.int64)), strict=True):
            kept[name] = np.array(list(counts_of(array).items()), np.int64)
        return kept

    kept = stored(f"{SHARED}/five-card-hands", make) if tuple(deck) == WHOLE_DECK else make()
    four, five, color = (
        {int(score): int(count) for score, count in kept[name]}
        for name in ("four", "five", "color")
    )
    return four, five, color


def four_card_counts(deck: Sequence[int] = WHOLE_DECK) -> Counts:
    """Over all four-card hands, as 4 Card Split's blind ranks them."""
    return counts_of(four_card_hands(np.array(deck, np.int64)))
