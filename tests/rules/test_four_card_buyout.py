"""Ultimate 4 Card Buyout (one deck) and 4 Card Buyout (six decks), by the sections of the manuals.

Both manuals print the same sections, so most tests play both games. The manuals' pictures of hands
are missing: if only a caption is left, the cards here are some that fit it.
"""

from collections.abc import Callable, Iterable, Mapping

import pytest

from croupier.cards.card import DECK, check_copies, parse, text
from croupier.cards.hands import points
from croupier.errors import BadTable, IllegalAction, IllegalWager
from croupier.games.four_card_buyout.rules import (
    FOLDED,
    LOST,
    PUSHED,
    WON,
    dealer_draws,
    secure,
    settle,
)
from croupier.rules.felt import Face
from croupier.table.events import Dealt, Settled
from croupier.table.round import Round, deal
from croupier.table.source import Deck, Laid
from croupier.table.table import Table, open_table
from croupier.table.view import view

ONE_DECK, SIX_DECKS = open_table("ultimate-4-card-buyout"), open_table("4-card-buyout")
BET, BONUS = 500, 200

both_games = pytest.mark.parametrize("table", [ONE_DECK, SIX_DECKS], ids=["one deck", "six decks"])

DEALERS_20 = "Tc Td 4h 2s"  # a pair


def dealt(
    table: Table,
    cards: Mapping[int, str],
    wagers: Mapping[int, Mapping[str, int]] | None = None,
) -> Round:
    """Cards for each seat; 0 is the dealer. Every seat makes a first bet, unless specified
    otherwise.
    """
    decks = table.game.decks
    laid = {seat: parse(hand, decks=decks) for seat, hand in cards.items()}
    check_copies([card for hand in laid.values() for card in hand], decks)
    stakes = wagers or {seat: {"first": BET} for seat in cards if seat}
    return deal(table, stakes, Laid(laid))


def played(table: Table, player: str, dealer: str, *acts: str, bonus: int = 0) -> dict[str, int]:
    """The nets of one seat that acts like this."""
    wagers = {"first": BET, "bonus": bonus} if bonus else {"first": BET}
    state = dealt(table, {1: player, 0: dealer}, {1: wagers})
    for act in acts:
        state = state.act(1, act)
    assert state.over
    return {wager: result.net for wager, result in state.results[1].items()}


def under(table: Table, **options: bool) -> Table:
    return open_table(table.game, options=options)


# --- Point System


@pytest.mark.parametrize(
    "hand, score",
    [
        ("As 4s", 15),
        ("Jd Td 8d", 28),
        ("Kh Jh Th 9h", 39),
    ],
)
def test_suited_points_examples(hand: str, score: int) -> None:
    assert points(parse(hand)) == score


@pytest.mark.parametrize(
    "hand, score",
    [("7c 7d", 20), ("7c 7d 7h", 30), ("7c 7d 7h 7s", 40)]
    + [("Ac Ad", 22), ("Ac Ad Ah", 33), ("Ac Ad Ah As", 44)],
)
def test_of_a_kind_points(hand: str, score: int) -> None:
    assert points(parse(hand)) == score


def test_of_a_kind_note_1_two_pairs_cannot_be_counted_together() -> None:
    assert points(parse("9c 9d 5h 5s")) == 20
    assert points(parse("9c 9d Ah As")) == 22


def test_suited_note_points_are_from_a_suit_or_of_a_kind_not_both() -> None:
    assert points(parse("Kc Kd 9d")) == 20  # a pair, 20; diamonds, 19; never 29 or 39


def test_game_objective_four_aces_are_the_highest_score_possible(
    suit_classes: Callable[[int], Iterable[tuple[tuple[int, ...], int]]],
) -> None:
    score, hand = max((points(cards), cards) for cards, _ in suit_classes(4))
    assert (score, text(hand)) == (44, "Ac Ad Ah As")


@pytest.mark.parametrize(
    "caption, hand, score",
    [
        ("suited points total = 27", "Kd Jd 7d 2s", 27),
        ("three of a kind totals = 30", "8c 8d 8h 2s", 30),
        ("four diamonds totals = 26", "Kd 7d 5d 4d", 26),
    ],
)
def test_sample_playable_hands_of_one_deck(caption: str, hand: str, score: int) -> None:
    assert points(parse(hand)) == score, caption


@pytest.mark.parametrize(
    "caption, hand, score",
    [
        ("suited 25, but the three of a kind (7's) = 30", "7s 7s As 7d", 30),
        ("suited 35; the three of a kind (8's) = 30", "8s 8s 8s As", 35),
        ("suited 16, but the points from either pair = 20", "9s 7s 9d 7d", 20),
    ],
)
def test_sample_playable_hands_of_six_decks(caption: str, hand: str, score: int) -> None:
    assert points(parse(hand, decks=6)) == score, caption


def test_six_decks_two_identical_cards_are_a_pair_and_suited_and_the_larger_counts() -> None:
    assert points(parse("7s 7s", decks=6)) == 20  # not 14
    assert points(parse("As As", decks=6)) == 22
    assert points(parse("As As As Ks", decks=6)) == 43  # not 33


def test_zero_point_hand_has_no_two_cards_of_a_suit_or_of_a_kind() -> None:
    assert points(parse("As Kd Qh Jc")) == 0


# --- Pushes


@both_games
def test_pushes_example_1_pair_of_kings_against_10_7_3_of_spades(table: Table) -> None:
    nets = played(table, "Ts 7s 3s 9h", "Kc Kd 4h 2s", "buy", "refuse")
    assert nets == {"first": 0, "second": 0}


@both_games
def test_pushes_example_2_three_jacks_against_q_10_6_4_of_diamonds(table: Table) -> None:
    nets = played(table, "Qd Td 6d 4d", "Jc Jd Jh 2s", "buy", "buy")
    assert nets == {"first": 0, "second": 0, "third": 0}


@both_games
def test_pushes_example_3_four_sevens_against_k_q_j_10_of_clubs(table: Table) -> None:
    nets = played(table, "Kc Qc Jc Tc", "7c 7d 7h 7s", "buy", "buy")
    assert nets == {"first": 0, "second": 0, "third": 0}


# --- Dealing Procedures


@both_games
def test_dealing_in_rotation_from_the_dealers_left_one_card_at_a_time(table: Table) -> None:
    state = deal(table, {seat: {"first": BET} for seat in (5, 2)}, Deck(DECK))
    dealt_to = [
        (event.seat, text(event.cards), event.face)
        for event in state.events
        if isinstance(event, Dealt)
    ]
    assert dealt_to == [
        (2, "2c", Face.UP),
        (5, "3c", Face.UP),
        (0, "4c", Face.DOWN),
        (2, "5c", Face.UP),
        (5, "6c", Face.UP),
        (0, "7c", Face.UP),
        (2, "8c", Face.UP),  # the third card, to the first player alone
    ]


@both_games
def test_dealing_all_see_the_players_cards_and_the_dealers_second(table: Table) -> None:
    state = dealt(table, {1: "As Ks Qd", 2: "3s 3d", 0: "7h 9c"})
    seen = view(state)
    assert seen.dealer == (None, *parse("9c"))
    assert seen.spots[0].hands == (parse("As Ks"),)
    assert seen.spots[0].offer == parse("Qd")
    assert seen.spots[1].hands == (parse("3s 3d"),)


@both_games
def test_dealing_each_player_finishes_before_the_next_is_served(table: Table) -> None:
    state = dealt(table, {1: "As Ks Qd 2c", 2: "3s 3d 9h", 0: DEALERS_20.replace("2s", "2h")})
    assert (state.turn, state.choice and state.choice.name) == (1, "third card")
    state = state.act(1, "buy")
    assert (state.turn, state.choice and state.choice.name) == (1, "fourth card")
    assert state.spot(2).offer == ()
    state = state.act(1, "refuse")
    assert (state.turn, text(state.spot(2).offer)) == (2, "9h")


@both_games
@pytest.mark.parametrize(
    "three, legal",
    [
        ("As Ks 2h", ("buy", "refuse", "fold")),  # suited
        ("8c 8d 2h", ("buy", "refuse", "fold")),  # a pair
        ("As Kd 2h", ("buy", "fold")),  # not playable: it may be bought out of, not stood on
        ("As Kd 2s", ("buy", "fold")),  # playable only with the third card, which would be given up
        ("As Kd Kh", ("buy", "fold")),
    ],
)
def test_third_card_options(table: Table, three: str, legal: tuple[str, ...]) -> None:
    assert dealt(table, {1: three, 0: "7h 9c"}).legal == legal


@both_games
def test_third_card_may_be_bought_with_a_hand_that_stays_unplayable(table: Table) -> None:
    state = dealt(table, {1: "As Kd Qh 2s", 0: "7h 9c"}).act(1, "buy")
    assert points(state.spot(1).cards) == 0
    assert state.spot(1).wagers == {"first": BET, "second": BET}


@both_games
@pytest.mark.parametrize(
    "four, legal",
    [
        ("As Ks 2h 3d", ("buy", "refuse", "fold")),  # the first three score
        ("As Kd 2d 3h", ("buy", "refuse", "fold")),  # they score by the third
        ("As Kd 2h 3s", ("buy", "fold")),  # only the fourth makes it playable
        ("As Kd 2h 2c", ("buy", "fold")),
        ("As Kd 2h 3c", ("fold",)),  # zero points in four cards: must fold
    ],
)
def test_fourth_card_options(table: Table, four: str, legal: tuple[str, ...]) -> None:
    assert dealt(table, {1: four, 0: "7h 9c"}).act(1, "buy").legal == legal


@both_games
def test_four_scoreless_cards_must_fold_and_lose_what_was_bet(table: Table) -> None:
    state = dealt(table, {1: "As Kd 2h 3c", 0: DEALERS_20}).act(1, "buy")
    with pytest.raises(IllegalAction) as refused:
        state.act(1, "buy")
    assert refused.value.message.endswith("seat 1: 'buy'; legal: fold")
    assert played(table, "As Kd 2h 3c", DEALERS_20, "buy", "fold") == {
        "first": -BET,
        "second": -BET,
    }


@both_games
def test_an_unplayable_hand_cannot_refuse_and_the_round_stays_as_it_was(table: Table) -> None:
    state = dealt(table, {1: "As Kd 2h", 0: "7h 9c"})
    version = state.version
    with pytest.raises(IllegalAction) as refused:
        state.act(1, "refuse")
    assert refused.value.message == (
        f"{table.game.id} event {version} seat 1: 'refuse'; legal: buy, fold"
    )
    assert state.version == version
    assert (state.turn, text(state.spot(1).offer)) == (1, "2h")


@both_games
def test_second_and_third_bets_equal_the_first(table: Table) -> None:
    wagers = {1: {"first": 725}}
    state = dealt(table, {1: "As Ks 2s 3s", 0: DEALERS_20.replace("2s", "2h")}, wagers)
    state = state.act(1, "buy").act(1, "buy")
    assert state.spot(1).wagers == {"first": 725, "second": 725, "third": 725}


@both_games
def test_second_and_third_bets_cannot_be_made_before_the_deal(table: Table) -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt(table, {1: "As Ks", 0: "7h 9c"}, {1: {"first": BET, "second": BET}})
    assert "'second' is not offered before the deal; offered: first, bonus" in str(refused.value)


@both_games
def test_a_refused_third_card_goes_to_the_rack_for_all_to_see_and_ends_the_buying(
    table: Table,
) -> None:
    state = dealt(table, {1: "As Ks 9h", 0: DEALERS_20}).act(1, "refuse")
    assert state.over
    spot = view(state).spots[0]
    assert (spot.hands, spot.rack) == ((parse("As Ks"),), parse("9h"))
    assert dict(spot.wagers) == {"first": BET}


@both_games
def test_a_refused_fourth_card_goes_to_the_rack_for_all_to_see(table: Table) -> None:
    state = dealt(table, {1: "As Ks 9h 3d", 0: DEALERS_20}).act(1, "buy").act(1, "refuse")
    spot = view(state).spots[0]
    assert (spot.hands, spot.rack) == ((parse("As Ks 9h"),), parse("3d"))


@both_games
def test_a_refused_card_never_counts(table: Table) -> None:
    """Ace and king of spades make 21 against 22, although the refused queen would have made 31."""
    assert played(table, "As Ks Qs", "Ac Ad 4h 2d", "refuse") == {"first": -BET}


@both_games
def test_a_fold_forfeits_all_wagers_before_the_next_player_is_served(table: Table) -> None:
    cards = {1: "As Kd 2h", 2: "3s 3d 9h", 0: "Kc Kh 4h 2s"}
    wagers = {1: {"first": BET, "bonus": BONUS}, 2: {"first": BET}}
    state = dealt(table, cards, wagers).act(1, "fold")
    assert state.turn == 2
    assert {wager: result.net for wager, result in state.results[1].items()} == {
        "bonus": -BONUS,
        "first": -BET,
    }
    served = [event.seat for event in state.events if isinstance(event, Dealt | Settled)][-3:]
    assert served == [1, 1, 2]
    assert state.spot(1).cards == ()
    assert sorted(state.spot(1).rack) == sorted(parse("As Kd 2h"))


@both_games
def test_cards_never_leave_the_round(table: Table) -> None:
    state = dealt(table, {1: "As Ks 9h 3d", 2: "5s 6d 9c", 0: "7h 8c 2d 4h Jd"})
    for seat, act in ((1, "buy"), (1, "refuse"), (2, "fold")):
        state = state.act(seat, act)
    out = [card for event in state.events if isinstance(event, Dealt) for card in event.cards]
    lie = [*state.dealer.cards]
    for spot in state.spots:
        lie += [*spot.cards, *spot.offer, *spot.rack]
    assert sorted(out) == sorted(lie)


# --- The Bonus Bet


@both_games
@pytest.mark.parametrize(
    "player, acts, units",
    [
        ("As Ks 2h", ["refuse"], 2),  # 21 in two cards
        ("As Ks Qs 2h", ["buy", "refuse"], 5),  # 31 in three
        ("As Ks Qs Js", ["buy", "buy"], 50),  # 41 in four
        ("As Ks Qs 2h", ["refuse"], 2),  # the refused queen never counts
        ("As Ks 2h Qs", ["buy", "refuse"], 2),
        ("Ts Ks 2h", ["refuse"], -1),  # 20 earns no bonus
    ],
)
def test_bonus_is_scored_on_the_cards_in_play(
    table: Table, player: str, acts: list[str], units: int
) -> None:
    nets = played(table, player, "7c 7d 3h 4d", *acts, bonus=BONUS)
    assert nets["bonus"] == units * BONUS


@both_games
def test_bonus_is_independent_of_the_dealer(table: Table) -> None:
    for dealer in ("Kd Kh Kc 2d", "3h 4d 5c 6h 7d"):
        assert played(table, "As Ks 2h", dealer, "refuse", bonus=BONUS)["bonus"] == 2 * BONUS


@both_games
def test_bonus_is_paid_before_the_next_player_is_served(table: Table) -> None:
    cards = {1: "As Ks 2h", 2: "3s 3d 9h", 0: DEALERS_20}
    wagers = {seat: {"first": BET, "bonus": BONUS} for seat in (1, 2)}
    state = dealt(table, cards, wagers).act(1, "refuse")
    assert state.turn == 2
    assert {wager: result.net for wager, result in state.results[1].items()} == {"bonus": 2 * BONUS}
    last_two = [event for event in state.events if isinstance(event, Dealt | Settled)][-2:]
    assert [(type(event), event.seat) for event in last_two] == [(Settled, 1), (Dealt, 2)]


@both_games
def test_bonus_is_lost_by_a_fold_whatever_the_hand(table: Table) -> None:
    nets = played(table, "As Ks Qs", DEALERS_20, "fold", bonus=BONUS)
    assert nets == {"bonus": -BONUS, "first": -BET}


@both_games
def test_non_scoring_purchased_cards_seven_and_queen_beside_20_points(table: Table) -> None:
    state = dealt(table, {1: "9c 9d 7h Qs", 0: "Kc Kd 4h 2s"}, {1: {"first": BET, "bonus": BONUS}})
    state = state.act(1, "buy").act(1, "buy")
    assert state.results[1]["bonus"].net == -BONUS
    assert view(state).spots[0].hands == (parse("9c 9d 7h Qs"),)
    assert state.spot(1).wagers["third"] == BET


@both_games
def test_bonus_requires_four_cards_option(table: Table) -> None:
    four_only = under(table, bonus_requires_four_cards=True)
    assert played(four_only, "As Ks 2h", DEALERS_20, "refuse", bonus=BONUS)["bonus"] == -BONUS
    three = played(four_only, "As Ks Qs 2h", DEALERS_20, "buy", "refuse", bonus=BONUS)
    assert three["bonus"] == -BONUS
    four = played(four_only, "As Ks Qs Js", DEALERS_20, "buy", "buy", bonus=BONUS)
    assert four["bonus"] == 50 * BONUS


@both_games
def test_bonus_alone_is_refused_unless_the_house_allows_it(table: Table) -> None:
    with pytest.raises(IllegalWager) as refused:
        dealt(table, {1: "As Ks Qs Js", 0: DEALERS_20}, {1: {"bonus": BONUS}})
    assert refused.value.code == "wager/missing"
    assert refused.value.message == f"{table.game.id} seat 1: no first; a seat must bet first"


@both_games
@pytest.mark.parametrize("player, units", [("As Kd Qs Js", 5), ("As Kd 9s 2h", -1)])
def test_playing_the_bonus_bet_alone_two_more_cards_and_no_decisions(
    table: Table, player: str, units: int
) -> None:
    alone = under(table, bonus_alone=True)
    state = dealt(alone, {1: player, 0: DEALERS_20}, {1: {"bonus": BONUS}})
    assert state.over
    assert state.spot(1).cards == parse(player)
    assert {wager: result.net for wager, result in state.results[1].items()} == {
        "bonus": units * BONUS
    }


@both_games
def test_bonus_alone_is_served_in_its_turn(table: Table) -> None:
    alone = under(table, bonus_alone=True)
    cards = {1: "3s 3d 9h", 2: "As Kd Qs Js", 0: DEALERS_20}
    state = dealt(alone, cards, {1: {"first": BET}, 2: {"bonus": BONUS}})
    assert (state.turn, len(state.spot(2).cards)) == (1, 2)
    assert len(state.act(1, "refuse").spot(2).cards) == 4


@both_games
def test_bonus_alone_option_still_takes_first_and_bonus_together(table: Table) -> None:
    alone = under(table, bonus_alone=True)
    assert played(alone, "As Ks 2h", DEALERS_20, "refuse", bonus=BONUS) == {
        "first": BET,
        "bonus": 2 * BONUS,
    }


@pytest.mark.parametrize("table_id, units", [("1", 3), ("2", 4), ("3", 4)])
def test_bonus_tables_of_six_decks(table_id: str, units: int) -> None:
    table = open_table("4-card-buyout", posted={"bonus": table_id})
    nets = played(table, "Ks Js 9s 2h", DEALERS_20, "buy", "refuse", bonus=BONUS)  # 29
    assert nets["bonus"] == units * BONUS


def test_tables_posted_by_default_are_the_example_and_table_1() -> None:
    assert ONE_DECK.posted_ids == {"bonus": "1"} == SIX_DECKS.posted_ids


# --- The Dealer's Hand


@both_games
def test_qualifying_dealer_draws_with_12_and_stands_with_13(table: Table) -> None:
    """The fifth card is ready both times: it is taken only below 13."""
    for four, card_count in (("7s 5s Kd Jh", 5), ("8s 5s Kd Jh", 4)):
        state = dealt(table, {1: "As 9s 2h", 0: f"{four} Qc"}).act(1, "refuse")
        assert len(state.dealer.cards) == card_count
    assert [score for score in range(45) if dealer_draws(score)] == list(range(13))


@both_games
def test_qualifying_dealer_plays_the_best_of_five(table: Table) -> None:
    """12 of spades, then a nine of diamonds with the king: 19."""
    dealer = "7s 5s Kd Jh 9d"
    assert played(table, "As 8s 2h", dealer, "refuse") == {"first": 0}  # 19
    assert played(table, "As 9s 2h", dealer, "refuse") == {"first": BET}  # 20
    assert played(table, "Ts 8s 2h", dealer, "refuse") == {"first": -BET}  # 18


@both_games
def test_qualifying_dealer_draws_with_no_points_and_must_play_what_comes(table: Table) -> None:
    """0 points draw; any fifth card then shares a suit with one of the four."""
    state = dealt(table, {1: "2s 3s 4d", 0: "Kc Jd 9h 7s 2c"}).act(1, "refuse")
    assert points(state.dealer.cards) == 12
    assert state.results[1]["first"].net == -BET


@both_games
def test_the_dealer_turns_over_the_first_two_and_deals_two_more_face_up(table: Table) -> None:
    state = dealt(table, {1: "As Ks 2h", 0: DEALERS_20})
    assert view(state).dealer == (None, *parse("Td"))
    state = state.act(1, "refuse")
    assert view(state).dealer == parse(DEALERS_20)


# --- Pay and Take


@both_games
def test_pay_and_take_winning_bets_are_paid_1_to_1(table: Table) -> None:
    won = played(table, "As Ks Qs Js", DEALERS_20.replace("2s", "2h"), "buy", "buy")
    assert won == {"first": BET, "second": BET, "third": BET}


@both_games
def test_pay_and_take_losing_bets_are_all_lost(table: Table) -> None:
    lost = played(table, "2s 3s 4d 5d", "Kc Kd 4h 2h", "buy", "buy")
    assert lost == {"first": -BET, "second": -BET, "third": -BET}


@both_games
def test_pay_and_take_the_dealer_selects_the_best_hand_for_the_player(table: Table) -> None:
    """A pair, 20, and three diamonds, 25: the diamonds play against 22."""
    won = played(table, "9c 9d Jd 6d", "Ac Ah 4h 2d", "buy", "buy")
    assert set(won.values()) == {BET}


@both_games
def test_pay_and_take_from_the_right_going_left(table: Table) -> None:
    cards = {1: "As Ks 2h", 4: "3s 3d 9h", 6: "5s 5d 8h", 0: DEALERS_20}
    state = dealt(table, cards)
    for seat in (1, 4, 6):
        state = state.act(seat, "refuse")
    assert [event.seat for event in state.events if isinstance(event, Settled)] == [6, 4, 1]


@both_games
def test_comparing_suited_points_to_a_pair_the_most_points_win(table: Table) -> None:
    dealer = "Kc Kd 4h 2h"
    assert played(table, "As Ks 2d", dealer, "refuse") == {"first": BET}  # 21 against 20
    assert played(table, "Ts 9s 2d", dealer, "refuse") == {"first": -BET}  # 19


@pytest.mark.parametrize("bets", [1, 2, 3])
@pytest.mark.parametrize(
    "folded, player, why, net",
    [(0, 21, WON, 1), (0, 20, PUSHED, 0), (0, 19, LOST, -1), (1, 0, FOLDED, -1)],
)
def test_only_bets_that_were_made_are_won_or_lost(
    folded: int, player: int, why: int, net: int, bets: int
) -> None:
    made = [net] * bets + [0] * (3 - bets)
    assert settle(folded, bets, player, 20) == (why, *made)


# --- Game Security


@both_games
def test_game_security_two_cards_one_wager_three_two_four_all_three(table: Table) -> None:
    first = dealt(table, {1: "As Ks 2s 3s", 0: "Kc Kd 4h 2h"})
    bought = [first, first.act(1, "buy"), first.act(1, "buy").act(1, "buy")]
    for count, state in enumerate(bought, 1):
        spot = state.spot(1)
        assert len(spot.cards) == count + 1
        assert list(spot.wagers) == ["first", "second", "third"][:count]
        assert secure(spot)


@both_games
def test_game_security_cards_and_wagers_that_disagree_are_detected(table: Table) -> None:
    spot = dealt(table, {1: "As Ks 2s 3s", 0: "7h 9c"}).spot(1)
    assert not secure(spot._replace(wagers={"first": BET, "second": BET}))
    three = dealt(table, {1: "As Ks 2s 3s", 0: "7h 9c"}).act(1, "buy").spot(1)
    assert not secure(three._replace(wagers={"first": BET}))
    assert not secure(three._replace(wagers={"first": BET, "third": BET}))
    assert not secure(three._replace(wagers={"first": BET, "second": BET + 1}))


# --- Seats, cards


@both_games
def test_nine_seats_at_most(table: Table) -> None:
    state = deal(table, {seat: {"first": BET} for seat in range(1, 10)}, Deck(DECK))
    assert len(state.spots) == 9
    with pytest.raises(BadTable) as refused:
        deal(table, {seat: {"first": BET} for seat in range(1, 11)}, Deck(DECK))
    assert refused.value.message.startswith(
        f"10 seats; {table.game.id} has seats 1 to 9 (WAC 230-15-055"
    )


def test_one_deck_is_enough_for_nine_who_buy_everything() -> None:
    """4 x 9 + 5 = 41 cards: from an ordered deck everyone can buy, and the dealer draws a fifth."""
    state = deal(ONE_DECK, {seat: {"first": BET} for seat in range(1, 10)}, Deck(DECK))
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, "buy")
    assert sum(len(event.cards) for event in state.events if isinstance(event, Dealt)) == 41


def test_cards_one_and_six_decks() -> None:
    assert (ONE_DECK.game.decks, SIX_DECKS.game.decks) == (1, 6)


def test_six_decks_identical_cards_play() -> None:
    assert played(SIX_DECKS, "7s 7s 2h", "Kd Jd 4h 2c", "refuse") == {"first": 0}  # 20 each
    assert played(SIX_DECKS, "As As As Ks", "Ks Ks Kd Kd", "buy", "buy", bonus=BONUS) == {
        "bonus": 100 * BONUS,  # 43
        "first": BET,
        "second": BET,
        "third": BET,
    }


def test_six_decks_shuffle_every_round_unless_a_cut_card_is_set() -> None:
    assert SIX_DECKS.options["cut_card"] == 0
    assert open_table("4-card-buyout", options={"cut_card": 200}).options["cut_card"] == 200
    with pytest.raises(BadTable, match="option 'cut_card'"):
        open_table("ultimate-4-card-buyout", options={"cut_card": 200})
