"""What the coach does before it is asked: compiles, and finds the lists of rules."""

from typing import NamedTuple

from croupier.cards.card import DECK
from croupier.desk.coach import advice, rule_to_remember
from croupier.odds.strategy.guides import list_to_remember
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import Table
from croupier.table.view import View, view

HANDS = 8  # enough for every kind of choice


def rehearse(table: Table) -> None:
    """Values the choices of a few rounds, so that whatever they need is compiled."""
    for hand in range(HANDS):
        cut = 7 * hand
        deck = Deck((*DECK[cut:], *DECK[:cut]) * table.game.decks)
        state = deal(table, {1: table.completed({})}, deck)
        while state.turn is not None:
            advice(table, view(state, state.turn))
            state = state.act(state.turn, state.legal[hand % len(state.legal)])


class RuleRemembered(NamedTuple):
    """A rule to remember, and how good the list is that it is from."""

    rule: str
    rules: int  # on the list
    cost: str  # what the list gives up against the best play, as "0.13%" of the first bet


def remembered(table: Table, seen: View) -> RuleRemembered:
    """Finding the list takes up to a minute, the first time."""
    rule, best = rule_to_remember(table, seen), list_to_remember(table)
    return RuleRemembered(rule, len(best.lines), f"{float(100 * best.cost):.2g}%")


def find_rules(table: Table) -> None:
    list_to_remember(table)
