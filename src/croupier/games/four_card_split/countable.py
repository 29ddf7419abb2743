"""What 4 Card Split's loops take for granted of its rules, asked of the rules' own functions.

The loops count how often each row wins, and how often each dealer's hand is met; they can price
only rules by which that decides every net. Other rules are refused here, before anything is
counted.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product

from croupier.errors import RuleError
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.loops.hands import LOST, PUSHED, WON, SplitScores
from croupier.games.four_card_split.loops.states import Pays
from croupier.odds.figures import PostedTable
from croupier.rules.paytable import Steps, numbered, prize


def uncounted(rule: str, counted: str, code: str) -> RuleError:
    return RuleError(
        f"{rule}; hands of 4 Card Split are counted where {counted}: count them anew before this "
        "rule is solved",
        code,
    )


def lowest_of(what: str, yes: Sequence[bool]) -> int:
    """The index of the lowest score that is one; all higher ones must be, too."""
    if list(yes) != sorted(yes):
        raise uncounted(
            f"a hand {what}, and a higher one does not",
            f"every higher hand {what}",
            "odds/ranking",
        )
    return len(yes) - sum(yes)


def check_legal_ways() -> None:
    """Instant winners are taken, and only they are, wherever the four cards may not be folded."""
    for threes in product((False, True), repeat=rules.THREES):
        legal = rules.legal_ways(*threes)
        ways = {way for way in range(rules.WAYS) if legal >> way & 1}
        winners = {way for way in range(rules.THREES) if threes[way]}
        taken = bool(ways) and ways <= winners
        if not (ways.isdisjoint(winners) if legal >> rules.FOLD_ALL_WAY & 1 else taken):
            raise uncounted(
                "an instant winner may be folded or left, or another way must be taken",
                "an instant winner is taken wherever there is one",
                "odds/legal",
            )


def check_settlement(table: PostedTable, scores: SplitScores, pays: Pays) -> None:
    """A hand's net follows from its row if it wins, from the dealer's hand, and from nothing else.

    Every hand is tried against itself and its neighbors, and the ends of all rows against each
    other.
    """
    tables = table.steps("ante.drawn"), table.steps("ante.instant")

    def net(played: int, instant: int, player: int, dealer: int) -> int:
        facts = int(scores.all[player]), int(scores.all[dealer]), int(dealer >= scores.qualifier)
        return sum(rules.settle_hand(played, instant, *facts, *tables)[1:])

    for player, dealer in _pairs(scores):
        end = WON if player > dealer else PUSHED if player == dealer else LOST
        more = pays.more[scores.rows[player]] if end == WON else 0
        if net(1, 0, player, dealer) != scores.ends[dealer, end] + more:
            raise uncounted(
                "what a hand wins or loses depends on more than its row where it wins, and on "
                "the dealer's hand",
                "only a higher hand is paid by the ante table, whether or not the dealer qualifies",
                "odds/settlement",
            )
    ends = _ends(scores)
    winners = [at for at in ends if at >= scores.first_instant]
    for rule, counted, follows in (
        (
            "what an instant winner is paid depends on more than its row",
            "its row decides",
            all(
                net(0, 1, hand, dealer) == pays.instant[scores.rows[hand]]
                for hand, dealer in product(winners, ends)
            ),
        ),
        (
            "what a folded hand loses depends on the hands",
            "every fold costs the same",
            all(net(0, 0, *pair) == pays.fold for pair in product(ends, ends)),
        ),
    ):
        if not follows:
            raise uncounted(rule, counted, "odds/settlement")


def check_folds(pays: Pays) -> None:
    """Where ways are counted together: all four cards folded, and two hands that are folded."""
    if pays.fold_all != 2 * pays.fold:
        raise uncounted(
            "folding all four cards costs other than folding two hands",
            "it costs the same",
            "odds/settlement",
        )


def _pairs(scores: SplitScores) -> Iterator[tuple[int, int]]:
    for low, high in pairwise(range(len(scores.all))):
        yield from ((low, high), (high, low), (high, high))
    yield from product(_ends(scores), repeat=2)


def _ends(scores: SplitScores) -> list[int]:
    """The indexes of the lowest and the highest hand of each row, and beside each threshold."""
    starts = [0, len(scores.all), scores.first_instant, scores.qualifier]
    starts += [at for at in range(1, len(scores.all)) if scores.rows[at] != scores.rows[at - 1]]
    return sorted({at for start in starts for at in (start - 1, start)} & {*range(len(scores.all))})


def check_blind(table: Steps, hands: Iterable[int]) -> None:
    """What the blind nets follows from its row."""
    rows = numbered(table)
    nets = [rules.settle_blind(floor, table)[1] for floor, _ in sorted(table)]
    if any(rules.settle_blind(hand, table)[1] != nets[prize(rows, hand)] for hand in hands):
        raise uncounted(
            "what the blind is paid depends on more than its row",
            "its row decides",
            "odds/settlement",
        )
