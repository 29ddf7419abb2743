"""What a seat sees when it is to choose, and what each of its options is worth."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.card import Card
from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.money import Cents
from croupier.odds.figures import PostedTable
from croupier.odds.solve import Action, State, values

NONE = Fraction(0)


class Position(NamedTuple):
    """One seat's choice. It holds only cards that the seat sees."""

    choice: str  # as the rules name it
    legal: tuple[str, ...]
    hands: tuple[tuple[Card, ...], ...]  # one, or two after a split
    up: tuple[Card, ...]  # the dealer's
    offer: Card | None
    rack: tuple[Card, ...]  # the seat's own refused or folded cards
    seen: tuple[Card, ...]  # at other seats
    wagers: Mapping[str, Cents]
    choices: Mapping[str, str]  # the seat's earlier ones in this round


def option_values(table: PostedTable, at: Position) -> list[Action]:
    """Every legal option, as the rules name it, and what it makes the main bets of the whole round
    worth, under the best play from there on, in units of the first bet.
    """
    figures = figures_of(table.game.id, "no option has a known value")
    known = {action.name: action for action in (figures.at_choice or hand_values)(table, at)}
    if unknown := [name for name in at.legal if name not in known]:
        lacking = ", ".join(unknown)
        raise RuleError(f"{table.game.id}: {lacking} at {at.choice!r} has no value", "state/choice")
    return [known[name] for name in at.legal]


def hand_values(table: PostedTable, at: Position, bonus: Fraction = NONE) -> list[Action]:
    """The values of what may be done with a hand that is not split."""
    (hand,), (up,) = at.hands, at.up
    return values(table, State(hand, up, at.offer, (*at.seen, *at.rack), bonus))


def reminder(table: PostedTable, at: Position) -> str:
    """The rule to remember that applies, in words; empty if the game has no rules to remember."""
    guide = figures_of(table.game.id).guide
    if guide.remind is None:
        return ""
    return guide.remind(table, at)
