"""Buyout's own parts of a report: the main game by bets and by points, and an expensive deal."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from croupier.cards.hands import points
from croupier.games.figures import extremes
from croupier.games.four_card_buyout import exact, rules
from croupier.games.four_card_buyout.countable import HANDS, SCORES
from croupier.games.four_card_buyout.loops.tally import MOST_POINTS
from croupier.kernels.card_sets import KINDS
from croupier.odds.combinations import CombinationRow, Combinations, hand_combinations, row_lines
from croupier.odds.design.search import Price, Recipe, priced_by
from croupier.odds.figures import PostedTable
from croupier.report import exposure, sheets
from croupier.rules.paytable import prize
from croupier.rules.vocabulary import CUT_CARD

METHOD = (
    "Cards are counted as kinds with a stock of each. For every upcard and every sequence of "
    "cards offered, the value of buying, refusing and folding is found backwards from the last "
    "card, against the dealer's hands counted by points, including a fifth card where it must"
    " be drawn. The bonus is priced three ways: beside play that is best without it, with play that"
    " is best for both, and alone on four cards."
)
OF_CHOICES = (
    "For the third card of all rounds; for the fourth card of the rounds that come to it, which"
    " are those that bought the third."
)
FURTHER = (
    "Joint: with the play that is best for the main game and the wager together, one unit of each; "
    "joint net is that of both, joint bonus net that of the wager in it. Alone: without the main "
    "game, on four cards."
)
# Why these options cannot change a figure per unit, for one round from a whole deck or shoe.
UNMOVED = {
    "bonus_alone": "It allows a bet that is otherwise refused. That bet has no decisions and no "
    "dealer; its figures are given as “alone” with the wagers, whether it is allowed or not. A "
    "seat that makes a first bet plays on as before.",
    "bonus_requires_four_cards": "Under the best play no hand that ends with fewer than four cards "
    "reaches a row that pays: a hand that good buys every card. So nothing is lost by the rule.",
    CUT_CARD: "All figures are for a round dealt from a whole, shuffled shoe. Before any card "
    "of the shoe is seen, a later round of it has the same odds. Two things are not counted: what "
    "a player gains who remembers the cards of earlier rounds, and that a shoe with fewer cards "
    "to a round has more rounds before the cut card comes.",
}


PLAYED_OUT = (rules.WON, rules.PUSHED, rules.LOST)
UNPAID = {rules.FOLDED: "Folded", rules.TOO_FEW: "Fewer than four cards, not paid by this house"}


def results(table: PostedTable) -> Iterator[sheets.ReportSheet]:
    stock = [table.game.decks] * KINDS
    tally, _ = exact.tallied(stock)
    won = exact.nets()
    words = {rules.WON: "won", rules.PUSHED: "pushed", rules.LOST: "lost", rules.FOLDED: "folded"}
    bets = {1: "first bet", 2: "first and second bet", 3: "all three bets"}
    lines = [
        (f"{which}, {word}", int(tally[made, end].sum()), int(won[made, end]))
        for made, which in bets.items()
        for end, word in words.items()
        if tally[made, end].sum()
    ]
    note = "Net of the bets made, in first bets."
    yield sheets.counted_sheet(
        "The main game by bets made and result", "bets and result", lines, note
    )
    yield _by_points(tally, won)


def _by_points(tally: np.ndarray, nets: np.ndarray) -> sheets.ReportSheet:
    """Hands that were played to the end, by their points."""
    total = int(tally.sum())
    rows: list[tuple[sheets.Cell, ...]] = []
    for score in range(MOST_POINTS + 1):
        ends = {end: int(tally[:, end, score].sum()) for end in PLAYED_OUT}
        held = sum(ends.values())
        if held:
            share = _net(tally[:, PLAYED_OUT, score], nets[:, PLAYED_OUT], total)
            shares = (Fraction(ends[end], held) for end in PLAYED_OUT)
            rows.append((str(score), held, Fraction(held, total), *shares, share))
    folded = int(tally[:, rules.FOLDED].sum())
    lost = _net(tally[:, rules.FOLDED].sum(axis=1), nets[:, rules.FOLDED], total)
    rows.append(("folded", folded, Fraction(folded, total), "", "", "", lost))
    overall = [Fraction(int(tally[:, end].sum()), total) for end in PLAYED_OUT]
    mean = _net(tally.sum(axis=2), nets, total)
    percents = (sheets.Column(name, sheets.CellKind.PERCENT) for name in ("won", "pushed", "lost"))
    return sheets.ReportSheet(
        "The main game by the player's points",
        (sheets.Column("points"), sheets.WAYS, sheets.CHANCE, *percents, sheets.SHARE),
        tuple(rows),
        ("all", total, Fraction(1), *overall, mean),
        "Won, pushed and lost are shares of the row's rounds (of all rounds in the last line); "
        "contributions are in first bets.",
    )


def _net(counts: np.ndarray, nets: np.ndarray, total: int) -> Fraction:
    return Fraction(int((counts * nets.astype(object)).sum()), total)


def worst_deals(table: PostedTable, seats: int) -> Iterator[exposure.LargeDeal]:
    left, taken = exposure.whole(table), []
    bonus = table.steps("bonus")
    for _ in range(seats):
        hands = [*exposure.four_of_a_rank(left), *exposure.four_in_a_row(left)]
        cards = max(hands, key=lambda hand: (prize(bonus, points(hand)), points(hand)))
        taken.append(exposure.DealtSeat(cards, (rules.ACTIONS[rules.BUY],) * 2))
        left = exposure.without(left, cards)
    dealer = exposure.lowest(left, 4, points)
    if rules.dealer_draws(points(dealer)):
        rest = exposure.without(left, dealer)
        dealer += (min(rest, key=lambda card: (points((*dealer, card)), card)),)
    yield exposure.LargeDeal(dealer, tuple(taken))


def bet_extremes() -> list[tuple[int, int]]:
    """The lowest and the highest net of each bet."""
    return extremes(
        rules.settle(folded, rules.bets_on(cards), player, dealer)
        for folded, cards, player, dealer in product((0, 1), HANDS, SCORES, SCORES)
    )


def largest_wins(table: PostedTable) -> dict[str, tuple[int, str]]:
    """The largest net of each bet, whatever points the player and the dealer have."""
    most = (most for _, most in bet_extremes())
    return dict(zip(rules.BETS, map(exposure.to_1, most), strict=True))


def combinations(table: PostedTable) -> Iterator[Combinations]:
    """The bonus beside the play that is best without it; and alone, on four cards."""
    stock = [table.game.decks] * KINDS
    yield beside_the_bets(table, stock)
    alone = exact.four_card_points(stock)
    yield hand_combinations(table, "bonus bet alone", rules.BONUS, alone.items())


def beside_the_bets(table: PostedTable, stock: list[int]) -> Combinations:
    """By the row that the rule pays, or by its reason for paying none."""
    paytable = table.posted[rules.BONUS]
    needs_four = int(table.options["bonus_requires_four_cards"])
    tally, _ = exact.tallied(stock)
    ways: dict[str, int] = {}
    unpaid: dict[tuple[int, int], int] = {}
    for cards, (outcome, score) in product(HANDS, np.ndindex(tally.shape[1:])):
        count = int(tally[rules.bets_on(cards), outcome, score])
        folded = outcome == rules.FOLDED
        why, net = rules.settle_bonus(folded, score, cards, needs_four, paytable.steps["pays"])
        if why == rules.PAID:
            label = paytable.row(score).label
            ways[label] = ways.get(label, 0) + count
        elif count:
            unpaid[why, net] = unpaid.get((why, net), 0) + count
    others = (
        CombinationRow(UNPAID[why], "Loss", unpaid[why, net], net) for why, net in sorted(unpaid)
    )
    lines = (*row_lines(paytable, ways), *others)
    return Combinations(rules.BONUS, rules.BONUS, paytable, lines, whole_wager=True)


def price_beside(table: PostedTable) -> Price:
    """Beside the play that is best without the bonus."""
    tally, _ = exact.tallied([table.game.decks] * KINDS)
    return priced_by(lambda table: exact.bonus_results(exact.bonus_nets(table), tally))


def price_alone(table: PostedTable) -> Price:
    counts = exact.four_card_points([table.game.decks] * KINDS)
    return priced_by(lambda table: exact.alone_results(exact.bonus_nets(table), counts))


RECIPES = {
    "bonus": Recipe(rules.BONUS, price_beside),
    "bonus alone": Recipe(rules.BONUS, price_alone),
}
