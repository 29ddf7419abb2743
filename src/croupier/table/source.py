"""Sources of cards: a deck in order, or cards already dealt to the seats and the dealer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from croupier.cards.card import Card, text
from croupier.errors import BadCards
from croupier.table.events import DEALER, Dealt, RoundEvent


def dealt_to(seat: int, events: Iterable[RoundEvent]) -> int:
    """How many cards a seat, or the dealer, was dealt."""
    dealt = (event for event in events if isinstance(event, Dealt) and event.seat == seat)
    return sum(len(event.cards) for event in dealt)


class Source(Protocol):
    def take(self, events: Sequence[RoundEvent], seat: int, count: int) -> tuple[Card, ...]:
        """The next cards for a seat (or the dealer), after what those events dealt."""
        ...


class Deck(NamedTuple):
    """The cards in the order in which they are dealt, from the first."""

    cards: tuple[Card, ...]

    def take(self, events: Sequence[RoundEvent], seat: int, count: int) -> tuple[Card, ...]:
        dealt = 0
        for event in events:  # runs at every deal, over few events
            if type(event) is Dealt:
                dealt += len(event.cards)
        taken = self.cards[dealt : dealt + count]
        if len(taken) < count:
            raise BadCards(
                f"the deck of {len(self.cards)} cards has {len(self.cards) - dealt} left; "
                f"{count} are to be dealt",
                "cards/short",
            )
        return taken


class Laid(NamedTuple):
    """The cards of each seat, and of the dealer, in the order in which each got them."""

    cards: Mapping[int, tuple[Card, ...]]
    stand_in: Card | None = None  # replaces a seat's unrecorded refused card

    def take(self, events: Sequence[RoundEvent], seat: int, count: int) -> tuple[Card, ...]:
        dealt = dealt_to(seat, events)
        laid = self.cards.get(seat, ())
        taken = laid[dealt : dealt + count]
        if self.stand_in is not None and seat != DEALER and (dealt, count) == (len(laid), 1):
            return (self.stand_in,)
        if len(taken) < count:
            who = "the dealer" if seat == DEALER else f"seat {seat}"
            raise BadCards(
                f"{who} has {text(laid) or 'no cards'} ({len(laid)}); the game deals at least "
                f"{dealt + count} there",
                "cards/short",
            )
        return taken
