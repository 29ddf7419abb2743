"""A round of a house-banked game on the felt, as one seat sees it."""

from collections.abc import Iterator, Mapping

from croupier.cards.card import name as card_name
from croupier.rules.felt import Spot
from croupier.rules.vocabulary import Choose, Option, steps_of
from croupier.table import view as banked_view
from croupier.table.events import Acted, Settled, Voided
from croupier.table.explain import Explanation, explanations
from croupier.table.round import Round
from croupier.table.spots import OpenSpot, stake_of
from croupier.web import messages
from croupier.web.views.felt import OnFelt, SeatsSeen
from croupier.web.views.fold_cost import fold_cost, names_a_hand
from croupier.web.views.hands import ReadHand, dealer_reading, player_reading
from croupier.web.views.words import with_tens


def banked_felt(now: Round, seat: int | None, made: SeatsSeen | None = None) -> OnFelt:
    """`made` are those seats that were made for others already."""
    seen, made = banked_view.view(now, seat), {} if made is None else made
    reasons: Mapping[int, Mapping[str, Explanation]] = {}  # of the whole round, made at most once
    for spot, shown in zip(now.spots, seen.spots, strict=True):
        if (which := (spot.seat, spot.seat == seat)) not in made:
            reasons = reasons or explanations(now)
            made[which] = _seat(now, spot, shown, reasons[spot.seat])
    return OnFelt(
        seats={spot.seat: made[spot.seat, spot.seat == seat] for spot in now.spots},
        dealer=_hand("dealer", seen.dealer, dealer_reading(now)),
        turn=_turn(now, seat),
        settled=_settled_order(now),
    )


def _seat(
    now: Round, spot: Spot, shown: banked_view.SpotView, reasons: Mapping[str, Explanation]
) -> messages.Seat:
    outcomes = tuple(_outcomes(now, shown, reasons))
    return messages.Seat(
        seat=spot.seat,
        player="",
        chips=0,
        in_round=True,
        wagers=dict(shown.wagers),
        hands=tuple(_hands(now, spot, shown)),
        rack=len(shown.rack),
        did=_did(now, spot.seat),
        folded=_folded(now, spot),
        dead=shown.dead,
        outcomes=outcomes,
        net=sum(one.net for one in outcomes) if now.over else None,
    )


def _outcomes(
    now: Round, shown: banked_view.SpotView, reasons: Mapping[str, Explanation]
) -> Iterator[messages.WagerResult]:
    """Reasons name a hand only to viewers who see it; others see only the payment."""
    hidden = any(None in cards for cards in (*shown.hands, shown.rack))
    for wager, result in shown.results.items():
        explanation = reasons[wager]
        reason = "" if hidden and names_a_hand(now, result) else with_tens(explanation.text)
        yield messages.WagerResult(
            wager=wager, stake=result.stake, net=result.net, reason=reason, rule=explanation.rule
        )


def _names(cards: banked_view.SeenCards) -> messages.Cards:
    return tuple(None if card is None else card_name(card) for card in cards)


def _hands(now: Round, spot: Spot, shown: banked_view.SpotView) -> Iterator[messages.Hand]:
    two = len(shown.hands) == 2
    for place, cards in enumerate(shown.hands):
        if two or cards:
            reading = ReadHand()
            if cards and None not in cards:
                reading = player_reading(now, spot, spot.hands[place].cards)
            yield _hand(("first", "second")[place] if two else "hand", cards, reading)
    if shown.offer:
        yield _hand("offer", shown.offer, ReadHand(_offer_words(now, spot)))


def _hand(name: str, cards: banked_view.SeenCards, reading: ReadHand) -> messages.Hand:
    return messages.Hand(
        id=name,
        cards=_names(cards),
        caption=reading.words,
        made=reading.marks.made,
        unused=reading.marks.unused,
    )


def _offer_words(now: Round, spot: Spot) -> str:
    """What the cards make together with the one on offer, if it may be kept."""
    if spot.seat != now.turn:
        return ""
    keeping = [option for option in now.options if option.keeps]
    return f"makes {_words_after(now, spot, keeping[0])}" if keeping else ""


def _words_after(now: Round, spot: Spot, option: Option) -> str:
    """What the cards at the seat make once this is chosen."""
    choice, after = now.choice, OpenSpot(spot)
    assert choice is not None, "nobody is to act"
    after.choose(now.table.game, choice, option)
    chosen = after.frozen()
    return player_reading(now, chosen, chosen.cards).words


def _folded(now: Round, spot: Spot) -> bool:
    """Whether no hand of the seat plays on, wherever its cards are."""
    mucked = bool(spot.rack) and not any(hand.cards for hand in spot.hands)
    steps = steps_of(now.table.game.flow)
    return mucked or any(isinstance(step, Choose) and step.folded(spot) for step in steps)


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
    fold = option.gives_up
    stays = spot.offer and not (fold or option.bet or option.keeps)
    return messages.Option(
        action=option.name,
        name=option.name,
        kind="split" if option.split else "choice",
        tone="fold" if fold else "go" if cost else "pass",
        cost=cost,
        loses=fold_cost(now, option) if fold else 0,
        wager=option.bet,
        hands=tuple(tuple(card_name(card) for card in hand) for hand in option.split or ()),
        note=f"keep {_words_after(now, spot, option)}" if stays else option.note,
    )
