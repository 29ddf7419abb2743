"""The exact value of every legal action in one state, with optimal play afterwards."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import Card, check_copies, mask, text
from croupier.cards.hands import best_four, three_card
from croupier.errors import BadCards, RuleError
from croupier.games.figures import figures_of
from croupier.games.four_card_prime.rules import CHOICE, settle
from croupier.games.four_card_split.exact import pays_of, scores_of
from croupier.games.four_card_split.loops.worths import score_tables
from croupier.games.four_card_split.rules import instant_winner
from croupier.kernels.one_state import prime_dealers, split_worths
from croupier.odds.figures import House

Ints = NDArray[np.int64]
Kept = TypeVar("Kept")


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


_KEPT: dict[tuple[object, ...], object] = {}  # what does not change from state to state


def _remembered(make: Callable[[], Kept], *key: object) -> Kept:
    if key not in _KEPT:
        _KEPT[key] = make()
    kept: Kept = _KEPT[key]  # type: ignore[assignment]
    return kept


def _split(house: House, state: State, shown: list[Card]) -> list[Action]:
    needs(state, (4,), offer=False, game=house.game.id)
    rest = np.array([card for card in range(52) if card not in shown], np.int64)
    if len(rest) < 5:
        raise BadCards(f"{len(rest)} cards are left; the round needs five", "cards/short")
    floors = tuple(row.floor for row in house.posted["ante"].rows)
    scores = _remembered(lambda: scores_of(house), house.game.id, floors)
    pays = pays_of(house, scores)
    player, dealer = _remembered(
        lambda: score_tables(scores.deck, state.up, scores.places, scores.any_three),
        house.game.id,
        state.up,
    )
    alone, threes, paired = split_worths(
        rest, np.array(state.cards, np.int64), player, dealer, scores.rows, scores.qualifier
    )
    n = len(rest)
    of_one, of_two = comb(n, 2) * comb(n - 2, 3), n * comb(n - 1, 3)

    def priced(worth: Ints, total: int) -> Fraction:
        more = sum(int(worth[row]) * (int(pays.drawn[row]) - 1) for row in range(1, len(worth)))
        return Fraction(int(worth[0]) + more, total)

    ways: list[tuple[tuple[Card, ...], tuple[Card, ...], Fraction, Fraction, bool]] = []
    for i in range(4):
        others = tuple(state.cards[(i + step) % 4] for step in (1, 2, 3))
        score = three_card(mask(others))
        instant = instant_winner(score)
        row = int(scores.rows[int(np.searchsorted(scores.all, score))])
        first = (
            Fraction(int(pays.instant[row])) if instant else Fraction(int(threes[i]), comb(n, 3))
        )
        single = (state.cards[i],)
        ways.append((_in_order(others, state), single, first, priced(alone[i], of_one), instant))
    if any(way[4] for way in ways):
        return [action for way in ways if way[4] for action in _decisions(*way)]
    for partner in range(1, 4):
        pair = (state.cards[0], state.cards[partner])
        other = tuple(card for card in state.cards if card not in pair)
        first, second = (priced(paired[partner - 1, side], of_two) for side in (0, 1))
        ways.append((pair, other, first, second, False))
    actions = [action for way in ways for action in _decisions(*way)]
    whole = (text(state.cards), "")  # all four are folded as they were dealt
    return [*actions, Action("fold", Fraction(-2), whole, ("fold", "fold"))]


def _in_order(cards: tuple[Card, ...], state: State) -> tuple[Card, ...]:
    return tuple(card for card in state.cards if card in cards)


def _decisions(
    first: tuple[Card, ...],
    second: tuple[Card, ...],
    worth: Fraction,
    other: Fraction,
    instant: bool,
) -> list[Action]:
    halves = (text(first), text(second))
    firsts = {"instant": worth} if instant else {"play": worth, "fold": Fraction(-1)}
    return [
        Action(f"{halves[0]} / {halves[1]}: {one}, {two}", net + more, halves, (one, two))
        for one, net in firsts.items()
        for two, more in (("play", other), ("fold", Fraction(-1)))
    ]
