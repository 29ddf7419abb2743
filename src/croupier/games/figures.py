"""What a game's folder declares of its mathematics; the rest of the program asks this record.

A folder with a `figures.py` has `FIGURES`, one record for each of its games. They are loaded when
somebody asks: to deal and settle a game takes nothing but its rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import RuleError
from croupier.games.registry import GAMES, folder_of, poker_game

if TYPE_CHECKING:
    from croupier.cards.card import Card
    from croupier.kernels.rounds import GameLoop
    from croupier.odds.combinations import Combinations
    from croupier.odds.design.search import Recipe
    from croupier.odds.figures import Odds, PostedTable, Pricing
    from croupier.odds.house_edge import Found, Worth
    from croupier.odds.poker import Deals, Equity, Keep, Showdown
    from croupier.odds.solve import Action, Check, State
    from croupier.odds.strategy.choices import Makers
    from croupier.odds.strategy.guides import Guide
    from croupier.report.exposure import LargeDeal
    from croupier.report.sheets import ReportSheet
    from croupier.rules.paytable import Steps

Reach = Mapping[int, tuple[int, int]]  # the least and the most of a seat's results, by column


def edges(*tables: "Steps") -> list[int]:
    """A score for all that these tables tell apart: one below every row, and each row's lowest."""
    return sorted({0, *(floor for steps in tables for floor, _ in steps)})


def extremes(outcomes: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """The least and the most of each number that a rule returns after why."""
    _, *nets = zip(*outcomes, strict=True)
    return [(min(each), max(each)) for each in nets]


class Layout(NamedTuple):
    """How the simulator plays a game: its loop, its columns of results, its tables."""

    game: "GameLoop"
    wagers: tuple[str, ...]  # by column; the main ones first
    mains: int
    meters: tuple[str, ...]  # columns that follow: the percent of a meter, for these wagers
    tables: tuple[str, ...]  # in the order of the kernel
    options: "Callable[[PostedTable], Sequence[int]]"
    choices: tuple[str, ...]  # the keys of the tables of choices, laid end to end
    decisions: tuple[Mapping[int, str], ...]  # for each choice of a seat: what a code is called
    reach: "Callable[[PostedTable, int], Reach]"  # asked of the rules; by the number of seats

    @property
    def columns(self) -> int:
        return len(self.wagers) + len(self.meters)


@dataclass(frozen=True, kw_only=True)
class Figures:
    """One game's exact figures, strategies, report sections and simulation."""

    solve: "Callable[..., Odds]"
    prepare: "Callable[..., Pricing]"  # prices tables of changed pays, many times a second
    values: "Callable[[PostedTable, State, list[Card]], list[Action]]"  # of each legal action
    worths: "Callable[[PostedTable, Sequence[int] | None], Found]"  # of each wager, to the house
    net_by_wager: "Callable[[PostedTable], dict[str, Fraction]]"  # of the main wagers
    # Of a jackpot wager, for a funding of its meter and a number of seats.
    jackpot_worth: "Callable[..., Worth | None]" = lambda *_: None
    # For other seats' hands.
    envy: "Callable[[PostedTable, int, Sequence[int]], int]" = lambda *_: 0
    guide: "Guide"  # rules to memorize
    makers: "Makers"  # tables of every choice
    layout: Layout  # how the simulator plays it
    recipes: "Mapping[str, Recipe]"  # the paytables that can be designed
    combinations: "Callable[[PostedTable], Iterator[Combinations]]"
    results: "Callable[[PostedTable], Iterator[ReportSheet]]"  # of the main game, in a report
    # Of best play, in a report.
    charts: "Callable[[PostedTable], Iterator[ReportSheet]]" = lambda _: iter(())
    worst_deals: "Callable[[PostedTable, int], Iterator[LargeDeal]]"
    # Of wagers that `combinations` does not price by themselves: the largest net by the rules, in
    # units of the wager, and with what. A report refuses a game that leaves one out.
    largest_wins: "Callable[[PostedTable], Mapping[str, tuple[int, str]]]" = lambda _: {}
    method: str  # how the figures are found, for a report
    choices_note: str = ""  # what the shares of choices in a report are of
    unit: str = ""  # what the first bet is called, where its wager has another name
    further_note: str = ""  # to a report's further figures of wagers
    # Options with which no figure of a report moves, and why.
    unmoved: "Mapping[str, str]" = field(default_factory=dict)
    quick: tuple[str, ...] = ()  # paytables under which the main game is priced in seconds
    net: "Callable[[PostedTable], Fraction]"  # of the main game
    # In the rulebook.
    printed: "Callable[[Callable[..., PostedTable], str], list[Check]]" = lambda *_: []


@cache
def _modules() -> dict[str, str]:
    """The module of each solved game, by the game's id; nothing is imported for it but rules."""
    modules = {game: f"croupier.games.{folder_of(game)}.figures" for game in GAMES}
    return {game: module for game, module in modules.items() if find_spec(module) is not None}


def solved() -> tuple[str, ...]:
    """The ids of the games whose figures have been computed."""
    return tuple(_modules())


def figures_of(game: str, so: str = "there are no odds of it") -> Figures:
    """A game may be played before anybody has computed its odds: then this says what follows."""
    if game not in _modules():
        raise RuleError(
            f"The house edge of {game} has not been computed, so {so}; "
            f"it has been of: {', '.join(solved())}",
            "game/unsolved",
        )
    figures: Mapping[str, Figures] = import_module(_modules()[game]).FIGURES
    return figures[game]


@dataclass(frozen=True, kw_only=True)
class PokerFigures:
    """A poker game's shares of a pot. Options say what is played for: mode, qualifier and so on."""

    equity: "Callable[[Showdown, Deals | None], Equity]"
    keeps: "Callable[[tuple[Card, ...], int, Mapping[str, Any], Deals], list[Keep]]"  # opponents


def poker_figures_of(name: str | None = None) -> PokerFigures:
    """What a poker game's folder declares in `equity.py`; by default the house's first."""
    module = f"croupier.games.{folder_of(poker_game(name).id)}.equity"
    if find_spec(module) is None:
        raise RuleError(
            f"The shares of a pot of {poker_game(name).id} cannot be computed", "game/unsolved"
        )
    figures: PokerFigures = import_module(module).FIGURES
    return figures
