"""How a meter's rules fill it, as the odds want it."""

from fractions import Fraction

from croupier.bank.meters.rules import HOUSE_JACKPOT, RATE_WHOLE, MeterRules
from croupier.odds.jackpots.wager import Funding


def funding(rules: MeterRules) -> Funding:
    """In wagers. After a whole win a progressive meter begins with its reseed."""
    seed = rules.seed if rules.kind == HOUSE_JACKPOT else rules.reseed
    return Funding(
        Fraction(seed, rules.wager),
        Fraction(rules.contribution_rate, RATE_WHOLE),
        Fraction(rules.reserve_rate, RATE_WHOLE),
    )
