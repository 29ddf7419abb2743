"""Buyout's compiled loops, and what its rules lend them."""

from croupier.games.four_card_buyout import rules
from croupier.kernels.compiled import lend

lend(rules.settle, rules.settle_bonus, rules.dealer_draws, rules.bets_on, in_words=True)
lend(rules.playable, rules.third_options, rules.fourth_options)
