"""What lies on the felt: hands, betting spots, the dealer. A rulebook's facts are read here."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from croupier.cards.card import Card
from croupier.money import Cents

OptionValue = bool | int | str
new = tuple.__new__  # instead of a NamedTuple's own call, where that takes too long


class Face(Enum):
    """Who sees a card."""

    DOWN = "down"  # nobody
    OWN = "own"  # the player at whose seat it lies
    UP = "up"  # everybody


class FeltHand(NamedTuple):
    cards: tuple[Card, ...] = ()
    faces: tuple[Face, ...] = ()

    def with_cards(self, cards: tuple[Card, ...], face: Face) -> "FeltHand":
        return new(FeltHand, (self.cards + cards, self.faces + (face,) * len(cards)))


DEAD_HAND = -1  # why a wager was settled that no rule of the game decided


class Result(NamedTuple):
    """What became of one wager. `net`: what the player is up (+) or down (-), in cents.

    A share of a jackpot meter is not in the net: the table knows no meters.
    """

    wager: str
    stake: Cents
    net: Cents
    why: int  # a key of the settlement's reasons
    meter_percent: int = 0

    @property
    def void(self) -> bool:
        """The hand was declared dead: the wager was returned, or forfeited."""
        return self.why == DEAD_HAND


class Spot(NamedTuple):
    """One seat's side of the felt."""

    seat: int
    wagers: Mapping[str, Cents]
    hands: tuple[FeltHand, ...] = (FeltHand(),)  # one, or two after a split
    offer: tuple[Card, ...] = ()  # a card shown, neither bought nor refused yet
    rack: tuple[Card, ...] = ()  # refused or folded: out of the round
    rack_faces: tuple[Face, ...] = ()
    choices: Mapping[str, str] = {}
    results: Mapping[str, Result] = {}
    dead: bool = False  # declared dead: the round goes on without it

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the first hand: the only one, unless the spot was split."""
        return self.hands[0].cards


class Felt(NamedTuple):
    """What a rule may look at when it decides about one spot."""

    spot: Spot
    dealer: FeltHand
    seated: tuple[Spot, ...]
    options: Mapping[str, OptionValue]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All that are in the round: a dead hand is not."""
        return tuple([spot for spot in self.seated if not spot.dead])


class Fact(NamedTuple):
    """A thing the rulebook names, read off the felt as an int, and how to say it."""

    name: str
    of: Callable[[Felt], Any]  # an int; or several, one for each of some seats
    words: Callable[[Any], str] = str
