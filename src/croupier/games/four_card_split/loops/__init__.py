"""4 Card Split's compiled loops, and what its rules lend them."""

from typing import Any

import numpy as np
from numba.extending import overload

from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops import three_cards
from croupier.kernels.compiled import lend, unsigned
from croupier.kernels.written_for import check_written_for

STEPS = (
    *("deal 4 own to hand 1", "deal 1 up to dealer", "deal 3 down to dealer"),
    "in turn: choose split, choose hand 1, choose hand 2",
    "in turn: deal up to 3 down to hand 1, deal up to 3 down to hand 2",
)
check_written_for(STEPS, *rules.GAMES)

lend(*(rules.settle_hand, rules.settle_blind, rules.instant_winner, rules.qualifies), in_words=True)
lend(rules.best_three_of_four, rules.three_with_upcard, rules.legal_ways, three_cards.place)


@overload(rules.three_card, strict=False)
def _three_card(hand: Any) -> Any:
    """A table remembers each score of three cards; a loop has them all beforehand."""
    scores = three_cards.scores()

    def looked_up(hand: Any) -> Any:
        return np.int64(scores[unsigned(three_cards.place(hand))])

    return looked_up
