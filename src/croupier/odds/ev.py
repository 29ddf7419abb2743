"""The exact value of every legal action in one state, with optimal play afterwards."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.cards.card import Card, check_copies, mask, text
from croupier.cards.hands import best_four
from croupier.errors import BadCards, RuleError
from croupier.games.figures import figures_of
from croupier.games.four_card_prime.rules import CHOICE, settle
from croupier.kernels.one_state import prime_dealers
from croupier.odds.figures import House


class State(NamedTuple):
    """What a player sees at a choice."""

    cards: tuple[Card, ...]
    up: Card
    offer: Card | None = None  # Buyout's card on offer
    seen: tuple[Card, ...] = ()  # cards of other seats, face up
    bonus: Fraction = Fraction(0)  # Buyout's bonus bet, in first bets


class Action(NamedTuple):
    name: str
    net: Fraction
    split: tuple[str, str] | None = None
    decision: tuple[str, str] | None = None


def values(house: House, state: State) -> list[Action]:
    """Every legal action with its value, in units of the first bet, those already made included."""
    figures = figures_of(house.game.id, "no action has a known value")
    shown = [*state.cards, state.up, *state.seen]
    if state.offer is not None:
        shown.append(state.offer)
    check_copies(shown, house.game.decks)
    return figures.values(house, state, shown)


def best(actions: Sequence[Action]) -> list[str]:
    most = max(action.net for action in actions)
    return [action.name for action in actions if action.net == most]


def needs(state: State, count: tuple[int, ...], *, offer: bool, game: str) -> None:
    """Refuses a state in which this game has nothing to choose."""
    if len(state.cards) not in count:
        right = " or ".join(map(str, count))
        raise BadCards(
            f"{text(state.cards)}: {game} has {right} cards to choose with, not {len(state.cards)}",
            "cards/count",
        )
    if offer and state.offer is None:
        raise RuleError(f"{game}: name the card on offer", "state/offer")
    if not offer and (state.offer is not None or state.bonus):
        raise RuleError(f"{game} offers no card and has no bonus to play for", "state/offer")


def _prime(house: House, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (5,), offer=False, game=house.game.id)
    rest = np.array([card for card in range(52) if card not in shown], np.int64)
    if len(rest) < 5:
        raise BadCards(f"{len(rest)} cards are left; the dealer needs five", "cards/short")
    player = best_four(mask(state.cards))
    beaten, copied = prime_dealers(rest, state.up, player)
    total = comb(len(rest), 5)
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    actions = []
    for times, option in enumerate(CHOICE.options):  # type: ignore[arg-type]
        won, tied, lost = (
            sum(settle(times, player, dealer, *tables)[1:])
            for dealer in (player - 1, player, player + 1)
        )
        net = beaten * won + copied * tied + (total - beaten - copied) * lost
        actions.append(Action(option.name, Fraction(net, total)))
    return actions
