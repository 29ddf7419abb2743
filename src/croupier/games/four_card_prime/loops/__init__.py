"""Four Card Prime's compiled loops, and what its rules lend them."""

from croupier.games.four_card_prime import rules
from croupier.kernels.compiled import lend

lend(
    *(rules.settle, rules.pays, rules.settle_bad_beat, rules.settle_jackpot),
    *(rules.settle_envy_jackpot, rules.barred_from_envy),
    in_words=True,
)
