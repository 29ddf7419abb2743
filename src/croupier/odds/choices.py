"""Strategies as dense tables: the choice of every state, for whoever plays rounds by the million.

Where a state lies in its table, and what the codes mean: kernels/choice_places.py.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import RuleError
from croupier.kernels.cache import stored
from croupier.odds import choices_buyout as buyout
from croupier.odds import choices_prime as prime
from croupier.odds import choices_split as split
from croupier.odds.figures import House
from croupier.odds.strategy import guide_of

Codes = NDArray[np.uint8]
Choices = dict[str, Codes]  # by decision, as the games' rules name them

OPTIMAL = "optimal"


class Makers(NamedTuple):
    """How a game's tables are made, one code to a byte."""

    optimal: Callable[[House], Choices]
    bits: int = 2  # that a code takes in the end


MAKERS: Mapping[str, Makers] = {
    "ultimate-4-card-buyout": Makers(buyout.optimal),
    "4-card-buyout": Makers(buyout.optimal),
    "4-card-split-v1": Makers(split.optimal, 8),
    "4-card-split-v2": Makers(split.optimal, 8),
    "four-card-prime": Makers(prime.optimal),
}


def choices(house: House, strategy: str) -> Choices:
    """The tables of a strategy, by decision, kept once they are made."""
    guide, makers = guide_of(house), MAKERS[house.game.id]
    if strategy != OPTIMAL:
        raise RuleError(f"no strategy {strategy!r}; there is {OPTIMAL}", "strategy/unknown")
    pays = [sorted(house.posted[group].steps.items()) for group in guide.groups]
    digest = hashlib.sha256(repr(pays).encode()).hexdigest()[:16]

    def make() -> Choices:
        made = makers.optimal(house)
        return {name: packed(codes, makers.bits) for name, codes in made.items()}

    return stored(f"choices-{house.game.id}-{strategy}-{digest}", make)


def packed(codes: Codes, bits: int) -> Codes:
    """As many codes to a byte as fit, the first in the lowest bits."""
    many = 8 // bits
    padded = np.concatenate([codes, np.zeros(-len(codes) % many, np.uint8)]).reshape(-1, many)
    whole = np.zeros(len(padded), np.uint8)
    for place in range(many):
        whole |= padded[:, place] << bits * place
    return whole


def unpacked(whole: Codes, bits: int = 2) -> Codes:
    """The codes again, and what pads the last byte."""
    codes = [whole >> bits * place & (1 << bits) - 1 for place in range(8 // bits)]
    return np.stack(codes, axis=1).reshape(-1).astype(np.uint8)
