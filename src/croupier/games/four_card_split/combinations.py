"""4 Card Split: how often each row of the blind's and the ante's table is reached."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.games.four_card_split.exact import fared, played
from croupier.games.four_card_split.loops.hands import LOST, PUSHED, WON
from croupier.games.four_card_split.loops.outcomes import holds_of
from croupier.games.four_card_split.rules import BLIND, settle_hand
from croupier.games.four_card_split.scores import scores_of
from croupier.odds.combinations import CombinationRow, Combinations, hand_combinations
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK, four_card_counts
from croupier.rules.paytable import Paytable


def combinations(table: PostedTable) -> Iterator[Combinations]:
    yield hand_combinations(table, BLIND, "blind", four_card_counts().items())


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


def antes(table: PostedTable, deck: Sequence[int] = WHOLE_DECK) -> Antes:
    scores = scores_of(table, deck)
    both = fared(played(table, scores)["outcomes"]).sum(axis=0) * (4 if scores.whole else 1)
    # Each hand by itself: what it holds, how it fares, and whether the dealer qualifies.
    ends = both.sum(axis=(1, 3)) + both.sum(axis=(0, 2))
    holds = holds_of(len(scores.floors))
    playing = ends[: holds.folded].sum(axis=0)
    tables = table.steps("ante.drawn"), table.steps("ante.instant")

    def settled(end: int, qualified: int) -> int:
        """The net of a play bet."""
        player, dealer = {WON: (1, 0), PUSHED: (1, 1), LOST: (0, 1)}[end]
        return settle_hand(1, 0, player, dealer, qualified, *tables)[2]

    return Antes(
        instant=tuple(map(int, ends[holds.instant :].sum(axis=(1, 2)))),
        won=tuple(map(int, ends[: holds.folded, WON].sum(axis=1))),
        pushed=int(playing[PUSHED].sum()),
        lost=int(playing[LOST].sum()),
        folded=int(ends[holds.folded].sum()),
        play=sum(int(playing[end, q]) * settled(end, q) for end in range(3) for q in (0, 1)),
        played=int(playing.sum()),
    )


def ante_rows(table: PostedTable, found: Antes) -> Combinations:
    """The ante table, row by row, as the two antes of a round meet it."""
    paytable = table.posted["ante"]
    drawn, at_once = table.steps("ante.drawn"), table.steps("ante.instant")
    lines = []
    for place, row in enumerate(reversed(paytable.rows)):
        won = settle_hand(1, 0, row.floor, row.floor - 1, 0, drawn, at_once)
        label, cell = f"{row.label}, played and won", _cell(paytable, place, "drawn")
        lines.append(CombinationRow(label, cell, found.won[place], won[1]))
        if found.instant[place]:
            paid = settle_hand(0, 1, row.floor, 0, 0, drawn, at_once)
            label, cell = f"{row.label}, instant winner", _cell(paytable, place, "instant")
            lines.append(CombinationRow(label, cell, found.instant[place], paid[1]))
    lines.reverse()
    for label, count, scores in (
        ("Played, the same hand", found.pushed, (1, 0, 1, 1)),
        ("Played, lost", found.lost, (1, 0, 0, 1)),
        ("Folded", found.folded, (0, 0, 0, 1)),
    ):
        lines.append(CombinationRow(label, "", count, settle_hand(*scores, 0, drawn, at_once)[1]))
    return Combinations("ante 1 and ante 2", "ante", paytable, tuple(lines), whole_wager=False)


def _cell(table: Paytable, place: int, column: str) -> str:
    columns = [n for n, name in enumerate(table.columns) if column in name.split(" and ")]
    return table.rows[len(table.rows) - 1 - place].printed[columns[0]]
