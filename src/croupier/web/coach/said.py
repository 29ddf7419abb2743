"""What the coach says, as messages."""

from collections.abc import Iterator

from croupier.cards.card import Card
from croupier.desk.coach import Advice, AdvisedAct, in_cents
from croupier.desk.coaching.rehearsal import RuleRemembered
from croupier.odds.figures import fraction
from croupier.table.view import View
from croupier.web.coach import messages
from croupier.web.coach.sitting import CoachedSitting

HABITS = 3  # the most expensive ones are shown


def advice_said(number: int, seen: View, advice: Advice) -> messages.Advice:
    own = list(_cards(seen, own=True))
    others = list(_cards(seen, own=False))
    return messages.Advice(
        round=number,
        version=advice.version,
        choice=advice.choice,
        options=tuple(
            messages.OptionWorth(
                action=option.action,
                cents=in_cents(option.net),
                exact=fraction(option.net),
                gives_up=in_cents(option.cost),
                gives_up_exact=fraction(option.cost),
                best=not option.cost,
            )
            for option in advice.options
        ),
        seen=len(own) + len(others),
        others=len(others),
    )


def _cards(seen: View, *, own: bool) -> Iterator[Card]:
    """The cards that the seat sees: at other seats, or its own and the dealer's."""
    rows = [seen.dealer] if own else []
    for spot in seen.spots:
        if (spot.seat == seen.seat) == own:
            rows += [*spot.hands, spot.offer, spot.rack]
    return (card for row in rows for card in row if card is not None)


def rule_said(number: int, seen: View, found: RuleRemembered) -> messages.RuleToRemember:
    return messages.RuleToRemember(
        round=number, version=seen.version, rule=found.rule, rules=found.rules, cost=found.cost
    )


def tally_said(sitting: CoachedSitting, *, ready: bool) -> messages.Tally:
    tally, (number, made), result = sitting.tally, sitting.last, sitting.result
    return messages.Tally(
        ready=ready,
        round=number,
        made=tuple(map(_judged, made)),
        decisions=tally.decisions,
        mistakes=tally.mistakes,
        cost=in_cents(tally.cost),
        cost_exact=fraction(tally.cost),
        habits=tuple(
            messages.CostlyHabit(**{**habit._asdict(), "cost": in_cents(habit.cost)})
            for habit in tally.habits[:HABITS]
        ),
        # The last that is priced, so that both results are of the same rounds.
        rounds=sitting.course.rounds if result is None else result.rounds,
        actual=sitting.course.net if result is None else result.actual,
        best=None if result is None else in_cents(result.best),
        expected=None if result is None else in_cents(result.expected),
        unpriced=() if result is None else result.unpriced,
        points=()
        if result is None
        else tuple(
            messages.CoursePoint(
                rounds=one.rounds, actual=one.actual, expected=in_cents(one.expected)
            )
            for one in result.points
        ),
    )


def _judged(decision: AdvisedAct) -> messages.JudgedChoice:
    advised = decision.advice
    return messages.JudgedChoice(
        choice=advised.choice,
        action=decision.action,
        best=advised.best,
        cost=in_cents(decision.cost),
        right=not decision.cost,
    )
