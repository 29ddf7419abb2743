"""Ultimate 4 Card Buyout (one deck, 2020) and 4 Card Buyout (six decks).

The two manuals share every section except that on the cards; comments name those sections.
"""

from collections.abc import Callable
from functools import lru_cache

from croupier.cards.hands import points
from croupier.cards.scales import POINTS
from croupier.rules.felt import Face, Fact, Felt, Spot
from croupier.rules.paytable import LOSS, Steps, how_to_play, load, prize
from croupier.rules.vocabulary import (
    CUT_CARD,
    Choose,
    Deal,
    Game,
    HouseOption,
    Option,
    Place,
    Reason,
    Reveal,
    Settle,
    To,
    Wager,
    When,
    in_turn,
    right_to_left,
)

FIRST, SECOND, THIRD, BONUS = "first", "second", "third", "bonus"
BETS = (FIRST, SECOND, THIRD)
THIRD_CARD, FOURTH_CARD = "third card", "fourth card"
ACTIONS = ("fold", "refuse", "buy")  # what a player may do with an offered card, by code
FOLD, REFUSE, BUY = range(len(ACTIONS))

DEALER_DRAWS_BELOW = 13  # "Qualifying"

# Why a wager was paid or taken.
FOLDED, LOST, PUSHED, WON, PAID, TOO_FEW = range(6)


def settle(folded: int, bets: int, player: int, dealer: int) -> tuple[int, int, int, int]:
    """Why, then the net of the first, second and third bet, in first bets ("Pay and Take")."""
    if folded:
        why, net = FOLDED, LOSS
    elif player > dealer:
        why, net = WON, 1
    elif player == dealer:
        why, net = PUSHED, 0
    else:
        why, net = LOST, LOSS
    return why, net, net if bets >= 2 else 0, net if bets >= 3 else 0


def settle_bonus(
    folded: int, player: int, card_count: int, needs_four: int, table: Steps
) -> tuple[int, int]:
    """Independent of the dealer and of the other bets, but lost by a fold ("The Bonus Bet")."""
    if folded:
        return FOLDED, LOSS
    if needs_four and card_count < 4:
        return TOO_FEW, LOSS
    return PAID, prize(table, player)


def dealer_draws(first_four: int) -> bool:
    """With less than 13 points in four cards the dealer draws a fifth ("Qualifying")."""
    return first_four < DEALER_DRAWS_BELOW


def playable(score: int) -> bool:
    """At least two suited cards or a pair: the kept cards score ("Dealing Procedures")."""
    return score > 0


def third_options(kept: int) -> int:
    """A bit for each action that is legal for a third card, by the points of the two cards.

    Cards that are not playable may not be kept as they are ("Dealing Procedures").
    """
    return 1 << FOLD | playable(kept) << REFUSE | 1 << BUY


def fourth_options(kept: int, made: int) -> int:
    """The same for a fourth card, by the points of three cards and of all four."""
    return 1 << FOLD | playable(kept) << REFUSE | playable(made) << BUY


def bets_on(cards: int) -> int:
    """The number of bets: the cards in play beyond the first one ("Game Security")."""
    return cards - 1


# A round asks for the points of the same few hands repeatedly.
points_of = lru_cache(maxsize=64)(points)


def third(action: int) -> When:
    """Whether the action is legal for the third card."""
    return lambda felt: bool(third_options(points_of(felt.spot.cards)) >> action & 1)


def fourth(action: int) -> When:
    """Whether the action is legal for the fourth card."""

    def legal(felt: Felt) -> bool:
        kept, offer = felt.spot.cards, felt.spot.offer
        return bool(fourth_options(points_of(kept), points_of(kept + offer)) >> action & 1)

    return legal


def plays(felt: Felt) -> bool:
    return FIRST in felt.spot.wagers


def bonus_alone(felt: Felt) -> bool:
    return not plays(felt)


def has_third(felt: Felt) -> bool:
    return felt.spot.choices.get(THIRD_CARD) == ACTIONS[BUY]


def has_folded(felt: Felt) -> bool:
    return ACTIONS[FOLD] in felt.spot.choices.values()


HAS_FOLDED = Fact("folded", has_folded)
BETS_MADE = Fact("bets", lambda felt: sum(name in felt.spot.wagers for name in BETS))
PLAYER = Fact("player", lambda felt: points_of(felt.spot.cards), POINTS.words)
DEALER = Fact("dealer", lambda felt: points_of(felt.dealer.cards), POINTS.words)
CARD_COUNT = Fact("cards", lambda felt: len(felt.spot.cards))
NEEDS_FOUR = Fact("needs four", lambda felt: int(felt.options["bonus_requires_four_cards"]))

MAIN = Settle(
    BETS,
    settle,
    (HAS_FOLDED, BETS_MADE, PLAYER, DEALER),
    reasons={
        FOLDED: Reason("Dealing Procedures", "folded: all wagers are lost"),
        WON: Reason("Pay and Take", "{player} against the dealer's {dealer}: paid 1 to 1"),
        PUSHED: Reason("Pushes", "{player} against the dealer's {dealer}: a push"),
        LOST: Reason("Pay and Take", "{player} against the dealer's {dealer}: lost"),
    },
)
BONUS_SETTLE = Settle(
    (BONUS,),
    settle_bonus,
    (HAS_FOLDED, PLAYER, CARD_COUNT, NEEDS_FOUR),
    tables=(("bonus", PLAYER),),
    reasons={
        FOLDED: Reason("Dealing Procedures", "folded: the bonus bet is lost as well"),
        TOO_FEW: Reason("The Bonus Bet", "this house pays the bonus on four cards only"),
        PAID: Reason("The Bonus Bet", "{player}; {bonus}"),
    },
)


def offered(card: str, bet: str, legal: Callable[[int], When], when: When) -> tuple[Deal, Choose]:
    """A card is shown, then bought, refused or folded on."""
    options = (
        Option(ACTIONS[BUY], bet=bet, keeps=True, when=legal(BUY)),
        Option(ACTIONS[REFUSE], when=legal(REFUSE)),
        Option(ACTIONS[FOLD], mucks=True, when=legal(FOLD)),
    )
    offer = Deal(To.SEAT, 1, Face.UP, Place.OFFER, when=when)
    otherwise = (ACTIONS[REFUSE], ACTIONS[FOLD])  # nobody buys a card on a player's behalf
    choice = Choose(card, options, when=when, rule="Dealing Procedures", otherwise=otherwise)
    return offer, choice


FLOW = (
    Deal(To.SEAT, 1, Face.UP, rule="Dealing Procedures"),
    Deal(To.DEALER, 1, Face.DOWN),
    Deal(To.SEAT, 1, Face.UP),
    Deal(To.DEALER, 1, Face.UP),
    in_turn(
        *offered(THIRD_CARD, SECOND, third, plays),
        *offered(FOURTH_CARD, THIRD, fourth, has_third),
        Deal(To.SEAT, 2, Face.UP, when=bonus_alone, rule="Playing the Bonus bet Alone"),
        BONUS_SETTLE,
        MAIN._replace(when=has_folded),  # "Non-Playable Hand": taken before the next seat
    ),
    Reveal(To.DEALER, rule="The Dealer's Hand"),
    Deal(To.DEALER, 2, Face.UP),
    Deal(To.DEALER, 1, Face.UP, when=lambda felt: dealer_draws(points_of(felt.dealer.cards))),
    right_to_left(MAIN._replace(when=lambda felt: not has_folded(felt))),
)


def secure(spot: Spot) -> bool:
    """ "Game Security": as many wagers as cards in play beyond the first one."""
    if FIRST not in spot.wagers or ACTIONS[FOLD] in spot.choices.values():
        return True
    made = tuple(name for name in BETS if name in spot.wagers)
    equal = len({spot.wagers[name] for name in made}) == 1
    return made == BETS[: bets_on(len(spot.cards))] and equal


WAGERS = (
    Wager(FIRST, required=True),
    Wager(SECOND, follows=True, part_of=FIRST),
    Wager(THIRD, follows=True, part_of=FIRST),
    Wager(BONUS, table="bonus", alone="bonus_alone"),
)
OPTIONS = (
    HouseOption(
        "bonus_requires_four_cards", False, "The bonus is paid on hands of four cards only."
    ),
    HouseOption("bonus_alone", False, "The bonus may be bet without a first bet."),
)

ULTIMATE_4_CARD_BUYOUT = Game(
    id="ultimate-4-card-buyout",
    name="Ultimate 4 Card Buyout",
    title="Buy cards one at a time for more points than the dealer, from one deck.",
    source="Ultimate 4 Card Buyout, Omega Gaming USA, submission 3014, September 2020",
    decks=1,
    seats_max=9,
    seats_why="WAC 230-15-055 (4 x 9 + 5 = 41 cards)",
    wagers=WAGERS,
    options=OPTIONS,
    paytables=load(__package__, "ultimate-4-card-buyout"),
    flow=FLOW,
    how_to_play=how_to_play(__package__, "ultimate-4-card-buyout"),
    secure=secure,
)

FOUR_CARD_BUYOUT = ULTIMATE_4_CARD_BUYOUT._replace(
    id="4-card-buyout",
    name="4 Card Buyout",
    title="Buy cards one at a time for more points than the dealer, from six decks.",
    source="4 Card Buyout, operations manual, six decks",
    decks=6,
    seats_why="WAC 230-15-055",
    options=(
        *OPTIONS,
        HouseOption(
            CUT_CARD,
            0,
            "Cards dealt before the shoe is shuffled again; 0 shuffles before every round.",
            most=6 * 52,
        ),
    ),
    paytables=load(__package__, "4-card-buyout"),
    how_to_play=how_to_play(__package__, "4-card-buyout"),
)

GAMES = (ULTIMATE_4_CARD_BUYOUT, FOUR_CARD_BUYOUT)
