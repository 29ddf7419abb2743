"""Strategies as dense tables: the choice of every state, to play rounds by the million.

Where a state lies in its table, and what the codes mean: kernels/card_sets.py.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.kernels.arrays import Codes
from croupier.kernels.cache.kept import stored
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.guides import MOST_RULES, Strategy, guide_of, strategies_of
from croupier.odds.strategy.own import Function, is_own, loaded

Choices = dict[str, Codes]  # by decision, as the games' rules name them
OPTIMAL = "optimal"
RULES = re.compile(r"rules-(\d{1,3})")


class Simple(NamedTuple):
    """A strategy of few words."""

    words: str
    make: Callable[[PostedTable], Choices]


class Makers(NamedTuple):
    """How a game's tables are made, one code to a byte."""

    optimal: Callable[[PostedTable], Choices]
    listed: Callable[[PostedTable, Strategy], Choices]
    own: Callable[[PostedTable, Function], Choices]
    simple: Mapping[str, Simple]
    bits: int = 2  # that a code takes in the end


def strategies(game: str) -> dict[str, str]:
    """The strategies of a game by name, each in a line."""
    return {
        OPTIMAL: "the play that is best",
        "rules-N": f"N rules to memorise, {figures_of(game).guide.fewest} to {MOST_RULES}",
        **{name: simple.words for name, simple in figures_of(game).makers.simple.items()},
        "FILE.py:FUNCTION": "a function of your own, asked about every state; the file is run",
    }


def choices(table: PostedTable, strategy: str) -> Choices:
    """The tables of a strategy, by decision, kept once they are made; your own is asked again."""
    guide, makers = guide_of(table), figures_of(table.game.id).makers
    pays = [sorted(table.posted[group].steps.items()) for group in guide.groups]
    digest = hashlib.sha256(repr(pays).encode()).hexdigest()[:16]
    make = _maker(table, strategy)

    def packed_tables() -> Choices:
        return {name: packed(codes, makers.bits) for name, codes in make(table).items()}

    if is_own(strategy):  # what it imports may have changed
        return packed_tables()
    return stored(f"{table.game.id}/choices-{strategy}-{digest}", packed_tables)


def _maker(table: PostedTable, strategy: str) -> Callable[[PostedTable], Choices]:
    makers = figures_of(table.game.id).makers
    if strategy == OPTIMAL:
        return makers.optimal
    if strategy in makers.simple:
        return makers.simple[strategy].make
    if found := RULES.fullmatch(strategy):
        (rules,) = strategies_of(table, [int(found[1])])
        return lambda table: makers.listed(table, rules)
    if is_own(strategy):
        function = loaded(strategy)
        return lambda table: makers.own(table, function)
    known = ", ".join(strategies(table.game.id))
    raise RuleError(
        f"no strategy {strategy!r} for {table.game.id}; there are {known}", "strategy/unknown"
    )


def packed(codes: Codes, bits: int) -> Codes:
    """As many codes to a byte as fit, the first in the lowest bits."""
    many = 8 // bits
    padded = np.concatenate([codes, np.zeros(-len(codes) % many, np.uint8)]).reshape(-1, many)
    whole = np.zeros(len(padded), np.uint8)
    for place in range(many):
        whole |= padded[:, place] << bits * place
    return whole
