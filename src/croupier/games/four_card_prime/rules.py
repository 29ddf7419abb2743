"""Four Card Prime: best four of five against the dealer's best four of six (June 2022).

Comments name the rules of play and the appendices.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from croupier.cards.card import Card, mask
from croupier.cards.hands import best_four, five_card, one_color
from croupier.cards.scales import COLOR, FIVE, FOUR
from croupier.money import Cents
from croupier.rules import jackpots
from croupier.rules.felt import Face, Fact, Felt, OptionValue, Spot
from croupier.rules.paytable import LOSS, Steps, for_1, how_to_play, load, prize
from croupier.rules.vocabulary import (
    Choose,
    Deal,
    Game,
    HouseOption,
    OlderOption,
    Option,
    Reason,
    Reveal,
    Settle,
    To,
    Wager,
    right_to_left,
)

ANTE, RAISE, ACES_BABY, PRIME, BAD_BEAT = "ante", "raise", "aces baby", "prime", "bad beat"
FIVE_CARD_JACKPOT, FOUR_CARD_JACKPOT = "five card jackpot", "four card jackpot"

# Why a wager was paid or taken.
FOLDED, LOST, WON, COPIED, PAID, ENVY, BEST_ENVY = range(7)


def settle(
    raised: int, player: int, dealer: int, win_bonus: Steps, bad_beat_bonus: Steps
) -> tuple[int, int, int]:
    """The reason, then the net of the ante and of the raise, in antes."""
    if raised == 0:
        return FOLDED, LOSS, 0  # rule 4
    if player >= dealer:  # rule 6: the player wins copies
        why = COPIED if copied(player, dealer) else WON
        return why, 1 + prize(win_bonus, player), raised  # rule 8
    return LOST, prize(bad_beat_bonus, player), -raised  # rule 7


def pays(score: int, table: Steps) -> tuple[int, int]:
    """Appendices B and C: the wager pays by the hand's row."""
    return PAID, prize(table, score)


def losing_hand(player: int, dealer: int) -> int:
    """The lower hand; of a copy, either."""
    return min(player, dealer)


def copied(player: int, dealer: int) -> bool:
    return player == dealer


def settle_bad_beat(losing: int, is_copy: int, copy_pays: int, table: Steps) -> tuple[int, int]:
    """Appendix D: pays for the rank of the losing hand, the player's or the dealer's."""
    if is_copy and not copy_pays:
        return COPIED, LOSS
    return PAID, prize(table, losing)


def settle_jackpot(score: int, amounts: Steps, percents: Steps) -> tuple[int, int, int]:
    """Appendix E: "for 1", so the wager itself is gone. The last number is percent of the meter."""
    return PAID, for_1(prize(amounts, score)), prize(percents, score)


# Who is not paid envy (appendix F, note 3): the three readings, as the house posts them.
NOBODY, ANY_WINNER, WINNER_OF_THAT_AWARD = range(3)
ENVY_BARRED = ("nobody", "any winner", "winner of that award")


def barred_from_envy(reading: int, amount: int, percent: int, envied: int) -> bool:
    """Whether a seat gets no envy in this round, by what its own hand wins and pays to others."""
    if reading == ANY_WINNER:
        return amount > 0 or percent > 0
    if reading == WINNER_OF_THAT_AWARD:  # a qualifying award is one that pays envy to others
        return envied > 0
    return False


def settle_envy_jackpot(
    score: int,
    others: Sequence[int],
    barred: int,
    multiple: int,
    amounts: Steps,
    percents: Steps,
    envies: Steps,
) -> tuple[int, int, int]:
    """Appendix F: like the five card jackpot, with envy for the hands of other seats (note 3)."""
    amount, percent = prize(amounts, score), prize(percents, score)
    envy = 0
    if not barred_from_envy(barred, amount, percent, prize(envies, score)):
        for other in others:
            listed = prize(envies, other)
            envy = envy + listed if multiple else max(envy, listed)
    why = PAID if envy == 0 else ENVY if multiple else BEST_ENVY
    return why, for_1(amount + envy), percent


def raised_times(felt: Felt) -> int:
    return felt.spot.wagers.get(RAISE, 0) // felt.spot.wagers[ANTE]


@lru_cache(maxsize=64)  # the wagers of a round score the same few hands
def four_of(cards: tuple[Card, ...]) -> int:
    return best_four(mask(cards))


def four(felt: Felt) -> int:
    return four_of(felt.spot.cards)


def dealers_four(felt: Felt) -> int:
    return four_of(felt.dealer.cards)


def envied(felt: Felt) -> tuple[int, ...]:
    """The best four of every other seat that made the jackpot wager."""
    return tuple(
        four_of(spot.cards)
        for spot in felt.spots
        if spot.seat != felt.spot.seat and FOUR_CARD_JACKPOT in spot.wagers
    )


def envy_barred(options: Mapping[str, OptionValue]) -> int:
    """The house's reading of appendix F, note 3, as the number that the kernel takes."""
    return ENVY_BARRED.index(str(options["envy_barred"]))


RAISED = Fact("raised", raised_times)
PLAYER = Fact("player", four, FOUR.words)
DEALER = Fact("dealer", dealers_four, FOUR.words)
LOSING = Fact("losing", lambda felt: losing_hand(four(felt), dealers_four(felt)), FOUR.words)
COPY = Fact("copy", lambda felt: copied(four(felt), dealers_four(felt)))
ALL_FIVE = Fact("five", lambda felt: five_card(mask(felt.spot.cards)), FIVE.words)
COLORS = Fact("colors", lambda felt: one_color(mask(felt.spot.cards)), COLOR.words)
ENVIED = Fact("others", envied, lambda scores: ", ".join(map(FOUR.words, scores)))
COPY_PAYS = Fact("copy pays", lambda felt: int(felt.options["bad_beat_on_copy"]))
BARRED = Fact("barred", lambda felt: envy_barred(felt.options))
MULTIPLE = Fact("multiple", lambda felt: int(felt.options["envy_multiple"]))


def contests(felt: Felt) -> bool:
    """The hand is shown if it was raised, or if another wager still depends on it (rule 4)."""
    return RAISE in felt.spot.wagers or len(felt.spot.wagers) > 1


ACTIONS = (
    Option("fold", folds=True),
    Option("raise 1x", bet=RAISE, times=1),
    Option("raise 2x", bet=RAISE, times=2),
    Option("raise 3x", bet=RAISE, times=3),
)
# The raise of each action, in antes; also the index of the action, and its code in a table.
TIMES = tuple(action.times if action.bet else 0 for action in ACTIONS)
CHOICE = Choose("raise", ACTIONS, rule="3, 4", otherwise=("fold",))

WIN_TOLD = "; win bonus {win_bonus}"
BAD_BEAT_TOLD = "; bad beat bonus {bad_beat_bonus}"
MAIN = Settle(
    (ANTE, RAISE),
    settle,
    (RAISED, PLAYER, DEALER),
    tables=(("win_bonus", PLAYER), ("bad_beat_bonus", PLAYER)),
    reasons={
        FOLDED: Reason("rule 4", "folded: the ante is lost"),
        LOST: Reason("rule 7", "the dealer's {dealer} beats {player}", BAD_BEAT_TOLD),
        WON: Reason("rule 8", "{player} beats the dealer's {dealer}", WIN_TOLD),
        COPIED: Reason(
            "rules 6 and 8",
            "{player} copies the dealer's hand, and the player wins copies",
            WIN_TOLD,
        ),
    },
)
ACES_BABY_SETTLE = Settle(
    (ACES_BABY,),
    pays,
    (PLAYER,),
    tables=(("aces_baby", PLAYER),),
    reasons={PAID: Reason("appendix B", "{player}; {aces_baby}")},
)
PRIME_SETTLE = Settle(
    (PRIME,),
    pays,
    (COLORS,),
    tables=(("prime", COLORS),),
    reasons={PAID: Reason("appendix C", "{colors}; {prime}")},
)
BAD_BEAT_SETTLE = Settle(
    (BAD_BEAT,),
    settle_bad_beat,
    (LOSING, COPY, COPY_PAYS),
    tables=(("bad_beat_wager", LOSING),),
    reasons={
        PAID: Reason("appendix D", "the losing hand is {losing}; {bad_beat_wager}"),
        COPIED: Reason("appendix D", "a copy, and this house does not pay the wager on copies"),
    },
)
FIVE_CARD_SETTLE = Settle(
    (FIVE_CARD_JACKPOT,),
    settle_jackpot,
    (ALL_FIVE,),
    tables=(("five_card_jackpot", ALL_FIVE), ("five_card_jackpot.pays percent", ALL_FIVE)),
    reasons={PAID: Reason("appendix E", "{five}; {five_card_jackpot}")},
    meter=True,
)
FOUR_CARD_SETTLE = Settle(
    (FOUR_CARD_JACKPOT,),
    settle_envy_jackpot,
    (PLAYER, ENVIED, BARRED, MULTIPLE),
    tables=(
        ("four_card_jackpot", PLAYER),
        ("four_card_jackpot.pays percent", PLAYER),
        ("four_card_jackpot.envy", ENVIED),
    ),
    reasons={
        PAID: Reason("appendix F", "{player}; {four_card_jackpot}"),
        ENVY: Reason(
            "appendix F, note 3",
            "{player}; {four_card_jackpot}; and envy of {four_card_jackpot.envy}",
        ),
        BEST_ENVY: Reason(
            "appendix F, note 3",
            "{player}; {four_card_jackpot}; and envy for the best of {four_card_jackpot.envy}",
        ),
    },
    meter=True,
)

FLOW = (
    Deal(To.SEAT, 5, Face.OWN, rule="2"),
    Deal(To.DEALER, 1, Face.UP, rule="2"),
    Deal(To.DEALER, 5, Face.DOWN, rule="2"),
    CHOICE,
    Reveal(To.DEALER, rule="5"),
    right_to_left(
        Reveal(To.SEAT, when=contests),
        MAIN,  # rules 6 to 8
        ACES_BABY_SETTLE,
        PRIME_SETTLE,
        BAD_BEAT_SETTLE,
    ),
    right_to_left(FIVE_CARD_SETTLE, FOUR_CARD_SETTLE),
)


CARDS = sum(step.cards for step in FLOW if isinstance(step, Deal) and step.to is To.SEAT)


def secure(spot: Spot) -> bool:
    """The spot has all the cards dealt to it, and a raise that an action makes (rules 2 and 4)."""
    times, odd = divmod(spot.wagers.get(RAISE, 0), spot.wagers[ANTE])
    return len(spot.cards) == CARDS and not odd and times in TIMES


HOUSE_JACKPOT_NOTICE = (  # to be shown word for word: "House or Progressive Jackpot Definition"
    "House Jackpot prizes are paid by the casino and are not components of any progressive prize "
    "contest.  Player wagers do not accrue to any guaranteed player fund.  The displayed House "
    "Jackpot prize may be modified or discontinued at any time without prior notice."
)
# Each jackpot with the group of its posted tables.
JACKPOTS = ((FIVE_CARD_JACKPOT, "five_card_jackpot"), (FOUR_CARD_JACKPOT, "four_card_jackpot"))

FOUR_CARD_PRIME = Game(
    id="four-card-prime",
    name="Four Card Prime",
    title="Your best four of five cards against the dealer's best four of six.",
    source="Four Card Prime, Galaxy Gaming, submission 3084, June 2022",
    decks=1,
    seats_max=9,
    seats_why="5 x 9 + 6 = 51 cards",
    wagers=(
        Wager(ANTE, required=True),
        Wager(RAISE, follows=True, part_of=ANTE),
        Wager(ACES_BABY, table="aces_baby"),
        Wager(PRIME, table="prime"),
        # At most three games at a table may take more than 5 dollars; the house may choose others.
        Wager(BAD_BEAT, table="bad_beat_wager", most=Cents(500)),
        *(
            Wager(name, table=table, fixed=f"{table}_wager", needs=jackpots.JACKPOT_TYPE)
            for name, table in JACKPOTS
        ),
    ),
    options=(
        HouseOption("bad_beat_on_copy", True, "The Bad Beat Wager pays when the hands are copies."),
        HouseOption(
            jackpots.JACKPOT_TYPE,
            jackpots.PROGRESSIVE,
            "The type of all the table's jackpots.",
            values=(jackpots.PROGRESSIVE, jackpots.HOUSE_JACKPOT, "none"),
        ),
        # "Two independent wagering sensors", each "considered a separate game": a wager each.
        *(
            HouseOption(f"{table}_wager", 100, f"The fixed {name} wager.", least=1, money=True)
            for name, table in JACKPOTS
        ),
        HouseOption(
            jackpots.JACKPOT_SPLIT,
            jackpots.EQUAL,
            "Progressive, several whole-meter winners in a round: split equally, or in order.",
            values=(jackpots.EQUAL, jackpots.IN_ORDER),
        ),
        HouseOption(
            "envy_barred",
            ENVY_BARRED[ANY_WINNER],
            "Who is not paid envy: a seat that won any four card prize, or one that itself is "
            "envied.",
            values=(*ENVY_BARRED[ANY_WINNER:], ENVY_BARRED[NOBODY]),
        ),
        HouseOption("envy_multiple", True, "Envy is paid for each other seat's listed hand."),
    ),
    paytables=load(__package__, "four-card-prime"),
    flow=FLOW,
    how_to_play=how_to_play(__package__, "four-card-prime"),
    secure=secure,
    notices={f"{jackpots.JACKPOT_TYPE}={jackpots.HOUSE_JACKPOT}": HOUSE_JACKPOT_NOTICE},
    older=(
        OlderOption(
            HouseOption("jackpot_wager", 100, "Both fixed jackpot wagers.", least=1, money=True),
            tuple(f"{table}_wager" for _, table in JACKPOTS),
        ),
        OlderOption(
            HouseOption("envy_excludes_winners", True, "A seat that won is not paid envy."),
            ("envy_barred",),
            {True: ENVY_BARRED[ANY_WINNER], False: ENVY_BARRED[NOBODY]},
        ),
    ),
)

GAMES = (FOUR_CARD_PRIME,)
