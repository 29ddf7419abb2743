"""The cost of a fold: the engine plays it out, and stakes lost without a comparison count."""

from collections.abc import Mapping
from itertools import compress

from croupier.cards.card import DECK
from croupier.money import Cents
from croupier.rules.felt import Face, Result
from croupier.rules.vocabulary import Option
from croupier.table.events import DEALER, Acted, Dealt, Opened
from croupier.table.explain import settles
from croupier.table.round import Round, deal
from croupier.table.source import Laid


def fold_cost(now: Round, option: Option) -> int:
    """What the seat to act loses through this choice alone, whatever the hidden cards are.

    The round is played to its end for that seat alone, with substitutes for the cards that it does
    not see: twice, with different ones, so that bad luck is not mistaken for the cost of the fold.
    """
    assert now.turn is not None, "nobody is to act"
    one, other = (_lost_by_folding(_alone(now, now.turn, order), option) for order in (1, -1))
    return sum(stake for wager, stake in one.items() if wager in other)


def names_a_hand(now: Round, result: Result) -> bool:
    """Whether a hand decided the wager."""
    if result.void:
        return False
    step = settles(now.table.game, result.wager, result.why)
    return "{" in step.reason(result.wager, result.why).text


def _lost_by_folding(alone: Round, option: Option) -> Mapping[str, Cents]:
    goes_on = [other for other in alone.options if not other.gives_up]
    anyway = _lost(alone, goes_on[0]) if goes_on else {}
    lost = _lost(alone, option)
    return {wager: stake for wager, stake in lost.items() if wager not in anyway}


def _lost(alone: Round, option: Option) -> Mapping[str, Cents]:
    """The stakes lost without a hand deciding, by wager."""
    seat = alone.spots[0].seat
    alone = alone.act(seat, option.name)
    while not alone.over:
        goes_on = [one for one in alone.options if not one.gives_up]
        alone = alone.act(seat, (*goes_on, *alone.options)[0].name)
    return {
        result.wager: result.stake
        for result in alone.spots[0].results.values()
        if result.net < 0 and not names_a_hand(alone, result)
    }


def _alone(now: Round, seat: int, order: int) -> Round:
    """The round so far for that seat alone: without the others, and with substitutes for hidden
    cards.
    """
    dealt = (one for one in now.events if isinstance(one, Dealt) and one.seat == seat)
    own = [card for event in dealt for card in event.cards]
    up = [face is Face.UP for face in now.dealer.faces]
    known = {*own, *compress(now.dealer.cards, up)}
    to_come = iter([card for card in DECK if card not in known][::order])
    dealers = [
        card if shown else next(to_come) for card, shown in zip(now.dealer.cards, up, strict=True)
    ]
    rest = list(to_come)
    (opened,) = (event for event in now.events if isinstance(event, Opened))
    source = Laid({seat: (*own, *rest[::2]), DEALER: (*dealers, *rest[1::2])})
    alone = deal(now.table, {seat: opened.wagers[seat]}, source)
    for event in now.events:
        if isinstance(event, Acted) and event.seat == seat:
            alone = alone.act(seat, event.action)
    return alone
