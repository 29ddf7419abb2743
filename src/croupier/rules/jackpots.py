"""The words for jackpots, and what several winners of one meter are paid in one round."""

from collections.abc import Sequence

from croupier.money import Cents, share
from croupier.rules.felt import Result

# The house options of a game with jackpots, and their words.
JACKPOT_TYPE, JACKPOT_SPLIT = "jackpot_type", "jackpot_split"
PROGRESSIVE, HOUSE_JACKPOT = "progressive", "house"
EQUAL, IN_ORDER = "equal", "in order"

WHOLE = 100


def won(result: Result, *, for_1: bool) -> Cents:
    """What is paid for a wager, before any share of a meter: its winnings, or a whole prize.

    The stake of a wager that is paid "for 1" is gone, so all that comes back is the prize; unless
    the hand was dead, and what comes back is the stake.
    """
    return Cents(max(0, result.net + result.stake if for_1 and not result.void else result.net))


def meter_pays(
    percents: Sequence[int], meter: Cents, *, kind: str, split: str, reseed: Cents
) -> tuple[Cents, ...]:
    """The cents for each claim on a meter, the claims in order of settlement.

    A house jackpot pays the full posted prize to each. Of a progressive meter, lesser shares are
    paid from what is displayed, and the winners of the whole split the rest equally; or, in order,
    each takes a share of what is left, and the meter is reseeded after each whole win.
    """
    if kind == HOUSE_JACKPOT:
        return tuple(share(percent, meter) for percent in percents)
    if split == IN_ORDER:
        return _in_order(percents, meter, reseed)
    lesser = sum(share(percent, meter) for percent in percents if percent < WHOLE)
    winners = sum(percent == WHOLE for percent in percents)
    return tuple(
        Cents((meter - lesser) // winners) if percent == WHOLE else share(percent, meter)
        for percent in percents
    )


def reseeds(percents: Sequence[int], *, split: str) -> int:
    """How often a progressive meter is reseeded by these claims of one round."""
    wholes = sum(percent == WHOLE for percent in percents)
    return wholes if split == IN_ORDER else min(wholes, 1)


def _in_order(percents: Sequence[int], meter: Cents, reseed: Cents) -> tuple[Cents, ...]:
    pays = []
    for percent in percents:
        pays.append(share(percent, meter))
        meter = reseed if percent == WHOLE else Cents(meter - pays[-1])
    return tuple(pays)
