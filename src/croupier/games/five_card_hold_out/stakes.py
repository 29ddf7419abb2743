"""What a pot of Five Card Hold Out is played for, and the random deals that stand for all."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.errors import RuleError, shown
from croupier.games.five_card_hold_out.loops.showdowns import FOR_HIGH, NO_HIGH, NO_LOW, NO_WHEEL
from croupier.games.five_card_hold_out.rules import MODES, low_floor

MOST_TRIALS = 10**7


class Stake(NamedTuple):
    """What is played for: how a high is scored, if one wins; from which score a low does."""

    high: int  # NO_HIGH, FOR_HIGH or NO_WHEEL
    floor: int


class Deals(NamedTuple):
    """How many random deals, and the seed that fixes them."""

    trials: int = 100_000
    seed: int = 1


def stake_of(mode: str, qualifier: str, wheel_straight: bool = True) -> Stake:
    """Low only has no qualifier."""
    floor = low_floor(qualifier)
    if mode not in MODES:
        raise RuleError(f"mode {shown(mode)}; it is {', '.join(MODES)}", "option/mode")
    high = FOR_HIGH if wheel_straight else NO_WHEEL
    return {"high": Stake(high, NO_LOW), "hilo": Stake(high, floor), "low": Stake(NO_HIGH, 0)}[mode]


def check_deals(deals: Deals) -> None:
    if not 2 <= deals.trials <= MOST_TRIALS:
        raise RuleError(f"{deals.trials} trials; 2 to {MOST_TRIALS:,} can be run", "deals/trials")
    if not 0 <= deals.seed < 1 << 64:
        raise RuleError(f"seed {shown(deals.seed)}; it is 0 to 2^64 - 1", "deals/seed")


def squared_errors(
    means: Sequence[Fraction], squares: Sequence[Fraction], trials: int
) -> list[Fraction]:
    """The squares of the standard errors of means, from the sums of the squares."""
    return [
        (square - trials * mean * mean) / (trials - 1) / trials
        for mean, square in zip(means, squares, strict=True)
    ]
