"""Buyout for people: when to buy the third card, and the fourth."""

from collections.abc import Sequence
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.buyout_choices import BUY, PASS, fourth_card, third_card
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_buyout import KINDS, classes, dealer_tables
from croupier.odds.figures import House
from croupier.odds.four_card_buyout import net, nets
from croupier.odds.rule_lists import Choice, Condition, exact_sums
from croupier.odds.strategies import (
    Actions,
    Playbook,
    Stage,
    Strategy,
    crossed,
    ladder,
    lists_of,
    telling,
    upcard_conditions,
)
from croupier.rules.four_card_buyout import FOURTH_CARD, THIRD_CARD

Ints = NDArray[np.int64]

ACTIONS = ("pass", "buy")
NOTE = "To pass is to refuse the card; without points (no pair, no two of a suit) it is to fold."
CODE = 64  # above any number of points


class Upcard(NamedTuple):
    """Every state against one upcard. The third card's rows name rows of the fourth's."""

    rounds: Ints
    row: Ints
    third: Ints  # situation
    passed: Ints
    free: Ints
    fourth: Ints  # situation
    worth: Ints  # of a pass and of a purchase


class Situations(NamedTuple):
    upcards: list[Upcard]
    third: Ints  # what each shows: upcard, points, highest card, second card
    fourth: Ints  # upcard, points without the offer, points with it
    unseen: int  # cards, when the third is offered


def coded(up: int, seen: Ints) -> Ints:
    code = np.full(seen.shape[:-1], up, np.int64)
    for column in range(seen.shape[-1]):
        code = code * CODE + seen[..., column]
    return code


def decoded(code: Ints, columns: int) -> Ints:
    shown = [code // CODE**place % CODE for place in reversed(range(columns))]
    return np.stack(shown, axis=1)


def situations(decks: int) -> Situations:
    same = classes(True)
    places = np.unique(same)
    threes = np.array([(a, b, c) for c in range(KINDS) for b in range(c + 1) for a in range(b + 1)])
    row_of = np.zeros(len(same), np.int64)
    row_of[places] = np.arange(len(places))

    def against(up: int) -> tuple[Ints, ...]:
        stock = np.full(KINDS, decks, np.int64)
        stock[up] -= 1
        tables = dealer_tables(up, stock)
        rounds, three, seen, passed = third_card(up, stock, same, tables, nets())
        held = rounds > 0
        shown, free, worth = fourth_card(up, stock, threes[places], tables, nets())
        rows, third = row_of[three[held]], coded(up, seen[held])
        return rounds[held], rows, third, passed[held], free, coded(up, shown), worth

    parts = in_threads("choices against each upcard", against, range(13))
    third, third_at = np.unique(np.concatenate([part[2] for part in parts]), return_inverse=True)
    shown = np.stack([part[5] for part in parts])
    fourth, fourth_at = np.unique(shown, return_inverse=True)
    fourth_at = fourth_at.reshape(shown.shape)
    ends = np.cumsum([len(part[2]) for part in parts])
    upcards = [
        Upcard(part[0], part[1], at, part[3], part[4], beyond, part[6])
        for part, at, beyond in zip(parts, np.split(third_at, ends[:-1]), fourth_at, strict=True)
    ]
    return Situations(upcards, decoded(third, 4), decoded(fourth, 3), KINDS * decks - 4)


def third_choice(seen: Situations, later: Actions | None) -> Choice:
    """What it is worth to pass and to buy the third card."""
    worth = np.zeros((len(seen.third), 2), object)
    for up in seen.upcards:
        passed = up.passed * (seen.unseen - 4)  # as many outcomes as there are with a fourth card
        for action, values in ((PASS, passed), (BUY, bought(up, seen, later)[up.row])):
            worth[:, action] += exact_sums(up.third, values * up.rounds, len(seen.third))
    return Choice(ACTIONS, worth, np.ones(worth.shape, bool))


def bought(up: Upcard, seen: Situations, later: Actions | None) -> Ints:
    """What each three cards are worth when a fourth is offered."""
    if later is None:
        taken = np.where(_may_buy(seen)[up.fourth], up.worth.max(axis=2), up.worth[..., PASS])
    else:
        taken = np.where(later[up.fourth] == BUY, up.worth[..., BUY], up.worth[..., PASS])
    total: Ints = (taken * up.free).sum(axis=1)
    return total


def _may_buy(seen: Situations) -> NDArray[np.bool_]:
    """A fourth card may be bought only for a hand that then has points."""
    may: NDArray[np.bool_] = seen.fourth[:, 2] > 0
    return may


def fourth_choice(seen: Situations) -> Choice:
    """What it is worth to pass and to buy the fourth card, where best play comes to it."""
    worth = np.zeros((len(seen.fourth), 2), object)
    for up in seen.upcards:
        buys = bought(up, seen, None)[up.row] > up.passed * (seen.unseen - 4)
        reach = np.zeros(len(up.free), np.int64)
        np.add.at(reach, up.row[buys], up.rounds[buys])
        for action in (PASS, BUY):
            values = up.worth[..., action] * up.free * reach[:, None]
            worth[:, action] += exact_sums(up.fourth.ravel(), values.ravel(), len(seen.fourth))
    return Choice(ACTIONS, worth, np.stack([np.ones(len(worth), bool), _may_buy(seen)], axis=1))


def third_conditions(seen: Situations, choice: Choice) -> list[Condition]:
    up, made, high, second = seen.third.T
    rungs = telling(choice, made, (up * CODE + high) * CODE + second)
    highest = "the highest of the three cards counts"
    next_ = "the second highest counts"
    return crossed(
        _points(made, rungs),
        ladder(high, range(3, 12), highest + " {} or more", highest + " less than {}"),
        ladder(second, range(3, 12), next_ + " {} or more", next_ + " less than {}"),
        upcard_conditions(up),
    )


def fourth_conditions(seen: Situations, choice: Choice) -> list[Condition]:
    up, kept, made = seen.fourth.T
    points = _points(made, telling(choice, made, up * CODE + kept))
    rungs = telling(choice, kept, up * CODE + made)
    now = ladder(kept, rungs, "you have {} points or more", "you have fewer than {} points")
    more = ladder(made - kept, range(2, 12), "it adds {} points or more", "it adds less than {}")
    adds = [
        Condition("it adds points", made > kept),
        Condition("it adds nothing", made == kept),
        *more,
    ]
    return crossed(points, now, adds, upcard_conditions(up))


def _points(made: Ints, rungs: set[int]) -> list[Condition]:
    return ladder(made, rungs, "it makes {} points or more", "it makes fewer than {} points")


def playbook(house: House) -> Playbook:
    seen = situations(house.game.decks)
    best, last = third_choice(seen, None), fourth_choice(seen)
    unseen = seen.unseen
    rounds = sum(int(up.rounds.sum()) for up in seen.upcards)
    total = rounds * comb(unseen, 3) * (unseen - 3) * (unseen - 4)
    return Playbook(
        stages=(
            Stage(THIRD_CARD, third_conditions(seen, best)),
            Stage(FOURTH_CARD, fourth_conditions(seen, last)),
        ),
        total=total,
        best=int(net(house) * total),
        first=partial(third_choice, seen),
        last=last,
    )


def strategies(house: House, sizes: Sequence[int]) -> list[Strategy]:
    return lists_of(playbook(house), sizes)
