"""Buyout, played: one round of several seats, from a deck and the seats' choices.

Also the indexes of the choices in their tables, one for the third card and one for the fourth, and
what each state shows to a person.
"""

import numpy as np

from croupier.cards.hands import points
from croupier.games.four_card_buyout import rules
from croupier.games.four_card_buyout.loops import STEPS
from croupier.games.four_card_buyout.loops.states import BestPlay, OfferStates
from croupier.games.four_card_buyout.loops.tally import suits_renamed
from croupier.games.four_card_buyout.rules import (
    BUY,
    FOLD,
    bets_on,
    dealer_draws,
    settle,
    settle_bonus,
)
from croupier.kernels.arrays import Bytes, Codes, Ints
from croupier.kernels.card_sets import (
    KINDS,
    SETS_OF_THREE,
    SETS_OF_TWO,
    kind_beside,
    place_of_three,
    place_of_two,
)
from croupier.kernels.compiled import inlined, kernel
from croupier.kernels.dealing import FROM_ONE_DECK, FROM_SIX_DECKS, Cards
from croupier.kernels.rounds import GameLoop
from croupier.kernels.written_for import dealt
from croupier.rules.vocabulary import To

THIRD_PLACES = 13 * SETS_OF_TWO * KINDS  # the fourth cards follow if both tables are one


@inlined
def third_place(a: int, b: int, offer: int, up: int) -> int:
    two = place_of_two(kind_beside(a, up), kind_beside(b, up))
    return (up % 13 * SETS_OF_TWO + two) * KINDS + kind_beside(offer, up)


@inlined
def fourth_place(a: int, b: int, c: int, offer: int, up: int) -> int:
    three = place_of_three(kind_beside(a, up), kind_beside(b, up), kind_beside(c, up))
    return (up % 13 * SETS_OF_THREE + three) * KINDS + kind_beside(offer, up)


@kernel
def fill(up: int, states: OfferStates, best: BestPlay, third: Codes, fourth: Codes) -> None:
    """Writes the choices of each class's three cards, for the whole class, into both tables."""
    cards, offers, starts = states.cards, states.offers, states.starts
    named = np.empty(KINDS, np.int64)
    for order in range(6):
        for kind in range(KINDS):
            named[kind] = suits_renamed(kind, order)
        for three in range(len(cards)):
            a, b, c = named[cards[three, 0]], named[cards[three, 1]], named[cards[three, 2]]
            for i, (x, y, offer) in enumerate(((c, b, a), (a, c, b), (a, b, c))):
                if states.weights[three, i] > 0:
                    third[third_place(x, y, offer, up)] = best.thirds[three, i]
            for kind in range(KINDS):
                if offers[three, kind] >= 0:
                    row = starts[three] + offers[three, kind]
                    fourth[fourth_place(a, b, c, named[kind], up)] = best.fourths[row]


@kernel
def points_of_sets(sets: Ints) -> tuple[Bytes, Bytes]:
    """The points of each set of cards, and of each set with any kind that may be offered."""
    size = sets.shape[1]
    kept, made = np.empty(len(sets), np.int8), np.empty((len(sets), KINDS), np.int8)
    cards = np.empty(size + 1, np.int64)
    for row in range(len(sets)):
        cards[:size] = sets[row]
        kept[row] = points(cards[:size])
        for offer in range(KINDS):
            cards[size] = offer
            made[row, offer] = points(cards)
    return kept, made


@kernel
def offer_classes(sets: Ints) -> Ints:
    """For each set and offer, the lowest index of those that differ only by suit."""
    lowest = np.full((len(sets), KINDS), len(sets) * KINDS, np.int64)
    cards = np.zeros(3, np.int64)
    for order in range(6):
        for row in range(len(sets)):
            for i in range(sets.shape[1]):
                cards[i] = suits_renamed(sets[row, i], order)
            if sets.shape[1] == 2:
                place = place_of_two(cards[0], cards[1])
            else:
                place = place_of_three(cards[0], cards[1], cards[2])
            for offer in range(KINDS):
                here = place * KINDS + suits_renamed(offer, order)
                lowest[row, offer] = min(lowest[row, offer], here)
    return lowest


# Columns of the results. Their order is defined only here: the simulator takes the columns' names
# from these tuples, and the loop finds its own by name. The same goes for the posted table and the
# house's option.
WAGERS = (*rules.BETS, rules.BONUS)
MAINS, METERS = len(rules.BETS), ()
FIRST, SECOND, THIRD = map(WAGERS.index, rules.BETS)
BONUS = WAGERS.index(rules.BONUS)
TABLES = (rules.BONUS,)
BONUS_PAYS = TABLES.index(rules.BONUS)
OPTIONS = ("bonus_requires_four_cards",)
NEEDS_FOUR = OPTIONS.index("bonus_requires_four_cards")
HAND, CHOICES = 4, 2  # at most, when both offered cards are bought
DEALERS = dealt(rules.FLOW, To.DEALER)  # at most, when a fifth is drawn
NO_CHOICE = -1


@inlined
def first_offer(seats: int, seat: int, bets: int, codes: Ints) -> int:
    """The position in the deck of a seat's third card, after the offers to the seats before it."""
    at = 2 * seats + 2
    if bets & 1 == 0:
        return at + 2 * seat  # only the bonus: two more cards, and no choice
    for before in range(seat):
        at += 2 if codes[2 * before] == BUY else 1
    return at


@inlined
def place(deck: Cards, seats: int, choice: int, bets: int, codes: Ints) -> int:
    """The index of this choice in the table of choices; none after a card that was not bought."""
    seat = choice >> 1
    if bets & 1 == 0 or (choice & 1 == 1 and codes[choice - 1] != BUY):
        return NO_CHOICE
    at = first_offer(seats, seat, bets, codes)
    up = int(deck[2 * seats + 1])
    one, two = int(deck[seat]), int(deck[seats + 1 + seat])
    offer = int(deck[at])
    if choice & 1 == 0:
        return third_place(one, two, offer, up)
    return THIRD_PLACES + fourth_place(one, two, offer, int(deck[at + 1]), up)


@inlined
def play(
    deck: Cards, seats: int, codes: Ints, bets: int, tables: Ints, options: Ints, nets: Ints,
    scores: Ints,
) -> None:  # fmt: skip
    """Writes the results of one round into `nets[seat, column]`; there are two codes per seat."""
    end = first_offer(seats, seats, bets, codes)
    dealer = -1
    for seat in range(seats):
        third, fourth = codes[2 * seat], codes[2 * seat + 1]
        cards = 2
        if bets & 1 == 0:
            cards = 4
        elif third == BUY:
            cards = 4 if fourth == BUY else 3
        folded = bets & 1 == 1 and (third == FOLD or (third == BUY and fourth == FOLD))
        score = 0
        if not folded:
            score = hand_points(deck, seats, seat, cards, first_offer(seats, seat, bets, codes))
        if bets & 1 == 1:
            if dealer < 0 and not folded:
                dealer = dealer_points(deck, seats, end)
            _, nets[seat, FIRST], nets[seat, SECOND], nets[seat, THIRD] = settle(
                folded, bets_on(cards), score, dealer
            )
        if bets >> BONUS & 1:
            _, nets[seat, BONUS] = settle_bonus(
                folded, score, cards, options[NEEDS_FOUR], tables[BONUS_PAYS]
            )


@inlined
def hand_points(deck: Cards, seats: int, seat: int, cards: int, at: int) -> int:
    """The points of a seat's two, three or four cards; the bought ones begin at `at`."""
    one, two = int(deck[seat]), int(deck[seats + 1 + seat])
    if cards == 2:
        return points((one, two))
    three = int(deck[at])
    if cards == 3:
        return points((one, two, three))
    return points((one, two, three, int(deck[at + 1])))


@inlined
def dealer_points(deck: Cards, seats: int, at: int) -> int:
    """The dealer's four cards, and a fifth if it must be drawn."""
    hole, up = int(deck[seats]), int(deck[2 * seats + 1])
    three, four = int(deck[at]), int(deck[at + 1])
    score = points((hole, up, three, four))
    if dealer_draws(score):
        return points((hole, up, three, four, int(deck[at + 2])))
    return score


ONE_DECK = GameLoop(place, play, STEPS, HAND, DEALERS, CHOICES, FROM_ONE_DECK)
SIX_DECKS = ONE_DECK._replace(dealing=FROM_SIX_DECKS)
