"""Four Card Prime, rule by rule: what June 2022 prints, and how it is read where it is silent."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from croupier.cards.card import DECK, check_copies, parse, text
from croupier.errors import BadTable, IllegalAction, IllegalWager
from croupier.games.four_card_prime import rules
from croupier.games.four_card_prime.rules import (
    COPIED,
    ENVY,
    FOLDED,
    LOST,
    PAID,
    WON,
    secure,
    settle,
    settle_envy_jackpot,
    settle_jackpot,
)
from croupier.rules.felt import Face
from croupier.rules.paytable import LOSS
from croupier.table.events import Dealt, Revealed, Settled
from croupier.table.round import Round, deal
from croupier.table.source import Deck, Laid
from croupier.table.table import Table, open_table, with_pays
from croupier.table.view import view

TABLE = open_table("four-card-prime")
ANTE, SIDE = 500, 100
FIVE, FOUR = "five card jackpot", "four card jackpot"

# Hands of five for the player, and of six for the dealer, that share no card.
NOTHING = "2h 5d 8s Js Qd"
DEALERS_PAIR = "Kc Kd 9h 7s 4c 2s"


def dealt(
    cards: Mapping[int, str],
    wagers: Mapping[int, Mapping[str, int]] | None = None,
    table: Table = TABLE,
) -> Round:
    """Cards for each seat; 0 is the dealer. Every seat bets an ante, unless specified otherwise."""
    laid = {seat: parse(hand) for seat, hand in cards.items()}
    check_copies([card for hand in laid.values() for card in hand])
    stakes = wagers or {seat: {"ante": ANTE} for seat in cards if seat}
    return deal(table, stakes, Laid(laid))


def nets(state: Round, seat: int = 1) -> dict[str, int]:
    assert state.over
    return {wager: result.net for wager, result in state.results[seat].items()}


def against(
    player: str,
    dealer: str,
    action: str = "raise 1x",
    *,
    side: Mapping[str, int] | None = None,
    table: Table = TABLE,
) -> dict[str, int]:
    """The nets of one seat: ante 5 dollars, and perhaps side wagers."""
    state = dealt({1: player, 0: dealer}, {1: {"ante": ANTE, **(side or {})}}, table)
    return nets(state.act(1, action))


def posting(**posted: str) -> Table:
    return open_table("four-card-prime", posted=posted)


def under(**options: bool | int | str) -> Table:
    return open_table("four-card-prime", options=options)


# --- Rules 1 to 5


def test_rule_1_an_ante_must_be_made() -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt({1: NOTHING, 0: DEALERS_PAIR}, {1: {"aces baby": SIDE}})
    assert refused.value.code == "wager/missing"
    assert refused.value.message == "four-card-prime seat 1: no ante; a seat must bet ante"


def test_rule_1_bonus_wagers_are_optional_and_the_raise_comes_later() -> None:
    offered = [wager.name for wager in TABLE.offers]
    assert offered == ["ante", "aces baby", "prime", "bad beat", FIVE, FOUR]
    with pytest.raises(IllegalWager) as refused:
        dealt({1: NOTHING, 0: DEALERS_PAIR}, {1: {"ante": ANTE, "raise": ANTE}})
    assert "'raise' is not offered before the deal; offered: ante, aces baby" in str(refused.value)


def test_rule_2_five_cards_to_each_player_six_to_the_dealer_one_of_them_up() -> None:
    state = deal(TABLE, {1: {"ante": ANTE}, 3: {"ante": ANTE}}, Deck(DECK))
    events = [(event.seat, len(event.cards)) for event in state.events if isinstance(event, Dealt)]
    assert events == [(1, 5), (3, 5), (0, 1), (0, 5)]
    assert state.spot(1).cards + state.spot(3).cards + state.dealer.cards == DECK[:16]
    assert state.dealer.faces == (Face.UP, *[Face.DOWN] * 5)


def test_rule_2_a_player_sees_the_upcard_and_no_hand_but_their_own() -> None:
    state = dealt({1: NOTHING, 2: "Ac Ad 3h 6c 9c", 0: DEALERS_PAIR})
    mine, onlooker = view(state, 1), view(state)
    assert mine.dealer == (*parse("Kc"), None, None, None, None, None) == onlooker.dealer
    assert mine.spots[0].hands == (parse(NOTHING),)
    assert mine.spots[1].hands == ((None,) * 5,) == onlooker.spots[0].hands


def test_rule_3_the_fifth_card_is_not_discarded() -> None:
    state = dealt({1: "Ac Ad Ah Kh 2c", 0: DEALERS_PAIR}).act(1, "raise 3x")
    assert text(state.spot(1).cards) == "Ac Ad Ah Kh 2c"
    assert state.spot(1).rack == ()


def test_rule_4_fold_or_raise_one_two_or_three_antes() -> None:
    state = dealt({1: NOTHING, 0: DEALERS_PAIR})
    assert state.legal == ("fold", "raise 1x", "raise 2x", "raise 3x")
    for times in (1, 2, 3):
        assert state.act(1, f"raise {times}x").spot(1).wagers["raise"] == times * ANTE
    assert "raise" not in state.act(1, "fold").spot(1).wagers


def test_rule_4_another_raise_is_refused_and_the_round_stays_as_it_was() -> None:
    state = dealt({1: NOTHING, 0: DEALERS_PAIR})
    with pytest.raises(IllegalAction) as refused:
        state.act(1, "raise 4x")
    assert refused.value.code == "action/not_legal"
    assert refused.value.message == (
        "four-card-prime event 4 seat 1: 'raise 4x'; legal: fold, raise 1x, raise 2x, raise 3x"
    )
    assert state.version == 4 and dict(state.spot(1).wagers) == {"ante": ANTE}
    assert state.act(1, "fold").over


def test_rule_4_a_raise_out_of_turn_is_refused() -> None:
    state = dealt({1: NOTHING, 2: "Ac Ad 3h 6c 9c", 0: DEALERS_PAIR})
    with pytest.raises(IllegalAction) as refused:
        state.act(2, "raise 1x")
    assert refused.value.code == "action/not_your_turn"
    assert "it is seat 1's turn (legal there: fold, raise 1x" in refused.value.message


def test_rule_4_a_fold_loses_the_ante_only() -> None:
    assert against("Ac Ad Ah As 2c", DEALERS_PAIR, "fold") == {"ante": -ANTE}


def test_rule_4_a_folded_hand_may_be_tucked_under_a_bonus_wager() -> None:
    table = posting(aces_baby="AB-01", prime="PR-01", bad_beat_wager="BBW-01")
    side = {"aces baby": SIDE, "prime": SIDE, "bad beat": SIDE, FIVE: 100, FOUR: 100}
    folded = against("3c 3d 3h 9s 9c", "Kc Kd Kh 7s 4c 2s", "fold", side=side, table=table)
    assert folded == {
        "ante": -ANTE,
        "aces baby": 10 * SIDE,  # trips
        "prime": -SIDE,
        "bad beat": 100 * SIDE,  # three of a kind lost to three kings
        FIVE: 9900,  # a full house, 100 for 1
        FOUR: 800,  # trips, 9 for 1
    }


def test_rule_4_a_folded_hand_is_shown_only_for_another_wager() -> None:
    cards = {1: NOTHING, 2: "Ac Ad 3h 6c 9c", 0: DEALERS_PAIR}
    wagers = {1: {"ante": ANTE}, 2: {"ante": ANTE, "aces baby": SIDE}}
    state = dealt(cards, wagers).act(1, "fold").act(2, "fold")
    assert state.over
    hidden, shown = view(state).spots
    assert hidden.hands == ((None,) * 5,)
    assert shown.hands == (parse(cards[2]),)


def test_rule_5_the_dealers_hand_is_revealed_after_all_have_acted() -> None:
    state = dealt({1: NOTHING, 2: "Ac Ad 3h 6c 9c", 0: DEALERS_PAIR})
    state = state.act(1, "fold")
    assert None in view(state).dealer
    state = state.act(2, "raise 1x")
    assert view(state).dealer == parse(DEALERS_PAIR)


def test_rule_5_the_dealer_plays_the_highest_four_of_six() -> None:
    three_pairs = "4h 4s 9d 9h Kc Kd"
    assert against("Qc Qd Jh Js Ac", three_pairs) == {"ante": -ANTE, "raise": -ANTE}
    assert against("As Ah 3h 3s 2c", three_pairs) == {"ante": ANTE, "raise": ANTE}


# --- Rule 6

LADDER = [  # player, dealer: the lowest hand of each of rule 6's ranks over the highest below
    ("2c 2d 2h 2s 4d", "As Ks Qs Js 9d 7h"),
    ("As 2s 3s 4s 7d", "Ac Ad Ah Kc 9d 6h"),
    ("2c 2d 2h 3s 5d", "Ac Kc Qc Tc 7d 6h"),
    ("2c 3c 4c 6c 9d", "As Kd Qh Js 8h 7d"),
    ("Ac 2d 3h 4s 9h", "As Ad Kh Ks 7c 6d"),
    ("3c 3d 2h 2s 9h", "As Ad Kh Qs 8c 7d"),
    ("2c 2d 4h 5s 7h", "As Kd Qh Tc 9s 7d"),
]


@pytest.mark.parametrize("player, dealer", LADDER)
def test_rule_6_the_order_of_hands(player: str, dealer: str) -> None:
    assert against(player, dealer)["raise"] == ANTE
    assert against(dealer.rsplit(" ", 1)[0], player + " 8d")["raise"] == -ANTE


def test_rule_6_kickers_decide_within_a_rank() -> None:
    assert against("Ac Ad Kh 3s 2c", "As Ah Qh Jc 9d 7s")["raise"] == ANTE
    assert against("Ac Ad Qh 3s 2c", "As Ah Qd 4c 9d 7s")["raise"] == -ANTE


def test_rule_6_copy_goes_to_player() -> None:
    assert against("Kc Kd 9h 7s 2c", "Kh Ks 9d 7c 3d 4s", "raise 2x") == {
        "ante": ANTE,
        "raise": 2 * ANTE,
    }


def test_rule_6_the_fifth_and_sixth_cards_break_no_copy() -> None:
    assert against("Kc Kd 9h 9s 2c", "Kh Ks 9d 9c Ad Qs")["raise"] == ANTE


def test_rule_6_ace_2_3_4_is_the_lowest_straight() -> None:
    assert against("Ac 2d 3h 4s 9h", "2c 3d 4h 5s 9s Kd")["raise"] == -ANTE


# --- Rules 7 and 8, appendix A


@pytest.mark.parametrize("times", [1, 2, 3])
def test_rule_7_a_flush_or_lower_loses_ante_and_raise(times: int) -> None:
    lost = against("2c 5c 9c Jc 3d", "Ac Kc Qc Tc 8h 7s", f"raise {times}x")
    assert lost == {"ante": -ANTE, "raise": -times * ANTE}


@pytest.mark.parametrize(
    "table_id, trips, straight_flush, quads",
    [("BB-01", 2, 20, 25), ("BB-02", 5, 40, 50), ("BB-03", 5, 50, 100), ("BB-04", 10, 50, 100)],
)
def test_rule_7_trips_or_higher_lose_the_raise_and_win_the_bad_beat_bonus(
    table_id: str, trips: int, straight_flush: int, quads: int
) -> None:
    table = posting(bad_beat_bonus=table_id)
    losses = [
        (trips, "2c 2d 2h 9s Jd", "3c 3d 3h Ks 7d 6s"),
        (straight_flush, "As 2s 3s 4s Jd", "5s 6s 7s 8s Kd Qh"),
        (quads, "2c 2d 2h 2s Jd", "3c 3d 3h 3s Kd Qh"),
    ]
    for bonus, player, dealer in losses:
        lost = against(player, dealer, "raise 3x", table=table)
        assert lost == {"ante": bonus * ANTE, "raise": -3 * ANTE}


def test_rule_8_a_flush_or_lower_wins_even_money() -> None:
    won = against("Ac Kc Qc Tc 3d", DEALERS_PAIR.replace("Kc", "Kh"), "raise 3x")
    assert won == {"ante": ANTE, "raise": 3 * ANTE}


@pytest.mark.parametrize(
    "bonus, player",
    [(2, "Ac Ad Ah 9s 9c"), (20, "5s 6s 7h 8s 7s"), (25, "3c 3d 3h 3s Ac")],
)
def test_rule_8_trips_or_higher_win_even_money_and_the_win_bonus(bonus: int, player: str) -> None:
    won = against(player, "Kc Kd Jh Th 4c 2c", "raise 2x")
    assert won == {"ante": (1 + bonus) * ANTE, "raise": 2 * ANTE}


def test_rule_8_trips_cannot_be_copied_but_a_copied_straight_flush_wins_its_bonus() -> None:
    won = against("5s 6s 7s 8s Kd", "5h 6h 7h 8h Ks Qh")
    assert won == {"ante": 21 * ANTE, "raise": ANTE}


def test_rules_4_and_6_to_8_in_antes() -> None:
    """The settlement itself, with a win bonus of 2 and a bad beat bonus of 5 from score 50 on."""
    tables = ((50, 2), (0, 0)), ((50, 5), (0, LOSS))
    assert settle(0, 60, 40, *tables) == (FOLDED, -1, 0)
    assert settle(3, 45, 40, *tables) == (WON, 1, 3)
    assert settle(2, 60, 40, *tables) == (WON, 1 + 2, 2)
    assert settle(2, 60, 60, *tables) == (COPIED, 1 + 2, 2)
    assert settle(1, 40, 41, *tables) == (LOST, -1, -1)
    assert settle(3, 60, 61, *tables) == (LOST, 5, -3)


def test_appendix_a_note_2_only_the_highest_hand_is_paid() -> None:
    """Four sevens include three sevens as well: 25, not 25 and 2."""
    assert against("7c 7d 7h 7s 2c", "Kc Kd 9h 8s 4c 2s")["ante"] == 26 * ANTE


def test_appendix_a_note_3_a_folded_hand_has_no_bad_beat_bonus() -> None:
    assert against("2c 2d 2h 2s Jd", "3c 3d 3h 3s Kd Qh", "fold") == {"ante": -ANTE}


# --- Appendix B and C


def test_appendix_b_aces_baby_looks_at_the_best_four() -> None:
    table = posting(aces_baby="AB-01")
    paid = against(
        "Ac Ad 7h 7s Kh", DEALERS_PAIR.replace("7s", "7c"), side={"aces baby": SIDE}, table=table
    )
    assert paid["aces baby"] == 2 * SIDE  # two pair; the king is set aside


@pytest.mark.parametrize(
    "hand, units",
    [
        ("Ac Ad Ah As 2h", 500),
        ("3c 3d 3h 3s 2h", 100),
        ("As Ks Qs Js Ts", 50),
        ("Qs Js Ts 9s 2h", 30),
        ("Ac Ad Ah 3s 2h", 20),
        ("3c 3d 3h Qs 2h", 10),
        ("Ac 3c 6c 8c 2h", 5),
        ("Ac 3d 4h Qs 2h", 4),
        ("3c 3d 6h 6s 2h", 2),
        ("Ac Ad 6h 8s 2h", 1),
        ("Qc Qd Jh Js 2h", 2),
        ("Ks Kh Ah Qs 2h", -1),
    ],
)
def test_appendix_b_aces_baby_pays_whatever_the_dealer_holds(hand: str, units: int) -> None:
    for dealer in ("5d 5h 5s 5c 7d 7h", "5d 7h 9h Tc Jd 7c"):
        for action in ("fold", "raise 1x"):
            assert (
                against(hand, dealer, action, side={"aces baby": SIDE})["aces baby"] == units * SIDE
            )


@pytest.mark.parametrize(
    "hand, pr_01, pr_02",
    [
        ("2c 5s 8c Js Qc", 6, 5),
        ("2h 5d 8h Jd Qh", 6, 5),
        ("2c 5s 8c Js Qh", 1, 1),
        ("2h 5d 8h Jd Qc", 1, 1),
        ("2h 5d 8h Js Qc", -1, -1),
    ],
)
def test_appendix_c_note_3_prime_looks_at_all_five(hand: str, pr_01: int, pr_02: int) -> None:
    for id_, units in (("PR-01", pr_01), ("PR-02", pr_02)):
        assert (
            against(
                hand,
                DEALERS_PAIR.replace("2s", "3s"),
                side={"prime": SIDE},
                table=posting(prime=id_),
            )["prime"]
            == units * SIDE
        )


# --- Appendix D, the Bad Beat Wager


@pytest.mark.parametrize(
    "player, dealer, units",
    [
        ("3c 3d 9h 9s Ac", "Kc Kd 4h 4s 7c 2s", 4),  # the player's two pair loses
        ("Kc Kd 4h 4s 7c", "3c 3d 9h 9s Ac 5d", 4),  # the dealer's two pair loses
        ("Ac 2d 3h 4s 9h", "2c 5c 9c Jc Kd Qh", 15),  # a straight loses to a flush
        ("2c 5c 9c Jc 3d", "3c 3h 3s Kd Qh 8s", 25),  # a flush loses to trips
        ("3c 3h 3s Kd Qh", "2c 2d 2h 5c 9c 7d", 100),  # the dealer's trips lose
        ("2c 2d 2h 2s Jd", "5s 6s 7s 8s Kd Qh", 10000),  # a straight flush loses to quads
        ("2c 2d 2h 2s Jd", "3c 3d 3h 3s Kd Qh", 25000),
        ("Ac Ad 9h 7s 2c", DEALERS_PAIR.replace("9h 7s", "8h 6s"), -1),  # a pair loses
        (NOTHING, "Kc Kd 4h 4s 7c 2s", -1),  # nothing loses to two pair
        ("Kc Kd 4h 4s 7c", NOTHING + " 3d", -1),  # nothing of the dealer's loses
    ],
)
def test_appendix_d_bad_beat_wager_pays_the_rank_of_the_losing_hand(
    player: str, dealer: str, units: int
) -> None:
    for action in ("raise 1x", "fold"):
        assert against(player, dealer, action, side={"bad beat": SIDE})["bad beat"] == units * SIDE


def test_appendix_d_note_3_the_wager_is_not_the_bonus() -> None:
    lost = against("2c 2d 2h 9s Jd", "3c 3d 3h Ks 7d 6s", side={"bad beat": SIDE})
    assert lost == {"ante": 2 * ANTE, "raise": -ANTE, "bad beat": 100 * SIDE}


def test_bad_beat_wager_pays_a_copy_unless_the_house_says_no() -> None:
    copy = ("Kc Kd 9h 9s 2c", "Kh Ks 9d 9c Ad Qs")
    pays = against(*copy, side={"bad beat": SIDE})
    assert pays == {"ante": ANTE, "raise": ANTE, "bad beat": 4 * SIDE}
    does_not = against(*copy, side={"bad beat": SIDE}, table=under(bad_beat_on_copy=False))
    assert does_not == {"ante": ANTE, "raise": ANTE, "bad beat": -SIDE}


def test_bad_beat_on_copy_off_changes_nothing_else() -> None:
    table = under(bad_beat_on_copy=False)
    paid = against("3c 3d 9h 9s Ac", "Kc Kd 4h 4s 7c 2s", side={"bad beat": SIDE}, table=table)
    assert paid["bad beat"] == 4 * SIDE


# --- Appendix E, the five card jackpot


@pytest.mark.parametrize(
    "hand, dollars_for_1, percent",
    [
        ("As Ks Qs Js Ts", 0, 100),
        ("As 2s 3s 4s 5s", 0, 10),
        ("3c 3d 3h 3s 6c", 200, 0),
        ("3c 3d 3h 6s 6c", 100, 0),
        ("3c 5c 6c 8c Jc", 25, 0),
        ("3c 4d 5h 6s 7c", 15, 0),
        ("3c 3d 3h 6s 8c", 10, 0),
        ("3c 3d 6h 6s 8c", 0, 0),
        ("3s 4s 5s 6s Jc", 0, 0),  # four in a row of one suit are not five
    ],
)
def test_appendix_e_five_cards_are_paid_for_1(hand: str, dollars_for_1: int, percent: int) -> None:
    state = dealt({1: hand, 0: "Kc Kd 9h 7d 4c 2c"}, {1: {"ante": ANTE, FIVE: 100}}).act(1, "fold")
    result = state.results[1][FIVE]
    assert result.net == 100 * dollars_for_1 - 100  # the wager is not returned
    assert result.meter_percent == percent


def test_appendices_e_and_f_what_for_1_means_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It depends on the paytables' own rule: as if the stake were returned as well."""
    monkeypatch.setattr("croupier.games.four_card_prime.rules.for_1", lambda pay: 1000 + pay)
    amounts, none = ((5, 7), (0, 0)), ((0, 0),)
    assert settle_jackpot(5, amounts, none) == (PAID, 1007, 0)
    assert settle_envy_jackpot(0, (5, 5), 0, 1, none, none, amounts) == (ENVY, 1014, 0)


def test_appendix_e_tables_differ() -> None:
    for id_, trips, straight_flush in (("5CP-02", 7, (0, 10)), ("5CP-04", 7, (1000, 0))):
        table = posting(five_card_jackpot=id_)
        net = against("3c 3d 3h 6s 8c", DEALERS_PAIR, "fold", side={FIVE: 100}, table=table)[FIVE]
        assert net == 100 * trips - 100
        state = dealt(
            {1: "9s 8s 7s 6s 5s", 0: "Kc Kd 9h 7d 4c 2c"}, {1: {"ante": ANTE, FIVE: 100}}, table
        )
        result = state.act(1, "fold").results[1][FIVE]
        assert (result.net, result.meter_percent) == (
            100 * straight_flush[0] - 100,
            straight_flush[1],
        )


def test_appendix_e_note_5_another_wager_multiplies_dollars_and_not_percentages() -> None:
    table = under(jackpot_wager=500)
    net = against("3c 3d 3h 6s 8c", DEALERS_PAIR, "fold", side={FIVE: 500}, table=table)[FIVE]
    assert net == 10 * 500 - 500
    state = dealt(
        {1: "As 2s 3s 4s 5s", 0: "Kc Kd 9h 7d 4c 2c"}, {1: {"ante": ANTE, FIVE: 500}}, table
    )
    result = state.act(1, "fold").results[1][FIVE]
    assert (result.net, result.meter_percent) == (-500, 10)


def test_appendix_e_note_5_the_wager_is_fixed() -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt({1: NOTHING, 0: DEALERS_PAIR}, {1: {"ante": ANTE, FIVE: 200}})
    assert refused.value.code == "wager/fixed"
    assert refused.value.message == (
        "four-card-prime seat 1: five card jackpot $2; the jackpot wager is $1"
    )


# --- Appendix F, the four card jackpot, and envy


@pytest.mark.parametrize(
    "hand, e01, e02, percent",
    [
        ("Ac Ad Ah As 6c", 0, 0, 100),
        ("3c 3d 3h 3s 6c", 300, 300, 0),
        ("As 2s 3s 4s 9c", 100, 100, 0),
        ("3c 3d 3h 6s 6c", 9, 15, 0),
        ("3c 5c 6c 8c Jc", 0, 0, 0),
    ],
)
def test_appendix_f_the_best_four_are_paid_for_1(
    hand: str, e01: int, e02: int, percent: int
) -> None:
    for id_, dollars_for_1 in (("4CP-E01", e01), ("4CP-E02", e02)):
        table = posting(four_card_jackpot=id_)
        state = dealt({1: hand, 0: "Kc Kd 9h 7d 4c 2c"}, {1: {"ante": ANTE, FOUR: 100}}, table)
        result = state.act(1, "fold").results[1][FOUR]
        assert result.net == 100 * dollars_for_1 - 100
        assert result.meter_percent == percent


QUADS, STRAIGHT_FLUSH, TRIPS = "7c 7d 7h 7s 2c", "3s 4s 5s 6s Jd", "9c 9d 9h 3c 4d"
LOW_CARDS = "2h 5d 8s Jh Qd"
DEALER = "Kc Kd Th 8d 4c 2s"


def jackpot_nets(
    hands: Mapping[int, str], table: Table = TABLE, stake: int = 100
) -> dict[int, int]:
    """What the four card jackpot nets each seat; all seats bet it and then fold."""
    wagers = {seat: {"ante": ANTE, FOUR: stake} for seat in hands}
    state = dealt({**hands, 0: DEALER}, wagers, table)
    for seat in sorted(hands):
        state = state.act(seat, "fold")
    return {seat: nets(state, seat)[FOUR] for seat in hands}


def test_appendix_f_note_3_envy_for_another_seats_listed_hand() -> None:
    assert jackpot_nets({1: QUADS, 2: LOW_CARDS}) == {1: 29900, 2: 1000 - 100}
    assert jackpot_nets({1: LOW_CARDS, 2: STRAIGHT_FLUSH}) == {1: 500 - 100, 2: 9900}


def test_appendix_f_note_3_no_envy_where_none_is_listed() -> None:
    assert jackpot_nets({1: TRIPS, 2: LOW_CARDS}) == {1: 800, 2: -100}
    table = posting(four_card_jackpot="4CP-E02")
    assert jackpot_nets({1: STRAIGHT_FLUSH, 2: LOW_CARDS}, table) == {1: 9900, 2: -100}


def test_appendix_f_note_3_envy_of_four_aces_who_take_the_meter() -> None:
    assert jackpot_nets({1: "Ac Ad Ah As 6c", 2: LOW_CARDS}) == {1: -100, 2: 10000 - 100}


def test_envy_is_paid_for_each_other_seat() -> None:
    hands = {1: QUADS, 2: LOW_CARDS, 3: STRAIGHT_FLUSH}
    assert jackpot_nets(hands)[2] == 1000 + 500 - 100
    assert jackpot_nets(hands, under(envy_multiple=False))[2] == 1000 - 100


def test_envy_excludes_seats_that_won_a_jackpot_pay_themselves() -> None:
    hands = {1: QUADS, 2: TRIPS, 3: STRAIGHT_FLUSH}
    assert jackpot_nets(hands) == {1: 29900, 2: 800, 3: 9900}
    assert jackpot_nets(hands, under(envy_barred="nobody")) == {
        1: 30000 + 500 - 100,
        2: 900 + 1000 + 500 - 100,
        3: 10000 + 1000 - 100,
    }


def test_envy_excludes_the_winner_of_the_meter_as_well() -> None:
    hands = {1: "Ac Ad Ah As 6c", 2: QUADS}
    assert jackpot_nets(hands) == {1: -100, 2: 29900}
    assert jackpot_nets(hands, under(envy_barred="nobody"))[1] == 1000 - 100


FOUR_ACES, KING_HIGH = "Ac Ad Ah As 6c", "Kh Jc 8s 5d 2h"
THAT_AWARD = "winner of that award"


@pytest.mark.parametrize(
    "barred, trips", [("any winner", 900), (THAT_AWARD, 900 + 10000), ("nobody", 900 + 10000)]
)
def test_appendix_f_note_3_trips_beside_four_aces(barred: str, trips: int) -> None:
    """Trips are a prize, but not a qualifying award: nobody is paid envy for them."""
    hands = {1: FOUR_ACES, 2: TRIPS, 3: KING_HIGH}
    assert jackpot_nets(hands, under(envy_barred=barred)) == {
        1: -100,  # as well as the meter
        2: trips - 100,
        3: 10000 - 100,
    }


def test_appendix_f_note_3_who_won_a_qualifying_award_is_paid_no_envy_at_all() -> None:
    """ "The progressive award" is any that qualifies: quads are not paid envy for four aces."""
    hands = {1: FOUR_ACES, 2: QUADS, 3: KING_HIGH}
    assert jackpot_nets(hands, under(envy_barred=THAT_AWARD)) == {
        1: -100,
        2: 30000 - 100,
        3: 10000 + 1000 - 100,
    }


@pytest.mark.parametrize("posted, straight_flush", [("4CP-E01", 0), ("4CP-E02", 10000)])
def test_appendix_f_note_3_an_award_qualifies_where_its_envy_is_listed(
    posted: str, straight_flush: int
) -> None:
    """4CP-E02 lists no envy for a straight flush, so its winner is paid envy for four aces."""
    options = {"envy_barred": THAT_AWARD}
    table = open_table("four-card-prime", posted={"four_card_jackpot": posted}, options=options)
    hands = {1: FOUR_ACES, 2: STRAIGHT_FLUSH, 3: KING_HIGH}
    assert jackpot_nets(hands, table)[2] == 10000 + straight_flush - 100


@pytest.mark.parametrize(
    "option, value, name, read",
    [
        ("envy_excludes_winners", "on", "envy_barred", "any winner"),
        ("envy_excludes_winners", True, "envy_barred", "any winner"),
        ("envy_excludes_winners", "off", "envy_barred", "nobody"),
        ("envy_excludes_winners", False, "envy_barred", "nobody"),
        ("jackpot_wager", 500, "five_card_jackpot_wager", 500),
        ("jackpot_wager", "500", "four_card_jackpot_wager", 500),
    ],
)
def test_older_names_of_options_are_read(
    option: str, value: bool | int | str, name: str, read: int | str
) -> None:
    table = under(**{option: value})
    assert table.options[name] == read
    assert option not in table.options


def test_a_sensors_own_option_counts_before_the_older_word_for_both() -> None:
    for options in (
        {"jackpot_wager": 500, "five_card_jackpot_wager": 100},
        {"five_card_jackpot_wager": 100, "jackpot_wager": 500},
    ):
        table = under(**options)
        assert (table.fixed_wager(FIVE), table.fixed_wager(FOUR)) == (100, 500)


def test_each_sensor_has_its_own_wager() -> None:
    """Five card at 1 dollar, four card at 5: each multiplies its own pays."""
    table = under(five_card_jackpot_wager=100, four_card_jackpot_wager=500)
    stakes = {"ante": ANTE, FIVE: 100, FOUR: 500}
    state = dealt({1: TRIPS, 0: DEALER}, {1: stakes}, table).act(1, "fold")
    assert nets(state, 1) == {"ante": -ANTE, FIVE: 1000 - 100, FOUR: 4500 - 500}
    with pytest.raises(IllegalWager, match="four card jackpot \\$1; the jackpot wager is \\$5"):
        dealt({1: TRIPS, 0: DEALER}, {1: {"ante": ANTE, FIVE: 100, FOUR: 100}}, table)


def test_envy_only_between_seats_with_the_jackpot_wager() -> None:
    cards = {1: QUADS, 2: LOW_CARDS, 3: STRAIGHT_FLUSH, 0: DEALER}
    with_wager = {"ante": ANTE, FOUR: 100}
    state = dealt(cards, {1: {"ante": ANTE}, 2: with_wager, 3: with_wager})
    for seat in (1, 2, 3):
        state = state.act(seat, "raise 1x")
    assert nets(state, 2)[FOUR] == 500 - 100  # for seat 3's straight flush, not seat 1's quads
    assert FOUR not in nets(state, 1)


def test_appendix_f_note_6_another_wager_multiplies_envy() -> None:
    table = under(jackpot_wager=300)
    assert jackpot_nets({1: QUADS, 2: LOW_CARDS}, table, 300) == {
        1: 300 * 300 - 300,
        2: 10 * 300 - 300,
    }


# --- Jackpots at a table


def cells(table: Table, group: str) -> dict[str, tuple[str, ...]]:
    return {row.label: row.printed for row in table.displayed(group).rows}


def test_appendix_e_note_5_pays_are_displayed_multiplied() -> None:
    """Printed for 1 dollar, displayed for 5: hands that the table lists, computed by hand."""
    assert cells(under(five_card_jackpot_wager=500), "five_card_jackpot") == {
        "Five-card Royal Flush": ("100%",),
        "Five-card Straight Flush": ("10%",),
        "Four of a kind": ("$1,000",),
        "Full House": ("$500",),
        "Five-card Flush": ("$125",),
        "Five-card Straight": ("$75",),
        "Three of a kind": ("$50",),
        "two pairs & less": ("$0",),
    }


def test_appendix_f_note_6_pays_and_envy_are_displayed_multiplied() -> None:
    assert cells(under(four_card_jackpot_wager=50), "four_card_jackpot") == {
        "Four Aces": ("100%", "$50"),
        "Quads": ("$150", "$5"),
        "Straight Flush": ("$50", "$2.50"),
        "Trips": ("$4.50", "-"),
        "Others": ("-", "-"),
    }


def test_each_table_is_displayed_at_the_wager_of_its_own_sensor() -> None:
    table = under(four_card_jackpot_wager=500)
    assert cells(table, "four_card_jackpot")["Quads"] == ("$1,500", "$50")
    for group in set(table.posted) - {"four_card_jackpot"}:
        assert table.displayed(group) == table.posted[group]


def test_a_changed_pay_is_displayed_in_dollars_too() -> None:
    table = with_pays(under(four_card_jackpot_wager=500), "four_card_jackpot", {"Trips": "12"})
    assert cells(table, "four_card_jackpot")["Trips"] == ("$60", "-")


def test_no_notice_where_no_jackpot_is_offered() -> None:
    house = {"jackpot_type": "house"}
    assert open_table("four-card-prime", options=house, offers=["prime"]).notices == ()
    assert len(open_table("four-card-prime", options=house, offers=[FOUR]).notices) == 1


def test_house_jackpot_notice_is_shown_word_for_word() -> None:
    assert under(jackpot_type="house").notices == (
        "House Jackpot prizes are paid by the casino and are not components of any progressive "
        "prize contest.  Player wagers do not accrue to any guaranteed player fund.  The displayed "
        "House Jackpot prize may be modified or discontinued at any time without prior notice.",
    )
    assert TABLE.notices == ()


def test_all_jackpots_of_a_table_are_of_one_type() -> None:
    with pytest.raises(BadTable) as refused:
        under(jackpot_type="both")
    assert refused.value.message == (
        "option jackpot_type = 'both'; it takes progressive, house, none"
    )


def test_a_table_without_jackpots_takes_no_jackpot_wager() -> None:
    table = under(jackpot_type="none")
    with pytest.raises(IllegalWager) as refused:
        dealt({1: NOTHING, 0: DEALERS_PAIR}, {1: {"ante": ANTE, FOUR: 100}}, table)
    assert refused.value.code == "wager/unknown"
    assert "'four card jackpot' is not offered before the deal" in refused.value.message


def test_an_operator_chooses_which_bonus_wagers_to_offer() -> None:
    table = open_table("four-card-prime", offers=("prime",))
    assert [wager.name for wager in table.offers] == ["ante", "prime"]
    with pytest.raises(IllegalWager, match="offered: ante, prime"):
        dealt({1: NOTHING, 0: DEALERS_PAIR}, {1: {"ante": ANTE, "aces baby": 100}}, table)


# --- Seats and order


def test_settled_from_the_right_to_the_left_jackpots_last() -> None:
    wagers = {seat: {"ante": ANTE, "prime": SIDE, FIVE: 100} for seat in (1, 2)}
    state = dealt({1: NOTHING, 2: "Ac Ad 3h 6c 9c", 0: DEALERS_PAIR}, wagers)
    state = state.act(1, "raise 1x").act(2, "raise 1x")
    order = [
        (event.seat, event.results[0].wager) for event in state.events if isinstance(event, Settled)
    ]
    assert order == [(2, "ante"), (2, "prime"), (1, "ante"), (1, "prime"), (2, FIVE), (1, FIVE)]
    assert [event.seat for event in state.events if isinstance(event, Revealed)] == [0, 2, 1]


def test_nine_seats_use_51_cards() -> None:
    state = deal(TABLE, {seat: {"ante": ANTE} for seat in range(1, 10)}, Deck(DECK))
    for seat in range(1, 10):
        state = state.act(seat, "raise 3x")
    assert state.over
    assert sum(len(event.cards) for event in state.events if isinstance(event, Dealt)) == 51


@pytest.mark.parametrize(
    "seats, told", [(range(1, 11), "10 seats"), ([10], "seat 10"), ([0], "seat 0")]
)
def test_more_than_nine_seats_are_refused(seats: list[int], told: str) -> None:
    with pytest.raises(BadTable) as refused:
        deal(TABLE, {seat: {"ante": ANTE} for seat in seats}, Deck(DECK))
    assert refused.value.code == "table/seats"
    assert (
        refused.value.message == f"{told}; four-card-prime has seats 1 to 9 (5 x 9 + 6 = 51 cards)"
    )


def test_no_seat_is_refused() -> None:
    with pytest.raises(BadTable, match="no seat made a wager; four-card-prime has seats 1 to 9"):
        deal(TABLE, {}, Deck(DECK))


@pytest.mark.parametrize(
    "line, other, cards, times",
    [
        ("", "", 5, 3),
        ('3x", bet=RAISE, times=3),', '4x", bet=RAISE, times=4),', 5, 4),
        ("Deal(To.SEAT, 5,", "Deal(To.SEAT, 4,", 4, 3),
    ],
)
def test_game_security_follows_the_actions_and_the_deal(
    line: str, other: str, cards: int, times: int
) -> None:
    """The rules as they are, and with another largest raise or another deal written into them."""
    source = Path(str(rules.__file__)).read_text("utf-8")
    changed = ModuleType("changed")
    changed.__dict__["__package__"] = rules.__package__
    exec(compile(source.replace(line, other), "changed", "exec"), changed.__dict__)
    spot = dealt({1: NOTHING, 0: DEALERS_PAIR}).act(1, "raise 2x").spot(1)

    def secured(cards: int, times: int) -> bool:
        hand = spot.hands[0]._replace(cards=spot.cards[:cards])
        wagers = {"ante": ANTE, "raise": times * ANTE}
        return bool(changed.secure(spot._replace(wagers=wagers, hands=(hand,))))

    right = {(held, raised) for held in range(6) for raised in range(9) if secured(held, raised)}
    assert right == {(cards, raised) for raised in (0, 1, 2, times)}


def test_game_security_a_raise_is_one_to_three_antes_and_there_are_five_cards() -> None:
    spot = dealt({1: NOTHING, 0: DEALERS_PAIR}).act(1, "raise 2x").spot(1)
    assert secure(spot)
    assert not secure(spot._replace(wagers={"ante": ANTE, "raise": 4 * ANTE}))
    assert not secure(spot._replace(wagers={"ante": ANTE, "raise": ANTE + 1}))
    assert not secure(spot._replace(hands=(spot.hands[0]._replace(cards=spot.cards[:4]),)))
