"""The events of a hand of poker: everything that happens is one of these.

Events hold hidden cards: they are the house's record. A seat sees views, never events.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.rules.felt import OptionValue


class Started(NamedTuple):
    """The seats in the hand with their stacks, and where button and blinds are."""

    rules: str  # the digest of the rules it is played by
    options: Mapping[str, OptionValue]
    seat_count: int
    stacks: Mapping[int, int]
    button: int
    small: int
    big: int


class Posted(NamedTuple):
    seat: int
    what: str  # ante, small blind, big blind; "missed …" for a made-up blind
    chips: int


class CardDealt(NamedTuple):
    seat: int
    card: Card


class SeatActed(NamedTuple):
    seat: int
    action: str
    chips: int  # put in by this act


class Discarded(NamedTuple):
    seat: int
    cards: tuple[Card, ...]


class HandVoided(NamedTuple):
    """A hand declared dead, in turn or not: as if folded, and its chips stay in the pot."""

    seat: int


class Exposed(NamedTuple):
    """A card that was exposed in the deal; it becomes the first burn, and another replaces it.

    Everybody saw the card; only its player sees the replacement.
    """

    seat: int
    number: int  # of the seat's cards, from 1
    card: Card
    replacement: Card


class Burned(NamedTuple):
    card: Card


class Turned(NamedTuple):
    """Community cards, face up."""

    street: str
    cards: tuple[Card, ...]


class Showed(NamedTuple):
    seat: int
    cards: tuple[Card, ...]


class Returned(NamedTuple):
    """Chips that nobody called."""

    seat: int
    chips: int


class Awarded(NamedTuple):
    """A seat's share of a pot's high or low half."""

    seat: int
    pot: int
    half: str
    chips: int


class Raked(NamedTuple):
    chips: int


OfCards = CardDealt | Discarded | HandVoided | Exposed | Burned | Turned | Showed
OfChips = Posted | SeatActed | Returned | Awarded | Raked
HandEvent = Started | OfCards | OfChips

NAMES: Mapping[type, str] = {SeatActed: "acted", CardDealt: "dealt", HandVoided: "voided"}


def kind_of(event: type) -> str:
    """The kind of an event as records write it."""
    return NAMES.get(event, event.__name__.lower())
