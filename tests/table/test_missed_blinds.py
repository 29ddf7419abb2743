"""Missed blinds: who owes what after a hand, who is dealt in, what is posted, and where it goes."""

from random import Random

import pytest

from croupier.cards.card import DECK
from croupier.errors import BadTable
from croupier.games.five_card_hold_out.rules import LIMITS
from croupier.table.poker.deal import BIG, NEW, NO_DEBTS, SMALL, Blinds, blinds_from, deal
from croupier.table.poker.events import Awarded, Posted, Returned
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.phh import from_phh, to_phh
from croupier.table.poker.record import from_json, to_json
from croupier.table.poker.table import Positions, next_positions, open_poker
from croupier.table.poker.transcript import replay, transcript
from tests.table.test_poker import any_act, checked_down, play, standing_pat

BOTH = frozenset({BIG, SMALL})
SIX = range(1, 7)


def owing(**debts: frozenset[str] | set[str]) -> Blinds:
    """`s4={BIG}`: seat 4 owes the big blind."""
    return Blinds({int(seat[1:]): frozenset(debt) for seat, debt in debts.items()})


# Who owes


def test_a_seat_that_sits_out_a_round_of_the_table_owes_both_blinds() -> None:
    """Six seats, seat 4 is out from the first hand on. The big blind passes it in the second."""
    playing = [seat for seat in SIX if seat != 4]
    blinds, at = NO_DEBTS, Positions(1, 2, 3)
    debts = []
    for _ in range(3):
        now = next_positions(at, playing, 6)
        blinds = blinds.after_hand(at, now, SIX, playing, 6)
        debts.append((tuple(now), blinds.owed.get(4, frozenset())))
        at = now
    assert debts == [
        ((2, 3, 5), {BIG}),  # from 3 to 5
        ((3, 5, 6), BOTH),  # the small blind from 3 to 5, too
        ((5, 6, 1), BOTH),
    ]
    assert set(blinds.owed) == {4}


def test_sitting_out_after_the_big_blind_owes_the_small_one() -> None:
    playing = [seat for seat in SIX if seat != 3]
    now = next_positions(Positions(1, 2, 3), playing, 6)
    assert now == Positions(2, 3, 4), "the small blind is dead"
    assert NO_DEBTS.after_hand(Positions(1, 2, 3), now, SIX, playing, 6).owed == {3: {SMALL}}


def test_sitting_out_while_no_blind_passes_owes_nothing() -> None:
    playing = [seat for seat in SIX if seat != 1]
    now = next_positions(Positions(1, 2, 3), playing, 6)
    assert NO_DEBTS.after_hand(Positions(1, 2, 3), now, SIX, playing, 6) == NO_DEBTS


def test_the_first_hand_of_a_table_passes_nobody() -> None:
    assert NO_DEBTS.after_hand(None, Positions(6, 1, 2), SIX, [1, 2, 6], 6) == NO_DEBTS


def test_a_newcomer_owes_the_big_blind_and_no_more_however_long_they_wait() -> None:
    blinds, at = NO_DEBTS.with_new(4), Positions(1, 2, 3)
    for now in (Positions(2, 3, 5), Positions(3, 5, 6)):
        blinds = blinds.after_hand(at, now, SIX, [1, 2, 3, 5, 6], 6)
        at = now
    assert blinds.owed == {4: {NEW}}


def test_players_owe_nothing_more_and_leavers_are_forgotten() -> None:
    blinds = owing(s4=BOTH, s5={BIG}, s6={NEW})._replace(posting=frozenset({4, 6}))
    after = blinds.after_hand(Positions(1, 2, 3), Positions(2, 3, 4), [1, 2, 3, 4, 6], [2, 3, 4], 6)
    assert after == Blinds({6: frozenset({NEW})}, frozenset({6}))
    assert after.without(6) == NO_DEBTS


def test_debts_are_written_and_read_and_older_books_have_none() -> None:
    blinds = owing(s4=BOTH, s6={NEW})._replace(posting=frozenset({4}))
    written = {"owed": {"4": ["big", "small"], "6": ["new"]}, "posting": [4]}
    assert blinds.to_json() == written and blinds_from(written) == blinds
    assert blinds_from({}) == NO_DEBTS


# Who is dealt in


def test_a_debtor_waits_until_the_big_blind_comes_to_them() -> None:
    blinds, at = owing(s5=BOTH), Positions(1, 2, 3)
    dealing = blinds.dealing(at, [1, 2, 3, 4, 5], 5)
    assert (dealing.seats, dealing.posts) == ((1, 2, 3, 4), {})
    assert dealing.positions == Positions(2, 3, 4)
    dealing = blinds.dealing(dealing.positions, [1, 2, 3, 4, 5], 5)
    assert (dealing.seats, dealing.posts) == ((1, 2, 3, 4, 5), {}), "it is the big blind now"
    assert dealing.positions == Positions(3, 4, 5)


def test_posting_is_dealt_in_immediately_behind_the_button() -> None:
    blinds = owing(s6=BOTH)._replace(posting=frozenset({6}))
    dealing = blinds.dealing(Positions(1, 2, 3), SIX, 6)
    assert dealing.positions == Positions(2, 3, 4)
    assert dealing.seats == tuple(SIX) and dealing.posts == {6: (BIG, SMALL)}
    new = Blinds({1: frozenset({NEW})}, frozenset({1}))
    assert new.dealing(Positions(1, 2, 3), SIX, 6).posts == {1: (BIG,)}
    small = Blinds({6: frozenset({SMALL})}, frozenset({6}))
    assert small.dealing(Positions(1, 2, 3), SIX, 6).posts == {6: (SMALL,)}


def test_nobody_posts_between_the_button_and_the_big_blind() -> None:
    """Seat 4 missed its big blind at 5; in the next hand it is between the button and 6."""
    blinds = owing(s4={BIG})._replace(posting=frozenset({4}))
    dealing = blinds.dealing(Positions(2, 3, 5), SIX, 6)
    assert dealing.positions == Positions(3, 5, 6) and 4 not in dealing.seats
    after = blinds.after_hand(Positions(2, 3, 5), dealing.positions, SIX, dealing.seats, 6)
    assert after.posting == {4} and after.owed == {4: BOTH}
    dealing = after.dealing(dealing.positions, SIX, 6)
    assert dealing.positions == Positions(5, 6, 1), "the button has passed"
    assert dealing.posts == {4: (BIG, SMALL)} and 4 in dealing.seats


def test_if_fewer_than_two_have_paid_the_game_starts_over() -> None:
    for blinds in (owing(s2=BOTH), owing(s1={NEW}, s2={BIG})):
        dealing = blinds.dealing(Positions(1, 2, 3), [1, 2], 6)
        assert (dealing.seats, dealing.posts) == ((1, 2), {})
    assert owing(s1={NEW}).dealing(None, [1, 2, 3], 6).seats == (1, 2, 3)


def test_three_of_whom_one_waits_play_heads_up() -> None:
    dealing = owing(s3={BIG}).dealing(Positions(3, 1, 2), [1, 2, 3], 3)
    assert dealing.positions.big == 3, "it comes to seat 3 anyway"
    dealing = owing(s2={BIG}).dealing(Positions(3, 1, 2), [1, 2, 3], 3)
    assert dealing == (Positions(1, 1, 3), (1, 3), {}), "the button posts the small blind"


# What is posted


def hand_with(posts: dict[int, tuple[str, ...]], stacks: dict[int, int] | None = None) -> Hand:
    """Five seats, the button at 1, blinds of 100 and 200 at 2 and 3."""
    stacks = stacks or dict.fromkeys(range(1, 6), 10_000)
    return deal(
        open_poker("five-card-hold-out", seat_count=5), stacks, Positions(1, 2, 3), DECK, posts
    )


def test_the_big_blind_is_live_and_the_small_one_dead() -> None:
    hand = hand_with({5: (BIG, SMALL)})
    assert [event for event in hand.events if isinstance(event, Posted)] == [
        Posted(2, "small blind", 100),
        Posted(3, "big blind", 200),
        Posted(5, "missed big blind", 200),
        Posted(5, "missed small blind", 100),
    ]
    assert hand.to_act == 4 and hand.pot == 600
    hand = play(hand, "4 call")
    assert hand.to_act == 5, "it has its option, as a blind has"
    assert hand.legal() == (Legal("fold"), Legal("check"), Legal("raise", 400, 400))
    hand = play(hand, "5 raise 400", "1 fold", "2 fold")
    assert hand.legal()[1] == Legal("call", 200, 200), "the dead chips are no part of the bet"


def test_dead_chips_go_to_the_main_pot_and_nobody_takes_them_back() -> None:
    hand = play(hand_with({5: (BIG, SMALL)}), "4 fold", "5 check", "1 fold", "2 fold", "3 check")
    hand = checked_down(standing_pat(hand))
    assert not [event for event in hand.events if isinstance(event, Returned)]
    assert sum(event.chips for event in hand.events if isinstance(event, Awarded)) == 600
    assert sum(hand.stacks) == 50_000


def test_only_the_small_blind_made_up_is_dead_and_the_call_is_whole() -> None:
    hand = play(hand_with({5: (SMALL,)}), "4 fold")
    assert hand.paid[5] == 100 and hand.legal()[1] == Legal("call", 200, 200)
    hand = play(hand, "5 fold", "1 fold", "2 fold")
    assert hand.stacks[3] == 10_200, "both small blinds; its own 100 above them come back"


def test_a_short_stack_posts_the_live_part_first() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 10_000, 4: 10_000, 5: 250}
    hand = hand_with({5: (BIG, SMALL)}, stacks)
    assert hand.dead[5] == 50 and hand.stacks[5] == 0
    assert play(hand, "4 call").to_act == 1, "it is all in"
    stacks[5] = 90
    hand = hand_with({5: (BIG, SMALL)}, stacks)
    assert hand.paid[5] == 90 and hand.dead[5] == 0


def test_a_seat_that_is_all_in_with_dead_chips_plays_for_the_dead_chips() -> None:
    stacks = {1: 10_000, 2: 10_000, 3: 10_000, 4: 10_000, 5: 60}
    hand = play(hand_with({5: (SMALL,)}, stacks), "4 call", "1 fold", "2 fold", "3 check")
    hand = checked_down(standing_pat(hand))
    by_pot: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, Awarded):
            by_pot[event.pot] = by_pot.get(event.pot, 0) + event.chips
    assert by_pot == {1: 60, 2: 500}, "60 for three of them; 200, 200 and 100 for two"


def test_folding_a_blind_that_nobody_called_returns_it() -> None:
    """The big blind has 30. Seat 5 folds 200 that it need not fold; nobody left has put in more
    than 100, so 100 of them were played for.
    """
    stacks = {1: 10_000, 2: 100, 3: 30, 5: 10_000}
    hand = deal(
        open_poker("five-card-hold-out", seat_count=5),
        stacks,
        Positions(1, 2, 3),
        DECK,
        {5: (BIG,)},
    )
    hand = play(hand, "5 fold", "1 fold")
    assert hand.discarding
    hand = standing_pat(hand)
    assert Returned(5, 100) in hand.events and hand.stacks[5] == 9_900
    assert sum(hand.stacks) == 20_130


def test_a_seat_that_could_only_check_is_skipped() -> None:
    """Seat 5 has posted 200; nobody left can reach that much, so it has nothing to decide."""
    stacks = {1: 150, 2: 40, 3: 30, 5: 10_000}
    hand = deal(
        open_poker("five-card-hold-out", seat_count=5),
        stacks,
        Positions(1, 2, 3),
        DECK,
        {5: (BIG,)},
    )
    assert hand.to_act == 1 and hand.legal()[1] == Legal("call", 150, 150)


@pytest.mark.parametrize("posts", [{3: (BIG,)}, {2: (SMALL,)}, {6: (BIG,)}, {5: ("ante",)}])
def test_what_cannot_be_made_up_is_refused(posts: dict[int, tuple[str, ...]]) -> None:
    with pytest.raises(BadTable, match="may make up big and small"):
        hand_with(posts)


@pytest.mark.parametrize("posts", [{5: (BIG, SMALL)}, {5: (SMALL,), 1: (BIG,)}, {4: (BIG,)}])
def test_hands_with_posts_are_written_and_read_again(posts: dict[int, tuple[str, ...]]) -> None:
    hand = checked_down(standing_pat(checked_down(hand_with(posts))))
    assert hand.over and hand.dead[5] in (0, 100)
    assert from_json(to_json(hand), None, hand.table) == hand
    assert from_phh(to_phh(hand)).events == hand.events
    assert replay(transcript(hand))[0].events == hand.events
    assert ("posts missed small blind $1" in transcript(hand)) == bool(hand.dead[5])


def test_with_short_stacks_and_posts_nobody_wins_more_than_they_matched_plus_dead_chips() -> None:
    """Random play, including unnecessary folds; every hand is written and read again."""
    lucky, posted, returned = Random(5), 0, 0
    for _ in range(1500):
        stacks = {seat: lucky.choice([3, 8, 11, 14, 25, 400]) for seat in range(1, 6)}
        at = Positions(1, 2, 3)
        posts = {seat: lucky.choice([(BIG,), (SMALL,), (BIG, SMALL)])
                 for seat in lucky.sample([1, 4, 5], lucky.randint(1, 2))}  # fmt: skip
        options = {"limit": lucky.choice(LIMITS), "small_blind": 5, "big_blind": 10, "ante": 2}
        options |= {"small_bet": 10, "big_bet": 20, "spread_least": 10, "spread_most": 20}
        table = open_poker("five-card-hold-out", options, seat_count=5)
        hand = deal(table, stacks, at, lucky.sample(DECK, 52), posts)
        while not hand.over:
            assert hand.to_act is not None
            assert hand.discarding or hand.legal() != (Legal("fold"), Legal("check"))
            hand = hand.act(hand.to_act, any_act(lucky, hand))
        back = {event.seat: event.chips for event in hand.events if isinstance(event, Returned)}
        bets = {seat: hand.bet(seat) - back.get(seat, 0) for seat in stacks}
        for seat in stacks:
            others = [other for other in stacks if other != seat]
            most = sum(min(bets[seat], bets[other]) + hand.dead[other] for other in others)
            assert hand.stacks[seat] - stacks[seat] <= most
        assert sum(hand.stacks) == sum(stacks.values())
        assert from_json(to_json(hand), None, hand.table).events == hand.events
        posted += bool(sum(hand.dead))
        returned += any(seat not in hand.live for seat in back)
    assert posted > 500 and returned > 5
