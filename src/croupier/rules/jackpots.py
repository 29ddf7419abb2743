"""Jackpot options, and what several winners of one meter are paid in the same round."""

from collections.abc import Collection, Iterable, Sequence

from croupier.money import Cents, share
from croupier.rules.felt import Result

# The house options of a game with jackpots, and their values.
JACKPOT_TYPE, JACKPOT_SPLIT = "jackpot_type", "jackpot_split"
PROGRESSIVE, HOUSE_JACKPOT = "progressive", "house"
EQUAL, IN_ORDER = "equal", "in order"

WHOLE = 100
NOTHING = Cents(0)


def won(result: Result, *, for_1: bool) -> Cents:
    """What a wager is paid, before any share of a meter: its winnings, or a whole prize.

    A wager paid "for 1" does not get its stake back, so whatever comes back is the prize; except
    for a dead hand, where it is the returned stake.
    """
    return Cents(max(0, result.net + result.stake if for_1 and not result.void else result.net))


def prize_won(result: Result, sensors: Collection[str], share: Cents = NOTHING) -> Cents:
    """All that a wager is paid, with its share of a meter: the amount that may be a large win.

    `sensors` are the game's jackpots, whose wagers are paid "for 1".
    """
    return Cents(won(result, for_1=result.wager in sensors) + share)


def prizes_paid(payments: Iterable[tuple[int, Cents]]) -> dict[int, Cents]:
    """The same amount by seat, from the payments for one jackpot: its fixed pay and its share."""
    paid: dict[int, Cents] = {}
    for seat, cents in payments:
        paid[seat] = Cents(paid.get(seat, 0) + cents)
    return paid


def meter_pays(
    percents: Sequence[int], meter: Cents, *, kind: str, split: str, reseed: Cents
) -> tuple[Cents, ...]:
    """The cents for each claim on a meter, in order of settlement.

    A house jackpot pays each winner the full posted prize. A progressive meter is paid in one of
    two ways: lesser shares come off the displayed amount and the winners of 100% split the rest
    equally; or each claim in turn takes its share of what is left, and every 100% win reseeds it.
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
    """How often these claims of one round reseed a progressive meter."""
    wholes = sum(percent == WHOLE for percent in percents)
    return wholes if split == IN_ORDER else min(wholes, 1)


def _in_order(percents: Sequence[int], meter: Cents, reseed: Cents) -> tuple[Cents, ...]:
    pays = []
    for percent in percents:
        pays.append(share(percent, meter))
        meter = reseed if percent == WHOLE else Cents(meter - pays[-1])
    return tuple(pays)
