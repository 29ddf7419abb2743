"""The value of a fold and of each raise, for one hand of Four Card Prime, counted card by card."""

from fractions import Fraction
from math import comb

import numpy as np

from croupier.cards.card import DECK, Card, mask
from croupier.cards.hands import best_four
from croupier.errors import BadCards
from croupier.games.four_card_prime.counts import UNSEEN, raise_pays
from croupier.games.four_card_prime.rules import ACTIONS
from croupier.kernels.arrays import Ints
from croupier.kernels.compiled import kernel
from croupier.odds.figures import PostedTable
from croupier.odds.solve import Action, State, needs


@kernel
def dealers_against(rest: Ints, upcard: int, player: int) -> tuple[int, int]:
    """How many of the dealer's possible hands, given the upcard, are beaten, and how many are
    copied.
    """
    beaten = copied = 0
    n = len(rest)
    for e in range(4, n):
        for d in range(3, e):
            for c in range(2, d):
                four = 1 << upcard | 1 << rest[c] | 1 << rest[d] | 1 << rest[e]
                for b in range(1, c):
                    for a in range(b):
                        dealer = best_four(four | 1 << rest[a] | 1 << rest[b])
                        if dealer < player:
                            beaten += 1
                        elif dealer == player:
                            copied += 1
    return beaten, copied


def values(table: PostedTable, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (5,), offer=False, game=table.game.id)
    rest = np.array([card for card in DECK if card not in shown], np.int64)
    if len(rest) < UNSEEN:
        raise BadCards(f"{len(rest)} cards are left; the dealer needs five", "cards/short")
    player = best_four(mask(state.cards))
    beaten, copied = dealers_against(rest, state.up, player)
    total = comb(len(rest), UNSEEN)
    actions = []
    for option, (won, tied, lost) in zip(ACTIONS, raise_pays(table, player), strict=True):
        net = beaten * won + copied * tied + (total - beaten - copied) * lost
        actions.append(Action(option.name, Fraction(net, total)))
    return actions
