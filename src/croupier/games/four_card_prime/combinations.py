"""Four Card Prime's posted tables row by row: how often each row is reached."""

from collections.abc import Iterator

from croupier.games.four_card_prime.counts import StateCounts, counted
from croupier.games.four_card_prime.exact import bad_beat_rows, main_outcomes, offered
from croupier.games.four_card_prime.rules import BAD_BEAT, COPIED, settle_bad_beat
from croupier.odds.combinations import Combinations, Line, hand_combinations, row_lines
from croupier.odds.figures import House
from croupier.odds.hand_counts import five_card_counts


def combinations(house: House) -> Iterator[Combinations]:
    counts, hands = counted(house), five_card_counts()
    yield from bonuses(house, counts)
    for wager in offered(house):
        if wager.name == BAD_BEAT:
            yield bad_beat(house, counts)
        else:
            scores = hands.scored(house.posted[wager.table].scale)
            yield hand_combinations(house, wager.name, wager.table, scores.items())


def bonuses(house: House, counts: StateCounts) -> Iterator[Combinations]:
    """The two bonuses of the ante: they are paid to hands that were raised."""
    won: dict[str, int] = {}
    lost: dict[str, int] = {}
    folded = 0
    win, beat = house.posted["win_bonus"], house.posted["bad_beat_bonus"]
    for played in main_outcomes(house, counts):
        rounds = played.hands * counts.dealers
        if played.times == 0:
            folded += rounds
            continue
        label = win.row(played.score).label
        won[label] = won.get(label, 0) + played.won
        label = beat.row(played.score).label
        lost[label] = lost.get(label, 0) + rounds - played.won
    fold = Line("Folded", "", folded, 0)
    other = Line("Raised and beaten", "", sum(lost.values()), 0)
    lines = (*row_lines(win, won), other, fold)
    yield Combinations("win bonus", win.group, win, lines, whole_wager=False)
    other = Line("Raised and not beaten", "", sum(won.values()), 0)
    lines = (*row_lines(beat, lost), other, fold)
    yield Combinations("bad beat bonus", beat.group, beat, lines, whole_wager=False)


def bad_beat(house: House, counts: StateCounts) -> Combinations:
    """By the row of the losing hand; or by the reason that the rule gives where no row pays."""
    table = house.posted["bad_beat_wager"]
    copy_pays = int(house.options["bad_beat_on_copy"])
    ways: dict[str, int] = {}
    unpaid: dict[int, int] = {}
    for score, lost, copied in bad_beat_rows(counts):
        for count, is_copy in ((lost, 0), (copied, 1)):
            why, net = settle_bad_beat(score, is_copy, copy_pays, table.steps["pays"])
            if why == COPIED:
                unpaid[net] = unpaid.get(net, 0) + count
            else:
                label = table.row(score).label
                ways[label] = ways.get(label, 0) + count
    others = (
        Line("Copies, not paid by this house", "Loss", count, net) for net, count in unpaid.items()
    )
    lines = (*row_lines(table, ways), *others)
    return Combinations(BAD_BEAT, table.group, table, lines, whole_wager=True)
