"""Scores a hand as one small int, higher is better. Nothing else compares hands.

A hand is a mask of 52 bits, thirteen for each suit; with six decks, where a card may occur twice,
it is a sequence of cards. All functions are plain functions of ints, so that compiled loops can
call them.
A score is the category, then the ranks that break ties within it, four bits each, highest first.
"""

from collections.abc import Sequence

CATEGORY = 20  # bits below the category: five ranks of four bits

# Three cards: the order of 4 Card Split.
THREE_HIGH, THREE_PAIR, THREE_FLUSH, THREE_STRAIGHT, THREE_TRIPS, THREE_STRAIGHT_FLUSH = range(6)
# Four cards: the order of Four Card Prime, rule 6.
FOUR_HIGH, FOUR_PAIR, FOUR_TWO_PAIR, FOUR_STRAIGHT = range(4)
FOUR_FLUSH, FOUR_TRIPS, FOUR_STRAIGHT_FLUSH, FOUR_QUADS, FOUR_ROYAL = range(4, 9)
# Five cards: poker.
FIVE_HIGH, FIVE_PAIR, FIVE_TWO_PAIR, FIVE_TRIPS, FIVE_STRAIGHT = range(5)
FIVE_FLUSH, FIVE_FULL_HOUSE, FIVE_QUADS, FIVE_STRAIGHT_FLUSH = range(5, 9)
# Five cards for low: how much is paired, which is subtracted from the top score.
LOW_UNPAIRED, LOW_PAIR, LOW_TWO_PAIR, LOW_TRIPS, LOW_FULL_HOUSE, LOW_QUADS, LOW_TOP = range(7)

# Upper bounds: every score of that many cards is below.
THREE_SCORES = THREE_STRAIGHT_FLUSH + 1 << CATEGORY
FOUR_SCORES = FOUR_ROYAL + 1 << CATEGORY
FIVE_SCORES = FIVE_STRAIGHT_FLUSH + 1 << CATEGORY

SUIT = 0x1FFF
BLACK = SUIT | SUIT << 39
RED = SUIT << 13 | SUIT << 26
ACE_POINTS = 11
COURT_POINTS = 10


def count(bits: int) -> int:
    return bits.bit_count()


def highest(bits: int) -> int:
    """The highest bit that is set; -1 if there is none."""
    return bits.bit_length() - 1


def packed(score: int, ranks: int, most: int) -> int:
    """The score with its highest ranks appended, at most `most` of them."""
    while ranks != 0 and most > 0:
        top = highest(ranks)
        score = score << 4 | top
        ranks ^= 1 << top
        most -= 1
    return score


def run_top(ranks: int, length: int) -> int:
    """The top rank of the best run of that length, ace high or low; negative if there is none."""
    line = ranks << 1 | ranks >> 12  # the ace also counts below the two
    run = line
    for step in range(1, length):
        run &= line << step
    return highest(run & 0x3FFF) - 1


def three_card(hand: int) -> int:
    """Exactly three cards. A-2-3 is the lowest straight."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = a | b | c | d
    pair = (a & b) | (c & d) | ((a | b) & (c | d))
    if pair == 0:
        suited = ranks in (a, b, c, d)
        run = run_top(ranks, 3)
        if run > 0:
            return (THREE_STRAIGHT_FLUSH if suited else THREE_STRAIGHT) << CATEGORY | run
        return (THREE_FLUSH if suited else THREE_HIGH) << CATEGORY | packed(0, ranks, 3)
    if pair == ranks:
        return THREE_TRIPS << CATEGORY | highest(ranks)
    return THREE_PAIR << CATEGORY | packed(highest(pair), ranks & ~pair, 1)


def best_four(hand: int) -> int:
    """The best four of four, five or six cards. A-2-3-4 is the lowest straight."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = a | b | c | d
    quads = a & b & c & d
    if quads != 0:
        return FOUR_QUADS << CATEGORY | highest(quads)
    flush = 0  # among six cards, only one suit can have four
    for suited in (a, b, c, d):
        if count(suited) >= 4:
            flush = suited
    if flush != 0:
        run = run_top(flush, 4)
        if run > 0:
            return FOUR_STRAIGHT_FLUSH << CATEGORY | run
    trips = (a & b & (c | d)) | (c & d & (a | b))
    if trips != 0:
        best = highest(trips)
        return FOUR_TRIPS << CATEGORY | packed(best, ranks & ~(1 << best), 1)
    if flush != 0:
        return FOUR_FLUSH << CATEGORY | packed(0, flush, 4)
    run = run_top(ranks, 4)
    if run > 0:
        return FOUR_STRAIGHT << CATEGORY | run
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    if count(pairs) >= 2:
        return FOUR_TWO_PAIR << CATEGORY | packed(0, pairs, 2)
    if pairs != 0:
        return FOUR_PAIR << CATEGORY | packed(highest(pairs), ranks & ~pairs, 2)
    return FOUR_HIGH << CATEGORY | packed(0, ranks, 4)


def royal_first_four(hand: int) -> int:
    """As `best_four`, but a royal flush beats four of a kind: 4 Card Split's blind."""
    score = best_four(hand)
    if score == FOUR_STRAIGHT_FLUSH << CATEGORY | 12:
        return FOUR_ROYAL << CATEGORY
    return score


def by_kind(quads: int, trips: int, pairs: int, ranks: int) -> int:
    """The ranks of a hand, by how many cards share them, then from high to low."""
    score = packed(0, quads, 5)
    score = packed(score, trips & ~quads, 5)
    score = packed(score, pairs & ~trips, 5)
    return packed(score, ranks & ~pairs, 5)


def five_card(hand: int) -> int:
    """Exactly five cards. A-2-3-4-5 is the lowest straight."""
    a, b, c, d = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = a | b | c | d
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    if pairs == 0:
        suited = ranks in (a, b, c, d)
        run = run_top(ranks, 5)
        if run > 0:
            return (FIVE_STRAIGHT_FLUSH if suited else FIVE_STRAIGHT) << CATEGORY | run
        return (FIVE_FLUSH if suited else FIVE_HIGH) << CATEGORY | packed(0, ranks, 5)
    trips = (a & b & (c | d)) | (c & d & (a | b))
    quads = a & b & c & d
    decisive = by_kind(quads, trips, pairs, ranks)
    if quads != 0:
        return FIVE_QUADS << CATEGORY | decisive
    if trips != 0:
        return (FIVE_FULL_HOUSE if count(pairs) == 2 else FIVE_TRIPS) << CATEGORY | decisive
    return (FIVE_TWO_PAIR if count(pairs) == 2 else FIVE_PAIR) << CATEGORY | decisive


def ace_to_five_low(hand: int) -> int:
    """Exactly five cards for low: aces low, straights and flushes ignored, the wheel best."""
    a, b = low_ranks(hand), low_ranks(hand >> 13)
    c, d = low_ranks(hand >> 26), low_ranks(hand >> 39)
    ranks = a | b | c | d
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    trips = (a & b & (c | d)) | (c & d & (a | b))
    quads = a & b & c & d
    if quads != 0:
        cost = LOW_QUADS
    elif trips != 0:
        cost = LOW_FULL_HOUSE if count(pairs) == 2 else LOW_TRIPS
    else:
        cost = count(pairs)  # unpaired, a pair, two pair
    return (LOW_TOP << CATEGORY) - (cost << CATEGORY | by_kind(quads, trips, pairs, ranks))


def low_ranks(suited: int) -> int:
    """One suit's ranks with the ace below the two: bit 0 is the ace, bit 12 the king."""
    suited &= SUIT
    return (suited << 1 | suited >> 12) & SUIT


def one_color(hand: int) -> int:
    """The number of cards of the more frequent color."""
    return max(count(hand & BLACK), count(hand & RED))


def card_points(card: int) -> int:
    """Buyout: 11 for an ace, 10 for a face card, pip value for the others."""
    rank = card % 13
    if rank == 12:
        return ACE_POINTS
    return min(rank + 2, COURT_POINTS)


def points(cards: Sequence[int]) -> int:
    """Buyout: the better of the best set of one rank and the best suit, of two cards or more."""
    kinds = suits = (
        0  # 4 bits count each rank; 16 bits for each suit: number of cards, then their points
    )
    for card in cards:
        kinds += 1 << 4 * (card % 13)
        suits += (1 << 8 | card_points(card)) << 16 * (card // 13)
    best = of_a_kind(kinds)
    for suit in range(0, 64, 16):
        held = suits >> suit & 0xFFFF
        total = held & 0xFF if held >= 2 << 8 else 0
        best = total if total > best else best
    return best


def of_a_kind(kinds: int) -> int:
    """Buyout: for two or more cards of one rank, ten points each; aces, eleven each."""
    aces, others = kinds >> 48, kinds & 0xFFFFFFFFFFFF
    twos, fours = others & 0x222222222222, others & 0x444444444444
    alike = 0
    if twos != 0:
        alike = 3 if twos & others << 1 else 2
    if fours != 0:
        alike = 5 if fours & others << 2 else 4
    if aces >= 2 and aces >= alike:
        return ACE_POINTS * aces
    return COURT_POINTS * alike
