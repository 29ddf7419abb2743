"""What a pot of Five Card Hold Out is played for, as the loops take it."""

from typing import NamedTuple

from croupier.errors import RuleError, shown
from croupier.games.five_card_hold_out.loops.showdowns import FOR_HIGH, NO_HIGH, NO_LOW, NO_WHEEL
from croupier.games.five_card_hold_out.rules import MODES, low_floor


class Stake(NamedTuple):
    """What is played for: how a high is scored, if one wins; from which score a low does."""

    high: int  # NO_HIGH, FOR_HIGH or NO_WHEEL
    floor: int


def stake_of(mode: str, qualifier: str, wheel_straight: bool = True) -> Stake:
    """Low only has no qualifier."""
    floor = low_floor(qualifier)
    if mode not in MODES:
        raise RuleError(f"mode {shown(mode)}; it is {', '.join(MODES)}", "option/mode")
    high = FOR_HIGH if wheel_straight else NO_WHEEL
    return {"high": Stake(high, NO_LOW), "hilo": Stake(high, floor), "low": Stake(NO_HIGH, 0)}[mode]
