"""What one seat may see of a hand: its own cards, the board, chips and counts; nothing hidden."""

from typing import NamedTuple

from croupier.cards.card import text
from croupier.table.poker import events
from croupier.table.poker.hand import Hand, Legal

# The events that everybody saw; cards that are dealt, discarded or burned are not among them.
WORDS: dict[type, str] = {
    kind: events.kind_of(kind)
    for kind in (
        *(events.Posted, events.SeatActed, events.HandVoided, events.Exposed, events.Turned),
        *(events.Showed, events.Returned, events.Awarded, events.Raked),
    )
}


class SeatView(NamedTuple):
    seat: int
    stack: int
    bet: int  # in this betting round
    paid: int  # in the hand
    live: bool
    cards: int  # how many it holds
    discarded: int | None
    shown: str  # its cards, once shown; the viewer's own always
    thrown: str  # the viewer's own discards; nobody sees another's


class HandView(NamedTuple):
    """A hand as seen from a seat; without a viewer, as a bystander sees it."""

    viewer: int | None
    mode: str
    qualifier: str
    wheel_straight: bool
    limit: str
    street: str
    button: int
    board: str
    pot: int
    seats: tuple[SeatView, ...]
    to_act: int | None
    legal: tuple[Legal, ...]  # what the viewer may do, if it is their turn
    over: bool
    events: tuple[tuple[str | int, ...], ...]

    @property
    def own(self) -> SeatView:
        return next(seat for seat in self.seats if seat.seat == self.viewer)

    @property
    def rivals(self) -> list[SeatView]:
        return [seat for seat in self.seats if seat.live and seat.seat != self.viewer]

    @property
    def to_call(self) -> int:
        """What a call costs the viewer now; 0 where there is nothing to call."""
        return next((legal.most for legal in self.legal if legal.action == "call"), 0)


def view(hand: Hand, viewer: int | None = None) -> HandView:
    open_cards = _shown(hand) if hand.over else ()
    own_discards = [
        card
        for event in hand.events
        if isinstance(event, events.Discarded) and event.seat == viewer
        for card in event.cards
    ]
    bets = hand.betting.bets if hand.betting is not None else [0] * len(hand.stacks)
    seats = tuple(
        SeatView(
            seat=seat,
            stack=hand.stacks[seat],
            bet=bets[seat],
            paid=hand.paid[seat],
            live=seat in hand.live,
            cards=len(hand.held[seat]),
            discarded=hand.discards[seat],
            shown=text(hand.held[seat]) if seat == viewer or seat in open_cards else "",
            thrown=text(own_discards) if seat == viewer else "",
        )
        for seat in hand.in_hand
    )
    mine = viewer is not None and viewer == hand.to_act
    return HandView(
        viewer=viewer,
        mode=hand.table.mode,
        qualifier=str(hand.table.options["qualifier"]),
        wheel_straight=bool(hand.table.options["wheel_straight"]),
        limit=hand.table.limit,
        street=hand.table.game.streets[hand.street].name,
        button=hand.positions.button,
        board=text(hand.board),
        pot=hand.pot,
        seats=seats,
        to_act=hand.to_act,
        legal=hand.legal() if mine else (),
        over=hand.over,
        events=tuple([_public(event) for event in hand.events if type(event) in WORDS]),
    )


def _shown(hand: Hand) -> set[int]:
    return {event.seat for event in hand.events if isinstance(event, events.Showed)}


def _public(event: events.HandEvent) -> tuple[str | int, ...]:
    """The kind of an event, then its public part."""
    word = WORDS[type(event)]
    if isinstance(event, (events.Turned, events.Showed)):
        return word, event[0], text(event.cards)
    if isinstance(event, events.Exposed):
        return word, event.seat, text((event.card,))
    return (word, *event)
