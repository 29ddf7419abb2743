"""Four Card Prime, counted: the counts that every table is priced from, independent of pays.

The counts depend on the floors of three posted tables, and on whether the rule lets copies win, so
they are cached under these: a table with other floors is counted separately. What hands win when
they win, copy or lose comes from the rule alone.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.card import DECK
from croupier.errors import BadCards, RuleError
from croupier.games.figures import edges
from croupier.games.four_card_prime import rules
from croupier.games.four_card_prime.loops import sweep as loops
from croupier.games.four_card_prime.rules import TIMES
from croupier.kernels.arrays import Array, Bytes, Ints, Shorts
from croupier.kernels.cache.counts import short_digest, stored
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.rules.felt import Face
from croupier.rules.vocabulary import Deal

Floors = tuple[int, ...]  # scores, lowest first

DEALS = [step for step in rules.FLOW if isinstance(step, Deal)]
UNSEEN = sum(step.cards for step in DEALS if step.face is Face.DOWN)
SEEN = sum(step.cards for step in DEALS if step.face is not Face.DOWN)
NO_FLOORS = np.zeros(0, np.int64)

assert tuple(range(len(rules.ACTIONS))) == TIMES


def ends(table: PostedTable, times: int, score: int) -> list[list[int]]:
    """The nets of ante and raise with this score: when it wins, copies and loses."""
    tables = table.steps("win_bonus"), table.steps("bad_beat_bonus")
    settled = (
        rules.settle(times, score, dealer, *tables) for dealer in (score - 1, score, score + 1)
    )
    return [nets for _, *nets in settled]


def raise_pays(table: PostedTable, score: int) -> list[list[int]]:
    """The net of a fold and of each raise with this score: when it wins, copies and loses."""
    return [[sum(nets) for nets in ends(table, times, score)] for times in TIMES]


def bonus_floors(table: PostedTable) -> Floors:
    """The floors of the two bonus tables: hands between two floors are equal under both."""
    return tuple(edges(table.steps("win_bonus"), table.steps("bad_beat_bonus")))


def copies_win(table: PostedTable) -> bool:
    """Whether copies end as wins do, in every row and with every raise; otherwise, as losses do."""
    won, copied, lost = zip(
        *(ends(table, times, score) for score in bonus_floors(table) for times in TIMES),
        strict=True,
    )
    if copied not in (won, lost):
        raise RuleError(
            "a copy ends neither as a win nor as a loss; hands of Four Card Prime are counted by "
            "those two ends: count copies by themselves before this rule is solved",
            "odds/copies",
        )
    return copied == won


def check_losing_hands(scores: Ints, floors: Ints) -> None:
    """Refuses a rule by which a row of the bad beat wager's table is not reached as it is counted.

    Of two unequal hands the lower one loses, and only equal hands may be copies. The rule is asked
    about every hand beside itself and the next higher one, and about all pairs of the rows' ends.
    """
    found = [int(score) for score in scores]
    rows = sorted({0, *map(int, floors), len(found)})
    ends = sorted({found[at] for row in pairwise(rows) for at in (row[0], row[1] - 1)})
    for low, high in chain(pairwise(found), combinations(ends, 2)):
        for player, dealer in ((low, high), (high, low)):
            if rules.losing_hand(player, dealer) != low or rules.copied(player, dealer):
                raise _uncounted_bad_beat()
    marked = {bool(rules.copied(score, score)) for score in found}
    if len(marked) > 1 or any(rules.losing_hand(score, score) != score for score in found):
        raise _uncounted_bad_beat()


def _uncounted_bad_beat() -> RuleError:
    return RuleError(
        "the losing hand is not the lower hand of the two, or some copies are not equal hands; "
        "the bad beat wager is counted by the lower hand, and copies by themselves: count it "
        "anew before this rule is solved",
        "odds/bad_beat",
    )


def dealers(deck: Sequence[int] = WHOLE_DECK) -> int:
    """How many hands the dealer may have, as the player sees it: any of the unseen cards."""
    return comb(len(deck) - SEEN, UNSEEN)


class StateCounts(NamedTuple):
    """Every hand against every upcard, merged where the posted tables cannot distinguish them."""

    dealers: int  # hands that the dealer may have in each state
    scores: Ints  # all scores, lowest first; below, a score is an index into these
    bonus_floors: Ints  # where a row of either bonus table begins
    starts: Ints  # where the states of each bonus row begin in the next three
    wins: NDArray[np.int32]  # the dealer's losing hands; ascending within a bonus row
    hands: Ints  # sum of all hands before
    won: Ints  # sum of all hands' wins before
    held: Ints  # by score: hands
    beaten: Ints  # by score: the dealer's lower hands, over all hands
    copied: Ints  # by score: the dealer's equal hands, over all hands
    beat_floors: Ints  # where a row of the bad beat wager's table begins
    under: Ints  # by these: the dealer's hands below the row, over all hands in it or above


def counted(table: PostedTable, deck: Sequence[int] = WHOLE_DECK) -> StateCounts:
    """The counts for tables whose rows begin at the same scores as this house's."""
    beat = tuple(edges(table.steps("bad_beat_wager")))
    return _counted(bonus_floors(table), beat, copies_win(table), tuple(deck))


@lru_cache(maxsize=2)  # one table is priced repeatedly, with changed pays
def _counted(bonus: Floors, beat: Floors, copies: bool, deck: tuple[int, ...]) -> StateCounts:
    check_deck(deck)
    name = f"{rules.FOUR_CARD_PRIME.id}/hands-{short_digest(bonus, beat, copies)}"
    make = partial(_made, bonus, beat, copies, deck)
    return _counts_from(stored(name, make, keep=deck == WHOLE_DECK), deck)


def check_deck(deck: Sequence[int]) -> None:
    """Refuses cards for which the numbers of the sweep would overflow or be meaningless."""
    if len(set(deck)) != len(deck) or not set(deck) <= set(DECK):
        raise BadCards(f"{list(deck)}: each card of one deck is counted once", "cards/deck")
    if len(deck) < SEEN + UNSEEN:
        raise BadCards(
            f"{len(deck)} cards; a player and the dealer are dealt {SEEN + UNSEEN}", "cards/short"
        )
    assert len(deck) <= 1 << 6 and comb(len(deck), UNSEEN) < 1 << 31


class ScoredDeck(NamedTuple):
    cards: Ints
    scores: Ints  # of all its hands, lowest first
    places: Shorts  # the index of each hand's score among these

    def swept(self, up: int, floors: Ints = NO_FLOORS, *, whole: bool = True) -> loops.UpcardCounts:
        return loops.sweep(up, self.cards, self.places, floors, whole)


def scored(deck: Sequence[int] = WHOLE_DECK) -> ScoredDeck:
    cards = np.array(deck, np.int64)
    scores = loops.scores_of_four(cards)
    return ScoredDeck(cards, scores, loops.places_of(scores))


def _made(bonus: Floors, beat: Floors, copies: bool, deck: tuple[int, ...]) -> dict[str, Array]:
    whole, all_hands = deck == WHOLE_DECK, scored(deck)
    upcards = range(13) if whole else deck  # in a whole deck one suit of upcards represents four
    scores = all_hands.scores
    bonus_rows = np.unique(np.searchsorted(scores, bonus))
    bonus_rows = bonus_rows[bonus_rows < len(scores)]
    beat_rows = np.searchsorted(scores, beat).astype(np.int64)

    def against(up: int) -> _Upcard:
        """One upcard's states, reduced to what is used below."""
        _, score, weight, beaten, copied, under = all_hands.swept(up, beat_rows, whole=whole)
        sums = np.zeros((3, len(scores)), np.int64)
        loops.sums_by_score(score, weight, beaten, copied, sums)
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
    weight: Bytes
    starts: Ints
    sums: Ints
    under: Ints


def _by_wins(done: Sequence[_Upcard], most: int) -> Iterator[tuple[Ints, Ints]]:
    """For each bonus row: the numbers of wins that occur, and how many hands have each.

    States of one bonus row with equally many wins are equal under any pays.
    """
    for row in range(len(done[0].starts)):
        hands = np.zeros(most + 1, np.int64)
        for upcard in done:
            low, high = [*map(int, upcard.starts), len(upcard.wins)][row : row + 2]
            loops.add_by_wins(upcard.wins[low:high], upcard.weight[low:high], hands)
        wins = np.flatnonzero(hands)
        yield wins, hands[wins]


def _counts_from(kept: dict[str, Array], deck: tuple[int, ...]) -> StateCounts:
    """Adds the sums that are quicker to recompute than to read."""
    starts, steps, hands = kept["starts"], kept["steps"], kept["hands"].astype(np.int64)
    wins = np.empty(len(steps), np.int32)
    for start, end in pairwise(map(int, starts)):
        np.cumsum(steps[start:end], out=wins[start:end])
    made: dict[str, Array] = {"wins": wins, "hands": _so_far(hands), "won": _so_far(hands * wins)}
    rest = {name: kept[name] for name in StateCounts._fields if name in kept and name not in made}
    return StateCounts(dealers=dealers(deck), **made, **rest)


def _so_far(values: Ints) -> Ints:
    """The sum of all values before each index, and at the end of all of them."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])
