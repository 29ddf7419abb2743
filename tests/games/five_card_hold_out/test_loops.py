"""The loops of Five Card Hold Out: what they take from the rules, and what they refuse."""

from random import Random

import numpy as np
import pytest

from croupier.cards.card import DECK, Card, parse
from croupier.errors import RuleError
from croupier.games.five_card_hold_out import betting
from croupier.games.five_card_hold_out.equity import equity, keeps
from croupier.games.five_card_hold_out.loops.keeps import (
    BEST_HIGH,
    BEST_LOW,
    SETS,
    Policy,
    Worths,
    check_policy,
)
from croupier.games.five_card_hold_out.loops.players import Pools, PracticeDeals, check_pools
from croupier.games.five_card_hold_out.loops.practice import (
    ACTS,
    CHANCES,
    INFOS,
    ROUNDS,
    Learned,
    PracticeStakes,
    check_practice,
    learn_from,
)
from croupier.games.five_card_hold_out.loops.showdowns import (
    FOR_HIGH,
    HALF,
    NO_HIGH,
    NO_LOW,
    POT,
    SUMS,
    Stake,
    check_written_for,
    divide,
)
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.games.five_card_hold_out.rules import MODES, QUALIFIERS, scores
from croupier.odds.poker import Deals, Showdown
from croupier.table.poker import pots
from croupier.table.poker.pots import Sharing


def test_any_number_of_winners_takes_whole_parts_of_half_a_pot() -> None:
    assert HALF == 2520  # the least common multiple of 1 to 9
    assert all(HALF % winners == 0 for winners in range(1, 10))


@pytest.mark.parametrize("seats", range(2, 10))
@pytest.mark.parametrize(
    "mode, high, floor",
    [("high", FOR_HIGH, NO_LOW), ("hilo", FOR_HIGH, 2), ("low", NO_HIGH, 0)],
)
def test_the_loop_divides_a_pot_as_the_table_does(
    mode: str, high: int, floor: int, seats: int
) -> None:
    """A pot of as many chips as the loop has parts, and scores that often tie."""
    rng = Random(f"{mode} {seats}")
    for _ in range(100):
        highs, lows = ([rng.randint(0, 3) for _ in range(seats)] for _ in range(2))
        sums = np.zeros((seats, SUMS), np.int64)
        divide(np.array(highs, np.int32), np.array(lows, np.int32), Stake(high, floor), sums)
        split = pots.split(
            pots.Pot(2 * HALF, tuple(range(1, seats + 1))),
            dict(enumerate(highs, start=1)),
            {seat: low if low >= floor else None for seat, low in enumerate(lows, start=1)},
            Sharing(mode, button=1, seat_count=9),
        )
        for seat in range(1, seats + 1):
            won = split.high.get(seat, 0) + split.low.get(seat, 0)
            assert sums[seat - 1, POT] == won, (highs, lows)


def nine_hands(rng: Random) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """One to five cards each, as many as 48 cards allow."""
    deck = rng.sample(DECK, 52)
    board, deck = tuple(deck[:4]), deck[4:]
    hands = []
    for size in (1, 2, 3, 4, 5, rng.randint(1, 5), 5, 4, rng.randint(1, 5)):
        hands.append(tuple(deck[:size]))
        deck = deck[size:]
    return hands, board


@pytest.mark.parametrize("wheel", [True, False])
@pytest.mark.parametrize("qualifier", QUALIFIERS)
@pytest.mark.parametrize("mode", MODES)
def test_nine_hands_under_every_option_share_as_at_the_table(
    mode: str, qualifier: str, wheel: bool
) -> None:
    """Each equity against the rules' own reading of the hands and the table's own pots."""
    rng = Random(f"{mode} {qualifier} {wheel}")
    played = qualifier if mode == "hilo" else "none"
    options = {"mode": mode, "qualifier": played, "wheel_straight": wheel}
    for _ in range(20):
        hands, board = nine_hands(rng)
        found = equity(Showdown(tuple(hands), board, (), mode, qualifier, wheel))
        made = {seat: scores(hand, board, options) for seat, hand in enumerate(hands, start=1)}
        split = pots.split(
            pots.Pot(2 * HALF, tuple(made)),
            {seat: one.high for seat, one in made.items()},
            {seat: one.low for seat, one in made.items()},
            Sharing(mode, button=9, seat_count=9),
        )
        for seat, share in enumerate(found.pot, start=1):
            chips = split.high.get(seat, 0) + split.low.get(seat, 0)
            assert share * 2 * HALF == chips, (hands, board)


def test_eight_opponents_use_all_cards_that_a_keep_may_meet() -> None:
    found = keeps(parse("As Ks 5d 4c 2h"), 8, stake_of("high", "none"), Deals(2))
    assert len(found) == 31
    with pytest.raises(RuleError, match="9 opponents; 1 to 8 can play"):
        keeps(parse("As Ks 5d 4c 2h"), 9, stake_of("high", "none"), Deals(2))


@pytest.mark.parametrize("sizes", [(6, 4, 4), (5, 3, 4), (5, 4, 5), (4, 3, 4)])
def test_rules_of_other_sizes_are_refused_before_a_loop_starts(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(RuleError, match="rewrite them before this game is simulated"):
        check_written_for(*sizes)


def policy(sets: int = SETS, *, high: int = 2, best_high: int = BEST_HIGH) -> Policy:
    worths = np.zeros(high, np.int32)
    high_scores = np.array([0, best_high], np.int32)
    low_scores = np.array([0, BEST_LOW], np.int32)
    low = np.zeros(2, np.int32)
    return Policy(
        np.zeros(sets, np.int32), Worths(high_scores, low_scores, worths, worths, low, 0, True)
    )


def test_a_policy_has_a_worth_for_every_set_and_every_score() -> None:
    assert SETS == 52 + 1_326 + 22_100 + 270_725  # of one to four cards
    check_policy(policy())
    for wrong, code in (
        (policy(SETS - 1), "policy/sizes"),
        (policy(high=1), "policy/sizes"),
        (policy(best_high=BEST_HIGH - 1), "policy/scores"),
    ):
        with pytest.raises(RuleError) as refused:
            check_policy(wrong)
        assert refused.value.code == code


def pools(sizes: list[int]) -> Pools:
    hands = np.array([(1 << size) - 1 for size in sizes], np.int64)
    return Pools(hands, np.searchsorted(np.array(sizes), np.arange(7)))


def test_pools_have_hands_of_every_size() -> None:
    every = sorted([1, 2, 3, 4, 5] * 32)
    check_pools(pools(every))
    for wrong, code in (
        (pools([size for size in every if size != 2]), "pools/few"),
        (pools(every[:-1]), "pools/few"),
        (pools(every)._replace(starts=np.arange(6)), "pools/sizes"),
    ):
        with pytest.raises(RuleError) as refused:
            check_pools(wrong)
        assert refused.value.code == code


def test_practice_with_too_few_players_to_meet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "POOL", 40)
    with pytest.raises(RuleError, match=r"hands of . cards to draw from; 32 are needed"):
        betting.learned(stake_of("high", "none"), betting.Practice(2, 2_000, 1), fixed=True)


def dealt_hands(players: int, deals: int = 3) -> PracticeDeals:
    """Every hand has the same share; the seats' scores are ascending."""
    shape = (deals, players)
    score = np.tile(np.arange(players, dtype=np.int32), (deals, 1))
    return PracticeDeals(
        np.zeros(shape, np.int64),
        np.full(shape, 0.5, np.float32),
        np.full((deals, ROUNDS - 1, players, players), -0.7, np.float32),
        np.zeros(shape, np.bool_),
        score,
        score,
    )


def nothing_learned() -> Learned:
    tables = (np.zeros((INFOS, ACTS)) for _ in range(2))
    return Learned(np.full((ROUNDS, CHANCES - 1), 0.6), *tables)


@pytest.mark.parametrize(
    "stakes",
    [
        PracticeStakes(True),
        PracticeStakes(False),
        PracticeStakes(True, stack=3),
        PracticeStakes(False, stack=10**6),
        PracticeStakes(True, small_bet=0, big_bet=0),
        PracticeStakes(True, small_blind=0),
        PracticeStakes(True, 7, 1, 100, 5, 6),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 9])
def test_any_stakes_that_are_allowed_can_be_practiced(players: int, stakes: PracticeStakes) -> None:
    """The last seat always has the best hand: chips only change hands, and none is lost."""
    dealt, notes = dealt_hands(players), nothing_learned()
    check_practice(dealt, stakes, *notes)
    won = learn_from(dealt, stakes, notes, 1.0, 1, Stake(FOR_HIGH, NO_LOW))
    assert -stakes.stack <= won <= stakes.stack * (players - 1)
    assert notes.average.any() and (notes.regrets >= 0).all()


@pytest.mark.parametrize(
    "players, stakes, code",
    [
        (1, PracticeStakes(True), "practice/players"),
        (10, PracticeStakes(True), "practice/players"),
        (2, PracticeStakes(True, stack=2), "practice/stakes"),
        (2, PracticeStakes(True, small_blind=3), "practice/stakes"),
        (2, PracticeStakes(True, small_bet=-1), "practice/stakes"),
    ],
)
def test_practice_that_cannot_be_played_is_refused(
    players: int, stakes: PracticeStakes, code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        check_practice(dealt_hands(players), stakes, *nothing_learned())
    assert refused.value.code == code


def test_practice_with_tables_of_another_size_is_refused() -> None:
    notes, dealt = nothing_learned(), dealt_hands(2)
    for wrong in (
        notes._replace(edges=notes.edges[:, :-1]),
        notes._replace(regrets=notes.regrets[:-1]),
        notes._replace(average=notes.average[:, :2]),
    ):
        with pytest.raises(RuleError, match="practice needs"):
            check_practice(dealt, PracticeStakes(True), *wrong)
    with pytest.raises(RuleError, match="shares of shape"):
        check_practice(dealt._replace(later=dealt.later[:, :2]), PracticeStakes(True), *notes)
