"""Buyout as tables of choices: to fold, to refuse or to buy the third card, and the fourth."""

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.buyout_choices import best_actions, fill_buyout
from croupier.kernels.choice_places import THREES, TWOS
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_buyout import KINDS
from croupier.odds.figures import House
from croupier.odds.four_card_buyout import NO_BONUS, PLAYED, nets, states
from croupier.rules.four_card_buyout import FOURTH_CARD, THIRD_CARD

Codes = NDArray[np.uint8]


def optimal(house: House) -> dict[str, Codes]:
    """Best for the bets alone, whether or not there is a bonus."""
    decks = house.game.decks
    listed = [state for _, state in states((decks,) * KINDS)]
    third, fourth = (np.zeros(13 * size * KINDS, np.uint8) for size in (TWOS, THREES))
    main, unseen = nets(), decks * KINDS - 4

    def fill(up: int) -> None:
        state = listed[up]
        asked = {name: state[name] for name in PLAYED}
        thirds, fourths = best_actions(**asked, unseen=unseen, main=main, bonus=NO_BONUS)
        fill_buyout(
            up, state["cards"], state["weights"], thirds, state["offers"], state["starts"],
            fourths, third, fourth,
        )  # fmt: skip

    in_threads("choices under each upcard", fill, range(13))
    return {THIRD_CARD: third, FOURTH_CARD: fourth}
