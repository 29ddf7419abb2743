"""Four Card Prime, played: one round of several seats, from a deck and the seats' choices.

A choice is the raise, in antes, for every hand and upcard. Suits are renamed so that the upcard is
a club (kernels/card_sets.py); the hands of the other 51 cards are then numbered in colexicographic
order, upcard by upcard.
"""

import numpy as np

from croupier.cards.hands import best_four, count, five_card, one_color
from croupier.games.four_card_prime import rules
from croupier.games.four_card_prime.loops import STEPS
from croupier.games.four_card_prime.rules import (
    copied,
    losing_hand,
    pays,
    settle,
    settle_bad_beat,
    settle_envy_jackpot,
    settle_jackpot,
)
from croupier.kernels.arrays import Codes, Ints, Shorts
from croupier.kernels.card_sets import CHOOSE, RENAMINGS, beside, colex, suits_moved
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.dealing import FROM_ONE_DECK, Cards, held
from croupier.kernels.rounds import GameLoop
from croupier.kernels.written_for import dealt
from croupier.rules.vocabulary import To

HAND, DEALERS = dealt(rules.FLOW, To.SEAT), dealt(rules.FLOW, To.DEALER)
HANDS = int(CHOOSE[HAND, 51])  # per upcard
EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


@inlined
def choice_place(hand: int, up: int) -> int:
    return up % 13 * HANDS + colex(beside(hand, up), HAND)


@kernel
def fill(up: int, hands: Ints, choices: Codes, table: Codes) -> None:
    """Writes the choice of each class's hand, for the whole class."""
    for row in range(len(hands)):
        for names in RENAMINGS:
            table[choice_place(suits_moved(hands[row], names), up)] = choices[row]


@kernel
def seen_of(up: int, hands: Ints, places: Shorts) -> tuple[Shorts, Codes]:
    """What a person sees: the index of each hand's score, and its cards of the upcard's rank."""
    score, matched = np.empty(len(hands), np.int16), np.empty(len(hands), np.uint8)
    for row in range(len(hands)):
        score[row] = places[best_four(hands[row])]
        matched[row] = count(hands[row] >> up & EVERY_SUIT)
    return score, matched


# Columns of the results: the wagers, then the percent of each meter. Their order is defined only
# here: the simulator takes the columns' names from these tuples, and the loop finds its own by
# name.
WAGERS = tuple(wager.name for wager in rules.FOUR_CARD_PRIME.wagers)
METERS = rules.FOUR_CARD_PRIME.jackpots
ANTE, RAISE = map(WAGERS.index, rules.MAIN.wagers)
ACES_BABY, PRIME, BAD_BEAT = map(WAGERS.index, (rules.ACES_BABY, rules.PRIME, rules.BAD_BEAT))
FIVE_CARD, FOUR_CARD = map(WAGERS.index, (rules.FIVE_CARD_JACKPOT, rules.FOUR_CARD_JACKPOT))
FIVE_METER, FOUR_METER = (len(WAGERS) + METERS.index(WAGERS[at]) for at in (FIVE_CARD, FOUR_CARD))
MAINS = RAISE + 1

# The posted tables, by the names under which the rules read them; their indexes are below.
TABLES = (
    *("win_bonus", "bad_beat_bonus", "aces_baby", "prime", "bad_beat_wager"),
    *("five_card_jackpot", "five_card_jackpot.pays percent"),
    *("four_card_jackpot", "four_card_jackpot.pays percent", "four_card_jackpot.envy"),
)
WIN_BONUS, BAD_BEAT_BONUS, ACES_BABY_PAYS, PRIME_PAYS, BAD_BEAT_PAYS = range(5)
FIVE_PAYS, FIVE_PERCENTS, FOUR_PAYS, FOUR_PERCENTS, ENVY = range(5, len(TABLES))

# The house's options, in the same way.
OPTIONS = ("bad_beat_on_copy", "envy_barred", "envy_multiple")
COPY_PAYS, BARRED = OPTIONS.index("bad_beat_on_copy"), OPTIONS.index("envy_barred")
MULTIPLE = OPTIONS.index("envy_multiple")


@inlined
def place(deck: Cards, seats: int, seat: int, bets: int, codes: Ints) -> int:
    up = int(deck[HAND * seats])
    return choice_place(held(deck, HAND * seat, HAND), up)


@inlined
def play(
    deck: Cards, seats: int, codes: Ints, bets: int, tables: Ints, options: Ints, nets: Ints,
    scores: Ints,
) -> None:  # fmt: skip
    """Writes the results of one round into `nets[seat, column]`; a code is a seat's raise in antes.

    `bets` has a bit for each wager that the seats make; `scores` is a work array.
    """
    dealer = -1
    sides = bets >> ACES_BABY != 0
    for seat in range(seats):
        times, score = codes[seat], 0
        if times > 0 or sides:
            hand = held(deck, HAND * seat, HAND)
            score = best_four(hand)
            if dealer < 0:
                dealer = best_four(held(deck, HAND * seats, DEALERS))
            scores[seat] = score
            if sides:
                settle_sides(seat, hand, score, dealer, bets, tables, options, nets)
        _, nets[seat, ANTE], nets[seat, RAISE] = settle(
            times, score, dealer, tables[WIN_BONUS], tables[BAD_BEAT_BONUS]
        )
    if bets >> FOUR_CARD & 1:
        for seat in range(seats):
            settle_four_card(seat, seats, scores, tables, options, nets)


@inlined
def settle_sides(
    seat: int, hand: int, score: int, dealer: int, bets: int, tables: Ints, options: Ints,
    nets: Ints,
) -> None:  # fmt: skip
    if bets >> ACES_BABY & 1:
        _, nets[seat, ACES_BABY] = pays(score, tables[ACES_BABY_PAYS])
    if bets >> PRIME & 1:
        _, nets[seat, PRIME] = pays(one_color(hand), tables[PRIME_PAYS])
    if bets >> BAD_BEAT & 1:
        _, nets[seat, BAD_BEAT] = settle_bad_beat(
            losing_hand(score, dealer),
            copied(score, dealer),
            options[COPY_PAYS],
            tables[BAD_BEAT_PAYS],
        )
    if bets >> FIVE_CARD & 1:
        _, nets[seat, FIVE_CARD], nets[seat, FIVE_METER] = settle_jackpot(
            five_card(hand), tables[FIVE_PAYS], tables[FIVE_PERCENTS]
        )


@inlined
def settle_four_card(
    seat: int, seats: int, scores: Ints, tables: Ints, options: Ints, nets: Ints
) -> None:
    """The jackpot with envy depends on the other seats' hands; all seats make the same wagers."""
    own = scores[seat]
    scores[seat] = scores[seats - 1]  # now the other seats come first
    _, nets[seat, FOUR_CARD], nets[seat, FOUR_METER] = settle_envy_jackpot(
        own,
        scores[: seats - 1],
        options[BARRED],
        options[MULTIPLE],
        tables[FOUR_PAYS],
        tables[FOUR_PERCENTS],
        tables[ENVY],
    )
    scores[seat] = own


GAME = GameLoop(place, play, STEPS, HAND, DEALERS, 1, FROM_ONE_DECK)
