"""Four Card Prime, exact: the ante and raise under optimal play, and every side wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.four_card_prime.loops.sweep import scores_of_four, sweep
from croupier.games.four_card_prime.rules import (
    ACES_BABY,
    ANTE,
    BAD_BEAT,
    CHOICE,
    FIVE_CARD_JACKPOT,
    FOUR_CARD_JACKPOT,
    PRIME,
    settle,
    settle_bad_beat,
)
from croupier.kernels.cache import stored
from croupier.kernels.compiled import in_threads
from croupier.odds.figures import MAIN, Distribution, House, Odds, Pricing, WagerOdds, spread
from croupier.odds.hand_counts import WHOLE_DECK, Counts, five_card_counts
from croupier.odds.jackpots.wager import jackpot
from croupier.rules.paytable import prize

Arrays = dict[str, NDArray[np.int64]]

TIMES = range(len(CHOICE.options))  # type: ignore[arg-type]  # fold, raise 1x, 2x, 3x


def counted(house: House, deck: Sequence[int] = WHOLE_DECK) -> Arrays:
    """How many dealer's hands each hand beats and copies, for each upcard; no table is in it."""
    whole = tuple(deck) == WHOLE_DECK
    cards = np.array(deck, np.int64)
    upcards = range(13) if whole else deck  # in a whole deck one suit of upcards stands for four

    def make() -> Arrays:
        scores = scores_of_four(cards)
        places = np.full(9 << 20, -1, np.int16)
        places[scores] = np.arange(len(scores))
        floors, bonuses = _bad_beat_floors(house, scores), bonus_floors(house, scores)
        done = in_threads(
            "hands beaten under each upcard",
            lambda up: sweep(up, cards, places, floors, whole),
            upcards,
        )
        score, weight, beaten, copied = (
            np.concatenate([upcard[column] for upcard in done]) for column in range(1, 5)
        )
        weight *= 4 if whole else 1
        # States of one bonus row that beat as many are alike to every ante table.
        bonus_row = np.searchsorted(bonuses, score, side="right") - 1
        alike, state = np.unique(bonus_row << 32 | (beaten + copied), return_inverse=True)
        hands, wins = _sums(state, weight, len(alike)), alike & 0xFFFFFFFF
        return {
            "scores": scores,
            "bonus_floors": bonuses,
            "starts": np.searchsorted(alike >> 32, np.arange(len(bonuses) + 1)),
            "wins": wins.astype(np.int32),
            "hands": _so_far(hands),
            "won": _so_far(hands * wins),
            "held": _sums(score, weight, len(scores)),
            "beaten": _sums(score, weight * beaten, len(scores)),
            "copied": _sums(score, weight * copied, len(scores)),
            "floors": floors,
            "under": np.sum([upcard[5] for upcard in done], axis=0) * (4 if whole else 1),
        }

    return stored(f"{house.game.id}/hands", make) if whole else make()


def _sums(group: NDArray[np.int64], values: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The values summed by group, as whole numbers."""
    total = np.zeros(size, np.int64)
    np.add.at(total, group, values)
    return total


def _so_far(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of the first so many values."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(values)])


def solve(house: House, deck: Sequence[int] = WHOLE_DECK) -> Odds:
    arrays = counted(house, deck)
    dealers = comb(len(deck) - 6, 5)
    results, chosen, wagered = played(house, arrays, dealers)
    total = sum(chosen)
    names = [option.name for option in CHOICE.options]  # type: ignore[union-attr]
    return Odds(
        game=house.game.id,
        posted={group: table.id for group, table in house.posted.items()},
        options=house.options,
        unit=ANTE,
        results=results,
        wagered=Fraction(wagered, total),
        initial=1,
        decisions={name: Fraction(chosen[times], total) for times, name in enumerate(names)},
        wagers=side_wagers(house, arrays, dealers, five_card_counts(deck), deck),
    )


def net(house: House) -> Fraction:
    """The main net alone: what `solve` gives, without the wagers beside it."""
    return played(house, counted(house), comb(len(WHOLE_DECK) - 6, 5))[0].mean


def raise_pays(house: House, score: int) -> list[tuple[int, int]]:
    """What a fold and each raise bring with this score: when it wins, and when it loses."""
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    pays = []
    for times in TIMES:
        _, *won = settle(times, score, score - 1, *tables)
        _, *lost = settle(times, score, score + 1, *tables)
        pays.append((sum(won), sum(lost)))
    return pays


def prepare(house: House, deck: Sequence[int] = WHOLE_DECK) -> Pricing:
    """Prices any pays of this game's tables; a jackpot by its fixed pays alone."""
    arrays, hands = counted(house, deck), five_card_counts(deck)
    dealers = comb(len(deck) - 6, 5)

    def price(house: House) -> dict[str, Fraction]:
        sides = side_results(house, arrays, dealers, hands)
        nets = {wager: results.mean for wager, results in sides.items()}
        return {MAIN: played(house, arrays, dealers)[0].mean, **nets}

    return price


def best_raises(pays: Sequence[tuple[int, int]], dealers: int) -> list[tuple[int, int]]:
    """Which raise is best from how many wins up, if each brings so much for a win and for a loss.

    What a raise is worth is a line over the wins: the best one changes only where two lines cross.
    Where two are worth the same, the smaller.
    """
    lines = [(won - lost, dealers * lost) for won, lost in pays]
    cuts = {0}
    for (slope, start), (other_slope, other_start) in combinations(lines, 2):
        if slope != other_slope:
            cross = (other_start - start) // (slope - other_slope)
            cuts |= {cut for cut in (cross, cross + 1) if 0 < cut <= dealers}
    best = []
    for cut in sorted(cuts):
        worths = [slope * cut + start for slope, start in lines]
        best.append((cut, worths.index(max(worths))))
    return best


def played(house: House, arrays: Arrays, dealers: int) -> tuple[Distribution, list[int], int]:
    """The net of ante and raise, how often each action is best, and all that is wagered."""
    results: dict[int, int] = {}
    chosen = [0 for _ in TIMES]
    wagered = 0
    for alike in main_outcomes(house, arrays, dealers):
        count, won = alike.hands, alike.won
        chosen[alike.times] += count
        wagered += count * (1 + alike.times)
        for net, part in zip(alike.pays, (won, count * dealers - won), strict=True):
            results[net] = results.get(net, 0) + part
    return Distribution(results), chosen, wagered


class Played(NamedTuple):
    """Hands that are alike to the bonus tables and are played alike."""

    score: int  # stands for all of them
    times: int  # the raise, in antes
    pays: tuple[int, int]  # what they bring when they win, and when they lose
    hands: int
    won: int  # dealer's hands beaten or copied, over all of them


def main_outcomes(house: House, arrays: Arrays, dealers: int) -> Iterator[Played]:
    """All hands under optimal play."""
    for floor, (start, end) in zip(
        arrays["bonus_floors"], pairwise(map(int, arrays["starts"])), strict=True
    ):
        score = int(arrays["scores"][floor])
        pays = raise_pays(house, score)
        best = best_raises(pays, dealers)
        cuts = start + np.searchsorted(arrays["wins"][start:end], [cut for cut, _ in best])
        for (_, times), (low, high) in zip(best, pairwise([*map(int, cuts), end]), strict=True):
            hands, won_so_far = arrays["hands"], arrays["won"]
            won_by_them = int(won_so_far[high] - won_so_far[low])
            yield Played(score, times, pays[times], int(hands[high] - hands[low]), won_by_them)


def bonus_floors(house: House, scores: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the rows of the two bonus tables begin: hands between two are alike to both."""
    floors = {0}
    for group in ("win_bonus", "bad_beat_bonus"):
        floors |= {int(np.searchsorted(scores, row.floor)) for row in house.posted[group].rows}
    return np.array(sorted(floors - {len(scores)}), np.int64)


Hands = tuple[Counts, Counts, Counts]  # by the best four, by all five, by color
JACKPOTS = {FIVE_CARD_JACKPOT: "five_card_jackpot", FOUR_CARD_JACKPOT: "four_card_jackpot"}


def side_results(
    house: House, arrays: Arrays, dealers: int, hands: Hands
) -> dict[str, Distribution]:
    """Every wager beside the main game; the jackpots by their fixed pays, the wager being gone."""
    four, five, color = hands
    aces, prime = house.steps("aces_baby"), house.steps("prime")
    results = {
        ACES_BABY: spread(four, lambda score: prize(aces, score)),
        PRIME: spread(color, lambda score: prize(prime, score)),
        BAD_BEAT: bad_beat(house, arrays, dealers),
    }
    if house.options["jackpot_type"] != "none":
        for wager, counts in ((FIVE_CARD_JACKPOT, five), (FOUR_CARD_JACKPOT, four)):
            pays = house.steps(JACKPOTS[wager])
            results[wager] = spread(counts, lambda score, pays=pays: prize(pays, score) - 1)  # type: ignore[misc]
    return results


def side_wagers(
    house: House, arrays: Arrays, dealers: int, hands: Hands, deck: Sequence[int] = WHOLE_DECK
) -> dict[str, WagerOdds]:
    groups = {ACES_BABY: "aces_baby", PRIME: "prime", BAD_BEAT: "bad_beat_wager", **JACKPOTS}
    wagers = {}
    for wager, results in side_results(house, arrays, dealers, hands).items():
        group, more = groups[wager], {}
        if wager in JACKPOTS:
            more = jackpot(house, group, hands[wager == FIVE_CARD_JACKPOT], results, deck)
        wagers[wager] = WagerOdds(house.posted[group].id, results, more)
    return wagers


def bad_beat(house: House, arrays: Arrays, dealers: int) -> Distribution:
    """Pairs of hands by the rank of the losing one; no decision is in it."""
    steps = house.steps("bad_beat_wager")
    copy_pays = int(house.options["bad_beat_on_copy"])
    results: dict[int, int] = {}
    for score, lost, copied in bad_beat_rows(arrays, dealers):
        for count, is_copy in ((lost, 0), (copied, 1)):
            _, net = settle_bad_beat(score, is_copy, copy_pays, steps)
            results[net] = results.get(net, 0) + count
    return Distribution(results)


def bad_beat_rows(arrays: Arrays, dealers: int) -> Iterator[tuple[int, int, int]]:
    """A score for each row, from the lowest; how often it loses to a higher hand; copies."""
    floors, under = arrays["floors"], [int(count) for count in arrays["under"]]
    edges = [*(int(floor) for floor in floors), len(arrays["scores"])]
    for row, (low, high) in enumerate(pairwise(edges)):
        if low == high:
            continue
        beaten = int(arrays["beaten"][low:high].sum())
        copied = int(arrays["copied"][low:high].sum())
        held = int(arrays["held"][low:high].sum()) * dealers
        above = under[row + 1] if row + 1 < len(under) else 0
        players = held - beaten - copied  # the player's hand loses
        yield int(arrays["scores"][low]), players + above + beaten - under[row], copied


def _bad_beat_floors(house: House, scores: NDArray[np.int64]) -> NDArray[np.int64]:
    floors = [row.floor for row in reversed(house.posted["bad_beat_wager"].rows)]
    return np.searchsorted(scores, np.array(floors, np.int64)).astype(np.int64)
