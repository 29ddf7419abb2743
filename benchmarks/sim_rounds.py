"""Simulated rounds a second and core, each game with optimal play; beside a floor and a peer.

The floor deals the same cards by the same generator and scores the hands, and does nothing else: no
choice, no settlement, no count. The peer is PokerKit 0.7 (fixed limit Texas Hold'em, two players
who call to the showdown), in hands a second: it keeps whole states of play, so only the order of
magnitude compares. Everything runs in turns, on one core, and the processor's time counts; the
last column is wall time on two threads against one.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from pokerkit import Automation, FixedLimitTexasHoldem

from croupier.cards.hands import best_four, points, three_card
from croupier.games.figures import figures_of, solved
from croupier.kernels.compiled import bare_kernel
from croupier.kernels.dealing import SPARE
from croupier.kernels.rounds import BATCH, first_words
from croupier.sim.plan import plan
from croupier.sim.run import Span, tally_of
from croupier.table.table import open_table

ROUNDS, TURNS = 1 << 20, 5
SPAN = Span(0, ROUNDS)


def floor(game):
    """Deals and scores the player's and the dealer's hands of one seat."""
    loop = figures_of(game).layout.game
    deal, cards = loop.dealing.deal, loop.cards_needed(1)
    prime, buyout = "prime" in game, "buyout" in game

    @bare_kernel
    def run(first, last, seed, deck, left, words):
        total = 0
        for start in range(first, last, BATCH):
            first_words(words, BATCH, seed, start)
            for j in range(BATCH):
                four = int(words[0, j]), int(words[1, j]), int(words[2, j]), int(words[3, j])
                deal(deck, cards, left, four, seed, start + j)
                if prime:
                    hand = dealer = 0
                    for i in range(5):
                        hand |= 1 << int(deck[i])
                    for i in range(5, 11):
                        dealer |= 1 << int(deck[i])
                    total += best_four(hand) > best_four(dealer)
                elif buyout:
                    a, b, c, d = int(deck[0]), int(deck[1]), int(deck[2]), int(deck[3])
                    e, f, g, h = int(deck[4]), int(deck[5]), int(deck[6]), int(deck[7])
                    total += points((a, b, c, d)) > points((e, f, g, h))
                else:
                    one = two = three = 0
                    for i in range(3):
                        one |= 1 << int(deck[i])
                        two |= 1 << int(deck[3 + i])
                        three |= 1 << int(deck[6 + i])
                    total += three_card(one) > three_card(three)
                    total += three_card(two) > three_card(three)
        return total

    deck, left = np.zeros(cards + SPARE, np.uint8), np.zeros(6, np.int64)
    words = np.zeros((4, BATCH), np.uint32)
    return lambda: run(0, ROUNDS, 7, deck, left, words)


def pokerkit_hand():
    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 4, (200, 200), 2
    )
    while state.status:
        state.check_or_call()


def least(*works):
    """The lowest processor time of each, measured in turns."""
    times = [1e9] * len(works)
    for work in works:
        work()  # compiles
    for _ in range(TURNS):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            times[place] = min(times[place], time.process_time() - start)
    return times


def two_threads(wanted):
    """The speedup of two threads over one, by the clock."""
    spans = [Span(k * ROUNDS, (k + 1) * ROUNDS) for k in range(8)]
    times = []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            best = 1e9
            for _ in range(3):
                start = time.perf_counter()
                list(pool.map(lambda span: tally_of(wanted, span), spans))
                best = min(best, time.perf_counter() - start)
        times.append(best)
    return times[0] / times[1]


def main():
    games = sys.argv[1:] or list(solved())
    start = time.process_time()
    hands = 40
    for _ in range(hands):
        pokerkit_hand()
    peer = hands / (time.process_time() - start)
    print(f"PokerKit: {peer:,.0f} hands a second\n")
    print("million rounds a second and core, one seat")
    heads = ("game", "main", "all", "floor", "main/floor", "main/PokerKit", "2 threads")
    print("{:24} {:>7} {:>7} {:>7} {:>11} {:>14} {:>10}".format(*heads))
    for game in games:
        house = open_table(game)
        mains, alls = (plan(house, seed=7, wagers=wagers) for wagers in (["main"], None))
        times = least(
            lambda mains=mains: tally_of(mains, SPAN),
            lambda alls=alls: tally_of(alls, SPAN),
            floor(game),
        )
        main_speed, all_speed, floor_speed = (ROUNDS / each for each in times)
        print(
            f"{game:24} {main_speed / 1e6:7.1f} {all_speed / 1e6:7.1f} {floor_speed / 1e6:7.1f}"
            f" {main_speed / floor_speed:11.2f} {main_speed / peer:14,.0f}"
            f" {two_threads(mains):10.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
