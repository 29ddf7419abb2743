"""Showdowns of Five Card Hold Out: the rulings at the table, and what a request may not say."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK, text
from croupier.errors import RuleError
from croupier.table.dispute import settle
from tests.effort import examples

Request = dict[str, object]
BOARD = "2c 7d 8h Kd"


def asked(*seats: Request, **more: object) -> Request:
    return {
        "game": "five-card-hold-out",
        "mode": "hilo",
        "button": 7,
        "board": BOARD,
        "seats": list(seats),
        **more,
    }


def seat(number: int, held: str, paid_in: int, **more: object) -> Request:
    return {"seat": number, "held": held, "in": paid_in, **more}


def folded(number: int, paid_in: int) -> Request:
    return {"seat": number, "in": paid_in, "folded": True}


NUT_LOW, KINGS, SEVENS = "As 3d", "Ks Kc", "7c 7s"


def hands(request: Request) -> dict[str, dict[str, str | None]]:
    return settle(request)["hands"]  # type: ignore[return-value]


def payouts(request: Request) -> dict[str, int]:
    return settle(request)["payouts"]  # type: ignore[return-value]


# Rulings


def test_rule_14_all_held_cards_must_play() -> None:
    """A pair of kings on the board does not help a player who holds four other cards."""
    request = asked(seat(1, "3h 4h 5d 9s", 50), seat(2, "Ah", 50), board="Kc Kd 2c 7d", mode="high")
    told = hands(request)
    assert told["1"]["high"] == "king high (K 9 5 4 3)"
    assert told["2"]["high"] == "pair of kings (K A 7 2)"


def test_rule_5b_five_kept_ignores_the_board() -> None:
    told = hands(asked(seat(1, "3h 4h 5d 9s Js", 50), seat(2, "Ah", 50), board="9c 9d 9h 2d"))
    assert told["1"]["high"] == "jack high (J 9 5 4 3)"


def test_rule_15b_a_player_can_win_both_the_high_and_the_low() -> None:
    answer = settle(asked(seat(1, "As 3d", 51), seat(2, "Qs Jh", 51)))
    assert answer["pots"] == [
        {"amount": 102, "eligible": [1, 2], "high": {"1": 51}, "low": {"1": 51}}
    ]
    assert answer["payouts"] == {"1": 102}


def test_rule_15c_aces_play_high_for_high_and_low_for_low() -> None:
    told = hands(asked(seat(1, NUT_LOW, 50), seat(2, KINGS, 50)))
    assert told["1"] == {"high": "ace high (A K 8 7 3)", "low": "low (8 7 3 2 A)"}


def test_high_and_low_may_use_different_community_cards() -> None:
    told = hands(asked(seat(1, "Ah 3h", 50), seat(2, KINGS, 50), board="4h 5h 6h 6s"))
    assert told["1"] == {"high": "flush, ace high (A 6 5 4 3)", "low": "low (6 5 4 3 A)"}
    told = hands(asked(seat(1, "7s 3h", 50), seat(2, KINGS, 50), board="7d 7h 2c Ac"))
    assert told["1"] == {"high": "three sevens (7 A 3)", "low": None}


@pytest.mark.parametrize("held", ["As Ad", "As 9d", "As 3d 9h"])
def test_a_held_pair_or_nine_kills_an_eight_low(held: str) -> None:
    two = (seat(1, held, 50), seat(2, KINGS, 50))
    assert hands(asked(*two))["1"]["low"] is None
    nine = hands(asked(*two, qualifier=9))["1"]["low"]
    assert (nine is not None) == ("9" in held)


def test_the_qualifier_is_8_in_hilo_unless_another_is_given() -> None:
    two = (seat(1, "As 9d", 50), seat(2, KINGS, 50))
    assert settle(asked(*two))["qualifier"] == settle(asked(*two, qualifier=8))["qualifier"] == "8"
    assert payouts(asked(*two)) == payouts(asked(*two, qualifier="8")) == {"2": 100}
    for given_ in (9, "9", None, "none"):
        assert payouts(asked(*two, qualifier=given_)) == {"1": 50, "2": 50}


@pytest.mark.parametrize("held, qualifier", [("4s 5d", 8), ("5d 9s", 9)])
def test_the_worst_low_that_qualifies(held: str, qualifier: int) -> None:
    """8 7 6 5 4 and 9 8 7 6 5."""
    two = (seat(1, held, 50), seat(2, "Ks Kc", 50))
    assert hands(asked(*two, board="6c 7d 8h Kd", qualifier=qualifier))["1"]["low"]
    assert not hands(asked(*two, board="6c 7d Th Kd", qualifier=qualifier))["1"]["low"]


def test_low_only_has_no_qualifier() -> None:
    request = asked(seat(1, "As Ad", 50), seat(2, KINGS, 50), mode="low")
    assert settle(request)["qualifier"] == "none"
    assert payouts(request) == {"1": 100}
    assert hands(request)["1"] == {"high": None, "low": "paired low (A 8 7 2)"}
    with pytest.raises(RuleError, match="mode low has no qualifier, only hilo has one"):
        settle({**request, "qualifier": 8})


def test_no_qualifying_low_the_high_takes_all() -> None:
    (pot,) = settle(asked(seat(1, KINGS, 50), seat(2, SEVENS, 50)))["pots"]  # type: ignore[misc, attr-defined]
    assert (pot["high"], pot["low"]) == ({"1": 100}, {})


def test_mode_is_high_unless_another_is_given() -> None:
    request = asked(seat(1, NUT_LOW, 50), seat(2, KINGS, 50))
    del request["mode"]
    answer = settle(request)
    assert (answer["mode"], answer["qualifier"]) == ("high", "none")
    assert answer["payouts"] == {"2": 100} and hands(request)["1"]["low"] is None


def test_the_wheel_is_a_straight_unless_the_house_says_otherwise() -> None:
    request = asked(seat(1, "As 3d", 50), seat(2, "2h 2d", 50), board="2c 4s 5d Kh", mode="high")
    assert hands(request)["1"]["high"] == "straight, five high"
    assert payouts(request) == {"1": 100}
    request["options"] = {"wheel_straight": False}
    assert hands(request)["1"]["high"] == "ace high (A K 5 4 3)"
    assert payouts(request) == {"2": 100}


def test_uncalled_chips_are_returned_and_an_all_in_makes_a_side_pot() -> None:
    answer = settle(
        asked(seat(2, NUT_LOW, 474), seat(5, KINGS, 1001), folded(3, 75), seat(8, SEVENS, 1200))
    )
    assert answer["returned"] == {"8": 199}
    assert answer["pots"] == [
        {"amount": 1497, "eligible": [2, 5, 8], "high": {"5": 749}, "low": {"2": 748}},
        {"amount": 1054, "eligible": [5, 8], "high": {"5": 1054}, "low": {}},
    ]
    assert answer["payouts"] == {"2": 748, "5": 1803}


@pytest.mark.parametrize("button, first", [(7, "9"), (8, "9"), (9, "1"), (1, "2"), (2, "9")])
def test_odd_chips_go_clockwise_from_the_button(button: int, first: str) -> None:
    tied = [seat(1, "Qs", 33), seat(2, "Qd", 33), seat(9, "Qc", 33), folded(4, 1)]
    for mode in ("high", "hilo"):
        won = payouts(asked(*tied, button=button, mode=mode))
        assert won == {"1": 33, "2": 33, "9": 33} | {first: 34}


def test_quartering_and_tda_rule_20() -> None:
    tied = [seat(1, "As 3d", 33), seat(2, "Ad 3c", 33), seat(9, "Ac 3s", 33), folded(4, 5)]
    assert payouts(asked(*tied)) == {"9": 36, "1": 34, "2": 34}
    assert payouts(asked(*tied, options={"odd_chips": "tda"})) == {"9": 35, "1": 35, "2": 34}
    quartered = [seat(1, "As 3d", 50), seat(2, "Ad 3c", 50), seat(9, KINGS, 50)]
    assert payouts(asked(*quartered)) == {"1": 38, "2": 37, "9": 75}


def test_the_rake_is_reported_by_pot() -> None:
    options = {"rake_percent": 10, "rake_cap": 40}
    three = (seat(1, NUT_LOW, 105), seat(2, KINGS, 199), seat(3, SEVENS, 199))
    answer = settle(asked(*three, options=options))
    assert [pot["rake"] for pot in answer["pots"]] == [31, 9]  # type: ignore[attr-defined]
    assert sum(answer["payouts"].values()) == 105 + 2 * 199 - 40  # type: ignore[attr-defined]


def test_one_live_seat_takes_the_pot_without_cards() -> None:
    alone = {"seat": 2, "in": 100}
    request = asked(folded(1, 50), alone, options={"rake_percent": 10, "rake_cap": 40})
    answer = settle({**request, "board": ""})
    assert (answer["returned"], answer["payouts"]) == ({"2": 50}, {"2": 100})
    assert answer["hands"] == {}
    del request["board"]
    assert settle(request) == answer
    assert settle({**request, "board": "2c 7d"})["payouts"] == {"2": 90}  # a flop, so a rake


# Requests


@pytest.mark.parametrize(
    "change, code, message",
    [
        ({"game": "five-card-holdout"}, "game/unknown", "four-card-prime, five-card-hold-out$"),
        ({"dealer": "As"}, "request/form", "unknown 'dealer'; known: game, mode, qualifier"),
        ({"mode": "low ball"}, "option/bad", "mode = 'low ball'; it takes high, hilo, low"),
        ({"mode": None}, "option/bad", "mode = None"),
        (
            {"qualifier": 4},
            "option/bad",
            "qualifier = 4; it takes none, 5, 6, 7, 8, 9, 10, J, Q, K",
        ),
        ({"qualifier": True}, "option/bad", "qualifier = True; it takes none, 5, "),
        ({"qualifier": [8]}, "option/bad", r"qualifier = \[8\]"),
        ({"mode": "high", "qualifier": 8}, "request/qualifier", "only hilo has one"),
        ({"seat_count": 10}, "request/seats", "seat_count: 10; it is 2 to 9"),
        ({"seat_count": 1}, "request/seats", "seat_count: 1; it is 2 to 9"),
        ({"seat_count": 6}, "request/seats", "button: 7; it is 1 to 6"),
        ({"seat_count": 7}, "request/seats", "seat: 8; it is 1 to 7"),
        ({"button": 0}, "request/seats", "button: 0; it is 1 to 9"),
        ({"button": None}, "record/bad", "button: None; it must be a whole number"),
        ({"board": "2c 7d 8h"}, "cards/count", r"board: 2c 7d 8h \(3 cards\); it has 4"),
        ({"board": ""}, "cards/count", "board: no cards"),
        ({"board": 7}, "request/cards", "board: 7; write cards"),
        ({"board": "2c 7d 8h 1x"}, "cards/bad", "'1x' is not a card"),
        ({"board": "2c 7d 8h As"}, "cards/duplicate", "As appears twice"),
        ({"options": {"mode": "low"}}, "option/unknown", "no option 'mode' here; known: wheel"),
        ({"options": {"rake_percent": 11}}, "option/bad", "whole number from 0 to 10"),
        ({"options": {"rake_percent": 5}}, "option/bad", "rake_percent without rake_cap"),
        ({"options": {"odd_chips": None}}, "option/bad", "odd_chips = None"),
        ({"options": []}, "request/form", "options: .*; it must be an object in braces"),
        ({"seats": {}}, "request/form", "seats: .*; it must be a list"),
        ({"seats": []}, "request/seats", "seats: 0 given; a hand has 2 or more"),
        ({"seats": [folded(1, 5), folded(2, 5)]}, "request/seats", "all folded"),
    ],
)
def test_an_impossible_request(change: Request, code: str, message: str) -> None:
    request = asked(seat(1, NUT_LOW, 50), seat(8, KINGS, 50))
    assert payouts(request) == {"1": 50, "8": 50}
    with pytest.raises(RuleError, match=message) as refused:
        settle({**request, **change})
    assert refused.value.code == code


@pytest.mark.parametrize(
    "change, code, message",
    [
        ({"seat": 1}, "request/seats", r"seats \[1, 1\]: name each seat once"),
        ({"seat": "8"}, "record/bad", "seat: '8'; it must be a whole number"),
        ({"seat": True}, "record/bad", "seat: True; it must be a whole number"),
        ({"cards": "As"}, "request/form", "a seat: unknown 'cards'; known: seat, held, in, folded"),
        ({"held": "Ks Kc Qs Js Ts 9s"}, "cards/count", "seat 8 held: .* a player is dealt 5"),
        ({"held": ""}, "request/cards", "seat 8 held: no cards; write what was kept"),
        ({"held": None}, "request/cards", "seat 8 held: None"),
        ({"held": "As"}, "cards/duplicate", "As appears twice"),
        ({"held": "Kd"}, "cards/duplicate", "Kd appears twice"),
        ({"in": 0}, "request/seats", "seat 8 in: 0; a seat at the showdown has paid in something"),
        ({"in": -5}, "request/seats", "seat 8 in: -5; nobody pays in less than 0"),
        ({"in": 5.0}, "record/bad", "seat 8 in: 5.0; it must be a whole number"),
        ({"in": 10**21}, "record/bad", "seat 8 in: .*; no number here is above"),
        ({"folded": "no"}, "request/form", "seat 8 folded: write true or false"),
        ({"folded": 0}, "request/form", "seat 8 folded: write true or false"),
    ],
)
def test_an_impossible_seat(change: Request, code: str, message: str) -> None:
    request = asked(seat(1, NUT_LOW, 50), {**seat(8, KINGS, 50), **change})
    with pytest.raises(RuleError, match=message) as refused:
        settle(request)
    assert refused.value.code == code


def test_cards_may_be_written_as_elsewhere_and_the_game_in_any_case() -> None:
    request = asked(seat(1, NUT_LOW, 50), seat(8, KINGS, 50))
    other = asked(seat(8, "K♠,kc", 50), seat(1, NUT_LOW, 50, folded=False))
    other |= {"game": "Five Card Hold_Out", "board": ["2c", "7d", "8h", "Kd"], "seat_count": 9}
    assert settle(other) == settle(request)


def test_the_cards_of_a_folded_seat_are_on_the_table_too() -> None:
    request = asked(seat(1, NUT_LOW, 50), seat(8, KINGS, 50), seat(3, "As", 10, folded=True))
    with pytest.raises(RuleError, match="As appears twice"):
        settle(request)


def dealt(rng: Random) -> Request:
    deck = rng.sample(DECK, 52)
    seat_count = rng.randint(2, 9)
    numbers = rng.sample(range(1, seat_count + 1), rng.randint(2, seat_count))
    mode = rng.choice(["high", "hilo", "low"])
    return {
        **asked(mode=mode, seat_count=seat_count, button=rng.randint(1, seat_count)),
        "board": text(deck[:4]),
        "seats": [
            {
                "seat": number,
                "held": text(deck[4 + 5 * place :][: rng.randint(1, 5)]),
                "in": rng.randint(1, 40),
                "folded": place > 0 and rng.random() < 0.3,
            }
            for place, number in enumerate(numbers)
        ],
        **(
            {"qualifier": rng.choice([5, 7, 8, 9, 10, "10", "T", "J", "Q", "K", "none", None])}
            if mode == "hilo"
            else {}
        ),
        "options": {"odd_chips": rng.choice(["tda", "by pot"]), "rake_percent": 5, "rake_cap": 9},
    }


@given(st.randoms(use_true_random=False))
def test_chips_are_conserved_and_only_live_seats_are_paid(rng: Random) -> None:
    request = dealt(rng)
    answer = json.loads(json.dumps(settle(request)))
    seats = request["seats"]
    pots = answer["pots"]
    out = sum(answer["returned"].values()) + sum(answer["payouts"].values())
    assert out + sum(pot["rake"] for pot in pots) == sum(part["in"] for part in seats)  # type: ignore[attr-defined]
    live = {str(part["seat"]) for part in seats if not part["folded"]}  # type: ignore[attr-defined]
    assert {*answer["payouts"], *answer["returned"]} <= live
    assert set(answer["hands"]) == (live if len(live) > 1 else set())


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@settings(max_examples=examples(300))
@given(st.randoms(use_true_random=False), JUNK, st.data())
def test_whatever_is_written_is_answered_or_refused(
    rng: Random, junk: object, data: st.DataObject
) -> None:
    request = deepcopy(dealt(rng))
    place = data.draw(st.sampled_from([request, request["options"], request["seats"][0]]))  # type: ignore[index]
    key = data.draw(st.sampled_from([*place, "other"]))
    place[key] = junk
    with suppress(RuleError):
        json.dumps(settle(request))
