"""What a game's folder declares of its mathematics; the rest of the program reads this record.

A folder with a `figures.py` defines `FIGURES`, one record for each of its games. They are loaded on
demand: dealing and settling a game needs only its rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import RuleError
from croupier.games.registry import GAMES, folder_of, poker_game
from croupier.rules.paytable import LOSS

if TYPE_CHECKING:
    from croupier.cards.card import Card
    from croupier.kernels.rounds import GameLoop
    from croupier.odds.combinations import Combinations
    from croupier.odds.design.search import Recipe
    from croupier.odds.figures import Odds, PostedTable, Pricing
    from croupier.odds.house_edge import Worth, WorthByWager
    from croupier.odds.poker import Deals, Equity, Keep, Showdown
    from croupier.odds.position import Position
    from croupier.odds.solve import Action, Check, State
    from croupier.odds.strategy.choices import Makers
    from croupier.odds.strategy.guides import Guide
    from croupier.report.exposure import LargeDeal
    from croupier.report.sheets import ReportSheet
    from croupier.rules.paytable import Steps

Reach = Mapping[int, tuple[int, int]]  # by column: a seat's lowest and highest possible result


def edges(*tables: "Steps") -> list[int]:
    """Scores that represent every case these tables distinguish: 0, and the floor of each row."""
    return sorted({0, *(floor for steps in tables for floor, _ in steps)})


def extremes(outcomes: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """The lowest and highest of each number that a rule returns after its reason."""
    _, *nets = zip(*outcomes, strict=True)
    return [(min(each), max(each)) for each in nets]


class Layout(NamedTuple):
    """How the simulator plays a game: its loop, its columns of results, its tables."""

    game: "GameLoop"
    wagers: tuple[str, ...]  # by column; the main wagers first
    mains: int
    meters: tuple[str, ...]  # further columns: these wagers' percent of a meter
    tables: tuple[str, ...]  # in the order in which the kernel takes them
    options: "Callable[[PostedTable], Sequence[int]]"
    choices: tuple[str, ...]  # the keys of the tables of choices, concatenated in this order
    decisions: tuple[Mapping[int, str], ...]  # for each choice of a seat: the names of its codes
    reach: "Callable[[PostedTable, int], Reach]"  # computed from the rules, by number of seats

    @property
    def columns(self) -> int:
        return len(self.wagers) + len(self.meters)


@dataclass(frozen=True, kw_only=True)
class Figures:
    """One game's exact figures, strategies, report sections and simulation."""

    solve: "Callable[..., Odds]"
    prepare: "Callable[..., Pricing]"  # prices tables with changed pays, many times a second
    values: "Callable[[PostedTable, State, list[Card]], list[Action]]"  # of each legal action
    # The same at a choice of a round in progress, by the options' names, if a state does not say
    # everything that was decided before.
    at_choice: "Callable[[PostedTable, Position], list[Action]] | None" = None
    worths: (
        "Callable[[PostedTable, Sequence[int] | None], WorthByWager]"  # worth of each to the house
    )
    net_by_wager: "Callable[[PostedTable], dict[str, Fraction]]"  # of the main wagers
    # The net of the main wagers and of a side wager that their choices decide about, in the money
    # of the stakes, under the play that is best for both.
    together: "Callable[[PostedTable, Mapping[str, int]], Fraction] | None" = None
    # The worth of a jackpot wager, given how its meter is funded and the number of seats.
    jackpot_worth: "Callable[..., Worth | None]" = lambda *_: None
    # What a jackpot wager nets for a seat's own hand, in wagers, and its percent of the meter.
    own_jackpot: "Callable[[PostedTable, str, int], tuple[int, int]]" = lambda *_: (LOSS, 0)
    # What a seat is paid for other seats' hands.
    envy: "Callable[[PostedTable, int, Sequence[int]], int]" = lambda *_: 0
    guide: "Guide"  # rules to memorize
    makers: "Makers"  # tables of every choice
    layout: Layout  # how the simulator plays it
    recipes: "Mapping[str, Recipe]"  # the paytables that can be designed
    combinations: "Callable[[PostedTable], Iterator[Combinations]]"
    results: "Callable[[PostedTable], Iterator[ReportSheet]]"  # of the main game, in a report
    # Charts of best play, in a report.
    charts: "Callable[[PostedTable], Iterator[ReportSheet]]" = lambda _: iter(())
    worst_deals: "Callable[[PostedTable, int], Iterator[LargeDeal]]"
    # The largest net by the rules, in units of the wager, with the hand that wins it, for wagers
    # that `combinations` does not price separately. A report refuses a game that leaves one out.
    largest_wins: "Callable[[PostedTable], Mapping[str, tuple[int, str]]]" = lambda _: {}
    method: str  # how the figures are computed, for a report
    choices_note: str = ""  # what the shares of choices in a report are shares of
    unit: str = ""  # the unit's name, if it differs from the name of the first wager
    further_note: str = ""  # a note on a report's further figures of wagers
    # Options that change no figure in a report, and why.
    unmoved: "Mapping[str, str]" = field(default_factory=dict)
    quick: tuple[str, ...] = ()  # paytables under which the main game is priced in seconds
    net: "Callable[[PostedTable], Fraction]"  # of the main game
    # Checks against the figures printed in the rulebook.
    printed: "Callable[[Callable[..., PostedTable], str], list[Check]]" = lambda *_: []


@cache
def _modules() -> dict[str, str]:
    """The module of each solved game, by the game's id; imports nothing but the rules."""
    modules = {game: f"croupier.games.{folder_of(game)}.figures" for game in GAMES}
    return {game: module for game, module in modules.items() if find_spec(module) is not None}


def solved() -> tuple[str, ...]:
    """The ids of the games whose odds can be computed."""
    return tuple(_modules())


def figures_of(game: str, so: str = "there are no odds of it") -> Figures:
    """The figures of a game; refuses one whose odds nobody has computed. `so` ends the refusal."""
    if game not in _modules():
        raise RuleError(
            f"The house edge of {game} has not been computed, so {so}; "
            f"solved games: {', '.join(solved())}",
            "game/unsolved",
        )
    figures: Mapping[str, Figures] = import_module(_modules()[game]).FIGURES
    return figures[game]


@dataclass(frozen=True, kw_only=True)
class PokerFigures:
    """A poker game's shares of a pot. Options say what is played for: mode, qualifier and so on."""

    equity: "Callable[[Showdown, Deals | None], Equity]"
    # Of cards dealt, against a number of opponents, with the options of the table, in random
    # deals; at last, if there are any, other cards that are seen.
    keeps: "Callable[..., list[Keep]]"


def poker_figures_of(name: str | None = None) -> PokerFigures:
    """What a poker game's folder declares in `equity.py`; by default the house's first."""
    module = f"croupier.games.{folder_of(poker_game(name).id)}.equity"
    if find_spec(module) is None:
        raise RuleError(
            f"The shares of a pot of {poker_game(name).id} cannot be computed", "game/unsolved"
        )
    figures: PokerFigures = import_module(module).FIGURES
    return figures
