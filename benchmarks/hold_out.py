"""Five Card Hold Out: showdowns per second, and milliseconds for equities and keeps.

The kernel runs against the plain rule on the same deals, and both must agree. Times are the best of
several, once loops are compiled and the policy is computed; peak memory is that of the whole
process.
"""

import os
import resource
from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy as np

from croupier.cards.card import DECK, mask, parse
from croupier.games.five_card_hold_out.equity import equity, keeps
from croupier.games.five_card_hold_out.loops.showdowns import showdowns
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.games.five_card_hold_out.rules import MODES, best_high, best_low
from croupier.odds.poker import Deals, Showdown

PLAIN, COMPILED, TIMES = 1_000, 200_000, 5
POTS = (
    ("2 hands, 2 and 2 kept", ("As Ah", "Kd Qd"), ""),
    ("2 hands, 2 and 3 kept", ("As Ah", "Kd Qd Jd"), ""),
    ("2 hands, 1 and 1 kept", ("As", "Kd"), ""),
    ("9 hands, 1 kept each", ("As", "Kd", "2c", "3h", "4s", "5d", "6c", "7h", "8s"), ""),
    ("2 and 2 kept, the flop", ("As Ah", "Kd Qd"), "Th 2c"),
    ("2 and 3 kept, the flop", ("As Ah", "Kd Qd Jd"), "Th 2c"),
)


def seconds(work: Callable[[], object]) -> float:
    """The best of several; the first run may compile."""
    work()
    took = []
    for _ in range(TIMES):
        started = perf_counter()
        work()
        took.append(perf_counter() - started)
    return min(took)


def show_showdowns() -> None:
    print(f"{'held':>6}{'plain/s':>12}{'kernel/s':>14}{'times':>8}")
    rng = Random("showdowns")
    for held in range(1, 6):
        deals = [rng.sample(DECK, held + 4) for _ in range(PLAIN)]
        hands = np.array([mask(deal[:held]) for deal in deals] * (COMPILED // PLAIN), np.int64)
        boards = np.array([mask(deal[held:]) for deal in deals] * (COMPILED // PLAIN), np.int64)

        def plain(deals: list[list[int]] = deals, held: int = held) -> list[tuple[int, int]]:
            parts = [(deal[:held], deal[held:]) for deal in deals]
            return [(best_high(*part).score, best_low(*part).score) for part in parts]

        highs, lows = showdowns(hands, boards, True)
        assert list(zip(highs[:PLAIN].tolist(), lows[:PLAIN].tolist(), strict=True)) == plain()
        slow = PLAIN / seconds(plain)
        quick = COMPILED / seconds(
            lambda hands=hands, boards=boards: showdowns(hands, boards, True)
        )
        print(f"{held:>6}{slow:>12,.0f}{quick:>14,.0f}{quick / slow:>8,.0f}", flush=True)


def show_equities() -> None:
    print(f"{'exact equity, ms':<26}{'boards':>9}" + "".join(f"{mode:>8}" for mode in MODES))
    for name, hands, board in POTS:
        pots = [Showdown(tuple(map(parse, hands)), parse(board), (), mode) for mode in MODES]
        took = [seconds(lambda pot=pot: equity(pot)) * 1000 for pot in pots]
        boards = equity(pots[0]).dealt
        print(f"{name:<26}{boards:>9,}" + "".join(f"{ms:>8.2f}" for ms in took), flush=True)


def show_keeps() -> None:
    deals = Deals(40_000)  # a standard error of at most 0.0025
    print(f"{'31 keeps, 40,000 deals, ms':<35}" + "".join(f"{mode:>8}" for mode in MODES))
    cards = parse("As Ah Kd 7c 2h")
    for opponents in (1, 2, 8):
        took = []
        for mode in MODES:
            stake = stake_of(mode, "8")
            took.append(seconds(lambda n=opponents, s=stake: keeps(cards, n, s, deals)) * 1000)
        name = f"opponents: {opponents}"
        print(f"{name:<35}" + "".join(f"{ms:>8.0f}" for ms in took), flush=True)


def main() -> None:
    print(f"Five Card Hold Out, {os.cpu_count()} cores: showdowns, a high and a low each")
    show_showdowns()
    show_equities()
    show_keeps()
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
