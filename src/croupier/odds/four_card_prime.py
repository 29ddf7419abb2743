"""Four Card Prime, exact: the ante and raise under optimal play, and every side wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.scales import FIVE
from croupier.kernels.cache import stored
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_prime import scores_of_four, sweep
from croupier.odds.figures import Distribution, House, Odds, WagerOdds, spread
from croupier.odds.hand_counts import WHOLE_DECK, Counts, five_card_counts
from croupier.odds.jackpots import by_seats
from croupier.rules.four_card_prime import (
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
        floors = _bad_beat_floors(house, scores)
        done = in_threads(
            "hands beaten under each upcard",
            lambda up: sweep(up, cards, places, floors, whole),
            upcards,
        )
        score, weight, beaten, copied = (
            np.concatenate([upcard[column] for upcard in done]) for column in range(1, 5)
        )
        weight *= 4 if whole else 1
        # States of one score that beat as many are one row: all that an ante table can tell apart.
        alike, row = np.unique(score << 32 | (beaten + copied), return_inverse=True)
        return {
            "scores": scores,
            "score": alike >> 32,
            "wins": alike & 0xFFFFFFFF,
            "weight": _sums(row, weight, len(alike)),
            "held": _sums(score, weight, len(scores)),
            "beaten": _sums(score, weight * beaten, len(scores)),
            "copied": _sums(score, weight * copied, len(scores)),
            "floors": floors,
            "under": np.sum([upcard[5] for upcard in done], axis=0) * (4 if whole else 1),
        }

    return stored("four_card_prime", make) if whole else make()


def _sums(group: NDArray[np.int64], values: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The values summed by group, as whole numbers."""
    total = np.zeros(size, np.int64)
    np.add.at(total, group, values)
    return total


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
        wagers=side_wagers(house, arrays, dealers, deck),
    )


def net(house: House) -> Fraction:
    """The main net alone: what `solve` gives, without the wagers beside it."""
    return played(house, counted(house), comb(len(WHOLE_DECK) - 6, 5))[0].mean


def best_raise(
    house: House, score: int, wins: NDArray[np.int64], losses: NDArray[np.int64]
) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
    """The best number of antes to raise for each state of one score, and what each may bring."""
    pays = raise_pays(house, score)
    worth = [wins * won + losses * lost for won, lost in pays]
    return np.argmax(np.stack(worth), axis=0), pays


def raise_pays(house: House, score: int) -> list[tuple[int, int]]:
    """What a fold and each raise bring with this score: when it wins, and when it loses."""
    tables = house.steps("win_bonus"), house.steps("bad_beat_bonus")
    pays = []
    for times in TIMES:
        _, *won = settle(times, score, score - 1, *tables)
        _, *lost = settle(times, score, score + 1, *tables)
        pays.append((sum(won), sum(lost)))
    return pays


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
    for rows, score in rows_alike(house, arrays):
        wins, weight = arrays["wins"][rows], arrays["weight"][rows]
        action, pays = best_raise(house, score, wins, dealers - wins)
        for times in TIMES:
            here = action == times
            count, won = int(weight[here].sum()), int((weight[here] * wins[here]).sum())
            yield Played(score, times, pays[times], count, won)


def rows_alike(house: House, arrays: Arrays) -> list[tuple[slice, int]]:
    """The states by what the two bonus tables pay for them, with a score that stands for each."""
    bounds = {0}
    for group in ("win_bonus", "bad_beat_bonus"):
        bounds |= {
            int(np.searchsorted(arrays["scores"], row.floor)) for row in house.posted[group].rows
        }
    edges = [*sorted(bounds), len(arrays["scores"])]
    starts = np.searchsorted(arrays["score"], edges)  # the states are in order of score
    return [
        (slice(starts[place], starts[place + 1]), int(arrays["scores"][low]))
        for place, (low, high) in enumerate(pairwise(edges))
        if low < high
    ]


def side_wagers(
    house: House, arrays: Arrays, dealers: int, deck: Sequence[int] = WHOLE_DECK
) -> dict[str, WagerOdds]:
    four, five, color = five_card_counts(deck)
    posted = {group: table.id for group, table in house.posted.items()}

    def of(group: str, counts: Counts) -> WagerOdds:
        steps = house.steps(group)
        return WagerOdds(posted[group], spread(counts, lambda score: prize(steps, score)))

    wagers = {
        ACES_BABY: of("aces_baby", four),
        PRIME: of("prime", color),
        BAD_BEAT: WagerOdds(posted["bad_beat_wager"], bad_beat(house, arrays, dealers)),
    }
    if house.options["jackpot_type"] != "none":
        for wager, group, counts in (
            (FIVE_CARD_JACKPOT, "five_card_jackpot", five),
            (FOUR_CARD_JACKPOT, "four_card_jackpot", four),
        ):
            wagers[wager] = _jackpot(house, group, counts, deck)
    return wagers


def _jackpot(house: House, group: str, counts: dict[int, int], deck: Sequence[int]) -> WagerOdds:
    """Fixed pays alone, per unit of the wager; the meter's share and envy stand beside them."""
    pays, percents = house.steps(group), house.steps(f"{group}.pays percent")
    total = sum(counts.values())
    share = sum(count * prize(percents, score) for score, count in counts.items())
    whole = sum(count for score, count in counts.items() if prize(percents, score) == 100)
    hits = sum(
        count
        for score, count in counts.items()
        if prize(pays, score) > 0 or prize(percents, score) > 0
    )
    results = spread(counts, lambda score: prize(pays, score) - 1)
    return WagerOdds(
        house.posted[group].id,
        results,
        {
            "hit": Fraction(hits, total),
            "fixed_return": results.mean + 1,
            "meter_share": Fraction(share, 100 * total),
            "whole_meter": Fraction(whole, total),
            **by_seats(
                house,
                group,
                counts,
                deck,
                all_five=house.posted[group].scale is FIVE,
                fixed=results.mean + 1,
            ),
        },
    )


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
