"""4 Card Split as a table of choices: how to split, and which hands to play."""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.choice_places import SPLIT_HANDS
from croupier.kernels.choice_tables import fill_split
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import House
from croupier.odds.four_card_split import chosen, counted, pays_of, scores_of
from croupier.rules.four_card_split import SPLIT

Codes = NDArray[np.uint8]


def optimal(house: House) -> dict[str, Codes]:
    scores = scores_of(house)
    pays, states = pays_of(house, scores), counted(scores)
    table = np.zeros(13 * SPLIT_HANDS, np.uint8)

    def fill(up: int) -> None:
        _, way, plays = chosen(scores, pays, states[up])
        fill_split(up, states[up]["cards"], (way << 2 | plays).astype(np.uint8), table)

    in_threads("best ways under each upcard", fill, range(13))
    return {SPLIT: table}
