"""The dispute tool: it answers what the table would have paid, or says what is wrong with the
request.
"""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.card import DECK, text
from croupier.errors import RuleError
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import Game, Place
from croupier.table.dispute import settle
from croupier.table.events import DEALER, Acted, Dealt
from croupier.table.explain import explanations
from croupier.table.round import Round
from croupier.table.view import View
from tests.effort import examples
from tests.table.random_play import any_round, bets_of

Request = dict[str, object]
SEEDS = st.integers(min_value=0, max_value=2**64)
any_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

PRIME: Request = {
    "game": "four-card-prime",
    "posted": {"aces_baby": "AB-03"},
    "options": {"jackpot_type": "house"},
    "limits": "wa-2023",
    "dealer": "Ac 8d Qc Tc 9c 9s",
    "seats": [
        {
            "seat": 1,
            "cards": "4s 6h 4d Jh Qs",
            "wagers": {"ante": 500, "raise": 1000},
            "choices": ["raise 2x"],
        },
        {
            "seat": 2,
            "cards": "8s Ad Jc Ah As",
            "wagers": {"ante": 500, "aces baby": 500, "four card jackpot": 100},
            "choices": ["fold"],
        },
    ],
    "meters": {"four card jackpot": 1_000_000},
    "reseed": 500_000,
}
BUYOUT: Request = {
    "game": "ultimate-4-card-buyout",
    "dealer": "4c 9h Kh 2c",
    "seats": [
        {
            "seat": 1,
            "cards": "Jd Td 8d 2s",
            "wagers": {"first": 1000, "bonus": 500},
            "choices": ["buy", "refuse"],
        }
    ],
}
SPLIT: Request = {
    "game": "4-card-split-v2",
    "dealer": "Qh Kh 8d 3c",
    "seats": [
        {
            "seat": 8,
            "cards": "Kc Kd 7h 4s 9s 7d",
            "wagers": {"ante 1": 500, "ante 2": 500, "blind": 500},
            "choices": ["Kc Kd / 7h 4s", "play", "play"],
        }
    ],
}
REQUESTS = {"prime": PRIME, "buyout": BUYOUT, "split": SPLIT}


def request_for(last: Round, rng: Random, *, leave_out: bool = False) -> Request:
    """The request of somebody who saw this round, cards of each seat in the order dealt.

    With `leave_out`, a card that was offered last and did not join the hand is left out.
    """
    cards: dict[int, list[int]] = {DEALER: [], **{spot.seat: [] for spot in last.spots}}
    offered: dict[int, bool] = {}
    for event in last.events:
        if isinstance(event, Dealt):
            cards[event.seat].extend(event.cards)
            offered[event.seat] = event.place is Place.OFFER
    seats = []
    for spot in last.spots:
        kept = [card for hand in spot.hands for card in hand.cards]
        own = cards[spot.seat]
        if leave_out and offered.get(spot.seat) and len(kept) < len(own):
            own = own[:-1]
        choices = [
            event.action
            for event in last.events
            if isinstance(event, Acted) and event.seat == spot.seat
        ]
        wagers = spot.wagers if rng.random() < 0.5 else bets_of(last)[spot.seat]
        seats.append(
            {"seat": spot.seat, "cards": text(own), "wagers": dict(wagers), "choices": choices}
        )
    rng.shuffle(seats)
    return {
        "game": last.table.game.id,
        "posted": last.table.posted_ids,
        "options": dict(last.table.options),
        "limits": last.table.limits.profile.name,
        "dealer": text(cards[DEALER]),
        "seats": seats,
    }


def by_seat(answer: dict[str, object]) -> dict[int, dict[str, dict[str, object]]]:
    return {seat["seat"]: seat["wagers"] for seat in answer["seats"]}  # type: ignore[attr-defined]


def check_answer(answer: dict[str, object], last: Round) -> None:
    assert (answer["game"], answer["posted"]) == (last.table.game.id, last.table.posted_ids)
    reasons = explanations(last)
    told = by_seat(answer)
    assert set(told) == set(last.results)
    for seat, results in last.results.items():
        assert set(told[seat]) == set(results)
        for name, result in results.items():
            one = told[seat][name]
            assert (one["stake"], one["net"]) == (result.stake, result.net)
            assert one["returned"] == result.stake + result.net
            assert (one["rule"], one["reason"]) == reasons[seat][name]
            assert one.get("meter_percent", 0) == result.meter_percent
            won = result.net + (result.stake if name.endswith("jackpot") else 0)
            assert one.get("supervisor", False) is (won > 300_000)
    nets = [sum(result.net for result in results.values()) for results in last.results.values()]
    assert [seat["net"] for seat in answer["seats"]] == nets  # type: ignore[attr-defined]
    assert answer["house"] == -sum(nets)


@any_game
@pytest.mark.parametrize("leave_out", [False, True], ids=["all cards", "without refused cards"])
@settings(max_examples=examples(120), deadline=None)
@given(seed=SEEDS)
def test_the_answer_is_what_the_table_paid(seed: int, game: Game, leave_out: bool) -> None:
    rng = Random(seed)
    last = any_round(rng, game)
    request = request_for(last, rng, leave_out=leave_out)
    answer = settle(json.loads(json.dumps(request)))
    json.dumps(answer, allow_nan=False)
    check_answer(answer, last)


@pytest.mark.parametrize("game", ["4-card-split-v1", "4-card-split-v2"])
def test_all_52_cards_may_be_on_the_table(game: str) -> None:
    deck = [DECK[7 * place % 52] for place in range(52)]  # no instant winner anywhere
    seats = []
    for seat in range(1, 9):
        four = deck[4 * (seat - 1) : 4 * seat]
        own = four + deck[36 + 2 * (seat - 1) : 36 + 2 * seat]
        seats.append(
            {
                "seat": seat,
                "cards": text(own),
                "wagers": {"ante 1": 500, "ante 2": 500, "blind": 500},
                "choices": [f"{text(four[:2])} / {text(four[2:])}", "play", "play"],
            }
        )
    answer = settle({"game": game, "dealer": text(deck[32:36]), "seats": seats})
    assert len(answer["seats"]) == 8  # type: ignore[arg-type]


def test_an_answer_in_full() -> None:
    """Four Card Prime, AB-03: three aces pay 25 to 1; the jackpot's trips pay 9 for 1."""
    answer = settle(PRIME)
    assert answer == {
        "game": "four-card-prime",
        "posted": {
            "win_bonus": "WC-01",
            "bad_beat_bonus": "BB-01",
            "aces_baby": "AB-03",
            "prime": "PR-01",
            "bad_beat_wager": "BBW-01",
            "five_card_jackpot": "5CP-01",
            "four_card_jackpot": "4CP-E01",
        },
        "dealer": "Ac 8d Qc Tc 9c 9s",
        "seats": [
            {
                "seat": 1,
                "net": -1500,
                "wagers": {
                    "ante": {
                        "stake": 500,
                        "net": -500,
                        "returned": 0,
                        "rule": "rule 7",
                        "reason": "the dealer's flush, ace high (A Q T 9) beats pair of fours "
                        "(4 Q J)",
                    },
                    "raise": {
                        "stake": 1000,
                        "net": -1000,
                        "returned": 0,
                        "rule": "rule 7",
                        "reason": "the dealer's flush, ace high (A Q T 9) beats pair of fours "
                        "(4 Q J)",
                    },
                },
            },
            {
                "seat": 2,
                "net": 12_800,
                "wagers": {
                    "ante": {
                        "stake": 500,
                        "net": -500,
                        "returned": 0,
                        "rule": "rule 4",
                        "reason": "folded: the ante is lost",
                    },
                    "aces baby": {
                        "stake": 500,
                        "net": 12_500,
                        "returned": 13_000,
                        "rule": "appendix B",
                        "reason": "three aces (A J); table AB-03, Three Aces: 25 to 1",
                    },
                    "four card jackpot": {
                        "stake": 100,
                        "net": 800,
                        "returned": 900,
                        "rule": "appendix F",
                        "reason": "three aces (A J); table 4CP-E01, Trips: $9 for 1",
                    },
                },
            },
        ],
        "house": -11_300,
    }


def test_cards_may_be_a_list_and_a_single_choice_a_word() -> None:
    request = deepcopy(PRIME)
    request["dealer"] = ["Ac", "8d", "Qc", "Tc", "9c", "9s"]
    first = request["seats"][0]  # type: ignore[index]
    first["cards"], first["choices"] = ["4s", "6h", "4d", "Jh", "Qs"], "raise 2x"
    assert settle(request) == settle(PRIME)


def test_cards_in_any_notation() -> None:
    assert settle({**PRIME, "dealer": "a♣,8D qc 10c 9♣9s"}) == settle(PRIME)


def test_a_named_upcard_is_put_where_the_game_turns_one_up() -> None:
    """Version 2 must play the upcard: with the two up, three aces are only a pair."""
    request = {
        **SPLIT,
        "dealer": "Ac Ad As 2h",
        "seats": [
            {
                "seat": 1,
                "cards": "9c Ts 4d 6h 8d",
                "wagers": {"ante 1": 500, "ante 2": 500, "blind": 500},
                "choices": ["9c Ts / 4d 6h", "play", "fold"],
            }
        ],
    }
    assert by_seat(settle(request))[1]["play 1"]["net"] == -500
    assert by_seat(settle({**request, "up": "2h"}))[1]["play 1"]["net"] == 500
    assert by_seat(settle({**request, "up": "Ad"}))[1]["play 1"]["net"] == -500
    assert settle({**BUYOUT, "up": "9h"}) == settle(BUYOUT)


@pytest.mark.parametrize("choices", [["buy", "fold"], ["buy", "refuse"]])
def test_a_refused_or_folded_card_may_be_left_out(choices: list[str]) -> None:
    seat = {**BUYOUT["seats"][0], "choices": choices}  # type: ignore[index]
    whole = settle({**BUYOUT, "seats": [seat]})
    assert settle({**BUYOUT, "seats": [{**seat, "cards": "Jd Td 8d"}]}) == whole


METER = 1_000_000


def jackpot(**more: object) -> dict[int, dict[str, dict[str, object]]]:
    """Two royal flushes and a straight flush, each with a dollar on the five card jackpot."""
    hands = {1: "As Ks Qs Js Ts", 2: "Ah Kh Qh Jh Th", 3: "5c 6c 7c 8c 9c"}
    request: Request = {
        "game": "four-card-prime",
        "dealer": "2c 3d 5h 8d Jc Kd",
        "seats": [
            {
                "seat": seat,
                "cards": cards,
                "wagers": {"ante": 500, "five card jackpot": 100},
                "choices": "fold",
            }
            for seat, cards in hands.items()
        ],
        "meters": {"five card jackpot": METER},
        **more,
    }
    return by_seat(settle(request))


@pytest.mark.parametrize(
    "more, pays",
    [
        # 10% of the meter first, then the rest in equal parts, rounded down.
        ({}, {1: 450_000, 2: 450_000, 3: 100_000}),
        ({"options": {"jackpot_type": "house"}}, {1: METER, 2: METER, 3: 100_000}),
        # From the right: seat 3 a tenth, seat 2 everything that is left, seat 1 the new meter.
        (
            {"options": {"jackpot_split": "in order"}, "reseed": 250_000},
            {1: 250_000, 2: 900_000, 3: 100_000},
        ),
        ({"meters": {"five card jackpot": 0}}, {1: 0, 2: 0, 3: 0}),
        ({"meters": {"five card jackpot": 101}}, {1: 45, 2: 45, 3: 10}),
        ({"meters": {}}, {1: None, 2: None, 3: None}),
    ],
)
def test_shares_of_a_meter(more, pays) -> None:
    told = jackpot(**more)
    for seat, pay in pays.items():
        one = told[seat]["five card jackpot"]
        assert one["meter_percent"] == (10 if seat == 3 else 100)
        assert one["meter_pay"] == pay
        assert one["net"] == (pay or 0) - 100
        assert one.get("supervisor", False) is ((pay or 0) > 300_000)  # the stake is not returned


def test_a_prize_for_1_is_large_by_the_amount_paid() -> None:
    """Two royal flushes share what a tenth leaves: 3,000.50 dollars each are paid, 2,999.50 net."""
    for meter, supervised in ((666_777, True), (666_666, False)):
        told = jackpot(meters={"five card jackpot": meter})[1]["five card jackpot"]
        assert (told["returned"], "supervisor" in told) == (
            300_050 if supervised else 300_000,
            supervised,
        )


def changed(request: Request, *path: object, to: object) -> Request:
    copy = deepcopy(request)
    inner: object = copy
    for step in path[:-1]:
        inner = inner[step]  # type: ignore[index]
    if to is GONE:
        del inner[path[-1]]  # type: ignore[attr-defined]
    else:
        inner[path[-1]] = to  # type: ignore[index]
    return copy


GONE = object()
SEAT = ("seats", 0)
BRACES, BRACKETS = "it must be an object in braces", "it must be a list in brackets"
WHOLE = r"it must be a whole number \(money in cents\)"


@pytest.mark.parametrize(
    "request_, message",
    [
        # The form.
        (None, BRACES),
        ([], BRACES),
        ("four-card-prime", BRACES),
        (7, BRACES),
        ({}, '"game" must name a game'),
        ({**PRIME, "table": 1}, "the request: unknown 'table'; known: game, posted, options"),
        (changed(PRIME, *SEAT, "name", to="Ann"), "a seat: unknown 'name'; known: seat, cards"),
        # The table.
        (changed(PRIME, "game", to=7), '"game" must name a game'),
        (changed(PRIME, "game", to="poker"), "no game 'poker'; known: ultimate-4-card-buyout"),
        (changed(PRIME, "posted", to=[]), f"posted: .*{BRACES}"),
        (changed(PRIME, "posted", "aces_baby", to="AB-09"), "no table 'AB-09' for aces_baby"),
        (changed(PRIME, "posted", "aces_baby", to=None), "posted aces_baby: None; it must be"),
        (changed(PRIME, "posted", "blind", to="P1"), "four-card-prime posts no 'blind'"),
        (changed(PRIME, "options", to="house"), f"options: .*{BRACES}"),
        (changed(PRIME, "options", "tips", to=True), "four-card-prime has no option 'tips'"),
        (changed(PRIME, "options", "jackpot_type", to=None), "jackpot_type = None; write a word"),
        (changed(PRIME, "options", "jackpot_type", to=["house"]), "write a word or a number"),
        (changed(PRIME, "options", "jackpot_wager", to=1.5), "jackpot_wager = 1.5; write a word"),
        (changed(PRIME, "options", "jackpot_wager", to=-1), "it takes dollars such as"),
        (changed(PRIME, "limits", to="wa-1999"), "no limit profile 'wa-1999'"),
        (changed(PRIME, "limits", to=None), "limits: None; it must be a word in quotes"),
        # The dealer.
        (changed(PRIME, "dealer", to=GONE), 'dealer: None; write cards such as "As Td 7c"'),
        (changed(PRIME, "dealer", to=5), 'dealer: 5; write cards such as "As Td 7c"'),
        (changed(PRIME, "dealer", to=["As", 5]), "write cards such as"),
        (changed(PRIME, "dealer", to="Ac 8x"), "'8x' is not a card"),
        (changed(PRIME, "dealer", to="Ac Ac 8d Qc Tc 9c"), "Ac appears twice; one deck holds one"),
        (changed(PRIME, "dealer", to=""), r"the dealer has no cards \(0\)"),
        (changed(PRIME, "dealer", to="Ac 8d Qc Tc 9c"), r"the dealer has .* \(5\); the game deals"),
        (
            changed(PRIME, "dealer", to="Ac 8d Qc Tc 9c 9s 2h"),
            "the dealer has .*; the game deals only 6 cards there: 2h too many",
        ),
        (changed(PRIME, "up", to="2c"), "the upcard 2c is not among the dealer's Ac 8d"),
        (changed(PRIME, "up", to="?"), "'\\?' is not a card"),
        (changed(PRIME, "up", to=None), "up: None; it must be a word in quotes"),
        # The seats.
        (changed(PRIME, "seats", to=GONE), f"seats: None; {BRACKETS}"),
        (changed(PRIME, "seats", to={}), f"seats: .*{BRACKETS}"),
        (changed(PRIME, "seats", to=[]), "no seat made a wager"),
        (changed(PRIME, *SEAT, to=1), f"a seat: 1; {BRACES}"),
        (changed(PRIME, *SEAT, "seat", to=GONE), f"seat: None; {WHOLE}"),
        (changed(PRIME, *SEAT, "seat", to="1"), f"seat: '1'; {WHOLE}"),
        (changed(PRIME, *SEAT, "seat", to=True), f"seat: True; {WHOLE}"),
        (changed(PRIME, *SEAT, "seat", to=1.0), f"seat: 1.0; {WHOLE}"),
        (changed(PRIME, *SEAT, "seat", to=0), "seat 0; four-card-prime has seats 1 to 9"),
        (changed(PRIME, *SEAT, "seat", to=10), "seat 10; four-card-prime has seats 1 to 9"),
        (changed(PRIME, *SEAT, "seat", to=2), r"seats \[2, 2\]: each seat stands in the request"),
        (changed(PRIME, *SEAT, "cards", to=GONE), "seat 1 cards: None; write cards such as"),
        (changed(PRIME, *SEAT, "cards", to={}), "seat 1 cards: {}; write cards such as"),
        (changed(PRIME, *SEAT, "cards", to="4s 6h 4d Jh"), r"seat 1 has .* \(4"),
        (changed(PRIME, *SEAT, "cards", to="4s 6h 4d"), r"seat 1 has 4s 6h 4d \(3\)"),
        (changed(PRIME, *SEAT, "cards", to="4s 6h 4d Jh Qs 2c"), "only 5 cards there: 2c too many"),
        (changed(PRIME, *SEAT, "cards", to="4s 6h 4d Jh Ac"), "Ac appears twice; one deck"),
        (changed(PRIME, *SEAT, "cards", to="4s 6h 4d Jh As"), "As appears twice; one deck"),
        (changed(PRIME, *SEAT, "cards", to="4s 4s 4d Jh Qs"), "4s appears twice; one deck"),
        # The wagers.
        (changed(PRIME, *SEAT, "wagers", to=GONE), f"seat 1 wagers: None; {BRACES}"),
        (changed(PRIME, *SEAT, "wagers", to=["ante"]), f"seat 1 wagers: .*{BRACES}"),
        (changed(PRIME, *SEAT, "wagers", to={}), "four-card-prime seat 1: no ante"),
        (changed(PRIME, *SEAT, "wagers", "ante", to="5"), f"seat 1 ante: '5'; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=5.0), f"seat 1 ante: 5.0; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=True), f"seat 1 ante: True; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=None), f"seat 1 ante: None; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=float("nan")), f"seat 1 ante: nan; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=float("inf")), f"seat 1 ante: inf; {WHOLE}"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=-500), "a wager is whole cents above zero"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=0), "a wager is whole cents above zero"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=40_001), r"takes \$0.01 to \$400"),
        (changed(PRIME, *SEAT, "wagers", "ante", to=10**400), "no number here is above"),
        (changed(PRIME, *SEAT, "wagers", "tip", to=100), "'tip' is not offered before the deal"),
        (changed(PRIME, *SEAT, "wagers", "raise", to=500), "it must be raise \\$10"),
        (changed(PRIME, *SEAT, "wagers", "raise", to=0), "raise \\$0; .* it must be raise \\$10"),
        (
            changed(PRIME, "seats", 1, "wagers", "raise", to=500),
            r"seat 2: raise \$5; with the choices fold it must be none",
        ),
        (
            changed(PRIME, "seats", 1, "wagers", "four card jackpot", to=200),
            r"four card jackpot \$2; the jackpot wager is \$1",
        ),
        (changed(SPLIT, *SEAT, "wagers", "ante 2", to=400), r"ante 2 \$4; it must equal ante 1"),
        (changed(SPLIT, *SEAT, "wagers", "blind", to=400), "it must be at least ante 1"),
        (
            changed(SPLIT, *SEAT, "wagers", "play 1", to=500),
            r"play 1 \$5; with the choices .* it must be play 1 \$5, play 2 \$5",
        ),
        (changed(BUYOUT, *SEAT, "wagers", "third", to=1000), r"it must be second \$10"),
        # The choices.
        (
            changed(PRIME, *SEAT, "choices", to=GONE),
            "seat 1: no choice is given at 'raise'; legal: fold, raise 1x, raise 2x, raise 3x",
        ),
        (changed(PRIME, *SEAT, "choices", to=[]), "seat 1: no choice is given at 'raise'"),
        (changed(PRIME, *SEAT, "choices", to=["raise 4x"]), "'raise 4x'; legal: fold, raise 1x"),
        (changed(PRIME, *SEAT, "choices", to=[2]), r"seat 1 choices \[2\]; write actions"),
        (changed(PRIME, *SEAT, "choices", to=None), f"seat 1 choices: None; {BRACKETS}"),
        (changed(PRIME, *SEAT, "choices", to={}), f"seat 1 choices: {{}}; {BRACKETS}"),
        (
            changed(PRIME, *SEAT, "choices", to=["raise 2x", "fold"]),
            "seat 1: 'fold' comes after the last choice",
        ),
        (
            changed(BUYOUT, *SEAT, "choices", to=["buy"]),
            "seat 1: no choice is given at 'fourth card'; legal: buy, refuse, fold",
        ),
        (changed(SPLIT, *SEAT, "choices", 0, to="Kc 7h Kd"), "'Kc 7h Kd'; legal: Kc Kd 7h / 4s"),
        # Cards against choices.
        (
            changed(BUYOUT, *SEAT, "choices", to=["buy", "buy"]) | {"dealer": "4c 9h Kh 2c 3d"},
            "the dealer has .* only 4 cards there: 3d too many",
        ),
        (
            changed(
                changed(BUYOUT, *SEAT, "choices", to=["buy", "buy"]), *SEAT, "cards", to="Jd Td 8d"
            ),
            r"seat 1 has Jd Td 8d \(3 cards\); with the choices buy, buy the game deals more",
        ),
        (
            changed(BUYOUT, *SEAT, "choices", to=["refuse"]),
            "seat 1 has .* the game deals only 3 cards there: 2s too many",
        ),
        (changed(SPLIT, *SEAT, "cards", to="Kc Kd 7h 4s 9s"), "the game deals more"),
        (changed(SPLIT, *SEAT, "cards", to="Kc Kd 7h 4s"), r"seat 8 has .* at least"),
        (changed(SPLIT, *SEAT, "cards", to="Kc Kd 7h 4s 9s 7d 2c"), "2c too many"),
        # The meters.
        (changed(PRIME, "meters", to=5), f"meters: 5; {BRACES}"),
        (
            changed(PRIME, "meters", "six card jackpot", to=5),
            "four-card-prime has no meter 'six card jackpot'; it has: five card jackpot, four card",
        ),
        (changed(BUYOUT, "meters", to={"bonus": 5}), "has no meter 'bonus'; it has: none"),
        (changed(PRIME, "meters", "four card jackpot", to="5"), f"meter four card .*{WHOLE}"),
        (changed(PRIME, "reseed", to=0.5), f"reseed: 0.5; {WHOLE}"),
        (changed(PRIME, "reseed", to=None), f"reseed: None; {WHOLE}"),
    ],
)  # fmt: skip
def test_an_impossible_request(request_, message) -> None:
    before = deepcopy(request_)
    with pytest.raises(RuleError, match=message) as caught:
        settle(request_)
    assert caught.value.code and "\n" not in caught.value.message
    assert repr(request_) == repr(before), "the request is left as it was"


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "broken",
    [
        changed(PRIME, "dealer", to="A\u017f 8d Qc Tc 9c 9s"),
        changed(PRIME, "dealer", to="\u212ac 8d Qc Tc 9c 9s"),
        changed(PRIME, *SEAT, "wagers", "ante", to=10**5000),
        changed(PRIME, *SEAT, "seat", to=10**5000),
        changed(PRIME, "options", "jackpot_wager", to="9" * 5000),
        changed(PRIME, "options", "jackpot_wager", to=10**5000),
        changed(PRIME, "reseed", to=-(10**5000)),
        nested(5000),
        changed(PRIME, "seats", to=nested(5000)),
        changed(PRIME, "limits", to=nested(5000)),
        changed(PRIME, "meters", "four card jackpot", to=-5),
        changed(PRIME, "reseed", to=-5),
    ],
    ids=[
        "long s",
        "kelvin sign",
        "huge stake",
        "huge seat",
        "huge option",
        "huge number as option",
        "huge reseed",
        "deep request",
        "deep seats",
        "deep limits",
        "meter below zero",
        "reseed below zero",
    ],
)
def test_a_malicious_request(broken: object) -> None:
    with pytest.raises(RuleError):
        settle(broken)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.integers(-2, 12)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["fold", "buy", "play", "As", "2c 3c", "ante", "raise 1x", "/", "on", "P1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every position in a request."""
    found = [path] if path else []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    else:
        return found
    return found + [place for key, one in inner for place in paths(one, (*path, key))]


@settings(max_examples=examples(300), deadline=None)
@given(request_=JSON)
def test_any_json_is_refused_or_answered(request_: object) -> None:
    with suppress(RuleError):
        assert isinstance(settle(request_), dict)


@settings(max_examples=examples(800), deadline=None)
@given(data=st.data())
def test_a_right_request_with_any_change_is_refused_or_answered(data) -> None:
    request_ = data.draw(st.sampled_from(list(REQUESTS.values())))
    for _ in range(data.draw(st.integers(1, 3))):
        places = paths(request_)
        place = data.draw(st.sampled_from(places)) if places else ("game",)
        other = data.draw(
            st.just(GONE) | JSON | st.sampled_from([inner(request_, one) for one in places] or [0])
        )
        request_ = changed(request_, *place, to=other)
    with suppress(RuleError):
        answer = settle(request_)
        assert set(answer) == {"game", "posted", "dealer", "seats", "house"}
        json.dumps(answer, allow_nan=False)


def inner(value: object, path: tuple[object, ...]) -> object:
    for step in path:
        value = value[step]  # type: ignore[index]
    return deepcopy(value)


def test_an_answer_is_not_a_view() -> None:
    """It shows all cards: it is for the house, once the round is over."""
    assert not set(settle(PRIME)) & set(View._fields) - {"game", "posted", "dealer"}
