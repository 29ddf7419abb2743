"""Why a wager was paid or taken, in words: each reason once, and without gaps."""

import re

import pytest

from croupier.cards.card import parse
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import EachSeat, Game, Settle
from croupier.table.events import Settled
from croupier.table.explain import Explanation, explanations, named, settles
from croupier.table.round import deal
from croupier.table.source import Deck
from croupier.table.table import open_table

PRIME, BUYOUT = "four-card-prime", "ultimate-4-card-buyout"


def settlements(game: Game) -> list[Settle]:
    parts = [part.steps if isinstance(part, EachSeat) else (part,) for part in game.flow]
    return [step for steps in parts for step in steps if isinstance(step, Settle)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_wager_has_a_settlement_with_reasons(game: Game) -> None:
    for wager in game.wagers:
        step = settles(game, wager.name)
        assert step.reasons
        for reason in step.reasons.values():
            assert reason.rule and reason.text


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_gap_in_a_reason_names_a_fact_or_a_table(game: Game) -> None:
    for step in settlements(game):
        known = {fact.name for fact in step.facts} | {key for key, _ in step.tables}
        for reason in (*step.reasons.values(), *step.own_reasons.values()):
            text = reason.text + reason.bonus
            assert set(re.findall(r"\{(.*?)\}", text)) <= known, text
            assert not reason.bonus or named(step, reason.bonus), text


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_steps_that_settle_one_wager_give_the_same_reasons(game: Game) -> None:
    for step in settlements(game):
        for why in step.reasons:
            first = settles(game, step.wagers[0], why)
            assert step.reasons == first.reasons and step.own_reasons == first.own_reasons
            assert (step.tables, step.facts) == (first.tables, first.facts)
        assert all(wager in step.wagers and why in step.reasons for wager, why in step.own_reasons)


def told(
    game: str,
    cards: str,
    acts: list[str],
    bets: dict[str, int],
    *,
    options: dict[str, object] | None = None,
    posted: dict[str, str] | None = None,
) -> dict[str, Explanation]:
    table = open_table(game, options=options or {}, posted=posted or {})  # type: ignore[arg-type]
    state = deal(table, {1: bets}, Deck(parse(cards, decks=table.game.decks)))
    for act in acts:
        state = state.act(1, act)
    assert state.over
    return explanations(state)[1]


SIDES = {"ante": 500, "aces baby": 100, "prime": 100, "bad beat": 100}
JACKPOTS = {"ante": 500, "five card jackpot": 100, "four card jackpot": 100}
KINGS_BEAT_QUEENS = "Ks Kh 9d 4c 2s  Qd Qh 8c 7h 5d 3s"
FLUSH_BEATS_ACES = "As Ah 9d 4c 2s  Kd 8d 6d 3d 5c 2h"
SEVENS_BEAT_A_FLUSH = "7c 7s 7h 2s 3s  Ac 8d Qc Tc 9c 9s"
FOURS_BEAT_SEVENS = "7c 7s 7h 2s 3s  4c 4d 4h 4s 9c 9s"
COPIES = "As Kd Qh 9c 2d  Ah Kc Qs 9d 3c 4h"


@pytest.mark.parametrize(
    "cards, act, bets, wager, rule, text",
    [
        (KINGS_BEAT_QUEENS, "fold", {"ante": 500}, "ante", "rule 4", "folded: the ante is lost"),
        (
            KINGS_BEAT_QUEENS,
            "raise 1x",
            {"ante": 500},
            "raise",
            "rule 8",
            "pair of kings (K 9 4) beats the dealer's pair of queens (Q 8 7)",
        ),
        (
            FLUSH_BEATS_ACES,
            "raise 1x",
            {"ante": 500},
            "ante",
            "rule 7",
            "the dealer's flush, king high (K 8 6 3) beats pair of aces (A 9 4)",
        ),
        (
            SEVENS_BEAT_A_FLUSH,
            "raise 3x",
            {"ante": 500},
            "ante",
            "rule 8",
            "three sevens (7 3) beats the dealer's flush, ace high (A Q T 9); win bonus table "
            "WC-01, Trips: 2 to 1",
        ),
        (
            SEVENS_BEAT_A_FLUSH,
            "raise 3x",
            {"ante": 500},
            "raise",
            "rule 8",
            "three sevens (7 3) beats the dealer's flush, ace high (A Q T 9)",
        ),
        (
            FOURS_BEAT_SEVENS,
            "raise 3x",
            {"ante": 500},
            "ante",
            "rule 7",
            "the dealer's four fours beats three sevens (7 3); bad beat bonus table BB-01, Trips: "
            "2 to 1",
        ),
        (
            FOURS_BEAT_SEVENS,
            "raise 3x",
            {"ante": 500},
            "raise",
            "rule 7",
            "the dealer's four fours beats three sevens (7 3)",
        ),
        (
            COPIES,
            "raise 1x",
            {"ante": 500},
            "ante",
            "rules 6 and 8",
            "ace high (A K Q 9) copies the dealer's hand, and the player wins copies",
        ),
        (
            FLUSH_BEATS_ACES,
            "fold",
            SIDES,
            "aces baby",
            "appendix B",
            "pair of aces (A 9 4); table AB-01, AA: 1 to 1",
        ),
        (
            FLUSH_BEATS_ACES,
            "fold",
            SIDES,
            "prime",
            "appendix C",
            "3 of one color; table PR-01, Others: Loss",
        ),
        (
            FLUSH_BEATS_ACES,
            "fold",
            SIDES,
            "bad beat",
            "appendix D",
            "the losing hand is pair of aces (A 9 4); table BBW-01, Others: Loss",
        ),
        (
            "7c 7d 7h 2s 2c  Kd 8d 6d 3d 5c 2h",
            "fold",
            JACKPOTS,
            "five card jackpot",
            "appendix E",
            "full house, sevens over twos; table 5CP-01, Full House: $100 for 1",
        ),
        (
            "As Ks Qs Js Ts  Kd 8d 6d 3d 5c 2h",
            "fold",
            JACKPOTS,
            "five card jackpot",
            "appendix E",
            "royal flush; table 5CP-01, Five-card Royal Flush: 100% of the meter",
        ),
        (
            "7c 7d 7h 2s 2c  Kd 8d 6d 3d 5c 2h",
            "fold",
            JACKPOTS,
            "four card jackpot",
            "appendix F",
            "three sevens (7 2); table 4CP-E01, Trips: $9 for 1",
        ),
    ],
)
def test_prime(cards, act, bets, wager, rule, text) -> None:
    assert told(PRIME, cards, [act], bets)[wager] == Explanation(rule, text)


def test_prime_a_copy_where_the_house_does_not_pay_it() -> None:
    reasons = told(PRIME, COPIES, ["fold"], SIDES, options={"bad_beat_on_copy": False})
    assert reasons["bad beat"] == Explanation(
        "appendix D", "a copy, and this house does not pay the wager on copies"
    )


def test_prime_envy() -> None:
    table = open_table(PRIME, offers=["four card jackpot"])
    bets = {seat: {"ante": 500, "four card jackpot": 100} for seat in (1, 2)}
    cards = "9s 9h 9d 9c 2s  Kh Jd 7c 4h 3d  Qd Qh 8c 7h 5d 3s"
    state = deal(table, bets, Deck(parse(cards))).act(1, "fold").act(2, "fold")
    assert explanations(state)[2]["four card jackpot"] == Explanation(
        "appendix F, note 3",
        "king high (K J 7 4); table 4CP-E01, Others: nothing; and envy of four nines: $10",
    )


def test_prime_envy_names_only_the_hands_that_pay_it() -> None:
    table = open_table(PRIME, offers=["four card jackpot"])
    bets = {seat: {"ante": 500, "four card jackpot": 100} for seat in (1, 2, 3)}
    cards = "9s 9h 9d 9c 2s  Kh Jd 7c 4h 3d  As Jc 8d 6h 4c  Qd Qh 8c 7h 5d 3s"
    state = deal(table, bets, Deck(parse(cards)))
    for seat in (1, 2, 3):
        state = state.act(seat, "fold")
    assert explanations(state)[2]["four card jackpot"].text == (
        "king high (K J 7 4); table 4CP-E01, Others: nothing; and envy of four nines: $10"
    )


BETS = {"first": 500, "bonus": 100}


@pytest.mark.parametrize(
    "cards, acts, wager, rule, text",
    [
        (
            "As 2c Kd 3d 9h  2d 9d",
            ["fold"],
            "first",
            "Dealing Procedures",
            "folded: all wagers are lost",
        ),
        (
            "As 2c Kd 3d 9h  2d 9d",
            ["fold"],
            "bonus",
            "Dealing Procedures",
            "folded: the bonus bet is lost as well",
        ),
        (  # the push of the manual's first example: 10 + 7 + 3 of spades against two kings
            "Ts Kc 7s Kd 3s 2h  4c 5d",
            ["buy", "refuse"],
            "second",
            "Pushes",
            "20 points against the dealer's 20 points: a push",
        ),
        (
            "As Kc Ks 2d Qs Js  9h 7s 4h",
            ["buy", "buy"],  # the dealer's four cards score nothing, so the four of hearts is drawn
            "third",
            "Pay and Take",
            "41 points against the dealer's 13 points: paid 1 to 1",
        ),
        (
            "As Kc Ks 2d Qs Js  9h 7s 4h",
            ["buy", "buy"],
            "bonus",
            "The Bonus Bet",
            "41 points; table 1, 41: 50 to 1",
        ),
        (
            "5s Kc 5d Ks 9h  Kd 7h",
            ["refuse"],
            "first",
            "Pay and Take",
            "20 points against the dealer's 30 points: lost",
        ),
        (
            "5s Kc 5d Ks 9h  Kd 7h",
            ["refuse"],
            "bonus",
            "The Bonus Bet",
            "20 points; table 1, Others: Loss",
        ),
    ],
)
def test_buyout(cards, acts, wager, rule, text) -> None:
    assert told(BUYOUT, cards, acts, BETS)[wager] == Explanation(rule, text)


def test_buyout_a_bonus_on_four_cards_only() -> None:
    reasons = told(
        BUYOUT,
        "As Kc Ks 2d 9h 5c 8c",
        ["refuse"],
        BETS,
        options={"bonus_requires_four_cards": True},
    )
    assert reasons["bonus"] == Explanation(
        "The Bonus Bet", "this house pays the bonus on four cards only"
    )


SPLIT_BETS = {"ante 1": 500, "ante 2": 500, "blind": 500}
RULES = ("blind", "folded", "instant", "end")
VERSIONS = {
    "4-card-split-v1": dict(zip(RULES, ("rule 4", "rule 7", "rule 5", "rule 10"), strict=True)),
    "4-card-split-v2": dict(zip(RULES, ("rule 2", "rule 4", "rule 4", "rule 7"), strict=True)),
}


@pytest.mark.parametrize("version", VERSIONS)
def test_split(version: str) -> None:
    """Hand 1 wins with a pair, hand 2 equals the dealer's hand except for the suits."""
    rules = VERSIONS[version]
    # Upcard Ah, then Kd, 9s and 2c: ace high with a king and a nine, in either version.
    cards = "Ac Kh 2d 2s  Ah Kd 9s 3c  9d 7h"
    reasons = told(version, cards, ["2d 2s / Ac Kh", "play", "play"], SPLIT_BETS)
    dealer = "the dealer's ace high (A K 9), who qualifies"
    table = "table I, " if version.endswith("1") else "table V2, "
    assert reasons == {
        "blind": Explanation(
            rules["blind"],
            "pair of twos (2 A K); table 1a, Others: Loss"
            if version.endswith("1")
            else "pair of twos (2 A K); table P1, Pair 9-2: Loss",
        ),
        "ante 1": Explanation(
            rules["end"], f"ace high (A K 9) against {dealer}: the same hand, bets returned"
        ),
        "play 1": reasons["ante 1"],
        "ante 2": Explanation(
            rules["end"], f"pair of twos (2 7) against {dealer}; {table}Others: 1 to 1"
        ),
        "play 2": Explanation(rules["end"], f"pair of twos (2 7) against {dealer}: even money"),
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_split_instant_winner_fold_and_loss(version: str) -> None:
    rules = VERSIONS[version]
    table = "table I" if version.endswith("1") else "table V2"
    cards = "Ac Kd Qh 2s  Ah Kc 9s 3c"
    reasons = told(version, cards, ["Ac Kd Qh / 2s", "fold"], SPLIT_BETS)
    assert reasons["ante 1"] == Explanation(
        rules["instant"],
        f"an instant winner, straight, ace high; {table}, Straight: 3 to 1",
    )
    assert reasons["ante 2"] == Explanation(rules["folded"], "folded: the ante is lost")
    reasons = told(version, cards + " 5h 8d", ["Ac Kd Qh / 2s", "play"], SPLIT_BETS)
    assert reasons["play 2"] == Explanation(
        rules["end"],
        "eight high (8 5 2) against the dealer's ace high (A K 9), who qualifies: lost",
    )


def test_a_dealer_who_does_not_qualify_is_explained() -> None:
    """Version 2: the upcard and the best two of three are below king high."""
    reasons = told(
        "4-card-split-v2", "Ac Kd 8h 2s  Jh 9c 7s 3c 4d 5s", ["Ac Kd / 8h 2s", "play", "play"],
        SPLIT_BETS,
    )  # fmt: skip
    assert reasons["ante 1"].text == (
        "ace high (A K 4) against the dealer's jack high (J 9 7), who does not qualify; "
        "table V2, Others: 1 to 1"
    )


@pytest.mark.parametrize(
    "version, rule", [("4-card-split-v1", "rule 9"), ("4-card-split-v2", "rule 6")]
)
def test_a_play_bet_that_is_returned_is_explained_as_returned(version: str, rule: str) -> None:
    """Won, the same and lost: a separate rule returns it, whatever became of the ante."""
    returned = Explanation(rule, "returned: the dealer's jack high (J 9 7) does not qualify")
    end = VERSIONS[version]["end"]
    cards = "Ac Kd 8h 2s  Jh 9c 7s 3c 4d 5s"
    reasons = told(version, cards, ["Ac Kd / 8h 2s", "play", "play"], SPLIT_BETS)
    assert reasons["play 1"] == reasons["play 2"] == returned
    assert reasons["ante 2"] == Explanation(
        end,
        "eight high (8 5 2) against the dealer's jack high (J 9 7), who does not qualify: lost",
    )
    cards = "Jd 9h 8c 2s  Jh 9c 7s 3c 7d"
    reasons = told(version, cards, ["Jd 9h / 8c 2s", "play", "fold"], SPLIT_BETS)
    assert reasons["play 1"] == returned
    assert reasons["ante 1"].rule == end
    assert reasons["ante 1"].text.endswith("who does not qualify: the same hand, ante returned")


@pytest.mark.parametrize(
    "version, rule", [("4-card-split-v1", "rule 6"), ("4-card-split-v2", "rule 4")]
)
def test_folding_all_four_cites_its_own_rule(version: str, rule: str) -> None:
    reasons = told(version, "Ac Kd 8h 2s  Jh 9c 7s 3c", ["fold"], SPLIT_BETS)
    lost = Explanation(rule, "folded all four: both antes are lost")
    assert reasons["ante 1"] == reasons["ante 2"] == lost


def test_nothing_is_explained_before_it_is_settled() -> None:
    state = deal(open_table(PRIME), {4: {"ante": 500}}, Deck(parse(KINGS_BEAT_QUEENS)))
    assert explanations(state) == {4: {}}
    assert not any(isinstance(event, Settled) for event in state.events)


ACES, SEVENS, LOW = "Ac Ad Ah As 6c", "7c 7d 7h 7s 2c", "2h 5d 8s Jh Qd"


@pytest.mark.parametrize(
    "options, others, text",
    [
        ({}, ACES, "Others: nothing; and envy of four aces: $100"),
        ({"four_card_jackpot_wager": 500}, ACES, "Others: nothing; and envy of four aces: $500"),
        ({}, f"{ACES} {SEVENS}", "Others: nothing; and envy of four aces: $100, four sevens: $10"),
        (
            {"envy_multiple": False},
            f"{ACES} {SEVENS}",
            "Others: nothing; and envy for the best of four aces: $100, four sevens: $10",
        ),
    ],
)
def test_envy_is_explained_with_its_amount(
    options: dict[str, object], others: str, text: str
) -> None:
    table = open_table(PRIME, options=options)  # type: ignore[arg-type]
    cards = parse(f"{others} {LOW} Kc Kd Th 8d 4c 2s")
    seats = range(1, len(cards) // 5)
    bets = {"ante": 500, "four card jackpot": table.fixed_wager("four card jackpot")}
    state = deal(table, dict.fromkeys(seats, bets), Deck(cards))
    for seat in seats:
        state = state.act(seat, "fold")
    rule, said = explanations(state)[seats[-1]]["four card jackpot"]
    assert rule == "appendix F, note 3"
    assert said == f"queen high (Q J 8 5); table 4CP-E01, {text}"


@pytest.mark.parametrize("wager, pays", [(100, "$200 for 1"), (500, "$1,000 for $5")])
def test_a_pay_in_dollars_is_explained_as_it_is_paid(wager: int, pays: str) -> None:
    bets = {"ante": 500, "five card jackpot": wager}
    options: dict[str, object] = {"five_card_jackpot_wager": wager}
    reasons = told(PRIME, f"{ACES} Kc Kd Th 8d 4c 2s", ["fold"], bets, options=options)
    assert reasons["five card jackpot"].text == (
        f"four aces (A 6); table 5CP-01, Four of a kind: {pays}"
    )
