"""4 Card Split: Version 2 (April 2015, the approved one) and Version 1 (December 2014).

One hand of four cards becomes two of three. The versions differ in how the dealer's hand is made
and qualifies, in their tables, and in the numbers of their rules.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from croupier.cards import hands
from croupier.cards.card import Card, mask, name, parse
from croupier.cards.hands import CATEGORY, THREE_FLUSH, royal_first_four
from croupier.cards.scales import BLIND as BLIND_SCALE
from croupier.cards.scales import THREE
from croupier.rules.felt import Face, Fact, Felt, Spot
from croupier.rules.paytable import LOSS, Steps, how_to_play, load, load_sets, prize
from croupier.rules.vocabulary import (
    Choose,
    Collect,
    Deal,
    Flow,
    Game,
    Option,
    Place,
    Reason,
    Reveal,
    Settle,
    Split,
    To,
    Wager,
    When,
    in_turn,
    right_to_left,
)

ANTES, PLAYS, HANDS = ("ante 1", "ante 2"), ("play 1", "play 2"), ("hand 1", "hand 2")
BLIND, SPLIT, RETURNED = "blind", "split", "returned"

# Why a wager was paid, returned or taken. The last three: against a dealer who does not qualify.
FOLDED, LOST, PUSHED, WON, INSTANT, PAID, FOLDED_ALL = range(7)
LOST_ANTE, PUSHED_ANTE, WON_ANTE = range(7, 10)


def settle_hand(
    played: int,
    instant: int,
    player: int,
    dealer: int,
    qualified: int,
    drawn: Steps,
    at_once: Steps,
) -> tuple[int, int, int]:
    """The reason, then the net of one hand's ante and play bet, in antes."""
    if instant:
        return INSTANT, prize(at_once, player), 0
    if not played:
        return FOLDED, LOSS, 0
    if player > dealer:
        won = prize(drawn, player)
        return (WON, won, 1) if qualified else (WON_ANTE, won, 0)
    if player == dealer:
        return (PUSHED, 0, 0) if qualified else (PUSHED_ANTE, 0, 0)
    return (LOST, LOSS, LOSS) if qualified else (LOST_ANTE, LOSS, 0)


def settle_all_folded() -> tuple[int, int, int]:
    """The reason, then the net of both antes: the four cards were folded before they were split."""
    return FOLDED_ALL, LOSS, LOSS


def settle_blind(score: int, table: Steps) -> tuple[int, int]:
    """The blind is paid for the four cards as dealt, before any fold."""
    return PAID, prize(table, score)


# There are 22,100 hands of three cards, and a round scores a dozen of them.
three_card = cache(hands.three_card)


def instant_winner(score: int) -> bool:
    """A three-card flush or better."""
    return score >= THREE_FLUSH << CATEGORY


def qualifies(score: int, qualifier: int) -> bool:
    """Whether the dealer's hand qualifies; `qualifier` is the lowest score that does."""
    return score >= qualifier


# The ways to split: four into three cards and one, three into two and two, or fold all four.
THREES, WAYS = 4, 7
PARTNERS = THREES - 1  # way PARTNERS + n pairs the first card with the n-th of the others
FOLD_ALL_WAY = WAYS


def legal_ways(first: bool, second: bool, third: bool, fourth: bool) -> int:
    """The ways to split, a bit for each: into an instant winner if there is one, else any.

    The arguments say, for each of the ways into three cards and one, whether the three are an
    instant winner.
    """
    instant = first | second << 1 | third << 2 | fourth << 3
    return instant if instant else (1 << WAYS + 1) - 1


def best_three_of_four(a: int, b: int, c: int, d: int) -> int:
    """The dealer's hand in V1: any three of their four cards."""
    return max(three_card(1 << b | 1 << c | 1 << d), three_with_upcard(a, b, c, d))


def three_with_upcard(up: int, b: int, c: int, d: int) -> int:
    """The dealer's hand in V2: the upcard and the best two of the other three."""
    return max(
        three_card(1 << up | 1 << b | 1 << c),
        three_card(1 << up | 1 << b | 1 << d),
        three_card(1 << up | 1 << c | 1 << d),
    )


class Dealer(NamedTuple):
    """How the dealer's hand is made, and the lowest that qualifies."""

    hand: Callable[[int, int, int, int], int]
    any_three: bool  # if not, the upcard must play
    qualifier: int
    folds_face_down: bool  # if not, all four cards are shown before a fold


DEALERS = {
    "4-card-split-v1": Dealer(best_three_of_four, True, THREE.score(parse("Qc 3d 2h")), True),
    "4-card-split-v2": Dealer(three_with_upcard, False, THREE.score(parse("Kc 3d 2h")), False),
}


def three_of(cards: tuple[Card, ...]) -> int:
    a, b, c = cards
    return three_card(1 << a | 1 << b | 1 << c)


def splits(felt: Felt) -> tuple[Option, ...]:
    """The ways to split: into an instant winner if there is one, else any, or fold all four."""
    return splits_of(*felt.spot.cards)


@lru_cache(maxsize=64)  # a caller that lists the options names one of them next
def splits_of(a: Card, b: Card, c: Card, d: Card) -> tuple[Option, ...]:
    ways = _ways(a, b, c, d)
    legal = legal_ways(*(instant_winner(three_of(two[0])) for _, two in ways[:THREES]))
    may_fold = legal >> FOLD_ALL_WAY & 1
    options = [
        Option(called, split=two, note="" if may_fold else MUST_BE_TAKEN)
        for way, (called, two) in enumerate(ways)
        if legal >> way & 1
    ]
    return (*options, FOLD_ALL) if may_fold else tuple(options)


FOLD_ALL = Option("fold", mucks=True)
MUST_BE_TAKEN = "an instant winner must be taken"


def _ways(a: Card, b: Card, c: Card, d: Card) -> tuple[tuple[str, Split], ...]:
    """Every way to split: its name, and the two hands."""
    w, x, y, z = name(a), name(b), name(c), name(d)
    return (
        (f"{w} {x} {y} / {z}", ((a, b, c), (d,))),
        (f"{w} {x} {z} / {y}", ((a, b, d), (c,))),
        (f"{w} {y} {z} / {x}", ((a, c, d), (b,))),
        (f"{x} {y} {z} / {w}", ((b, c, d), (a,))),
        (f"{w} {x} / {y} {z}", ((a, b), (c, d))),
        (f"{w} {y} / {x} {z}", ((a, c), (b, d))),
        (f"{w} {z} / {x} {y}", ((a, d), (b, c))),
    )


def _is_instant(felt: Felt, hand: int) -> bool:
    """Whether this is the first hand of a split, an instant winner not yet collected."""
    if hand == 1 or len(felt.spot.hands) == 1 or "play 1" in felt.spot.wagers:
        return False
    cards = felt.spot.hands[0].cards
    return len(cards) == 3 and instant_winner(three_of(cards))


def _active(hand: int) -> When:
    return lambda felt: PLAYS[hand] in felt.spot.wagers


def _folded(hand: int) -> When:
    return lambda felt: PLAYS[hand] not in felt.spot.wagers


def _all_folded(felt: Felt) -> bool:
    return felt.spot.choices.get(SPLIT) == FOLD_ALL.name


def _instant(felt: Felt) -> bool:
    return _is_instant(felt, 0)


def _player(hand: int) -> Fact:
    def score(felt: Felt) -> int:
        cards = felt.spot.hands[hand].cards if hand < len(felt.spot.hands) else ()
        return three_of(cards) if len(cards) == 3 else 0

    return Fact("player", score, THREE.words)


BLIND_HAND = Fact("player", lambda felt: royal_first_four(mask(felt.spot.cards)), BLIND_SCALE.words)


def hand_settlement(
    hand: int, dealer: Fact, qualified: Fact, rules: Mapping[object, str]
) -> Settle:
    player, play = _player(hand), PLAYS[hand]
    shown = "{player} against the dealer's {dealer}, who {qualified}"
    returned = Reason(rules[RETURNED], "returned: the dealer's {dealer} does not qualify")
    return Settle(
        (ANTES[hand], PLAYS[hand]),
        settle_hand,
        (
            Fact("played", _active(hand)),
            Fact("instant", lambda felt: _is_instant(felt, hand)),
            player,
            dealer,
            qualified,
        ),
        tables=(("ante.drawn", player), ("ante.instant", player)),
        reasons={
            FOLDED: Reason(rules[FOLDED], "folded: the ante is lost"),
            INSTANT: Reason(rules[INSTANT], "an instant winner, {player}; {ante.instant}"),
            WON: Reason(rules[WON], shown + "; {ante.drawn}"),
            WON_ANTE: Reason(rules[WON], shown + "; {ante.drawn}"),
            PUSHED: Reason(rules[PUSHED], shown + ": the same hand, bets returned"),
            PUSHED_ANTE: Reason(rules[PUSHED], shown + ": the same hand, ante returned"),
            LOST: Reason(rules[LOST], shown + ": lost"),
            LOST_ANTE: Reason(rules[LOST], shown + ": lost"),
        },
        own_reasons={
            (play, WON): Reason(rules[WON], shown + ": even money"),
            **{(play, why): returned for why in (WON_ANTE, PUSHED_ANTE, LOST_ANTE)},
        },
    )


def play_or_fold(hand: int, version: Dealer, rule: str) -> Choose:
    """The choice for a hand of a split that was not paid at once."""
    play = Option("play", bet=PLAYS[hand])
    fold = Option("fold", mucks=True, face_down=version.folds_face_down)

    def when(felt: Felt) -> bool:
        return len(felt.spot.hands) == 2 and ANTES[hand] not in felt.spot.results

    options, otherwise = (play, fold), (fold.name,)
    return Choose(HANDS[hand], options, hand=hand, when=when, rule=rule, otherwise=otherwise)


def flow(version: Dealer, rules: Mapping[object, str]) -> Flow:
    """The round, with the rule numbers of its version."""

    @lru_cache(maxsize=64)
    def dealers_three(cards: tuple[Card, ...]) -> int:
        return version.hand(cards[0], cards[1], cards[2], cards[3])

    dealer = Fact("dealer", lambda felt: dealers_three(felt.dealer.cards), THREE.words)
    qualified = Fact(
        "qualified",
        lambda felt: qualifies(dealers_three(felt.dealer.cards), version.qualifier),
        lambda yes: "qualifies" if yes else "does not qualify",
    )
    settlements = [hand_settlement(hand, dealer, qualified, rules) for hand in (0, 1)]
    blind = Settle(
        (BLIND,),
        settle_blind,
        (BLIND_HAND,),
        tables=(("blind", BLIND_HAND),),
        reasons={PAID: Reason(rules[PAID], "{player}; {blind}")},
    )
    all_folded = Settle(
        ANTES,
        settle_all_folded,
        (),
        reasons={FOLDED_ALL: Reason(rules[FOLDED_ALL], "folded all four: both antes are lost")},
        when=_all_folded,
    )
    shown = () if version.folds_face_down else (Reveal(To.SEAT),)
    return (
        Deal(To.SEAT, 4, Face.OWN, rule=rules["deal"]),
        Deal(To.DEALER, 1, Face.UP, rule=rules["deal"]),
        Deal(To.DEALER, 3, Face.DOWN, rule=rules["deal"]),
        in_turn(*shown, blind),
        in_turn(
            # An instant winner, which must be taken, is taken in the first possible way.
            Choose(SPLIT, splits, rule=rules["split"], otherwise=(FOLD_ALL.name,)),
            # An instant winner is paid to the player before the other hand is decided.
            settlements[0]._replace(when=_instant),
            Collect(0, when=_instant),
            all_folded,
            *(play_or_fold(hand, version, rules["play"]) for hand in (0, 1)),
            *(settlements[hand]._replace(when=_folded(hand)) for hand in (0, 1)),
        ),
        in_turn(
            Deal(To.SEAT, 3, Face.DOWN, Place.HAND_1, up_to=True, when=_active(0)),
            Deal(To.SEAT, 3, Face.DOWN, Place.HAND_2, up_to=True, when=_active(1)),
        ),
        Reveal(To.DEALER, rule=rules["dealer"]),
        right_to_left(
            Reveal(To.SEAT, when=lambda felt: _active(0)(felt) or _active(1)(felt)),
            *(settlements[hand]._replace(when=_active(hand)) for hand in (0, 1)),
        ),
    )


def secure(spot: Spot) -> bool:
    """A play bet is one ante, and only on a hand that is still on the table."""
    for hand in (0, 1):
        play = spot.wagers.get(PLAYS[hand])
        if play is not None:
            lies = len(spot.hands) == 2 and spot.hands[hand].cards
            if not lies or play != spot.wagers[ANTES[hand]]:
                return False
    return True


V1_RULES: dict[object, str] = {
    "deal": "rule 3",
    PAID: "rule 4",
    "split": "rules 5 and 6",
    INSTANT: "rule 5",
    "play": "rule 7",
    FOLDED: "rule 7",
    FOLDED_ALL: "rule 6",
    "dealer": "rule 9",
    RETURNED: "rule 9",
    WON: "rule 10",
    PUSHED: "rule 10",
    LOST: "rule 10",
}
V2_RULES: dict[object, str] = {
    "deal": "rule 1",
    PAID: "rule 2",
    "split": "rule 3",
    "play": "rule 3",
    FOLDED: "rule 4",
    FOLDED_ALL: "rule 4",
    INSTANT: "rule 4",
    "dealer": "rule 6",
    RETURNED: "rule 6",
    WON: "rule 7",
    PUSHED: "rule 7",
    LOST: "rule 7",
}

WAGERS = (
    Wager(ANTES[0], required=True, table="ante"),
    Wager(ANTES[1], required=True, equals=ANTES[0], table="ante", part_of=ANTES[0]),
    Wager(BLIND, required=True, at_least=ANTES[0], table="blind"),
    Wager(PLAYS[0], follows=True, part_of=ANTES[0]),
    Wager(PLAYS[1], follows=True, part_of=ANTES[0]),
)
V1_TABLES = load(__package__, "4-card-split-v1")

FOUR_CARD_SPLIT_V1 = Game(
    id="4-card-split-v1",
    name="4 Card Split V1",
    title="Split four cards into two three-card hands; the dealer plays the best three of four.",
    source="4 Card Split, eTable Games, December 2014",
    decks=1,
    seats_max=8,
    seats_why="8 x 6 + 4 = 52 cards",
    wagers=WAGERS,
    options=(),
    paytables=V1_TABLES,
    flow=flow(DEALERS["4-card-split-v1"], V1_RULES),
    how_to_play=how_to_play(__package__, "4-card-split-v1"),
    secure=secure,
    sets=load_sets(__package__, "4-card-split-v1", V1_TABLES),
)

FOUR_CARD_SPLIT_V2 = FOUR_CARD_SPLIT_V1._replace(
    id="4-card-split-v2",
    name="4 Card Split V2",
    title="Split four cards into two three-card hands; the dealer must play the upcard.",
    source="4 Card Split Version 2, eTable Games, April 2015",
    paytables=load(__package__, "4-card-split-v2"),
    flow=flow(DEALERS["4-card-split-v2"], V2_RULES),
    how_to_play=how_to_play(__package__, "4-card-split-v2"),
    sets=(),
    aliases=("4-card-split", "split"),  # the approved version
)
GAMES = (FOUR_CARD_SPLIT_V1, FOUR_CARD_SPLIT_V2)
