"""4 Card Split: how often best play reaches each row of the ante table, and how else antes end.

The solver keeps the wins of the printed rows, and one net of everything. Two more counts with the
same loops part that net: one in which no dealer qualifies and the lowest row is counted as if it
were printed above, one in which equal hands are wins.
"""

from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from croupier.kernels.cache import stored
from croupier.kernels.compiled import in_threads
from croupier.kernels.four_card_split import (
    FOLD_ALL,
    pair_classes,
    state_worths,
    upcard_worths,
)
from croupier.kernels.split_hands import COLUMNS
from croupier.odds.combinations import Combinations, Line
from croupier.odds.figures import House
from croupier.odds.four_card_split import Array, Ints, Scores, chosen, counted, pays_of, scores_of
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.rules.four_card_split import settle_hand
from croupier.rules.paytable import Paytable

PAIRED = 4  # ways from here on are two and two


class Antes(NamedTuple):
    """Both antes of every round, by how they end, in deals of two draws and the dealer's three."""

    instant: tuple[int, ...]  # by row of the ante table, the lowest first
    won: tuple[int, ...]
    pushed: int
    lost: int
    folded: int
    play: int  # the net of all play bets
    played: int  # play bets made

    @property
    def total(self) -> int:
        """Antes: two for every round."""
        return sum(self.instant) + sum(self.won) + self.pushed + self.lost + self.folded


def antes(house: House, deck: Sequence[int] = WHOLE_DECK) -> Antes:
    scores = scores_of(house, deck)
    pays = pays_of(house, scores)

    def make() -> dict[str, Array]:
        states = counted(scores)
        parts = in_threads(
            "antes against each upcard",
            lambda up: _upcard(up, scores, states[up], chosen(scores, pays, states[up])),
            range(len(states)),
        )
        return {"ends": np.sum(parts, axis=0) * (4 if scores.whole else 1)}

    paid = "-".join(map(str, (*pays.drawn, *pays.instant)))
    name = f"{house.game.id}-antes-{house.posted['ante'].id}-{paid}"
    ends = (stored(name, make) if scores.whole else make())["ends"]
    instant, won, rest = (tuple(int(count) for count in row) for row in ends)
    return Antes(instant, won, *rest[:5])


def _upcard(
    up: int, scores: Scores, state: dict[str, Array], play: tuple[Ints, Array, Array]
) -> Ints:
    """Instant winners and wins by row; pushes, losses, folds, the plays' net and number."""
    unseen = len(scores.deck) - 5
    outcomes = unseen * (unseen - 1) * comb(unseen - 2, 3)
    weights = state["weights"].astype(np.int64)
    ends = np.zeros((3, COLUMNS), np.int64)
    for hands in _played(up, scores, state, play[1], play[2]):
        weight = weights[hands.states] * (outcomes // hands.deals)
        won = (weight[:, None] * hands.wins).sum(axis=0)
        lost = won.sum() - (weight * hands.bare).sum()
        made = weight.sum() * hands.deals
        ends[1] += won
        ends[2, :2] += made - won.sum() - lost, lost
        ends[2, 3:5] += (weight * (hands.net - hands.bare)).sum(), made
    instant = _instant_rows(scores, state, play[1])
    np.add.at(ends[0], instant[instant >= 0], weights[instant >= 0] * outcomes)
    ends[2, 2] = 2 * weights.sum() * outcomes - ends[0].sum() - ends[2, 4]
    return ends


class Hands(NamedTuple):
    """Hands of as many cards that are played, in some states, and what becomes of each."""

    deals: int  # of what each still draws, and of the dealer's three
    states: Ints
    net: Ints  # of ante and play, if every win paid 1 to 1
    bare: Ints  # of the ante alone: wins less losses
    wins: Ints  # by row


def _played(
    up: int, scores: Scores, state: dict[str, Array], way: Array, plays: Array
) -> Iterator[Hands]:
    bare, even = _without_plays(up, scores, state)
    unseen = len(scores.deck) - 5
    of_one = comb(unseen, 2) * comb(unseen - 2, 3)
    of_two, of_three = unseen * comb(unseen - 1, 3), comb(unseen, 3)

    def drawn(name: str, deals: int, at: Ints, *place: Any) -> Hands:
        with_play = state[name][(at, *place)].astype(np.int64)
        alone = bare[name][(at, *place)].astype(np.int64)
        wins = with_play.copy()
        wins[:, 0] = alone[:, 1]  # the lowest row, counted as if it were printed above
        return Hands(deals, at, with_play[:, 0], alone[:, 0], wins)

    at = np.nonzero((way < PAIRED) & (plays & 1 > 0))[0]
    net, without = (part["threes"][at, way[at]].astype(np.int64) for part in (state, bare))
    lost = (of_three - even[at, way[at]].astype(np.int64)) // 2
    wins = np.zeros((len(at), COLUMNS), np.int64)
    wins[:, 0] = without + lost  # an instant winner is not played: all these are of the lowest row
    yield Hands(of_three, at, net, without, wins)
    at = np.nonzero((way < PAIRED) & (plays & 2 > 0))[0]
    yield drawn("alone", of_one, at, way[at])
    for side in (0, 1):
        at = np.nonzero((way >= PAIRED) & (way < FOLD_ALL) & (plays >> side & 1 > 0))[0]
        yield drawn("paired", of_two, at, way[at] - PAIRED, side)


def _without_plays(
    up: int, scores: Scores, state: dict[str, Array]
) -> tuple[dict[str, Array], Array]:
    """All worths where no dealer qualifies; and of hands of three, where equal hands win too."""
    pairs, number = pair_classes(len(scores.deck), scores.whole)
    player, dealer, nobody = state["player"], state["dealer"], len(scores.rows)
    lowest = (scores.rows == 0).astype(np.int16)
    ones, twos = upcard_worths(up, scores.deck, player, dealer, lowest, nobody, pairs, scores.whole)
    _, _, alone, threes, paired = state_worths(
        up, scores.deck, player, dealer, lowest, nobody, ones, twos, number, scores.whole
    )
    # Twice the scores, and the player's one more: what was equal is above.
    above, twice = 2 * player + 1, np.where(dealer < 0, dealer, 2 * dealer)
    rows, nobody = np.repeat(lowest, 2), 2 * nobody
    even = state_worths(
        up, scores.deck, above, twice, rows, nobody, ones, twos, number, scores.whole
    )[3]
    return {"alone": alone, "threes": threes, "paired": paired}, even


def _instant_rows(scores: Scores, state: dict[str, Array], way: Array) -> Ints:
    """The row of the instant winner that a state claims, or -1."""
    alone = np.minimum(way.astype(np.int64), 3)
    cards = state["cards"].astype(np.int64)
    others = np.stack([cards[np.arange(len(cards)), (alone + step) % 4] for step in (1, 2, 3)])
    low, middle, high = np.sort(others, axis=0)
    place = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    score = state["player"][place].astype(np.int64)
    claimed = (way < PAIRED) & (score >= scores.first_instant)
    return np.where(claimed, scores.rows[score], -1).astype(np.int64)


def ante_rows(house: House, found: Antes) -> Combinations:
    """The ante table, row by row, as the two antes of a round meet it."""
    table = house.posted["ante"]
    drawn, at_once = house.steps("ante.drawn"), house.steps("ante.instant")
    lines = []
    for place, row in enumerate(reversed(table.rows)):
        won = settle_hand(1, 0, row.floor, row.floor - 1, 0, drawn, at_once)
        label, cell = f"{row.label}, played and won", _cell(table, place, "drawn")
        lines.append(Line(label, cell, found.won[place], won[1]))
        if found.instant[place]:
            paid = settle_hand(0, 1, row.floor, 0, 0, drawn, at_once)
            label, cell = f"{row.label}, instant winner", _cell(table, place, "instant")
            lines.append(Line(label, cell, found.instant[place], paid[1]))
    lines.reverse()
    for label, count, scores in (
        ("Played, the same hand", found.pushed, (1, 0, 1, 1)),
        ("Played, lost", found.lost, (1, 0, 0, 1)),
        ("Folded", found.folded, (0, 0, 0, 1)),
    ):
        lines.append(Line(label, "", count, settle_hand(*scores, 0, drawn, at_once)[1]))
    return Combinations("ante 1 and ante 2", "ante", table, tuple(lines), whole_wager=False)


def _cell(table: Paytable, place: int, column: str) -> str:
    columns = [n for n, name in enumerate(table.columns) if column in name.split(" and ")]
    return table.rows[len(table.rows) - 1 - place].printed[columns[0]]
