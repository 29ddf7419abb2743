"""4 Card Split, Version 2 (April 2015) and Version 1 (December 2014), by their rules.

Rules are numbered differently in the two; a test that plays both is named by Version 2's number.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards.card import DECK, check_copies, mask, parse, text
from croupier.cards.hands import three_card
from croupier.cards.scales import BLIND, THREE
from croupier.errors import BadTable, IllegalAction, IllegalWager
from croupier.games.four_card_split.rules import (
    DEALERS,
    FOLDED,
    INSTANT,
    LOST,
    LOST_ANTE,
    PUSHED,
    PUSHED_ANTE,
    WON,
    WON_ANTE,
    best_three_of_four,
    instant_winner,
    secure,
    settle_hand,
    three_with_upcard,
)
from croupier.rules.felt import Face
from croupier.table.events import Dealt, Revealed, Settled
from croupier.table.round import Round, deal, rebuild
from croupier.table.source import Deck, Laid
from croupier.table.table import Table, open_table
from croupier.table.view import view

V1, V2 = open_table("4-card-split-v1"), open_table("4-card-split-v2")
ANTE = 500

both_versions = pytest.mark.parametrize("table", [V1, V2], ids=["V1", "V2"])

NO_KING = "2s 6h 9h Jc"  # the dealer does not qualify: jack high
KING = "Ks 6h 9h Jc"


def bets(ante: int = ANTE, blind: int | None = None) -> dict[str, int]:
    return {"ante 1": ante, "ante 2": ante, "blind": ante if blind is None else blind}


def dealt(
    table: Table, cards: Mapping[int, str], wagers: Mapping[int, Mapping[str, int]] | None = None
) -> Round:
    """Cards for each seat, supplementary ones last; 0 is the dealer, whose first card is up."""
    laid = {seat: parse(hand) for seat, hand in cards.items()}
    check_copies([card for hand in laid.values() for card in hand])
    stakes = wagers or {seat: bets() for seat in cards if seat}
    return deal(table, stakes, Laid(laid))


def played(table: Table, player: str, dealer: str, *acts: str) -> Round:
    """One seat that acts like this, to the end."""
    state = dealt(table, {1: player, 0: dealer})
    for act in acts:
        state = state.act(1, act)
    assert state.over
    return state


def nets(state: Round, seat: int = 1) -> dict[str, int]:
    return {wager: result.net for wager, result in state.results[seat].items()}


def one_hand(table: Table, three: str, dealer: str) -> dict[str, int]:
    """The ante and the play bet of a three-card hand that is played as it is, alone.

    Two of its cards are dealt first and one is drawn, while the other two cards are folded.
    """
    first, second, third = three.split()
    spare = next(
        f"{a} {b}"
        for a, b in combinations([text([card]) for card in DECK], 2)
        if not {a, b} & {*three.split(), *dealer.split()}
        and not any(
            instant_winner(three_card(mask(way)))
            for way in combinations(parse(f"{first} {second} {a} {b}"), 3)
        )
    )
    state = played(
        table,
        f"{first} {second} {spare} {third}",
        dealer,
        f"{first} {second} / {spare}",
        "play",
        "fold",
    )
    return {wager: nets(state)[wager] for wager in ("ante 1", "play 1")}


# --- Rule 1


@both_versions
def test_rule_1_two_equal_antes(table: Table) -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt(table, {1: "As Ad Kc 2d", 0: KING}, {1: {**bets(), "ante 2": 600}})
    assert refused.value.code == "wager/unequal"
    assert refused.value.message == (f"{table.game.id} seat 1: ante 2 $6; it must equal ante 1, $5")


@both_versions
@pytest.mark.parametrize("missing", ["ante 1", "ante 2", "blind"])
def test_rule_1_antes_and_blind_are_mandatory(table: Table, missing: str) -> None:
    wagers = {name: stake for name, stake in bets().items() if name != missing}
    with pytest.raises(IllegalWager) as refused:
        dealt(table, {1: "As Ad Kc 2d", 0: KING}, {1: wagers})
    assert refused.value.code == "wager/missing"
    assert refused.value.message == (
        f"{table.game.id} seat 1: no {missing}; a seat must bet ante 1, ante 2, blind"
    )


@both_versions
def test_rule_1_the_blind_is_at_least_the_ante(table: Table) -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt(table, {1: "As Ad Kc 2d", 0: KING}, {1: bets(blind=400)})
    assert refused.value.message == (
        f"{table.game.id} seat 1: blind $4; it must be at least ante 1, $5"
    )
    assert dealt(table, {1: "As Ad Kc 2d", 0: KING}, {1: bets(blind=700)}).turn == 1


@both_versions
def test_rule_1_four_cards_each_and_the_dealer_shows_one(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d", 2: "3c 5d 7h 9s", 0: KING})
    assert view(state, 1).dealer == (*parse("Ks"), None, None, None)
    assert [len(spot.cards) for spot in state.spots] == [4, 4]


@both_versions
def test_rule_1_dealt_from_the_left_the_dealer_last(table: Table) -> None:
    state = deal(table, {4: bets(), 2: bets()}, Deck(DECK))
    out = [(event.seat, len(event.cards)) for event in state.events if isinstance(event, Dealt)]
    assert out == [(2, 4), (4, 4), (0, 1), (0, 3)]


# --- Rule 2, the blind


@both_versions
@pytest.mark.parametrize(
    "hand, won",
    [
        ("Tc Td 2h 3s", True),  # a pair of tens or better
        ("9c 9d Ah Ks", False),
        ("Ac Kd Jh 9s", False),
        ("2c 2d 3h 3s", True),
    ],
)
def test_rule_2_the_blind_wins_with_a_pair_of_tens_or_better(
    table: Table, hand: str, won: bool
) -> None:
    state = dealt(table, {1: hand, 0: "4c 6h 7h Jc"})
    assert (state.results[1]["blind"].net > 0) is won


@pytest.mark.parametrize(
    "table, id_, hand, units",
    [
        (V2, "P1", "As Ks Qs Js", 500),
        (V2, "P1", "2c 2d 2h 2s", 100),
        (V2, "P17", "2c 2d 2h 2s", 120),
        (V2, "P8", "Ts 9s 8s 7s", 60),
        (V2, "P1", "Ac 2d 3h 4s", 6),  # ace to four is a straight
        (V2, "P2", "Ac 2d 3h 4s", 5),
        (V2, "P1", "9c 9d 3h 3s", 4),
        (V2, "P1", "Tc Td 3h 2s", 2),
        (V2, "P1", "9c 9d 3h 2s", -1),
        (V1, "1a", "9c 9d 3h 3s", 5),  # the drawing's 6 is a misprint
        (V1, "2a", "9c 9d 3h 3s", 6),
        (V1, "1d", "As Ks Qs Js", 600),
        (V1, "2b", "As Ks Qs Js", 1000),
    ],
)
def test_rule_2_the_blind_pays_as_posted(table: Table, id_: str, hand: str, units: int) -> None:
    posted = open_table(table.game, posted={"blind": id_})
    state = dealt(posted, {1: hand, 0: "4c 6h 7h Jc"}, {1: bets(blind=800)})
    assert state.results[1]["blind"].net == units * 800


@both_versions
def test_rule_2_the_blind_is_settled_as_dealt_before_any_decision(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d", 2: "3c 5d 7h 9s", 0: KING})
    assert (state.turn, state.choice and state.choice.name) == (1, "split")
    assert nets(state, 1) == {"blind": 2 * ANTE}
    assert nets(state, 2) == {"blind": -ANTE}
    shown = parse("As Ad Kc 2d") if table is V2 else (None,) * 4  # V1: to the dealer only
    assert view(state).spots[0].hands == (shown,)


@both_versions
def test_rule_2_the_blind_is_never_lost_by_folding(table: Table) -> None:
    state = played(table, "As Ad Kc 2d", KING, "fold")
    assert nets(state) == {"blind": 2 * ANTE, "ante 1": -ANTE, "ante 2": -ANTE}


@both_versions
def test_rule_2_the_blind_ranks_four_cards_and_not_the_split_hands(table: Table) -> None:
    """The pair of sevens becomes three with the draw; the blind was already lost."""
    acts = ("7c 7d / 2h 9s", "play", "fold")
    assert nets(played(table, "7c 7d 2h 9s 7h", KING, *acts))["blind"] == -ANTE


# --- Rule 3, splitting


@both_versions
def test_rule_3_example_a_k_q_2_must_claim_a_k_q(table: Table) -> None:
    state = dealt(table, {1: "As Kd Qh 2c", 0: NO_KING})
    assert state.legal == ("As Kd Qh / 2c",)
    for other in ("As Kd / Qh 2c", "As Kd 2c / Qh", "fold"):
        with pytest.raises(IllegalAction) as refused:
            state.act(1, other)
        assert refused.value.message.endswith("legal: As Kd Qh / 2c")
    assert state.turn == 1 and "split" not in state.spot(1).choices


@both_versions
def test_rule_3_example_a_a_k_2_may_be_split_in_any_way_or_folded(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d", 0: NO_KING})
    assert set(state.legal) == {
        "As Ad 2d / Kc",  # {[A-A-2], [K]}
        "As Ad / Kc 2d",  # {[A, A], [K, 2]}
        *("As Ad Kc / 2d", "As Kc 2d / Ad", "Ad Kc 2d / As"),
        *("As Kc / Ad 2d", "As 2d / Ad Kc"),
        "fold",
    }


@both_versions
def test_rule_3_a_split_may_be_written_in_any_order(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d", 0: NO_KING})
    for written in ("As Ad / Kc 2d", "ad as|2d kc", "Kc2d / AsAd", "K♣ 2♦ / A♦ A♠"):
        spot = state.act(1, written).spot(1)
        assert [text(hand.cards) for hand in spot.hands] == ["As Ad", "Kc 2d"]


@both_versions
@pytest.mark.parametrize("written", ["As Ad", "As Ad / Kc", "As Ad / Kc 3d", "As / Ad / Kc 2d", ""])
def test_rule_3_what_is_not_a_split_of_the_hand_is_refused(table: Table, written: str) -> None:
    with pytest.raises(IllegalAction, match="legal: As Ad Kc / 2d"):
        dealt(table, {1: "As Ad Kc 2d", 0: NO_KING}).act(1, written)


@both_versions
@pytest.mark.parametrize(
    "three, is_instant",
    [
        ("As Ks Qs", True),
        ("4h 5h 6h", True),
        ("4c 4d 4h", True),
        ("4c 5d 6h", True),
        ("Ac 2d 3h", True),  # the lowest straight
        ("2c 5c 9c", True),
        ("Kc Ad 2h", False),
        ("Ac Ad Kh", False),
    ],
)
def test_rule_3_instant_winners_are_a_flush_or_better(
    table: Table, three: str, is_instant: bool
) -> None:
    state = dealt(table, {1: f"{three} Td", 0: "2s 7s 9s Jc"})
    ways = 1 if is_instant else 8
    assert len(state.legal) == ways


@both_versions
def test_rule_3_several_instant_winners_one_must_be_taken_the_player_chooses(table: Table) -> None:
    state = dealt(table, {1: "2c 3c 4c 5c 9d Td", 0: NO_KING})
    assert state.legal == (
        "2c 3c 4c / 5c",
        "2c 3c 5c / 4c",
        "2c 4c 5c / 3c",
        "3c 4c 5c / 2c",
    )
    straight_flush = 15 if table is V1 else 12
    took = state.act(1, "3c 4c 5c / 2c").act(1, "fold")
    assert nets(took)["ante 1"] == straight_flush * ANTE
    took = state.act(1, "2c 3c 5c / 4c").act(1, "fold")
    assert nets(took)["ante 1"] == 2 * ANTE  # the flush, by choice


@both_versions
def test_rule_3_straight_or_flush_in_one_hand_either_may_be_taken(table: Table) -> None:
    state = dealt(table, {1: "4c 5d 6c 9c Kd Td", 0: NO_KING})
    assert set(state.legal) == {"4c 5d 6c / 9c", "4c 6c 9c / 5d"}


@both_versions
def test_rule_3_four_of_a_kind_is_one_three_of_a_kind(table: Table) -> None:
    state = dealt(table, {1: "8c 8d 8h 8s Kd Td", 0: NO_KING})
    assert len(state.legal) == 4
    state = state.act(1, state.legal[0])
    assert (state.turn, state.choice and state.choice.name) == (1, "hand 2")
    done = state.act(1, "fold")
    blind = 200 if table is V1 else 100
    assert nets(done) == {"blind": blind * ANTE, "ante 1": 8 * ANTE, "ante 2": -ANTE}


@both_versions
def test_rule_3_an_instant_winner_takes_no_play_bet_and_the_single_card_may_be_played_or_folded(
    table: Table,
) -> None:
    state = dealt(table, {1: "As Kd Qh 2c Jd Td", 0: KING.replace("Ks", "Kh")})
    state = state.act(1, "As Kd Qh / 2c")
    assert state.choice and state.choice.name == "hand 2"
    assert state.legal == ("play", "fold")
    assert "play 1" not in state.act(1, "play").spot(1).wagers
    assert nets(state.act(1, "fold"))["ante 2"] == -ANTE


@both_versions
def test_rule_4_an_instant_winner_is_paid_at_once_whatever_the_dealer_holds(table: Table) -> None:
    """Seat 1's flush is paid before seat 2 acts; the dealer's straight flush would beat it."""
    cards = {1: "2c 5c 9c Kd", 2: "As Ad Kc 2d", 0: "4h 5h 6h Jc"}
    state = dealt(table, cards).act(1, "2c 5c 9c / Kd").act(1, "fold")
    assert state.turn == 2
    assert nets(state, 1) == {"blind": -ANTE, "ante 1": 2 * ANTE, "ante 2": -ANTE}
    assert nets(state.act(2, "fold"), 1)["ante 1"] == 2 * ANTE


@both_versions
def test_rule_4_an_instant_winner_is_paid_and_collected_before_the_other_hand_is_decided(
    table: Table,
) -> None:
    """V1, rule 5; V2, summary: the payout, the cards collected, then the single card."""
    state = dealt(table, {1: "As Kd Qh 2c", 0: "7h 9h Jc 4d"}).act(1, "As Kd Qh / 2c")
    assert [type(event).__name__ for event in state.events[-3:]] == [
        "Acted",
        "Settled",
        "Collected",
    ]
    assert (state.choice and state.choice.name, state.legal) == ("hand 2", ("play", "fold"))
    assert nets(state) == {"blind": -ANTE, "ante 1": 3 * ANTE}
    spot = state.spot(1)
    assert [text(hand.cards) for hand in spot.hands] == ["", "2c"]
    assert text(spot.rack) == "As Kd Qh"
    assert view(state).spots[0].rack == parse("As Kd Qh")  # face up, as it was
    done = state.act(1, "fold")
    assert nets(done)["ante 1"] == 3 * ANTE
    assert sorted(done.spot(1).rack) == sorted(parse("As Kd Qh 2c"))


@pytest.mark.parametrize("table_id, instant, drawn, royal", [("I", 3, 3, 30), ("II", 2, 3, 40)])
def test_v1_rules_5_and_10_a_straight_pays_2_at_once_but_3_drawn_in_table_ii(
    table_id: str, instant: int, drawn: int, royal: int
) -> None:
    table = open_table("4-card-split-v1", posted={"ante": table_id})
    state = dealt(table, {1: "4c 5d 6h Ks", 0: NO_KING.replace("6h", "7s")})
    assert nets(state.act(1, "4c 5d 6h / Ks").act(1, "fold"))["ante 1"] == instant * ANTE
    assert one_hand(table, "4c 5d 6s", "Qs Th 9h 3d")["ante 1"] == drawn * ANTE
    assert one_hand(table, "As Ks Qs", "Qd Th 9h 3d")["ante 1"] == royal * ANTE


# --- Rule 3, play or fold; rule 5, supplementary cards


@both_versions
def test_rule_3_a_play_bet_is_one_ante_and_each_hand_is_decided_separately(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d 5h 6s", 0: NO_KING.replace("6h", "7h")})
    state = state.act(1, "As Ad / Kc 2d")
    assert (state.choice and state.choice.name, state.legal) == ("hand 1", ("play", "fold"))
    state = state.act(1, "play")
    assert state.spot(1).wagers["play 1"] == ANTE
    assert (state.choice and state.choice.name, state.legal) == ("hand 2", ("play", "fold"))
    state = state.act(1, "fold")
    assert "play 2" not in state.spot(1).wagers
    assert nets(state)["ante 2"] == -ANTE
    assert nets(state)["ante 1"] == ANTE


@both_versions
def test_rule_3_cards_cannot_be_moved_once_split(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d 5h 6s", 0: NO_KING.replace("6h", "7h")})
    state = state.act(1, "As Ad / Kc 2d")
    with pytest.raises(IllegalAction, match=r"'As Kc / Ad 2d'; legal: play, fold"):
        state.act(1, "As Kc / Ad 2d")


@both_versions
@pytest.mark.parametrize("split, drawn", [("As Ad / Kc 2d", (1, 1)), ("As Ad 2d / Kc", (0, 2))])
def test_rule_5_supplementary_cards_make_every_active_hand_three(
    table: Table, split: str, drawn: tuple[int, int]
) -> None:
    state = played(table, "As Ad Kc 2d 5h 6s", "Qs 7h 9h Jc", split, "play", "play")
    before = [len(half.split()) for half in split.split(" / ")]
    assert [len(hand.cards) for hand in state.spot(1).hands] == [3, 3]
    supplementary = [event for event in state.events if isinstance(event, Dealt)][3:]
    assert sum(len(event.cards) for event in supplementary) == sum(drawn) == 6 - sum(before)
    assert all(event.face is Face.DOWN for event in supplementary)


@both_versions
def test_rule_5_a_folded_hand_and_an_instant_winner_draw_nothing(table: Table) -> None:
    folded = played(table, "As Ad Kc 2d 5h", "Qs 7h 9h Jc", "As Ad / Kc 2d", "play", "fold")
    assert [text(hand.cards) for hand in folded.spot(1).hands] == ["As Ad 5h", ""]
    instant = played(table, "As Kd Qh 2c 5h 6s", "Qs 7h 9h Jc", "As Kd Qh / 2c", "play")
    assert [text(hand.cards) for hand in instant.spot(1).hands] == ["", "2c 5h 6s"]


@both_versions
def test_rule_5_supplementary_cards_are_hidden_from_all_their_owner_too_until_resolved(
    table: Table,
) -> None:
    state = played(table, "As Ad Kc 2d 5h 6s", "Qs 7h 9h Jc", "As Ad / Kc 2d", "play", "play")
    drawn = max(at for at, event in enumerate(state.events) if isinstance(event, Dealt))
    before = rebuild(table, state.source, state.events[: drawn + 1])
    for seat in (1, None):
        hands = view(before, seat).spots[0].hands
        assert hands == ((*parse("As Ad"), None), (*parse("Kc 2d"), None))
    assert view(state).spots[0].hands == (parse("As Ad 5h"), parse("Kc 2d 6s"))


@both_versions
def test_rule_5_cards_are_drawn_only_after_every_seat_has_decided(table: Table) -> None:
    cards = {1: "As Ad Kc 2d 5h 6s", 2: "3c 5d 7h 9s Td 4s", 0: "Qs 7d 9h Jc"}
    state = dealt(table, cards)
    state = state.act(1, "As Ad / Kc 2d").act(1, "play").act(1, "play")
    assert [len(hand.cards) for hand in state.spot(1).hands] == [2, 2]
    state = state.act(2, "3c 5d / 7h 9s").act(2, "play").act(2, "play")
    assert state.over
    drawn = [event.seat for event in state.events if isinstance(event, Dealt)][4:]
    assert drawn == [1, 1, 2, 2]


# --- Rule 6, the dealer's hand


def test_v2_rule_6_the_upcard_must_play() -> None:
    """Three kings in the hole and a deuce are only a pair of kings."""
    assert three_with_upcard(*parse("2c Kd Kh Ks")) == three_card(mask(parse("2c Kd Kh")))
    assert one_hand(V2, "Ac Ad 5h", "2c Kd Kh Ks") == {"ante 1": ANTE, "play 1": ANTE}


def test_v1_rule_9_the_dealer_plays_the_best_three_of_four() -> None:
    assert best_three_of_four(*parse("2c Kd Kh Ks")) == three_card(mask(parse("Kd Kh Ks")))
    assert one_hand(V1, "Ac Ad 5h", "2c Kd Kh Ks") == {"ante 1": -ANTE, "play 1": -ANTE}


def test_dealers_hands_against_every_choice_of_cards() -> None:
    shuffle = random.Random("dealer")
    for _ in range(5000):
        up, *hole = shuffle.sample(DECK, 4)
        with_upcard = [three_card(mask((up, *two))) for two in combinations(hole, 2)]
        assert three_with_upcard(up, *hole) == max(with_upcard)
        assert best_three_of_four(up, *hole) == max(*with_upcard, three_card(mask(hole)))


@pytest.mark.parametrize(
    "floor, high",
    [
        (DEALERS["4-card-split-v2"].qualifier, "KA"),
        (DEALERS["4-card-split-v1"].qualifier, "QKA"),
    ],
)
def test_rule_6_every_three_cards_qualify_or_not(floor: int, high: str) -> None:
    """A hand qualifies by a high enough card, or by being more than high cards."""
    for cards in combinations(DECK, 3):
        held = {"23456789TJQKA"[card % 13] for card in cards}
        high_card = three_card(mask(cards)) < THREE.score(parse("2c 2d 3h"))
        qualifies = bool(held & set(high)) or not high_card
        assert (three_card(mask(cards)) >= floor) is qualifies, text(cards)


@pytest.mark.parametrize(
    "table, dealer, qualifies",
    [
        (V2, "Ks 6h 2h 3c", True),  # king high
        (V2, "2h 6h Ks 3c", True),  # a king from the hole
        (V2, "As 6h 2h 9c", True),
        (V2, "Qs Jh 9h 8c", False),
        (V2, "2s 2h 9h 8c", True),  # a low pair is better than king high
        (V2, "9s 2h 2d 4c", True),  # the pair plays with the upcard
        (V1, "Qs 6h 2h 3c", True),
        (V1, "2h 6h Qs 3c", True),
        (V1, "Js 9h 8h 3c", False),
        (V1, "2s 2h 9h 8c", True),
    ],
)
def test_rule_6_qualifying(table: Table, dealer: str, qualifies: bool) -> None:
    won = one_hand(table, "Ac Ad 5s", dealer)
    assert won == {"ante 1": ANTE, "play 1": ANTE if qualifies else 0}


@both_versions
def test_rule_6_unqualified_play_bets_are_returned_and_antes_contested_with_odds(
    table: Table,
) -> None:
    assert one_hand(table, "Ac Ad 5s", NO_KING) == {"ante 1": ANTE, "play 1": 0}
    assert one_hand(table, "3d 5d 8d", NO_KING) == {"ante 1": 2 * ANTE, "play 1": 0}
    assert one_hand(table, "4c 4d 4h", NO_KING) == {"ante 1": 8 * ANTE, "play 1": 0}
    assert one_hand(table, "Jd 4d 3s", NO_KING) == {"ante 1": -ANTE, "play 1": 0}


# --- Rule 7, resolving


@both_versions
def test_rule_7_a_lower_hand_loses_ante_and_play(table: Table) -> None:
    assert one_hand(table, "Qc Td 8s", KING) == {"ante 1": -ANTE, "play 1": -ANTE}


@both_versions
def test_rule_7_the_same_hand_is_a_push(table: Table) -> None:
    assert one_hand(table, "Kd Jd 9s", KING) == {"ante 1": 0, "play 1": 0}
    assert one_hand(table, "Jd 9d 6s", "Js 6h 9h 2c") == {"ante 1": 0, "play 1": 0}  # unqualified


@pytest.mark.parametrize(
    "three, v2, v1",
    [
        ("Ad Kd Qd", 30, 30),
        ("Qd Jd Td", 12, 15),
        ("2d 3d Ad", 12, 15),
        ("4c 4d 4h", 8, 8),
        ("4c 5d 3s", 3, 3),
        ("3d 5d 8d", 2, 2),
        ("Ac Ad 5s", 1, 1),
        ("Ac Td 8s", 1, 1),
    ],
)
def test_rule_7_winning_antes_pay_odds_and_play_bets_even_money(
    three: str, v2: int, v1: int
) -> None:
    assert one_hand(V2, three, KING) == {"ante 1": v2 * ANTE, "play 1": ANTE}
    assert one_hand(V1, three, KING) == {"ante 1": v1 * ANTE, "play 1": ANTE}


@both_versions
def test_rule_7_a_2_3_is_the_lowest_straight_and_beats_a_flush(table: Table) -> None:
    straight = "2h 3c 4d Jh"
    assert one_hand(table, "As 2d 3s", straight)["play 1"] == -ANTE
    assert one_hand(table, "As 2d 3s", "Kh 4h 9h Jc")["play 1"] == ANTE


@pytest.mark.parametrize(
    "played, instant, player, qualified, settled",
    [
        (0, 1, 60, 1, (INSTANT, 2, 0)),
        (0, 0, 60, 1, (FOLDED, -1, 0)),
        (1, 0, 60, 1, (WON, 3, 1)),
        (1, 0, 60, 0, (WON_ANTE, 3, 0)),
        (1, 0, 50, 1, (PUSHED, 0, 0)),
        (1, 0, 50, 0, (PUSHED_ANTE, 0, 0)),
        (1, 0, 40, 1, (LOST, -1, -1)),
        (1, 0, 40, 0, (LOST_ANTE, -1, 0)),
    ],
)
def test_rules_4_6_and_7_in_antes(
    played: int, instant: int, player: int, qualified: int, settled: tuple[int, int, int]
) -> None:
    """The settlement itself: the dealer has 50, a drawn hand pays 3, an instant winner 2."""
    drawn, at_once = ((0, 3),), ((0, 2),)
    assert settle_hand(played, instant, player, 50, qualified, drawn, at_once) == settled


@both_versions
def test_rule_7_both_hands_are_resolved_each_against_the_dealer(table: Table) -> None:
    state = played(table, "As Ad 4c 2d 5s 6s", KING, "As Ad / 4c 2d", "play", "play")
    assert nets(state) == {
        "blind": 2 * ANTE,
        "ante 1": ANTE,
        "play 1": ANTE,
        "ante 2": -ANTE,
        "play 2": -ANTE,
    }


@both_versions
def test_rule_7_revealed_and_resolved_from_the_right_to_the_left(table: Table) -> None:
    cards = {1: "As Ad Kc 2d 5h 6s", 3: "3c 5d 7h 9s Td 4s", 5: "8c 8d Tc 4d", 0: "Qs 7d 9h Jc"}
    state = dealt(table, cards)
    state = state.act(1, "As Ad / Kc 2d").act(1, "play").act(1, "play")
    state = state.act(3, "3c 5d / 7h 9s").act(3, "play").act(3, "play")
    state = state.act(5, "fold")
    shown = max(
        at
        for at, event in enumerate(state.events)
        if isinstance(event, Revealed) and event.seat == 0
    )
    after = [event for event in state.events[shown:] if isinstance(event, Settled)]
    assert [(event.seat, event.results[0].wager) for event in after] == [
        (3, "ante 1"),
        (3, "ante 2"),
        (1, "ante 1"),
        (1, "ante 2"),
    ]


@both_versions
def test_folding_all_four_loses_both_antes(table: Table) -> None:
    state = played(table, "3c 5d 7h 9s", KING.replace("9h", "9d"), "fold")
    assert nets(state) == {"blind": -ANTE, "ante 1": -ANTE, "ante 2": -ANTE}
    assert sorted(state.spot(1).rack) == sorted(parse("3c 5d 7h 9s"))


# --- Printed figures


PRINTED = {  # Outcome: Comb, Frequency in percent, Hands/hit
    "ROYAL FLUSH": (4, "0.0015", 67681),
    "FOUR OF A KIND": (13, "0.0048", 20825),
    "STRAIGHT FLUSH": (40, "0.0148", 6768),
    "THREE OF A KIND": (2496, "0.9220", 108),
    "FLUSH": (2816, "1.0402", 96),
    "STRAIGHT": (2772, "1.0239", 98),  # printed 96, a misprint
    "TWO PAIRS": (2808, "1.0372", 96),
    "PAIR A-T": (31680, "11.7019", 9),
    "PAIR 9-2": (50688, "18.7231", None),
    "HIGH CARD": (177408, "65.5307", None),
}


def test_printed_frequencies_and_hands_a_hit_follow_from_the_counts(
    suit_classes: Callable[[int], Iterable[tuple[tuple[int, ...], int]]],
) -> None:
    (table, *_) = V2.game.paytables["blind"].tables
    counts = dict.fromkeys(PRINTED, 0)
    for cards, times in suit_classes(4):
        counts[table.row(BLIND.score(cards)).label.upper()] += times
    for label, (comb, frequency, hands_a_hit) in PRINTED.items():
        assert counts[label] == comb
        assert abs(Fraction(100 * comb, 270725) - Fraction(frequency)) <= Fraction(1, 20000), label
        if hands_a_hit is not None:
            assert round(Fraction(270725, comb)) == hands_a_hit, label
    winning = sum(counts.values()) - counts["PAIR 9-2"] - counts["HIGH CARD"]
    assert abs(Fraction(100 * winning, 270725) - Fraction("15.7462")) <= Fraction(1, 20000)


# --- Seats


@both_versions
def test_eight_seats_use_the_whole_deck_and_no_card_is_burned(table: Table) -> None:
    """8 x 6 + 4 = 52."""
    shuffled = tuple(random.Random("eight seats").sample(DECK, 52))
    state = deal(table, {seat: bets() for seat in range(1, 9)}, Deck(shuffled))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, state.legal[0])
    out = [card for event in state.events if isinstance(event, Dealt) for card in event.cards]
    assert sorted(out) == list(DECK)
    for spot in state.spots:
        collected = (spot.rack,) if spot.rack else ()
        assert [len(cards) for cards in (*(h.cards for h in spot.hands), *collected) if cards] == [
            3,
            3,
        ]


@both_versions
@pytest.mark.parametrize("seats, told", [(range(1, 10), "9 seats"), ([9], "seat 9")])
def test_a_ninth_seat_is_refused(table: Table, seats: list[int], told: str) -> None:
    with pytest.raises(BadTable) as refused:
        deal(table, {seat: bets() for seat in seats}, Deck(DECK))
    assert refused.value.message == (
        f"{told}; {table.game.id} has seats 1 to 8 (8 x 6 + 4 = 52 cards)"
    )


@both_versions
def test_game_security_a_play_bet_is_one_ante_on_a_hand_that_is_still_there(table: Table) -> None:
    state = dealt(table, {1: "As Ad Kc 2d 5h 6s", 0: NO_KING.replace("6h", "7h")})
    spot = state.act(1, "As Ad / Kc 2d").act(1, "play").spot(1)
    assert secure(spot)
    assert not secure(spot._replace(wagers={**spot.wagers, "play 1": ANTE + 1}))
    assert not secure(spot._replace(hands=spot.hands[:1]))


def test_default_tables_are_the_first_printed() -> None:
    assert V2.posted_ids == {"ante": "V2", "blind": "P1"}
    assert V1.posted_ids == {"ante": "I", "blind": "1a"}
