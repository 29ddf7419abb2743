"""Four Card Prime, counted: what every table is priced from, and no pay is in it.

What is counted depends on where the rows of three posted tables begin, and on whether the rule lets
copies win, so counts are kept under these: a table with other rows is counted by itself.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.errors import BadCards
from croupier.games.four_card_prime.ends import bonus_floors, copies_win, floors
from croupier.games.four_card_prime.loops.sweep import (
    add_by_wins,
    places_of,
    scores_of_four,
    sums_by_score,
    sweep,
)
from croupier.games.four_card_prime.rules import FLOW, FOUR_CARD_PRIME
from croupier.kernels.arrays import Array, Ints
from croupier.kernels.cache.kept import stored
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.rules.felt import Face
from croupier.rules.vocabulary import Deal

Floors = tuple[int, ...]  # scores, from the lowest

UNSEEN = sum(step.cards for step in FLOW if isinstance(step, Deal) and step.face is Face.DOWN)
SEEN = sum(step.cards for step in FLOW if isinstance(step, Deal) and step.face is not Face.DOWN)


def dealers(deck: Sequence[int] = WHOLE_DECK) -> int:
    """How many hands the dealer may have, as a player sees it: any of the cards not seen."""
    return comb(len(deck) - SEEN, UNSEEN)


class StateCounts(NamedTuple):
    """Every hand against every upcard, put together by what the posted tables can tell apart."""

    dealers: int  # hands that the dealer may have in each state
    scores: Ints  # all of them, from the lowest; below, a score is meant by its place here
    bonus_floors: Ints  # where a row of either bonus table begins
    starts: Ints  # where the states of each bonus row begin, among the following
    wins: NDArray[np.int32]  # dealer's hands that lose; ascending within a bonus row
    hands: Ints  # sum of all hands before
    won: Ints  # sum of all hands' wins before
    held: Ints  # by score: hands
    beaten: Ints  # by score: dealer's hands below, over all hands
    copied: Ints  # by score: dealer's hands that are the same, over all hands
    beat_floors: Ints  # where a row of the bad beat wager's table begins
    under: Ints  # by these: dealer's hands below the row, over all hands in it or above


def counted(table: PostedTable, deck: Sequence[int] = WHOLE_DECK) -> StateCounts:
    """The counts for tables whose rows begin where this house's do."""
    bonus, beat = bonus_floors(table), floors(table, "bad_beat_wager")
    return _counted(bonus, beat, copies_win(table), tuple(deck))


@lru_cache(maxsize=2)  # a table is asked about again and again, with other pays
def _counted(bonus: Floors, beat: Floors, copies: bool, deck: tuple[int, ...]) -> StateCounts:
    check_deck(deck)

    def make() -> dict[str, NDArray[Any]]:
        return _made(bonus, beat, copies, deck)

    if deck != WHOLE_DECK:
        return _counts_from(make(), deck)
    digest = hashlib.sha256(repr((bonus, beat, copies)).encode()).hexdigest()[:16]
    return _counts_from(stored(f"{FOUR_CARD_PRIME.id}/hands-{digest}", make), deck)


def check_deck(deck: Sequence[int]) -> None:
    """Refuses cards for which the numbers of the sweep would not fit, or would mean nothing."""
    if len(set(deck)) != len(deck) or not set(deck) <= set(DECK):
        raise BadCards(f"{list(deck)}: each card of one deck is counted once", "cards/deck")
    if len(deck) < SEEN + UNSEEN:
        raise BadCards(
            f"{len(deck)} cards; a player and the dealer are dealt {SEEN + UNSEEN}", "cards/short"
        )
    assert len(deck) <= 1 << 6 and comb(len(deck), UNSEEN) < 1 << 31


def _made(
    bonus: Floors, beat: Floors, copies: bool, deck: tuple[int, ...]
) -> dict[str, NDArray[Any]]:
    whole, cards = deck == WHOLE_DECK, np.array(deck, np.int64)
    upcards = range(13) if whole else deck  # in a whole deck one suit of upcards stands for four
    scores = scores_of_four(cards)
    places = places_of(scores)
    bonus_rows = np.unique(np.searchsorted(scores, bonus))
    bonus_rows = bonus_rows[bonus_rows < len(scores)]
    beat_rows = np.searchsorted(scores, beat).astype(np.int64)

    def against(up: int) -> _Upcard:
        """One upcard's states, of which nothing is kept that is not asked for."""
        _, score, weight, beaten, copied, under = sweep(up, cards, places, beat_rows, whole)
        sums = np.zeros((3, len(scores)), np.int64)
        sums_by_score(score, weight, beaten, copied, sums)
        starts = np.searchsorted(score, bonus_rows)
        return _Upcard(beaten + copied if copies else beaten, weight, starts, sums, under)

    done = in_threads("hands beaten under each upcard", against, upcards)
    alike = 4 if whole else 1
    held, beaten, copied = np.sum([upcard.sums for upcard in done], axis=0) * alike
    found = list(_by_wins(done, dealers(deck)))
    return {
        "scores": scores,
        "bonus_floors": bonus_rows,
        "starts": np.cumsum([0, *(len(wins) for wins, _ in found)]),
        "steps": np.concatenate([np.diff(wins, prepend=0) for wins, _ in found]).astype(np.int32),
        "hands": np.concatenate([hands for _, hands in found]).astype(np.int32) * alike,
        "held": held,
        "beaten": beaten,
        "copied": copied,
        "beat_floors": beat_rows,
        "under": np.sum([upcard.under for upcard in done], axis=0) * alike,
    }


class _Upcard(NamedTuple):
    wins: NDArray[np.int32]
    weight: NDArray[np.int8]
    starts: Ints
    sums: Ints
    under: Ints


def _by_wins(done: Sequence[_Upcard], most: int) -> Iterator[tuple[Ints, Ints]]:
    """For each bonus row: the wins that occur, and how many hands have them.

    States of one bonus row that win as often are alike to every pay.
    """
    for row in range(len(done[0].starts)):
        hands = np.zeros(most + 1, np.int64)
        for upcard in done:
            low, high = [*map(int, upcard.starts), len(upcard.wins)][row : row + 2]
            add_by_wins(upcard.wins[low:high], upcard.weight[low:high], hands)
        wins = np.flatnonzero(hands)
        yield wins, hands[wins]


def _counts_from(kept: dict[str, NDArray[Any]], deck: tuple[int, ...]) -> StateCounts:
    """With the sums that are quicker to make again than to read."""
    starts, steps, hands = kept["starts"], kept["steps"], kept["hands"].astype(np.int64)
    wins = np.empty(len(steps), np.int32)
    for start, end in pairwise(map(int, starts)):
        np.cumsum(steps[start:end], out=wins[start:end])
    made: dict[str, Array] = {"wins": wins, "hands": _so_far(hands), "won": _so_far(hands * wins)}
    rest = {name: kept[name] for name in StateCounts._fields if name in kept and name not in made}
    return StateCounts(dealers=dealers(deck), **made, **rest)


def _so_far(values: Ints) -> Ints:
    """The sum of all values before each place, and at the end of all of them."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])
