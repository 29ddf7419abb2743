"""The main net by wager, under optimal play: what the ante, the raise, each bought card brings.

4 Card Split has its blind apart; which of two hands an ante lies on is not in its counts.
"""

from fractions import Fraction

from croupier.games.figures import figures_of
from croupier.odds.figures import House

Parts = dict[str, Fraction]


def main_parts(house: House) -> Parts:
    """The net of each main wager for which it is known, in units of the first bet."""
    return figures_of(house.game.id).net_by_wager(house)
