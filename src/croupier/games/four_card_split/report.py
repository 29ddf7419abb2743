"""4 Card Split's own parts of a report: how often each row of its tables is reached, its main game
by wager, and the deals that cost a house most.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations as subsets
from itertools import product
from typing import NamedTuple

from croupier.cards.card import Card, mask, text
from croupier.cards.hands import royal_first_four, three_card
from croupier.errors import RuleError
from croupier.games.figures import edges, extremes
from croupier.games.four_card_split import rules
from croupier.games.four_card_split.exact import fared, four_card_counts, played, scores_of
from croupier.games.four_card_split.loops.hands import LOST, PUSHED, WON
from croupier.games.four_card_split.loops.outcomes import holds_of
from croupier.odds.combinations import CombinationRow, Combinations, hand_combinations
from croupier.odds.figures import PostedTable
from croupier.odds.hand_counts import WHOLE_DECK
from croupier.report import exposure
from croupier.report.sheets import EXACT, CellKind, Column, ReportSheet, combination_sheet

FEW = 4  # hands with the largest blinds that are tried for a seat
METHOD = (
    "For each of the player's four cards and the upcard, every split and every decision to play"
    " or fold each hand is valued against all draws and all dealer's hands. Each hand that is "
    "played is valued by itself; the joint result of both gives the distribution. The net is "
    "found twice, from the values and from the distribution, and the two must be equal."
)
ANTE_NOTE = (
    "Both antes of every round: contributions are per ante, and a round has two. A row is reached "
    "by a hand that was played and won, or by an instant winner, which is paid whatever the "
    "dealer holds."
)


def combinations(table: PostedTable) -> Iterator[Combinations]:
    yield hand_combinations(table, rules.BLIND, "blind", four_card_counts().items())


class Antes(NamedTuple):
    """Both antes of every round, by how they end, in deals of two draws and the dealer's three."""

    instant: tuple[int, ...]  # by row of the ante table, lowest first
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
    # For each hand alone: what it holds, how it fares, and whether the dealer qualifies.
    ends = both.sum(axis=(1, 3)) + both.sum(axis=(0, 2))
    holds = holds_of(len(scores.floors))
    playing = ends[: holds.folded].sum(axis=0)
    tables = table.steps("ante.drawn"), table.steps("ante.instant")

    def settled(end: int, qualified: int) -> int:
        """The net of a play bet."""
        player, dealer = {WON: (1, 0), PUSHED: (1, 1), LOST: (0, 1)}[end]
        return rules.settle_hand(1, 0, player, dealer, qualified, *tables)[2]

    return Antes(
        instant=tuple(map(int, ends[holds.instant :].sum(axis=(1, 2)))),
        won=tuple(map(int, ends[: holds.folded, WON].sum(axis=1))),
        pushed=int(playing[PUSHED].sum()),
        lost=int(playing[LOST].sum()),
        folded=int(ends[holds.folded].sum()),
        play=sum(int(playing[end, q]) * settled(end, q) for end in range(3) for q in (0, 1)),
        played=int(playing.sum()),
    )


def ante_rows(table: PostedTable, antes: Antes) -> Combinations:
    """The ante table, row by row, for the two antes of a round."""
    paytable = table.posted["ante"]
    drawn, at_once = table.steps("ante.drawn"), table.steps("ante.instant")
    lines = []
    for place, row in enumerate(reversed(paytable.rows)):
        won = _ante_net(table, 1, row.floor, row.floor - 1)
        label, cell = f"{row.label}, played and won", paytable.cell(row.floor, "drawn")
        lines.append(CombinationRow(label, cell, antes.won[place], won))
        if antes.instant[place]:
            paid = rules.settle_hand(0, 1, row.floor, 0, 0, drawn, at_once)
            label, cell = f"{row.label}, instant winner", paytable.cell(row.floor, "instant")
            lines.append(CombinationRow(label, cell, antes.instant[place], paid[1]))
    lines.reverse()
    for label, count, facts in (
        ("Played, the same hand", antes.pushed, (1, 1, 1)),
        ("Played, lost", antes.lost, (1, 0, 1)),
        ("Folded", antes.folded, (0, 0, 1)),
    ):
        lines.append(CombinationRow(label, "", count, _ante_net(table, *facts)))
    return Combinations("ante 1 and ante 2", "ante", paytable, tuple(lines), whole_wager=False)


def _ante_net(table: PostedTable, played: int, player: int, dealer: int) -> int:
    """The net of an ante; antes are counted together, whether or not the dealer qualifies."""
    tables = table.steps("ante.drawn"), table.steps("ante.instant")
    nets = {rules.settle_hand(played, 0, player, dealer, q, *tables)[1] for q in (0, 1)}
    if len(nets) > 1:
        raise RuleError(
            "what an ante wins or loses depends on whether the dealer qualifies; the report lists "
            "antes of 4 Card Split where it does not: list them separately first",
            "report/qualifier",
        )
    return nets.pop()


def results(table: PostedTable) -> Iterator[ReportSheet]:
    found = antes(table)
    rows = ante_rows(table, found)
    yield combination_sheet(rows)._replace(note=f"{ANTE_NOTE} Source: {rows.table.source}.")
    yield _by_wager(table, found, rows)


def _by_wager(table: PostedTable, antes: Antes, rows: Combinations) -> ReportSheet:
    rounds = antes.total // 2
    blind = next(part.net for part in combinations(table) if part.group == rules.BLIND)
    parts = (
        ("the two antes", Fraction(2), 2 * rows.net),
        ("play bets", Fraction(antes.played, rounds), Fraction(antes.play, rounds)),
        ("the blind", Fraction(1), blind),
    )
    wagered, net = (sum((part[n] for part in parts), Fraction(0)) for n in (1, 2))
    amount = Column("wagered on average", CellKind.DECIMAL)
    return ReportSheet(
        "The main game by wager",
        (Column("wager"), amount, Column("net", CellKind.DECIMAL), EXACT),
        tuple((name, made, part, part) for name, made, part in parts),
        ("all", wagered, net, net),
        "Per round, in units of one ante, with the blind equal to the ante.",
    )


def worst_deals(table: PostedTable, seats: int) -> Iterator[exposure.LargeDeal]:
    left, taken = exposure.whole(table), []
    for _ in range(seats):
        hands = [*exposure.four_of_a_rank(left), *exposure.four_in_a_row(left)] or subsets(
            sorted(left), 4
        )
        dear = sorted(hands, key=lambda hand: -_blind(table, hand))[:FEW]
        found = (_seat(table, hand, exposure.without(left, hand)) for hand in dear)
        _, seat = max(found, key=lambda pair: pair[0])
        taken.append(seat)
        left = exposure.without(left, seat.cards)
    yield exposure.LargeDeal(
        exposure.lowest(left, 4, partial(_weak, rules.DEALERS[table.game.id])), tuple(taken)
    )


def _weak(dealer: rules.Dealer, cards: tuple[Card, ...]) -> int:
    """The dealer's hand; one that does not qualify costs less, so it ranks above all others."""
    score = dealer.hand(*cards)
    return score if rules.qualifies(score, dealer.qualifier) else score + (1 << 30)


def _seat(
    table: PostedTable, four: tuple[Card, ...], left: exposure.Stock
) -> tuple[int, exposure.DealtSeat]:
    """Four cards, the best instant winner in them, and the best two cards for the fourth."""
    drawn, instant = table.steps("ante.drawn"), table.steps("ante.instant")
    threes = [tuple(card for card in four if card != alone) for alone in four]
    legal = rules.legal_ways(*(rules.instant_winner(three_card(mask(three))) for three in threes))
    if legal >> rules.FOLD_ALL_WAY & 1:
        folded = sum(rules.settle_all_folded()[1:])
        return folded + _blind(table, four), exposure.DealtSeat(four, ("fold",))
    ways = []
    for way, (alone, three) in enumerate(zip(four, threes, strict=True)):
        if not legal >> way & 1:
            continue
        made = three_card(mask(three))
        two = max(subsets(sorted(left), 2), key=lambda two: _three(alone, two))
        other = _three(alone, two)
        nets = (
            *rules.settle_hand(0, 1, made, 0, 0, drawn, instant)[1:],
            *rules.settle_hand(1, 0, other, other - 1, 1, drawn, instant)[1:],
        )
        ways.append(
            (
                sum(nets),
                exposure.DealtSeat((*four, *two), (f"{text(three)} / {text((alone,))}", "play")),
            )
        )
    worth, seat = max(ways, key=lambda way: way[0])
    return worth + _blind(table, four), seat


def hand_extremes(table: PostedTable) -> list[tuple[int, int]]:
    """The lowest and the highest net of an ante and of a play bet."""
    drawn, at_once = table.steps("ante.drawn"), table.steps("ante.instant")
    settled = (
        rules.settle_hand(played, instant, score, score + less, qualified, drawn, at_once)
        for score in edges(drawn, at_once)
        for played, instant, less, qualified in product((0, 1), (0, 1), (-1, 0, 1), (0, 1))
    )
    why, *antes = rules.settle_all_folded()
    return extremes([*settled, *((why, ante, 0) for ante in antes)])


def largest_wins(table: PostedTable) -> dict[str, tuple[int, str]]:
    """The largest net of the antes and of the play bets, over all hands."""
    (_, ante), (_, play) = hand_extremes(table)
    return {
        **dict.fromkeys(rules.ANTES, (ante, "the top row of its table")),
        **dict.fromkeys(rules.PLAYS, exposure.to_1(play)),
    }


def _blind(table: PostedTable, four: tuple[Card, ...]) -> int:
    return rules.settle_blind(royal_first_four(mask(four)), table.steps("blind"))[1]


def _three(alone: Card, drawn: tuple[Card, ...]) -> int:
    return three_card(mask((alone, *drawn)))
