"""4 Card Split's scores and pays as the loops take them: asked of the rules, and within bounds."""

from collections.abc import Sequence
from math import comb

import numpy as np

from croupier.cards.hands import THREE_SCORES
from croupier.errors import RuleError
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops.hands import LOST, PUSHED, WON, SplitScores
from croupier.games.four_card_split.loops.outcomes import holds_of
from croupier.games.four_card_split.loops.worths import Pays, all_scores, outcomes_of
from croupier.kernels.arrays import Ints
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.rules.changed_pays import MOST_PAY
from croupier.rules.paytable import prize

MOST_ROWS = 100  # of an ante or a blind table: loops number them in a byte
MOST_LOWEST = 100  # that the lowest row of the ante table pays: its worths have 32 bits


def scores_of(table: PostedTable, deck: Sequence[int] = WHOLE_DECK) -> SplitScores:
    cards = np.array(deck, np.int64)
    scores = all_scores(cards)
    places = np.full(THREE_SCORES, -1, np.int16)
    places[scores] = np.arange(len(scores))
    floors, lowest = _checked_rows(table)
    dealer = rules.DEALERS[table.game.id]
    qualified = [rules.qualifies(int(score), dealer.qualifier) for score in scores]
    instant = np.array([rules.instant_winner(int(score)) for score in scores])
    # The loops know where each of these begins: better hands must not lose what lower ones have.
    assert qualified == sorted(qualified) and list(instant) == sorted(instant)
    return SplitScores(
        deck=cards,
        whole=tuple(deck) == WHOLE_DECK,
        all=scores,
        places=places,
        floors=np.array(floors),
        lowest=lowest,
        rows=(np.searchsorted(floors, scores, side="right") - 1).astype(np.int16),
        instant=instant,
        first_instant=len(scores) - int(instant.sum()),
        qualifier=len(scores) - sum(qualified),
        ends=np.array([_ends(lowest, int(yes)) for yes in qualified]),
        any_three=dealer.any_three,
    )


def _checked_rows(table: PostedTable) -> tuple[tuple[int, ...], int]:
    """Where the rows of the ante table begin, and what the lowest pays; within what loops hold."""
    for group in ("ante", "blind"):
        paytable = table.posted[group]
        if len(paytable.rows) > MOST_ROWS:
            raise RuleError(
                f"table {paytable.id} for {group} has {len(paytable.rows)} rows; odds are computed "
                f"for tables of up to {MOST_ROWS} rows",
                "paytable/rows",
            )
    floors, lowest = zip(*sorted(table.steps("ante.drawn")), strict=True)
    if lowest[0] > MOST_LOWEST:
        raise RuleError(
            f"table {table.posted['ante'].id} for ante pays {lowest[0]} to 1 in its lowest row; "
            f"odds are computed where that is at most {MOST_LOWEST}",
            "paytable/pays",
        )
    return floors, lowest[0]


def _ends(pays: int, qualified: int) -> list[int]:
    """The net of ante and play bet where the hand wins, is the same, or loses."""
    table = ((0, pays),)
    return [
        sum(rules.settle_hand(1, 0, player, 1, qualified, table, table)[1:]) for player in (2, 1, 0)
    ]


def pays_of(table: PostedTable, scores: SplitScores) -> Pays:
    drawn, instant = table.steps("ante.drawn"), table.steps("ante.instant")
    if _checked_rows(table) != (tuple(scores.floors), scores.lowest):
        raise RuleError(
            f"table {table.posted['ante'].id} for ante has other rows than the table whose hands "
            "were counted; count them again for it",
            "paytable/rows",
        )
    most = max(pay for _, pay in (*drawn, *instant))
    if most > MOST_PAY:
        raise RuleError(
            f"table {table.posted['ante'].id} for ante pays {most} to 1; odds are computed for "
            f"pays of up to {MOST_PAY}",
            "paytable/pays",
        )
    more = tuple(prize(drawn, floor) - scores.lowest for floor in scores.floors)
    return Pays(
        more=np.array(more),
        columns=more,
        instant=np.array(
            [rules.settle_hand(0, 1, floor, 0, 0, drawn, instant)[1] for floor in scores.floors]
        ),
        fold=sum(rules.settle_hand(0, 0, 0, 0, 0, drawn, instant)[1:]),
        fold_all=sum(rules.settle_all_folded()[1:]),
    )


def check_sums(scores: SplitScores, pays: Pays) -> None:
    """Where what is won against one upcard is summed up in 64 bits, all of it must fit."""
    unseen = len(scores.deck) - 5
    most = int(max(*pays.more, *pays.instant)) + abs(scores.lowest) + 2
    if 2 * most * comb(unseen + 4, 4) * outcomes_of(unseen).all >= 1 << 63:
        raise RuleError(
            f"a row of the ante table pays about {most} to 1; strategies are found for pays of up "
            "to 500000",
            "paytable/pays",
        )


def hand_nets(table: PostedTable, scores: SplitScores) -> Ints:
    """The net of a hand: by what it holds, whether it wins, pushes or loses, and the qualifier."""
    tables = table.steps("ante.drawn"), table.steps("ante.instant")
    holds = holds_of(len(scores.floors))
    nets = np.zeros((holds.all, 3, 2), np.int64)

    def net(played: int, instant: int, player: int, dealer: int, qualified: int = 0) -> int:
        return sum(rules.settle_hand(played, instant, player, dealer, qualified, *tables)[1:])

    for row, floor in enumerate(scores.floors):
        for end, dealer in ((WON, floor - 1), (PUSHED, floor), (LOST, floor + 1)):
            nets[row, end] = net(1, 0, floor, dealer, 0), net(1, 0, floor, dealer, 1)
        nets[holds.instant + row] = net(0, 1, floor, 0)
    nets[holds.folded] = net(0, 0, 0, 0)
    return nets
