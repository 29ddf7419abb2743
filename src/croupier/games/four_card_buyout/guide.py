"""Buyout for people: when to buy the third card, and when the fourth."""

from collections.abc import Iterable
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK, rank
from croupier.cards.hands import card_points, points
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.exact import FOURTH_LEGAL, THIRD_LEGAL, net, nets, states
from croupier.games.four_card_buyout.loops.states import BELOW, UP_TO, OfferStates
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS
from croupier.kernels.arrays import Array, Ints
from croupier.kernels.card_sets import KINDS
from croupier.odds.figures import PostedTable
from croupier.odds.position import Position
from croupier.odds.strategy import guides
from croupier.odds.strategy.search import Choice, Condition, exact_sums

ACTIONS = ("pass", "buy")  # a person's: to pass is to refuse, or to fold
TO_PASS, TO_BUY = range(len(ACTIONS))
FACES = np.array([card_points(card) for card in DECK])
# Refusing may win, and loses no more than folding does, so folding is never better.
NOTE = "To pass is to refuse the card; without points (no pair, no two of a suit) it is to fold."
CODE = MOST_POINTS + 1  # the base of a state's code: no digit exceeds the points


class Upcard(NamedTuple):
    """Every state against one upcard: by three cards and which of them is offered, then by fourth
    card. The fourth cards of each three are contiguous, from its start.
    """

    rounds: Ints  # three cards × the one on offer
    passed: Ints
    third: Ints  # index of the situation, by three cards
    starts: Ints
    free: Ints  # how many fourth cards are alike
    fourth: Ints  # index of the situation
    worth: Ints  # of passing and of buying


class OfferSituations(NamedTuple):
    upcards: list[Upcard]
    third: Ints  # what the player sees: upcard, points, highest card, second card
    fourth: Ints  # upcard, points without the offer, points with it
    unseen: int  # cards when the third is offered

    @property
    def outcomes(self) -> int:
        """The dealer's outcomes, times the fourth cards, offered or not."""
        return comb(self.unseen, 3) * (self.unseen - 3) * (self.unseen - 4)


def situations(decks: int) -> OfferSituations:
    listed = [state for _, state in states((decks,) * KINDS)]
    unseen = KINDS * decks - 4
    thirds = [coded(up, _third_shows(state)) for up, state in enumerate(listed)]
    fourths = [coded(up, _fourth_shows(state)) for up, state in enumerate(listed)]
    third, fourth = np.unique(np.concatenate(thirds)), np.unique(np.concatenate(fourths))
    upcards = [
        Upcard(
            rounds=state.weights,
            passed=_third_passed(state, comb(unseen, 3) * (unseen - 3)),
            third=np.searchsorted(third, thirds[up]),
            starts=state.starts[:-1],
            free=state.counts.astype(np.int64),
            fourth=np.searchsorted(fourth, fourths[up]),
            worth=_fourth_worths(state, comb(unseen - 1, 3) * (unseen - 4)),
        )
        for up, state in enumerate(listed)
    ]
    return OfferSituations(upcards, decoded(third, 4), decoded(fourth, 3), unseen)


def _third_shows(state: OfferStates) -> Ints:
    faces = np.sort(FACES[state.cards.astype(np.int64)], axis=1)
    return np.stack([state.threes.astype(np.int64), faces[:, 2], faces[:, 1]], axis=1)


def _fourth_shows(state: OfferStates) -> Ints:
    without = np.repeat(state.threes.astype(np.int64), np.diff(state.starts))
    return np.stack([without, state.fours.astype(np.int64)], axis=1)


def _played(cards: int, legal: NDArray[np.bool_], fares: Array, outcomes: int) -> Ints:
    """What a hand wins over all of the dealer's outcomes; an illegal hand counts as folded."""
    main = nets()[rules.bets_on(cards)]
    beaten, tied = fares[..., BELOW], fares[..., UP_TO] - fares[..., BELOW]
    won = (
        beaten * main[rules.WON]
        + tied * main[rules.PUSHED]
        + (outcomes - beaten - tied) * main[rules.LOST]
    )
    worth: Ints = np.where(legal, won, main[rules.FOLDED] * outcomes)
    return worth


def _may(legal: Array, action: int) -> NDArray[np.bool_]:
    may: NDArray[np.bool_] = legal >> action & 1 == 1
    return may


def _third_passed(state: OfferStates, outcomes: int) -> Ints:
    """The worth of refusing, or of folding where refusing is not legal."""
    legal = _may(THIRD_LEGAL[state.twos], rules.REFUSE)
    return _played(2, legal, state.refused, outcomes)


def _fourth_worths(state: OfferStates, outcomes: int) -> Ints:
    """The worths of passing and of buying."""
    without = np.repeat(state.threes, np.diff(state.starts))
    legal, fares = FOURTH_LEGAL[without, state.fours], state.fares
    passed = _played(3, _may(legal, rules.REFUSE), fares[:, TO_PASS], outcomes)
    bought = _played(4, _may(legal, rules.BUY), fares[:, TO_BUY], outcomes)
    return np.stack([passed, bought], axis=1)


def coded(up: int, seen: Ints) -> Ints:
    code = np.full(len(seen), up, np.int64)
    for column in seen.T:
        code = code * CODE + column
    return code


def decoded(code: Ints, columns: int) -> Ints:
    shown = [code // CODE**place % CODE for place in reversed(range(columns))]
    return np.stack(shown, axis=1)


def third_choice(seen: OfferSituations, later: guides.Actions | None) -> Choice:
    worth = np.zeros((len(seen.third), 2), object)
    for up in seen.upcards:
        passed = (up.passed * up.rounds).sum(axis=1) * (seen.unseen - 4)
        buys = bought(up, seen, later) * up.rounds.sum(axis=1)
        for action, values in ((TO_PASS, passed), (TO_BUY, buys)):
            worth[:, action] += exact_sums(up.third, values, len(seen.third))
    return Choice(ACTIONS, worth, np.ones(worth.shape, bool))


def bought(up: Upcard, seen: OfferSituations, later: guides.Actions | None) -> Ints:
    """The worth of each three cards when a fourth is offered."""
    if later is None:
        buys = _may_buy(seen)[up.fourth] & (up.worth[:, TO_BUY] > up.worth[:, TO_PASS])
    else:
        buys = later[up.fourth] == TO_BUY
    taken = np.where(buys, up.worth[:, TO_BUY], up.worth[:, TO_PASS])
    return np.add.reduceat(taken * up.free, up.starts)


def _may_buy(seen: OfferSituations) -> NDArray[np.bool_]:
    _, kept, made = seen.fourth.T
    return _may(FOURTH_LEGAL[kept, made], rules.BUY)


def fourth_choice(seen: OfferSituations) -> Choice:
    """The worth of passing and of buying the fourth card, where best play reaches it."""
    worth = np.zeros((len(seen.fourth), 2), object)
    for up in seen.upcards:
        buys = bought(up, seen, None)[:, None] > up.passed * (seen.unseen - 4)
        reach = (up.rounds * buys).sum(axis=1)
        many = up.free * np.repeat(reach, np.diff([*up.starts, len(up.free)]))
        for action in (TO_PASS, TO_BUY):
            worth[:, action] += exact_sums(up.fourth, up.worth[:, action] * many, len(seen.fourth))
    return Choice(ACTIONS, worth, np.stack([np.ones(len(worth), bool), _may_buy(seen)], axis=1))


def third_conditions(seen: OfferSituations, choice: Choice) -> list[Condition]:
    up, made, high, second = seen.third.T
    rungs = guides.telling(choice, made, (up * CODE + high) * CODE + second)
    return guides.crossed(*third_groups(seen.third, rungs))


def third_groups(third: Ints, rungs: Iterable[int]) -> list[list[Condition]]:
    up, made, high, second = third.T
    highest = "the highest of the three cards counts"
    next_ = "the second highest counts"
    return [
        _points(made, rungs),
        guides.ladder(high, range(3, 12), highest + " {} or more", highest + " less than {}"),
        guides.ladder(second, range(3, 12), next_ + " {} or more", next_ + " less than {}"),
        guides.upcard_conditions(up),
    ]


def fourth_conditions(seen: OfferSituations, choice: Choice) -> list[Condition]:
    up, kept, made = seen.fourth.T
    of_all = guides.telling(choice, made, up * CODE + kept)
    rungs = guides.telling(choice, kept, up * CODE + made)
    return guides.crossed(*fourth_groups(seen.fourth, of_all, rungs))


def fourth_groups(
    fourth: Ints, of_all: Iterable[int], rungs: Iterable[int]
) -> list[list[Condition]]:
    up, kept, made = fourth.T
    now = guides.ladder(kept, rungs, "you have {} points or more", "you have fewer than {} points")
    more = guides.ladder(
        made - kept, range(2, 12), "it adds {} points or more", "it adds less than {}"
    )
    adds = [
        Condition("it adds points", made > kept),
        Condition("it adds nothing", made == kept),
        *more,
    ]
    return [_points(made, of_all), now, adds, guides.upcard_conditions(up)]


def remind(table: PostedTable, at: Position) -> str:
    (cards,), (up,) = at.hands, at.up
    assert at.offer is not None
    kept, bought, each = points(cards), points((*cards, at.offer)), range(MOST_POINTS + 1)
    if at.choice == rules.THIRD_CARD:
        *_, second, high = sorted(map(card_points, (*cards, at.offer)))
        groups = third_groups(np.array([[rank(up), bought, high, second]]), each)
    else:
        groups = fourth_groups(np.array([[rank(up), kept, bought]]), each, each)
    lines = [line for line in guides.list_to_remember(table).lines if line.decision == at.choice]
    held = [condition for group in groups for condition in group]
    return guides.deciding(lines, {*at.legal, ACTIONS[TO_PASS]}, held)


def _points(made: Ints, rungs: Iterable[int]) -> list[Condition]:
    return guides.ladder(made, rungs, "it makes {} points or more", "it makes fewer than {} points")


def playbook(table: PostedTable) -> guides.Playbook:
    seen = situations(table.game.decks)
    best, last = third_choice(seen, None), fourth_choice(seen)
    total = seen.outcomes * sum(int(up.rounds.sum()) for up in seen.upcards)
    return guides.Playbook(
        stages=(
            guides.Stage(rules.THIRD_CARD, third_conditions(seen, best)),
            guides.Stage(rules.FOURTH_CARD, fourth_conditions(seen, last)),
        ),
        total=total,
        best=int(net(table) * total),
        first=partial(third_choice, seen),
        last=last,
    )
