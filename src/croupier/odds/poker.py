"""Shares of a pot of poker: the requests to a game's figures, and their results."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.card import DECK, Card
from croupier.errors import RuleError, shown

MOST_TRIALS = 10**7


class Deals(NamedTuple):
    """How many random deals, and the seed that determines them."""

    trials: int = 100_000
    seed: int = 1


class Unknown(NamedTuple):
    """A hand of which only the number of cards kept is known; None: dealt, kept by the policy."""

    kept: int | None = None


class Showdown(NamedTuple):
    """Hands that go to the showdown, and the known cards."""

    hands: tuple[tuple[Card, ...] | Unknown, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    mode: str = "high"
    qualifier: str = "8"
    wheel_straight: bool = True

    @property
    def known(self) -> list[tuple[Card, ...]]:
        return [hand for hand in self.hands if not isinstance(hand, Unknown)]

    @property
    def unknown(self) -> list[Unknown]:
        return [hand for hand in self.hands if isinstance(hand, Unknown)]

    @property
    def unseen(self) -> list[Card]:
        seen = {*self.board, *self.dead, *(card for hand in self.known for card in hand)}
        return [card for card in DECK if card not in seen]


class Equity(NamedTuple):
    """For each hand: its share of the pot and of each half, and how often it scoops or ties."""

    pot: list[Fraction]
    high: list[Fraction]
    low: list[Fraction]
    scoop: list[Fraction]
    tie: list[Fraction]
    dealt: int  # boards, or trials
    squared_errors: list[Fraction] | None = None  # of the pot's shares; None if exact


class Keep(NamedTuple):
    """A way to discard, and the expected share of the pot with the cards that are kept."""

    cards: tuple[Card, ...]
    pot: Fraction
    scoop: Fraction
    squared_error: Fraction  # of the share of the pot


def check_deals(deals: Deals) -> None:
    if not 2 <= deals.trials <= MOST_TRIALS:
        raise RuleError(f"{deals.trials} trials; 2 to {MOST_TRIALS:,} can be run", "deals/trials")
    if not 0 <= deals.seed < 1 << 64:
        raise RuleError(f"seed {shown(deals.seed)}; it is 0 to 2^64 - 1", "deals/seed")


def squared_errors(
    means: Sequence[Fraction], squares: Sequence[Fraction], trials: int
) -> list[Fraction]:
    return [
        (square - trials * mean * mean) / (trials - 1) / trials
        for mean, square in zip(means, squares, strict=True)
    ]
