"""A round of a house-banked game on the felt, as one seat sees it."""

from collections.abc import Iterator, Mapping

from croupier.cards.card import name as card_name
from croupier.rules.felt import Felt, Result, Spot
from croupier.rules.vocabulary import Option, Settle, steps_of
from croupier.table import view as banked_view
from croupier.table.events import Acted, Settled, Voided
from croupier.table.explain import Explanation, explanations, settles
from croupier.table.round import Round
from croupier.table.spots import stake_of
from croupier.web import messages
from croupier.web.views.felt import OnFelt
from croupier.web.views.words import with_tens


def banked_felt(now: Round, seat: int | None) -> OnFelt:
    seen = banked_view.view(now, seat)
    reasons = explanations(now)
    seats = {}
    for spot, shown in zip(now.spots, seen.spots, strict=True):
        own = spot.seat == seat
        outcomes = tuple(_outcomes(now, shown, reasons[spot.seat]))
        did = _did(now, spot.seat)
        mucked = bool(spot.rack) and not any(hand.cards for hand in spot.hands)
        seats[spot.seat] = messages.Seat(
            seat=spot.seat,
            player="",
            chips=0,
            in_round=True,
            wagers=dict(shown.wagers),
            hands=tuple(_hands(now, spot, shown, own=own)),
            rack=len(shown.rack),
            did=did,
            folded=mucked or did == "fold",  # in some games the cards stay until the end
            dead=shown.dead,
            outcomes=outcomes,
            net=sum(one.net for one in outcomes) if now.over else None,
        )
    return OnFelt(
        seats=seats,
        dealer=messages.Hand(id="dealer", cards=_names(seen.dealer), caption=_dealer_words(now)),
        turn=_turn(now, seat),
        settled=_settled_order(now),
    )


def _outcomes(
    now: Round, shown: banked_view.SpotView, reasons: Mapping[str, Explanation]
) -> Iterator[messages.Outcome]:
    """Reasons name a hand only to viewers who see it; others see what was paid."""
    hidden = any(None in cards for cards in (*shown.hands, shown.rack))
    for wager, result in shown.results.items():
        told = reasons[wager]
        reason = "" if hidden and _names_a_hand(now, result) else with_tens(told.text)
        yield messages.Outcome(
            wager=wager, stake=result.stake, net=result.net, reason=reason, rule=told.rule
        )


def _names_a_hand(now: Round, result: Result) -> bool:
    if result.void:
        return False
    step = settles(now.table.game, result.wager, result.why)
    return "{" in step.reason(result.wager, result.why).text


def _names(cards: banked_view.Seen) -> messages.Cards:
    return tuple(None if card is None else card_name(card) for card in cards)


def _hands(
    now: Round, spot: Spot, shown: banked_view.SpotView, *, own: bool
) -> Iterator[messages.Hand]:
    two = len(shown.hands) == 2
    for place, cards in enumerate(shown.hands):
        if two or cards:
            seen = cards and all(card is not None for card in cards)
            words = _player_words(now, spot) if seen and not two else ""
            yield messages.Hand(
                id=("first", "second")[place] if two else "hand", cards=_names(cards), caption=words
            )
    if shown.offer:
        yield messages.Hand(id="offer", cards=_names(shown.offer))


def _player_words(now: Round, spot: Spot) -> str:
    """The rank of the hand for the settlement to come or, at the end, for the last one."""
    felt = Felt(spot, now.dealer, now.spots, now.table.options)
    for step in steps_of(now.table.game.flow):
        if not isinstance(step, Settle) or not any(one in spot.wagers for one in step.wagers):
            continue
        if any(wager in spot.results for wager in step.wagers) != now.over or not step.when(felt):
            continue
        for fact in step.facts:
            if fact.name == "player":
                value = fact.of(felt)
                return with_tens(fact.words(value)) if value else ""
    return ""


def _dealer_words(now: Round) -> str:
    if not now.over:
        return ""
    for event in reversed(now.events):
        if isinstance(event, Settled):
            for step in steps_of(now.table.game.flow):
                if isinstance(step, Settle) and event.results[0].wager in step.wagers:
                    for fact, value in zip(step.facts, event.facts, strict=False):
                        if fact.name == "dealer" and value:
                            return with_tens(fact.words(value))
    return ""


def _did(now: Round, seat: int) -> str:
    """The last choice, in a word or two. A split is not named in full: its cards may be hidden."""
    for event in reversed(now.events):
        if isinstance(event, Acted) and event.seat == seat:
            return "split" if "/" in event.action else event.action
    return ""


def _settled_order(now: Round) -> tuple[tuple[int, str], ...]:
    return tuple(
        (event.seat, result.wager)
        for event in now.events
        if isinstance(event, (Settled, Voided))
        for result in event.results
    )


def _turn(now: Round, seat: int | None) -> messages.Turn | None:
    choice = now.choice
    if now.turn is None or choice is None:
        return None
    options: tuple[messages.Option, ...] = ()
    if seat == now.turn:
        spot = now.spot(now.turn)
        options = tuple(_option(now, spot, option) for option in now.options)
    return messages.Turn(seat=now.turn, choice=choice.name, version=now.version, options=options)


def _option(now: Round, spot: Spot, option: Option) -> messages.Option:
    cost = stake_of(now.table.game, spot, option) if option.bet else 0
    split = option.split or ()
    return messages.Option(
        action=option.name,
        name=option.name,
        kind="split" if option.split else "choice",
        tone="fold" if option.mucks or option.name == "fold" else "go" if cost else "pass",
        cost=cost,
        wager=option.bet,
        hands=tuple(tuple(card_name(card) for card in hand) for hand in split),
        note=option.note,
    )
