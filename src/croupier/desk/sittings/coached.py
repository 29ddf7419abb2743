"""What the coach knows of a sitting: its mistakes, and the prices of its bets."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from croupier.desk.coach import AdvisedAct
from croupier.desk.coaching.costs import Prices, WagerCost
from croupier.desk.sittings.sitting import Sitting
from croupier.money import Cents


def with_judged(sitting: Sitting, made: Iterable[tuple[int, AdvisedAct]]) -> Sitting:
    """Adds decisions, each with the number of its round."""
    made = list(made)
    course = sitting.course
    for number, decision in made:
        if decision.cost:
            course = course.judged(number, decision.cost)
    mistakes = sitting.mistakes.after(decision for _, decision in made)
    return replace(sitting, course=course, mistakes=mistakes)


def prices_of(sitting: Sitting) -> Prices:
    reseeds = {name: meter.rules.reseed for name, meter in sitting.meters.items()}
    return Prices(sitting.table, reseeds)


class OfferedBet(NamedTuple):
    """A wager of the table at the stake that was last bet, or at the least that may be."""

    made: bool  # in the last round
    cost: WagerCost


def offered_bets(sitting: Sitting, prices: Prices) -> list[OfferedBet]:
    """Every wager that may be bet before the deal, at the stakes of the first seat that bets."""
    table, bets = sitting.table, sitting.bets
    mine: Mapping[str, Cents] = next(iter(bets.values()), {})
    sides = {w.name: table.limits.least(w) for w in table.offers if not w.required}
    mains = {w.name for w in table.offers if w.required}
    stakes = table.completed({name: stake for name, stake in mine.items() if name in mains})
    stakes |= {**sides, **{name: stake for name, stake in mine.items() if name in sides}}
    sharers = {name: max(1, sum(name in seat for seat in bets.values())) for name in table.jackpots}
    shown = {name: int(meter.shown) for name, meter in sitting.meters.items()}
    return [OfferedBet(cost.wager in mine, cost) for cost in prices.costs(stakes, sharers, shown)]


def cost_of_round(sitting: Sitting, prices: Prices) -> Fraction | None:
    """What all bets of the last round cost, in cents; None if one of them has no figure."""
    total = Fraction(0)
    shown = {name: int(meter.shown) for name, meter in sitting.meters.items()}
    for stakes in sitting.bets.values():
        sharers = {name: sum(name in seat for seat in sitting.bets.values()) for name in stakes}
        for each in prices.costs(stakes, sharers, shown):
            if each.cost is None:
                return None
            total += each.cost
    return total
