"""What the coach says, as messages."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from croupier.cards.card import Card, name
from croupier.desk.coach import Advice, AdvisedAct, in_cents
from croupier.desk.coaching.costs import WagerCost
from croupier.desk.coaching.poker import PokerAdvice
from croupier.desk.coaching.rehearsal import RuleRemembered
from croupier.odds.figures import fraction, root, rounded
from croupier.odds.poker import Keep
from croupier.room.tables.poker.amounts import in_dollars
from croupier.table.poker.view import HandView
from croupier.table.view import View
from croupier.web.coach import messages
from croupier.web.coach.sitting import CoachedSitting
from croupier.web.message import Message

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


def said_of(
    number: int, version: int, seen: View | HandView, advice: Advice | PokerAdvice
) -> Message:
    if isinstance(seen, View):
        assert isinstance(advice, Advice)
        return advice_said(number, seen, advice)
    assert isinstance(advice, PokerAdvice)
    return poker_said(number, version, advice)


def costs_said(rounds: int, costs: Sequence[WagerCost]) -> messages.WagerCosts:
    return messages.WagerCosts(rounds=rounds, wagers=tuple(_hourly(rounds, one) for one in costs))


def _hourly(rounds: int, one: WagerCost) -> messages.HourlyCost:
    hour, share = one.by_the_hour(rounds), one.share
    return messages.HourlyCost(
        wager=one.label,
        stake=one.stake,
        cents=None if hour is None else in_cents(hour),
        exact="" if one.cost is None else fraction(one.cost),
        share="" if share is None else _percent(share, 2),
    )


def _percent(share: Fraction, places: int = 1) -> str:
    return f"{rounded(share * 100, places)}%"


def _error(squared: Fraction) -> str:
    return _percent(Fraction(root(squared, 10)))


KEEPS = 5  # the best ones are shown


def poker_said(number: int, version: int, advice: PokerAdvice) -> messages.PokerAdvice:
    share = advice.share
    return messages.PokerAdvice(
        round=number,
        version=version,
        opponents=advice.opponents,
        share=_percent(share.pot),
        error=_error(share.squared_error),
        scoop=_percent(share.scoop),
        to_call=advice.to_call,
        needed=_percent(advice.needed) if advice.to_call else "",
        keeps=tuple(_keep(keep, advice) for keep in advice.keeps[:KEEPS]),
        deals=advice.deals.trials,
    )


def _keep(keep: Keep, advice: PokerAdvice) -> messages.KeepWorth:
    return messages.KeepWorth(
        keep=tuple(name(card) for card in keep.cards),
        discard=tuple(name(card) for card in advice.cards if card not in keep.cards),
        share=_percent(keep.pot),
        error=_error(keep.squared_error),
        gives_up=_percent(advice.keeps[0].pot - keep.pot),
        best=keep.pot == advice.keeps[0].pot,
    )


def mix_said(number: int, version: int, mix: Mapping[str, float]) -> messages.SolvedMix:
    acts = (
        messages.MixedAct(action=in_dollars(act), share=_percent(Fraction(often), 0))
        for act, often in mix.items()
    )
    return messages.SolvedMix(round=number, version=version, acts=tuple(acts))
