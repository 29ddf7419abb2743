"""Pots: who may win which, and how each is shared. Whole chips, none is ever lost.

paid in = returned + rake + payouts, always. Scores are ints, higher is better, for low as for high.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from croupier.rules.poker import PLAYED_FOR, low_part, share

Chips = Mapping[int, int]  # by seat


class Pot(NamedTuple):
    amount: int
    eligible: tuple[int, ...]  # the seats that may win it, in seat order


class Pots(NamedTuple):
    """What was paid in, as pots: the main pot first, then the side pots."""

    returned: Chips  # uncalled chips
    pots: tuple[Pot, ...]


class Sharing(NamedTuple):
    mode: str  # high, hilo or low
    button: int
    seat_count: int
    tda: bool = False  # TDA rule 20: the same winners of both halves share the whole pot
    rake_percent: int = 0
    rake_cap: int = 0  # the maximum rake of a hand


class PotSplit(NamedTuple):
    """One pot as divided: the shares of the best high hands and of the best low hands."""

    high: Chips
    low: Chips


class PaidPot(NamedTuple):
    pot: Pot
    rake: int
    split: PotSplit


class Payment(NamedTuple):
    returned: Chips
    pots: tuple[PaidPot, ...]
    payouts: Chips  # by seat, from all pots together, without returned chips


def pots(paid_in: Chips, live: Collection[int], dead: int = 0) -> Pots:
    """Returns uncalled chips, then starts a new pot only where a live seat has paid less.

    Folded seats' chips go to the pots that they reach, and any above all live seats to the last.
    Dead chips are nobody's bet: they go to the main pot.
    """
    if not live or not set(live) <= set(paid_in):
        raise ValueError(f"live seats {sorted(live)} of {sorted(paid_in)}")
    if any(chips < 0 for chips in paid_in.values()):
        raise ValueError(f"chips below zero: {dict(paid_in)}")
    returned = _uncalled(paid_in, live)
    called = {seat: chips - returned.get(seat, 0) for seat, chips in paid_in.items()}
    levels = sorted({called[seat] for seat in live})
    tops = [*levels[:-1], max(called.values())]
    made, below = [], 0
    for level, top in zip(levels, tops, strict=True):
        amount = dead + sum(min(chips, top) - min(chips, below) for chips in called.values())
        if amount:
            made.append(Pot(amount, tuple(sorted(seat for seat in live if called[seat] >= level))))
        below, dead = level, 0
    return Pots(returned, tuple(made))


def _uncalled(paid_in: Chips, live: Collection[int]) -> dict[int, int]:
    """What the largest live seat paid above everyone else, folded seats included."""
    most = max(live, key=lambda seat: paid_in[seat])
    others = max((chips for seat, chips in paid_in.items() if seat != most), default=0)
    excess = paid_in[most] - others
    return {most: excess} if excess > 0 else {}


def shared(amount: int, winners: Collection[int], button: int, seat_count: int) -> dict[int, int]:
    """Equal shares; odd chips one each, clockwise from the first winner left of the button."""
    clockwise = sorted(winners, key=lambda seat: (seat - button - 1) % seat_count)
    many = len(clockwise)
    return {seat: share(amount, many, place) for place, seat in enumerate(clockwise)}


def best(scores: Mapping[int, int | None], seats: Collection[int]) -> tuple[int, ...]:
    """The seats with the best score; none if none of them has one."""
    held = {seat: score for seat in seats if (score := scores.get(seat)) is not None}
    top = max(held.values(), default=None)
    return tuple(seat for seat, score in held.items() if score == top)


def split(
    pot: Pot, high: Mapping[int, int | None], low: Mapping[int, int | None], sharing: Sharing
) -> PotSplit:
    """What the best high hands and the best low hands of a pot get.

    A low counts only in the pots for which its seat is eligible. A lone seat shows no hand.
    """
    button, seat_count, played_for = sharing.button, sharing.seat_count, PLAYED_FOR[sharing.mode]
    if len(pot.eligible) == 1:
        won = {pot.eligible[0]: pot.amount}
        return PotSplit(won, {}) if played_for.high else PotSplit({}, won)
    highs = best(high, pot.eligible) if played_for.high else ()
    lows = best(low, pot.eligible) if played_for.low else ()
    assert highs or lows, f"nobody wins {pot.amount} chips"
    to_lows = low_part(pot.amount, bool(highs), bool(lows))
    high_share = shared(pot.amount - to_lows, highs, button, seat_count) if highs else {}
    if sharing.tda and set(highs) == set(lows):
        whole = shared(pot.amount, highs, button, seat_count)
        return PotSplit(high_share, {seat: whole[seat] - high_share[seat] for seat in whole})
    return PotSplit(high_share, shared(to_lows, lows, button, seat_count) if lows else {})


def rakes(amounts: Sequence[int], percent: int, cap: int) -> list[int]:
    """What the house takes of each pot, rounded down, the main pot first, up to the hand's cap."""
    taken: list[int] = []
    for amount in amounts:
        taken.append(min(amount * percent // 100, cap - sum(taken)))
    return taken


def paid(
    paid_in: Chips,
    live: Collection[int],
    high: Mapping[int, int | None],
    low: Mapping[int, int | None],
    sharing: Sharing,
    *,
    flop: bool,
    dead: int = 0,
) -> Payment:
    """Pays out everything paid in: no flop, no drop; each pot is raked, then split separately.

    A single live seat takes everything, without scores.
    """
    laid = pots(paid_in, live, dead)
    percent = sharing.rake_percent if flop else 0
    taken = rakes([pot.amount for pot in laid.pots], percent, sharing.rake_cap)
    paid_pots = []
    for pot, rake in zip(laid.pots, taken, strict=True):
        left = pot._replace(amount=pot.amount - rake)
        paid_pots.append(PaidPot(pot, rake, split(left, high, low, sharing)))
    payouts: dict[int, int] = {}
    for _, _, halves in paid_pots:
        for half in halves:
            for seat, chips in half.items():
                payouts[seat] = payouts.get(seat, 0) + chips
    return Payment(laid.returned, tuple(paid_pots), payouts)
