"""How often each score occurs over all hands of a deck: counted once, it prices any table."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.scales import COLOR, FIVE, FOUR, Scale
from croupier.errors import RuleError
from croupier.kernels.arrays import Ints
from croupier.kernels.cache.counts import stored
from croupier.kernels.cache.folder import SHARED
from croupier.kernels.hand_counts import five_card_hands

WHOLE_DECK = tuple(range(52))
Counts = dict[int, int]  # score → hands


def counts_of(array: NDArray[np.int32]) -> Counts:
    """The scores that occur, and how often."""
    return {int(score): int(array[score]) for score in np.nonzero(array)[0]}


class HandCounts(NamedTuple):
    """Over all hands of five cards, how often each score occurs."""

    four: Counts  # by the score of the best four
    five: Counts  # by the score of all five
    color: Counts  # by the largest number of cards of one color

    def scored(self, scale: Scale) -> Counts:
        """The scores that a table on this scale uses."""
        counts = {FOUR.name: self.four, FIVE.name: self.five, COLOR.name: self.color}
        if scale.name not in counts:
            raise RuleError(
                f"five cards are not counted by a {scale.name} scale; by: {', '.join(counts)}",
                "odds/scale",
            )
        return counts[scale.name]


def five_card_counts(deck: Sequence[int] = WHOLE_DECK) -> HandCounts:
    def make() -> dict[str, Ints]:
        counted = zip(HandCounts._fields, five_card_hands(np.array(deck, np.int64)), strict=True)
        return {name: np.array(list(counts_of(array).items())) for name, array in counted}

    kept = stored(f"{SHARED}/five-card-hands", make, keep=tuple(deck) == WHOLE_DECK)
    return HandCounts(**{name: dict(rows.tolist()) for name, rows in kept.items()})
