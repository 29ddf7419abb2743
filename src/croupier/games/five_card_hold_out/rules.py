"""Five Card Hold Out (November 2018): poker with community cards and discards, nothing drawn.

Comments name the rules of play. How a pot is bet and split is in
table/poker/hand.py and table/poker/pots.py.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from croupier.cards.card import Card, mask, text
from croupier.cards.hands import (
    CATEGORY,
    FIVE_FLUSH,
    FIVE_HIGH,
    FIVE_STRAIGHT,
    FIVE_STRAIGHT_FLUSH,
    LOW_TOP,
    ace_to_five_low,
    by_kind,
    five_card,
    low_ranks,
)
from croupier.errors import BadCards, RuleError, shown
from croupier.rules.paytable import how_to_play
from croupier.rules.vocabulary import HouseOption, PokerGame

ID, NAME = "five-card-hold-out", "Five Card Hold Out"
SOURCE = "Five Card Hold Out Rules of Play, Omega Gaming USA, November 28, 2018"
TITLE = "Poker: five cards each, discard up to four, and all you hold must play."

DEALT = 5  # rule 1
MOST_DISCARDED = 4  # rule 5a: at least one card is kept
MODES = ("high", "hilo", "low")  # rule 15
LOW_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")  # ace low
QUALIFIERS = ("none", *LOW_RANKS[4:])  # rule 15a: five different ranks reach the five at least
MOST_SEATS = 9  # 5 x 9 + 4 + 3 burns = 52


class Street(NamedTuple):
    """A betting round, with what is dealt before it and whether discards follow it."""

    name: str
    community: int  # cards turned up before it, after a burn
    big: bool  # the fixed limit's larger bet
    discards: bool = False


STREETS = (
    Street("pre-flop", 0, big=False, discards=True),  # rules 3 to 5
    Street("flop", 2, big=False),  # rules 7, 8
    Street("turn", 1, big=True),  # rules 9, 10
    Street("river", 1, big=True),  # rules 11, 12
)
COMMUNITY = sum(street.community for street in STREETS)
BURNS = sum(street.community > 0 for street in STREETS)

LIMITS = ("fixed", "spread", "pot", "none")  # rule 6: as Texas Hold'em, Hoyle

BETTING = (
    HouseOption("limit", "fixed", "Fixed, spread or pot limit, or none.", LIMITS),
    HouseOption("small_bet", 200, "Fixed limit: a bet before the turn.", least=1, money=True),
    HouseOption("big_bet", 400, "Fixed limit: a bet from the turn on.", least=1, money=True),
    HouseOption("spread_least", 200, "Spread limit: the least bet.", least=1, money=True),
    HouseOption("spread_most", 1000, "Spread limit: the most.", least=1, money=True),
    HouseOption("small_blind", 100, "$0: none is posted.", money=True),
    HouseOption("big_blind", 200, "The first wager of its round.", least=1, money=True),
    HouseOption("ante", 0, "From every seat.", money=True),
    HouseOption(
        "missed_blinds",
        "post",
        "Who missed blinds, or is new, posts them or waits for the big blind; only waits; or owes "
        "none.",
        ("post", "wait", "none"),
    ),
)
SHOWDOWN = (
    HouseOption("mode", "high", "High, high/low split or low only.", MODES),
    HouseOption("qualifier", "none", "The highest card of a low that counts.", QUALIFIERS),
    HouseOption("wheel_straight", True, "A-2-3-4-5 is a straight for high."),
    HouseOption(
        "odd_chips",
        "by pot",
        "Each half by itself; or, where both have the same winners, the whole pot at once (tda).",
        ("by pot", "tda"),
    ),
    HouseOption("rake_percent", 0, "Taken from each pot, once a flop was dealt.", most=10),
    HouseOption("rake_cap", 0, "The most that is taken from a hand.", money=True),
)
OPTIONS = (*BETTING, *SHOWDOWN)


FIVE_CARD_HOLD_OUT = PokerGame(
    id=ID,
    name=NAME,
    title=TITLE,
    source=SOURCE,
    seats_max=MOST_SEATS,
    seats_why="5 x 9 + 4 + 3 burns = 52 cards",
    options=OPTIONS,
    how_to_play=how_to_play(__package__, ID),
)
GAMES = (FIVE_CARD_HOLD_OUT,)


class Made(NamedTuple):
    """The best hand for high or for low, and the five cards that make it."""

    score: int
    cards: tuple[Card, ...]


def high_score(hand: int, wheel_straight: bool = True) -> int:
    """Five cards for high; without the option, A-2-3-4-5 is an ace-high hand."""
    score = five_card(hand)
    category, top = score >> CATEGORY, score & 15
    if wheel_straight or top != 3 or category not in (FIVE_STRAIGHT, FIVE_STRAIGHT_FLUSH):
        return score
    plain = FIVE_FLUSH if category == FIVE_STRAIGHT_FLUSH else FIVE_HIGH
    return plain << CATEGORY | by_kind(0, 0, 0, 0b1000000001111)


def hands_of(held: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Rule 14: all held cards, and as many community cards as make five."""
    for chosen in combinations(board, DEALT - len(held)):
        yield (*held, *chosen)


def check_sizes(held: Sequence[Card], board: Sequence[Card]) -> None:
    """What a player may hold, and a board that may lie, on any street."""
    if not DEALT - MOST_DISCARDED <= len(held) <= DEALT:
        raise BadCards(
            f"{text(held) or 'no cards'} held; a player holds 1 to 5 cards", "cards/held"
        )
    if len(board) > COMMUNITY:
        raise BadCards(f"a board of {len(board)} cards; it has at most {COMMUNITY}", "cards/board")


def check_once(cards: Sequence[Card]) -> None:
    """One deck: no card lies twice."""
    if len(set(cards)) < len(cards):
        twice = [card for place, card in enumerate(cards) if card in cards[:place]]
        raise BadCards(f"{text(twice[:1])} lies twice", "cards/twice")


def check_held(held: Sequence[Card], board: Sequence[Card]) -> None:
    """What a player may hold at a showdown, and a board that is enough for it."""
    check_sizes(held, board)
    if len(held) + len(board) < DEALT:
        raise BadCards(
            f"{text(held)} with the board {text(board) or '(none)'}: {len(held)} held cards need "
            f"{DEALT - len(held)} of the community",
            "cards/board",
        )
    check_once((*held, *board))


def _best(held: Sequence[Card], board: Sequence[Card], score: Callable[[int], int]) -> Made:
    check_held(held, board)
    hands = list(hands_of(held, board))
    scores = [score(mask(cards)) for cards in hands]
    top = max(scores)
    return Made(top, hands[scores.index(top)])


def best_high(held: Sequence[Card], board: Sequence[Card], wheel_straight: bool = True) -> Made:
    return _best(held, board, lambda hand: high_score(hand, wheel_straight))


def best_low(held: Sequence[Card], board: Sequence[Card]) -> Made:
    """Rules 15a and c: aces low, straights and flushes ignored; high and low may use others."""
    return _best(held, board, ace_to_five_low)


def usual_qualifier(mode: str) -> str:
    """Rule 15a: a high/low split is often for eight or better; low only needs no qualifier."""
    return "8" if mode == "hilo" else "none"


def qualifier_named(value: object) -> object:
    """A qualifier by its usual name: 8 is "8", T is "10", null is none; anything else as it is."""
    if value is None:
        return "none"
    named = "10" if value == "T" else str(value)
    return named if named in QUALIFIERS else value


def low_floor(qualifier: str) -> int:
    """The lowest score that is a low: unpaired, no card above the qualifier."""
    named = qualifier_named(qualifier)
    if named not in QUALIFIERS:
        raise RuleError(
            f"qualifier {shown(qualifier)}; it is {', '.join(QUALIFIERS)}", "option/qualifier"
        )
    if named == "none":
        return 0
    top = LOW_RANKS.index(str(named))
    worst = sum(1 << rank for rank in range(top - 4, top + 1))
    return (LOW_TOP << CATEGORY) - by_kind(0, 0, 0, worst)


def low_half(amount: int) -> int:
    """Of a pot with a low that counts; the larger half is the high's."""
    return amount // 2


def share(amount: int, winners: int, place: int) -> int:
    """Equal shares in whole chips; odd ones go one each to the first winners left of the button."""
    return amount // winners + (place < amount % winners)


def low_ranks_of(cards: Sequence[Card]) -> list[int]:
    """Ranks with the ace as 0, those held most often first, high before low."""
    ranks = [low_ranks(1 << card % 13).bit_length() - 1 for card in cards]
    return sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
