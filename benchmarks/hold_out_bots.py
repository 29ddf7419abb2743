"""Five Card Hold Out's bots: what they win, what their keeps lose, how long an act takes.

`croupier simulate five-card-hold-out --bots solved,call --hands 200000` plays a longer match.
"""

import sys
from collections.abc import Sequence
from random import Random
from statistics import mean, stdev
from time import perf_counter

from croupier.bots.players import Bot, bot, matched
from croupier.cards.card import DECK
from croupier.games.five_card_hold_out.bots.solved import keep
from croupier.games.five_card_hold_out.equity import keeps
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.games.five_card_hold_out.rules import MODES, usual_qualifier
from croupier.odds.poker import Deals
from croupier.table.poker.table import open_poker
from croupier.table.poker.view import HandView

STACK = 20_000
MATCHES = (
    ("call", 2, 4_000),
    ("random", 2, 4_000),
    ("tight", 2, 800),
    ("call", 6, 1_800),
    ("random", 6, 1_800),
)
HANDS, DEALS = 60, 20_000  # for the keeps


class Timed:
    """A bot, and how long its acts took."""

    def __init__(self, act: Bot) -> None:
        self.act, self.took = act, list[float]()

    def __call__(self, seen: HandView, lucky: Random) -> str:
        started = perf_counter()
        word = self.act(seen, lucky)
        self.took.append(perf_counter() - started)
        return word


def show_matches(mode: str) -> None:
    print(f"{mode + ': solved against':<24}{'hands':>7}{'bb/100':>9}{'± 2 s.e.':>10}{'ms/act':>8}")
    for name, seats, hands in MATCHES:
        table = open_poker("five-card-hold-out", {"mode": mode}, seat_count=seats)
        matched(
            table, [bot("solved", table.game), *[bot(name, table.game)] * (seats - 1)], 1, STACK, 0
        )  # computes the tables
        timed = Timed(bot("solved", table.game))
        bots: Sequence[Bot] = [timed, *[bot(name, table.game)] * (seats - 1)]
        found = matched(table, bots, hands // seats, STACK, 1)[0]
        big = table.number("big_blind")
        won, error = found.mean * 100 / big, found.error_per_100(big)
        rivals = f"{seats - 1} x {name}"
        print(
            f"{rivals:<24}{found.hands:>7,}{float(won):>9.1f}{float(2 * error):>10.1f}"
            f"{mean(timed.took) * 1000:>8.2f}",
            flush=True,
        )


def show_keeps(mode: str) -> None:
    """The best keep is found with one seed and evaluated with another, together with the bot's."""
    print(f"{mode + ': a keep loses, of a pot':<26}{'mean':>9}{'± s.e.':>9}{'most':>8}{'ms':>7}")
    stake = stake_of(mode, usual_qualifier(mode))
    for rivals in (1, 2, 5, 8):
        lucky, losses, took = Random(rivals), [], []
        for number in range(HANDS):
            cards = tuple(lucky.sample(DECK, 5))
            started = perf_counter()
            chosen = set(keep(cards, rivals, stake, lucky))
            took.append(perf_counter() - started)
            best = keeps(cards, rivals, stake, Deals(DEALS, 2 * number))[0].cards
            weighed = {
                frozenset(each.cards): each.pot
                for each in keeps(cards, rivals, stake, Deals(DEALS, 2 * number + 1))
            }
            losses.append(float(weighed[frozenset(best)] - weighed[frozenset(chosen)]))
        error = stdev(losses) / HANDS**0.5
        print(
            f"{f'rivals: {rivals}':<26}{mean(losses):>9.5f}{error:>9.5f}{max(losses):>8.4f}"
            f"{mean(sorted(took)[:-1]) * 1000:>7.2f}",
            flush=True,
        )


def main() -> None:
    modes = sys.argv[1:] or MODES
    for mode in modes:
        show_matches(mode)
        show_keeps(mode)


if __name__ == "__main__":
    main()
