"""Strategies as dense tables: the choice of every state, to play rounds by the million.

For the index of a state in its table, and the meaning of the codes, see kernels/card_sets.py.

A player's own strategy is a function in their own file, called for every state. Cards are ints as
in cards/card.py, lowest first. Suits are renamed so that the upcard is a club, and of states that
differ only by the other suits one is asked about. The functions:

    Four Card Prime   choose(cards, upcard)         the raise in antes, 0 to fold; or its name
    Buyout            choose(cards, offer, upcard)  "fold", "refuse" or "buy"; or 0, 1, 2
    4 Card Split      choose(cards, upcard)         (hand, play it?, play the other?), or None

Buyout's function gets two cards when the third is offered, and three when the fourth is. In 4 Card
Split a hand is a tuple of one to three of the cards, and the rest is the other; None folds all
four. An instant winner must be made, and is paid whether or not the function plays it.

The file is executed, like any program: name only files that you trust.
"""

import re
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import text
from croupier.errors import RuleError, shown
from croupier.games.figures import figures_of
from croupier.kernels.arrays import Codes, Ints
from croupier.kernels.cache.counts import stored
from croupier.kernels.own_choices import UNKNOWN, compiled_ask
from croupier.odds.figures import PostedTable
from croupier.odds.strategy.guides import MOST_RULES, Strategy, pays_digest, strategies_of

Function = Callable[..., Any]
LARGEST = 16 * 1024 * 1024  # bytes


def is_own(strategy: str) -> bool:
    return ".py:" in strategy


def loaded(strategy: str) -> Function:
    """The function of `path/to/file.py:function`. The file is executed."""
    path, _, name = strategy.rpartition(":")
    if not Path(path).is_file():
        raise RuleError(f"{strategy}: there is no file {path}", "strategy/own")
    if Path(path).stat().st_size > LARGEST:
        raise RuleError(f"{path} is larger than {LARGEST:,} bytes", "strategy/own")
    spec = spec_from_file_location("own_strategy", path)
    assert spec is not None and spec.loader is not None
    file = module_from_spec(spec)
    try:
        spec.loader.exec_module(file)
    except (Exception, SystemExit) as error:
        raise RuleError(f"{path} cannot be run: {error!r}", "strategy/own") from error
    found = getattr(file, name, None)
    if not callable(found):
        raise RuleError(f"{strategy}: {path} has no function {name}", "strategy/own")
    function: Function = found
    return function


def state_words(cards: tuple[int, ...], up: int, offer: int | None = None) -> str:
    offered = "" if offer is None else f", offered {text([offer])}"
    return f"{text(cards)}{offered} against {text([up])}"


def answered(function: Function, cards: tuple[int, ...], up: int, offer: int | None = None) -> Any:
    """What the function returns for one state; errors it raises are reported with that state."""
    try:
        return function(cards, up) if offer is None else function(cards, offer, up)
    except (Exception, SystemExit) as error:
        where = state_words(cards, up, offer)
        raise RuleError(f"the strategy failed with {where}: {error!r}", "strategy/own") from error


def not_legal(said: object, legal: str, where: str) -> RuleError:
    return RuleError(f"the strategy says {shown(said)} with {where}; {legal}", "strategy/own")


class Asker:
    """Asks about states of `size` cards, compiled if possible, and checks the answers."""

    def __init__(self, function: Function, size: int, names: tuple[str, ...], *, offered: bool):
        self.function, self.size, self.names, self.offered = function, size, names, offered
        self.codes: Mapping[object, int] = {
            **{name: code for code, name in enumerate(names)},
            **{code: code for code in range(len(names))},
        }
        self.compiled = compiled_ask(function, size, offered, names)

    def ask(self, states: Ints, up: int, legal: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The codes of states: cards, and the one on offer. `legal` is by state and code."""
        codes = self._quickly(states, up)
        if codes is None:
            codes = np.array([self._code(row, up) for row in states.tolist()], np.int64)
        known = (codes >= 0) & (codes < len(self.names))
        wrong = ~known | ~legal[np.arange(len(codes)), np.where(known, codes, 0)]
        if wrong.any():
            at = int(np.argmax(wrong))
            self._refuse(states[at].tolist(), up, legal[at])
        return codes.astype(np.uint8)

    def _quickly(self, states: Ints, up: int) -> Ints | None:
        if self.compiled is None:
            return None
        try:
            return self.compiled(states, up)
        except (Exception, SystemExit):  # asked in plain Python, the error names the state
            self.compiled = None
            return None

    def _split(self, row: list[int]) -> tuple[tuple[int, ...], int | None]:
        return tuple(row[: self.size]), row[self.size] if self.offered else None

    def _code(self, row: list[int], up: int) -> int:
        cards, offer = self._split(row)
        said = answered(self.function, cards, up, offer)
        try:
            return self.codes.get(said, UNKNOWN)
        except TypeError:  # unhashable, such as a list
            return UNKNOWN

    def _refuse(self, row: list[int], up: int, legal: NDArray[np.bool_]) -> None:
        cards, offer = self._split(row)
        said = answered(self.function, cards, up, offer)
        may = ", ".join(f"{self.names[code]} ({code})" for code in np.nonzero(legal)[0])
        raise not_legal(said, f"legal: {may}", state_words(cards, up, offer))


Choices = dict[str, Codes]  # by decision, as the games' rules name them
OPTIMAL = "optimal"
RULES = re.compile(r"rules-(\d{1,3})")


class Simple(NamedTuple):
    """A strategy with a short description."""

    words: str
    make: Callable[[PostedTable], Choices]


class Makers(NamedTuple):
    """How a game's tables are made, one code to a byte."""

    optimal: Callable[[PostedTable], Choices]
    listed: Callable[[PostedTable, Strategy], Choices]
    own: Callable[[PostedTable, Function], Choices]
    simple: Mapping[str, Simple]


def strategies(game: str) -> dict[str, str]:
    """The strategies of a game by name, each with a one-line description."""
    return {
        OPTIMAL: "the best play",
        "rules-N": f"N rules to memorize, {figures_of(game).guide.fewest} to {MOST_RULES}",
        **{name: simple.words for name, simple in figures_of(game).makers.simple.items()},
        "FILE.py:FUNCTION": "a function of your own, asked about every state; the file is run",
    }


def choices(table: PostedTable, strategy: str) -> Choices:
    """The tables of a strategy, by decision, cached once computed; your own is never cached."""
    digest, bits = pays_digest(table), figures_of(table.game.id).layout.game.bits
    make = _maker(table, strategy)

    def packed_tables() -> Choices:
        return {name: packed(codes, bits) for name, codes in make(table).items()}

    name = f"{table.game.id}/choices-{strategy}-{digest}"
    return stored(name, packed_tables, keep=not is_own(strategy))  # what it imports may change


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
    if (codes >> bits).any():
        raise RuleError(
            f"a choice of code {codes.max()} in a table of {bits} bits to a code; they hold codes "
            f"up to {(1 << bits) - 1}",
            "strategy/codes",
        )
    many = 8 // bits
    padded = np.concatenate([codes, np.zeros(-len(codes) % many, np.uint8)]).reshape(-1, many)
    whole = np.zeros(len(padded), np.uint8)
    for place in range(many):
        whole |= padded[:, place] << bits * place
    return whole
