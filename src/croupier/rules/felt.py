"""What is on the felt: hands, betting spots, the dealer. The rules read their facts from it."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from croupier.cards.card import Card
from croupier.money import Cents

OptionValue = bool | int | str
new = tuple.__new__  # skips a NamedTuple's constructor on hot paths


class Face(Enum):
    """Who sees a card."""

    DOWN = "down"  # nobody
    OWN = "own"  # the player at that seat
    UP = "up"  # everybody


class FeltHand(NamedTuple):
    cards: tuple[Card, ...] = ()
    faces: tuple[Face, ...] = ()

    def with_cards(self, cards: tuple[Card, ...], face: Face) -> "FeltHand":
        return new(FeltHand, (self.cards + cards, self.faces + (face,) * len(cards)))


DEAD_HAND = -1  # the reason code of a wager that no rule of the game settled


class Result(NamedTuple):
    """The result of one wager. `net`: what the player won (+) or lost (-), in cents.

    The net excludes any share of a jackpot meter, because the table knows no meters.
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
    offer: tuple[Card, ...] = ()  # a card on offer, not yet bought or refused
    rack: tuple[Card, ...] = ()  # refused or folded cards, out of the round
    rack_faces: tuple[Face, ...] = ()
    choices: Mapping[str, str] = {}
    results: Mapping[str, Result] = {}
    dead: bool = False  # declared dead: the round continues without it

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
        """The spots still in the round, without dead hands."""
        return tuple([spot for spot in self.seated if not spot.dead])


class Fact(NamedTuple):
    """A quantity that the rulebook names: how to read it off the felt, and how to say it."""

    name: str
    of: Callable[[Felt], Any]  # an int, or a tuple of ints, one for each of some seats
    words: Callable[[Any], str] = str
