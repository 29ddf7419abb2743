"""Four Card Prime's compiled loops, and the steps of its rules that they are written for."""

from croupier.games.four_card_prime import rules
from croupier.kernels.compiled import lend
from croupier.kernels.written_for import check_written_for

STEPS = ("deal 5 own to hand 1", "deal 1 up to dealer", "deal 5 down to dealer", "choose raise")
check_written_for(STEPS, *rules.GAMES)

lend(
    *(rules.settle, rules.copied, rules.losing_hand, rules.pays, rules.settle_bad_beat),
    *(rules.settle_jackpot, rules.settle_envy_jackpot, rules.barred_from_envy),
    in_words=True,
)
