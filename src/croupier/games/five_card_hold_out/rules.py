"""Five Card Hold Out (November 2018): poker with community cards and discards, and no draw.

Comments name the rules of play. Betting and the division of pots are in table/poker/hand.py and
table/poker/pots.py.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from croupier.cards import hands
from croupier.cards.card import Card, mask, text
from croupier.cards.scales import FIVE, LOW
from croupier.errors import BadCards, RuleError, shown
from croupier.rules.paytable import how_to_play
from croupier.rules.poker import PLAYED_FOR, Best, BestHand, Options, PokerGame, Scores, Street
from croupier.rules.vocabulary import HouseOption

ID = "five-card-hold-out"
DEALT = 5  # rule 1
MOST_DISCARDED = 4  # rule 5a: at least one card is kept
MODES = tuple(PLAYED_FOR)  # rule 15
LOW_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")  # ace low
QUALIFIERS = ("none", *LOW_RANKS[4:])  # rule 15a: five different ranks reach at least the five
MOST_SEATS = 9  # 5 x 9 + 4 + 3 burns = 52

STREETS = (
    Street("pre-flop", 0, big=False, discards=True),  # rules 3 to 5
    Street("flop", 2, big=False),  # rules 7, 8
    Street("turn", 1, big=True),  # rules 9, 10
    Street("river", 1, big=True),  # rules 11, 12
)
COMMUNITY = sum(street.community for street in STREETS)

LIMITS = ("fixed", "spread", "pot", "none")  # rule 6: as Texas Hold'em, Hoyle

BETTING = (
    HouseOption("limit", "fixed", "Fixed, spread or pot limit, or none.", LIMITS),
    HouseOption("small_bet", 200, "Fixed limit: a bet before the turn.", least=1, money=True),
    HouseOption("big_bet", 400, "Fixed limit: a bet from the turn on.", least=1, money=True),
    HouseOption("spread_least", 200, "Spread limit: the smallest bet.", least=1, money=True),
    HouseOption("spread_most", 1000, "Spread limit: the largest bet.", least=1, money=True),
    HouseOption("small_blind", 100, "$0: none is posted.", money=True),
    HouseOption("big_blind", 200, "The first wager of its round.", least=1, money=True),
    HouseOption("ante", 0, "From every seat.", money=True),
    HouseOption(
        "missed_blinds",
        "post",
        "A player who is new or missed blinds posts them or waits for the big blind; must wait; "
        "or owes none.",
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


def high_score(hand: int, wheel_straight: bool = True) -> int:
    """The score of five cards for high; without the option, A-2-3-4-5 is an ace-high hand."""
    score = hands.five_card(hand)
    category, top = score >> hands.CATEGORY, score & 15
    if (
        wheel_straight
        or top != 3
        or category not in (hands.FIVE_STRAIGHT, hands.FIVE_STRAIGHT_FLUSH)
    ):
        return score
    plain = hands.FIVE_FLUSH if category == hands.FIVE_STRAIGHT_FLUSH else hands.FIVE_HIGH
    return plain << hands.CATEGORY | hands.by_kind(0, 0, 0, 0b1000000001111)


def needed(held: int) -> int:
    """Rule 14: all held cards play, with as many community cards as make five."""
    return DEALT - held


def hands_of(held: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every hand that may be shown (rule 14)."""
    for chosen in combinations(board, needed(len(held))):
        yield (*held, *chosen)


def check_sizes(held: Sequence[Card], board: Sequence[Card]) -> None:
    """Whether these numbers of held and community cards are possible on some street."""
    check_kept(len(held), held)
    if len(board) > COMMUNITY:
        raise BadCards(f"a board of {len(board)} cards; it has at most {COMMUNITY}", "cards/board")


def check_kept(count: int, held: Sequence[Card] | None) -> None:
    """Whether a player may keep this many cards; `held` is None if the cards are unknown."""
    if not DEALT - MOST_DISCARDED <= count <= DEALT:
        cards = f"{count} unknown cards" if held is None else text(held) or "no cards"
        raise BadCards(
            f"{cards} held; a player holds {DEALT - MOST_DISCARDED} to {DEALT} cards", "cards/held"
        )


def check_once(cards: Sequence[Card]) -> None:
    """There is one deck, so no card may appear twice."""
    if len(set(cards)) < len(cards):
        twice = [card for place, card in enumerate(cards) if card in cards[:place]]
        raise BadCards(f"{text(twice[:1])} appears twice", "cards/twice")


def check_held(held: Sequence[Card], board: Sequence[Card]) -> None:
    """Whether held cards and a board make a hand at a showdown."""
    check_sizes(held, board)
    if len(board) < needed(len(held)):
        raise BadCards(
            f"{text(held)} with the board {text(board) or '(none)'}: {len(held)} held cards need "
            f"{needed(len(held))} community cards",
            "cards/board",
        )
    check_once((*held, *board))


def _best(held: Sequence[Card], board: Sequence[Card], score: Callable[[int], int]) -> BestHand:
    check_held(held, board)
    made = list(hands_of(held, board))
    scores = [score(mask(cards)) for cards in made]
    top = max(scores)
    return BestHand(top, made[scores.index(top)])


def best_high(held: Sequence[Card], board: Sequence[Card], wheel_straight: bool = True) -> BestHand:
    return _best(held, board, lambda hand: high_score(hand, wheel_straight))


def best_low(held: Sequence[Card], board: Sequence[Card]) -> BestHand:
    """Rules 15a and c: aces low, straights and flushes ignored; high and low may use others."""
    return _best(held, board, hands.ace_to_five_low)


def usual_qualifier(mode: str) -> str:
    """Rule 15a: a high/low split is often played eight or better; low only needs no qualifier."""
    return "8" if mode == "hilo" else "none"


def takes_qualifier(mode: str) -> bool:
    return usual_qualifier(mode) != "none"


def qualifier_named(value: object) -> object:
    """A qualifier by its usual name: 8 is "8", T is "10", null is none; anything else unchanged."""
    if value is None:
        return "none"
    named = "10" if value == "T" else str(value)
    return named if named in QUALIFIERS else value


def low_floor(qualifier: str) -> int:
    """The lowest score that qualifies as low: unpaired, no card above the qualifier."""
    named = qualifier_named(qualifier)
    if named not in QUALIFIERS:
        raise RuleError(
            f"qualifier {shown(qualifier)}; it is {', '.join(QUALIFIERS)}", "option/qualifier"
        )
    return _floor(str(named))


@cache
def _floor(qualifier: str) -> int:
    if qualifier == "none":
        return 0
    top = LOW_RANKS.index(qualifier)
    worst = sum(1 << rank for rank in range(top - 4, top + 1))
    return (hands.LOW_TOP << hands.CATEGORY) - hands.by_kind(0, 0, 0, worst)


def counts_as_low(score: int, floor: int) -> bool:
    """Rule 15a: whether a low qualifies."""
    return score >= floor


def scores(held: Sequence[Card], board: Sequence[Card], options: Options) -> Scores:
    """Rules 13 to 15: a hand's scores, for what the house plays for."""
    high = low = None
    played_for = PLAYED_FOR[str(options["mode"])]
    if played_for.high:
        high = best_high(held, board, bool(options["wheel_straight"])).score
    if played_for.low:
        made = best_low(held, board).score
        low = made if counts_as_low(made, _floor(str(options["qualifier"]))) else None
    return Scores(high, low)


def best(held: Sequence[Card], board: Sequence[Card], options: Options) -> Best:
    floor = low_floor(str(options["qualifier"]))
    high, low = best_high(held, board, bool(options["wheel_straight"])), best_low(held, board)
    return Best(high, low, counts_as_low(low.score, floor))


def _fault(options: Options) -> str:
    mode = str(options["mode"])
    if not takes_qualifier(mode) and options["qualifier"] != "none":
        return f"mode {mode} has no qualifier, only hilo has one; leave it out"
    return ""


FIVE_CARD_HOLD_OUT = PokerGame(
    id=ID,
    name="Five Card Hold Out",
    title="Poker: five cards each, discard up to four, and all you hold must play.",
    source="Five Card Hold Out Rules of Play, Omega Gaming USA, November 28, 2018",
    seats_max=MOST_SEATS,
    seats_why="5 x 9 + 4 + 3 burns = 52 cards",
    how_to_play=how_to_play(__package__, ID),
    dealt=DEALT,
    most_discarded=MOST_DISCARDED,
    streets=STREETS,
    options=OPTIONS,
    showdown=tuple(option.name for option in SHOWDOWN),
    hands=scores,
    best=best,
    high_scale=FIVE,
    low_scale=LOW,
    phh="FCHO",
    bots=("tight", "solved"),
    spelled=lambda name, value: qualifier_named(value) if name == "qualifier" else value,
    usual=lambda options: {"qualifier": usual_qualifier(str(options["mode"]))},
    fault=_fault,
)
GAMES = (FIVE_CARD_HOLD_OUT,)
