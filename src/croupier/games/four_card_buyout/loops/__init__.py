"""Buyout's compiled loops, and the steps of its rules that they are written for."""

from croupier.games.four_card_buyout import rules
from croupier.kernels.compiled import lend
from croupier.kernels.written_for import check_written_for

STEPS = (
    *("deal 1 up to hand 1", "deal 1 down to dealer", "deal 1 up to hand 1", "deal 1 up to dealer"),
    "in turn: deal 1 up to offer, choose third card, deal 1 up to offer, choose fourth card, "
    "deal 2 up to hand 1",
    *("deal 2 up to dealer", "deal 1 up to dealer"),
)
check_written_for(STEPS, *rules.GAMES)

lend(rules.settle, rules.settle_bonus, rules.dealer_draws, rules.bets_on, in_words=True)
lend(rules.playable, rules.third_options, rules.fourth_options)
