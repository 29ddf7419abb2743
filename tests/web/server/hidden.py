"""A look with other cards wherever somebody sees none, and with another shoe."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

from croupier.cards.card import name, parse
from croupier.rules.felt import Face, FeltHand, Spot
from croupier.table import events as banked
from croupier.table.poker import events as poker
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.table.source import Deck
from croupier.web.views.view import AnyRound, Look
from tests.web.server.visible import CARD

Cards = tuple[int, ...]
Swap = Callable[[Iterable[int]], Cards]


def other_secrets(look: Look, seat: int | None, luck: Random) -> Look:
    """As `seat` could not tell it from the other; None is the rail."""
    order = list(range(52))
    luck.shuffle(order)

    def swap(cards: Iterable[int]) -> Cards:
        return tuple(order[card] for card in cards)

    shoe = replace(look.state.shoe, secret=luck.randbytes(len(look.state.shoe.secret)))
    state = replace(look.state, shoe=shoe, round=_other(look.state.round, seat, swap))
    return replace(look, state=state, last=_other(look.last, seat, swap))


def _other(now: AnyRound | None, seat: int | None, swap: Swap) -> Any:
    if now is None:
        return None
    return _other_hand(now, seat, swap) if isinstance(now, Hand) else _other_round(now, seat, swap)


# House-banked games


def _other_round(now: Round, seat: int | None, swap: Swap) -> Round:
    def faces(hand: FeltHand, *, own: bool) -> FeltHand:
        seen = (Face.UP, Face.OWN) if own else (Face.UP,)
        cards = (
            card if face in seen else swap((card,))[0]
            for card, face in zip(hand.cards, hand.faces, strict=True)
        )
        return FeltHand(tuple(cards), hand.faces)

    def spot_of(spot: Spot) -> Spot:
        own = spot.seat == seat
        rack = faces(FeltHand(spot.rack, spot.rack_faces), own=own).cards
        hands = tuple(faces(hand, own=own) for hand in spot.hands)
        hidden = not own and hands != spot.hands
        choices = {
            choice: _named(action, swap) if hidden else action
            for choice, action in spot.choices.items()
        }
        return spot._replace(hands=hands, rack=rack, choices=choices)

    spots = tuple(map(spot_of, now.spots))
    unseen = {
        spot.seat
        for spot, before in zip(spots, now.spots, strict=True)
        if (spot.hands, spot.rack) != (before.hands, before.rack)
    }
    source = Deck(swap(now.source.cards)) if isinstance(now.source, Deck) else now.source
    options = now.options
    if now.turn in unseen:
        options = tuple(
            option._replace(
                name=_named(option.name, swap),
                split=None if option.split is None else tuple(map(swap, option.split)),  # type: ignore[arg-type]
            )
            for option in options
        )
    return now._replace(
        spots=spots,
        dealer=faces(now.dealer, own=False),
        source=source,
        options=options,
        events=tuple(_other_event(event, unseen, swap) for event in now.events),
    )


def _other_event(event: banked.RoundEvent, unseen: set[int], swap: Swap) -> banked.RoundEvent:
    if isinstance(event, banked.Acted) and event.seat in unseen:
        return event._replace(action=_named(event.action, swap))
    return event


def _named(action: str, swap: Swap) -> str:
    """An action that names cards names others."""
    return re.sub(CARD, lambda found: name(swap(parse(found[0]))[0]), action)


# Poker


def _other_hand(now: Hand, seat: int | None, swap: Swap) -> Hand:
    shown = {one.seat for one in now.events if isinstance(one, poker.Showed)} if now.over else set()

    def sees(whose: int) -> bool:
        return whose == seat or whose in shown

    hand = now._copy()
    hand.held = [cards if sees(who) else swap(cards) for who, cards in enumerate(now.held)]
    hand.deck = swap(now.deck)
    hand.burn = None if now.burn is None else swap((now.burn,))[0]
    hand.events = tuple(_other_poker_event(event, sees, seat, swap) for event in now.events)
    return hand


def _other_poker_event(
    event: poker.HandEvent, sees: Callable[[int], bool], seat: int | None, swap: Swap
) -> poker.HandEvent:
    match event:
        case poker.CardDealt() if not sees(event.seat):
            return event._replace(card=swap((event.card,))[0])
        case poker.Discarded() if event.seat != seat:
            return event._replace(cards=swap(event.cards))
        case poker.Burned():
            return event._replace(card=swap((event.card,))[0])
    return event
