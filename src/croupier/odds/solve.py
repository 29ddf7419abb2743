"""A table's figures, a pricer for tables with other pays, and the value of every action in a state;
and every figure printed in the rulebooks compared with ours, with a verdict.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.card import Card, check_copies, text
from croupier.errors import BadCards, RuleError
from croupier.games.figures import figures_of, solved
from croupier.odds.figures import Odds, PostedTable, Pricing

NONE_KNOWN: Mapping[tuple[str, str], str] = {}  # misprints, by game and figure


def solve(table: PostedTable) -> Odds:
    return figures_of(table.game.id).solve(table)


def prepare(table: PostedTable) -> Pricing:
    """Counts what no pay changes. The result prices any table of the same game and options.

    It gives the same nets as `solve`, under the play that is best for the table being priced.
    """
    return figures_of(table.game.id, "its tables cannot be priced").prepare(table)


class State(NamedTuple):
    """What a player sees at a choice."""

    cards: tuple[Card, ...]
    up: Card
    offer: Card | None = None  # a card on offer, in games that offer one
    seen: tuple[Card, ...] = ()  # cards of other seats, face up
    bonus: Fraction = Fraction(0)  # a bonus bet besides the main ones, in first bets


class Action(NamedTuple):
    name: str
    net: Fraction
    split: tuple[str, str] | None = None
    decision: tuple[str, str] | None = None


def values(table: PostedTable, state: State) -> list[Action]:
    """Every legal action with its value, in units of the first bet, including the bets already
    made.
    """
    figures = figures_of(table.game.id, "no action has a known value")
    shown = [*state.cards, state.up, *state.seen]
    if state.offer is not None:
        shown.append(state.offer)
    check_copies(shown, table.game.decks)
    return figures.values(table, state, shown)


def best(actions: Sequence[Action]) -> list[str]:
    most = max(action.net for action in actions)
    return [action.name for action in actions if action.net == most]


def needs(state: State, count: tuple[int, ...], *, offer: bool, game: str) -> None:
    """Refuses a state in which this game offers no choice."""
    if len(state.cards) not in count:
        right = " or ".join(map(str, count))
        raise BadCards(
            f"{text(state.cards)}: {game} has {right} cards to choose with, not {len(state.cards)}",
            "cards/count",
        )
    if offer and state.offer is None:
        raise RuleError(f"{game}: the card on offer is missing (offer)", "state/offer")
    if not offer and (state.offer is not None or state.bonus):
        raise RuleError(f"{game} offers no card and has no bonus to play for", "state/offer")


class Check(NamedTuple):
    game: str
    figure: str
    printed: str
    ours: Fraction
    shown: str  # ours, rounded as printed
    verdict: str  # agrees, misprint, unreachable, favours the player; or DIFFERS
    why: str = ""  # for every verdict but the first and the last


def verify(open_house: Callable[..., PostedTable], games: Sequence[str] = ()) -> list[Check]:
    """All checks of these games, in the order of the documents."""
    return [check for game in games or solved() for check in verify_game(open_house, game)]


def verify_game(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    """The checks of one game; a rulebook that prints no figure has none."""
    return figures_of(game).printed(open_house, game)


def compared(
    game: str,
    figure: str,
    printed: str,
    ours: Fraction,
    shown: str,
    misprints: Mapping[tuple[str, str], str] = NONE_KNOWN,
) -> Check:
    """Compares our figure with the printed one; for a known misprint, gives the reason."""
    if shown == printed:
        return Check(game, figure, printed, ours, shown, "agrees")
    why = misprints.get((game, figure), "")
    return Check(game, figure, printed, ours, shown, "misprint" if why else "DIFFERS", why)
