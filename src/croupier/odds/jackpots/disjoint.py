"""Hands of one round share no card: how often several seats hold some of a few hands at once."""

from collections.abc import Callable, Mapping, Sequence
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np

from croupier.cards.hands import SUIT, best_four
from croupier.cards.scales import FIVE, FOUR
from croupier.errors import RuleError
from croupier.kernels.arrays import Array, Ints
from croupier.kernels.cache.counts import short_digest, stored
from croupier.kernels.cache.folder import SHARED
from croupier.kernels.compiled import in_threads
from croupier.kernels.hand_counts import (
    MOST,
    disjoint_pairs,
    hands_from,
    sets_in_suit,
    sets_of_cores,
)
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.rules.paytable import prize

HAND = 5  # cards dealt to a seat; `seats_of` refuses a game that deals another number
SUIT_SIZE = 13


class Winners(NamedTuple):
    """The hands that win anything on a jackpot wager, and the deck they come from."""

    deck: tuple[int, ...]
    hands: Ints
    scores: Ints

    def those(self, holds: Callable[[int], bool]) -> Ints:
        """The hands whose score satisfies the condition."""
        scores = np.unique(self.scores)
        chosen = [score for score in scores if holds(int(score))]
        return self.hands[np.isin(self.scores, chosen)]

    def deals(self, hands: int) -> int:
        """The number of ways to deal this many hands, one after another."""
        return prod(comb(len(self.deck) - HAND * place, HAND) for place in range(hands))


def winners(
    table: PostedTable, group: str, counts: Mapping[int, int], deck: Sequence[int] = WHOLE_DECK
) -> Winners:
    columns = table.posted[group].steps.values()
    paid = [score for score in counts if any(prize(column, score) > 0 for column in columns)]
    cards = np.array(deck, np.int64)
    if not paid:
        return Winners(tuple(deck), cards[:0], cards[:0])
    floor, scale = min(paid), table.posted[group].scale
    if scale not in (FOUR, FIVE):
        raise RuleError(
            f"{table.game.id}: the hands that win {group} are listed by four or all five cards, "
            f"not by {scale.name}",
            "jackpot/uncounted",
        )
    size = sum(count for score, count in counts.items() if score >= floor)

    def make() -> dict[str, Array]:
        hands, scores, found = hands_from(cards, floor, scale is FIVE, size)
        assert found == size, f"{found} hands reach {floor}, not {size}"
        return {"hands": hands, "scores": scores.astype(np.int32)}

    name = f"{SHARED}/jackpot-{scale.name}-{floor}"
    kept = stored(name, make, keep=tuple(deck) == WHOLE_DECK)
    return Winners(tuple(deck), kept["hands"], kept["scores"])


def pairs(found: Winners, hands: Ints, others: Ints) -> int:
    kept = _kept("pairs", found, (hands, others), lambda: [[int(disjoint_pairs(hands, others))]])
    return kept[0][0]


def _kept(
    name: str, found: Winners, sets: Sequence[Ints], make: Callable[[], list[list[int]]]
) -> list[list[int]]:
    """Counts cached by the hands themselves, so that no table reads another's."""
    if found.deck != WHOLE_DECK:
        return make()
    digest = short_digest(*(hands.tobytes() for hands in sets))
    kept = stored(
        f"{SHARED}/jackpot-{name}-{digest}", lambda: {"counts": np.array(make(), np.str_)}
    )
    return [[int(count) for count in row] for row in kept["counts"]]


def given(hands: Sequence[tuple[int, int]], taken: int = 0) -> list[int]:
    """Ways to give 0, 1, 2 … seats one of these hands each, each way times the hands' weights.

    Hands are masks with a weight; none may contain a card that is taken.
    """
    left = [(hand, weight) for hand, weight in hands if not hand & taken]
    sets = [1]
    while left:
        cards, apart = left[0][0], len(left)
        while apart:  # collects all hands linked to the first by shared cards
            apart = sum(1 for hand, _ in left if hand & cards and hand & ~cards)
            for hand, _ in left:
                cards |= hand if hand & cards else 0
        sets = _times(sets, _sets([pair for pair in left if pair[0] & cards]))
        left = [pair for pair in left if not pair[0] & cards]
    return [factorial(many) * ways for many, ways in enumerate(sets)]


def _sets(hands: Sequence[tuple[int, int]]) -> list[int]:
    """Weighted sets of 0, 1, 2 … hands that share no card: without the first hand, and with it."""
    if not hands:
        return [1]
    (first, weight), *rest = hands
    without = _sets(rest)
    with_it = [weight * ways for ways in _sets([pair for pair in rest if not pair[0] & first])]
    longest = max(len(without), len(with_it) + 1)
    without += [0] * (longest - len(without))
    for many, ways in enumerate(with_it, 1):
        without[many] += ways
    return without


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


class HeldAtOnce(NamedTuple):
    """Ways in which 0, 1, 2 … seats in order hold listed hands."""

    free: list[int]
    beside: list[int]  # while one more seat holds a barred hand


def held_at_once(found: Winners, listed: Ints, barred: Ints) -> HeldAtOnce | None:
    """None if a listed hand is not just four of a kind or of a suit with any fifth card."""

    def make() -> list[list[int]]:
        cores = _cores(found.deck, listed)
        if cores is None:
            return []
        beside = [0] * (MOST + 1)
        alike = _alike(found.deck, barred)
        ways = in_threads("hands held at once", cores.given, [hand for hand, _ in alike])
        for (_, many), row in zip(alike, ways, strict=True):
            beside = [sum(pair) for pair in zip(beside, (many * each for each in row), strict=True)]
        return [cores.given(0), beside]

    kept = _kept("held", found, (listed, barred), make)
    return HeldAtOnce(*kept) if kept else None


class Cores(NamedTuple):
    """Listed hands by the four cards that make them; the fifth is any other card, except perhaps
    one.
    """

    cards: int
    kinds: Ints  # a bit for the rank of each four of a kind
    suits: Ints  # sets of the others, by suit
    in_suits: int  # the number of these

    def given(self, hand: int) -> list[int]:
        left = self.cards - hand.bit_count()
        fifths = np.array(
            [[_fifths(left - 4 * m, m, free) for free in range(MOST + 1)] for m in range(MOST + 1)]
        )
        self.check(fifths)
        sets = sets_of_cores(hand, self.kinds, self.suits, fifths)
        return [factorial(seats) * int(ways) for seats, ways in enumerate(sets)]

    def check(self, fifths: Ints) -> None:
        """The loop adds up 64-bit whole numbers: all ways together must fit."""
        cores = len(self.kinds) + self.in_suits
        most = sum(comb(cores, many) * int(ways.max()) for many, ways in enumerate(fifths))
        if most >= 1 << 63 or len(self.kinds) > SUIT_SIZE:
            raise RuleError(
                f"{cores} groups of four cards are too many to count for {MOST} seats at once",
                "jackpot/uncounted",
            )


def _fifths(cards: int, seats: int, free: int) -> int:
    """Ways to give each seat one card, if `free` of the seats each have a card they may not get."""
    if cards < seats or free > seats:
        return 0
    return sum(
        (-1) ** many * comb(free, many) * perm(cards - many, seats - many)
        for many in range(free + 1)
    )


def _cores(deck: Sequence[int], listed: Ints) -> Cores | None:
    fifths: dict[int, int] = {}
    for hand in map(int, listed):
        core = next(
            hand ^ 1 << card
            for card in deck
            if hand >> card & 1 and best_four(hand ^ 1 << card) == best_four(hand)
        )
        fifths[core] = fifths.get(core, 0) | hand ^ core
    whole = sum(1 << card for card in deck)
    kinds: list[int] = []
    suits: list[list[tuple[int, int]]] = [[], [], [], []]
    for core, seen in fifths.items():
        barred = whole & ~core & ~seen
        by_suit = [core >> SUIT_SIZE * suit & SUIT for suit in range(4)]
        if len(set(by_suit)) == 1 and not barred:
            kinds.append(by_suit[0])
            continue
        suit = max(range(4), key=lambda suit: by_suit[suit])
        own = barred >> SUIT_SIZE * suit & SUIT
        if (
            by_suit[suit].bit_count() != 4
            or own.bit_count() > 1
            or own << SUIT_SIZE * suit != barred
        ):
            return None
        suits[suit].append((by_suit[suit], own))
    tables = []
    for runs in suits:
        cards = [own for _, own in runs if own]
        if len(set(cards)) != len(cards):
            return None
        masks = np.array(runs, np.int64).reshape(-1, 2)
        tables.append(sets_in_suit(masks[:, 0].copy(), masks[:, 1].copy()))
    in_suits = sum(map(len, suits))
    return Cores(len(deck), np.array(kinds, np.int64), np.stack(tables), in_suits)


def _alike(deck: Sequence[int], hands: Ints) -> list[tuple[int, int]]:
    """The hands with their number; in a whole deck one represents all that differ only by suits."""
    if tuple(deck) != WHOLE_DECK:
        return [(int(hand), 1) for hand in hands]
    suits = np.stack([hands >> SUIT_SIZE * suit & SUIT for suit in range(4)], axis=1)
    suits.sort(axis=1)
    places = SUIT_SIZE * np.arange(4)
    one, many = np.unique((suits << places).sum(axis=1), return_counts=True)
    return [(int(hand), int(count)) for hand, count in zip(one, many, strict=True)]
