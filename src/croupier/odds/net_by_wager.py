"""The main net by wager, under optimal play: what the ante, the raise, each bought card brings.

4 Card Split has its blind apart; which of two hands an ante lies on is not in its counts.
"""

from fractions import Fraction
from math import comb

from croupier.games.figures import figures_of
from croupier.games.four_card_prime import exact as prime
from croupier.games.four_card_prime import rules as four_card_prime
from croupier.odds.figures import House
from croupier.odds.hand_counts import WHOLE_DECK

Parts = dict[str, Fraction]


def _prime(house: House) -> Parts:
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    dealers = comb(len(WHOLE_DECK) - 6, 5)
    nets, total = [0, 0], 0
    for alike in prime.main_outcomes(house, prime.counted(house), dealers):
        lost = alike.hands * dealers - alike.won
        total += alike.won + lost
        for count, dealer in ((alike.won, alike.score - 1), (lost, alike.score + 1)):
            _, *made = four_card_prime.settle(alike.times, alike.score, dealer, *tables)
            nets = [net + count * each for net, each in zip(nets, made, strict=True)]
    names = (four_card_prime.ANTE, four_card_prime.RAISE)
    return {name: Fraction(net, total) for name, net in zip(names, nets, strict=True)}


def main_parts(house: House) -> Parts:
    """The net of each main wager for which it is known, in units of the first bet."""
    return figures_of(house.game.id).net_by_wager(house)
