"""Hands of poker as money: nothing stays on the felt or in the pot, and stacks are the accounts."""

from collections import Counter
from random import Random

import pytest

from croupier.bank.ledger import Books, Posting, Purpose, entry
from croupier.cards.card import DECK
from croupier.games.five_card_hold_out.rules import LIMITS, MODES
from croupier.room.names import chips_of, felt_of, poker_accounts, pot_of, tray_of
from croupier.room.tables.poker.play import felts, played_again, postings
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Awarded, Raked, Returned
from croupier.table.poker.hand import Hand
from croupier.table.poker.record import to_json
from croupier.table.poker.table import first_positions
from tests.room.poker_rooms import STACKS, any_poker
from tests.table.test_poker import any_act, checked_down, play, standing_pat, start


def any_start(rng: Random) -> Hand:
    table = any_poker(rng)
    count = table.seat_count
    seats = rng.sample(range(1, count + 1), rng.randint(2, count))
    stacks = {seat: rng.choice(STACKS) for seat in seats}
    positions = first_positions(rng.choice(seats), seats, count)
    return deal(table, stacks, positions, rng.sample(DECK, 52))


def books_of(hand: Hand) -> Books:
    """Before the hand."""
    accounts = {account.name: account for account in poker_accounts("7", hand.table.seat_count)}
    stacks = {chips_of("7", seat): chips for seat, chips in hand.started.stacks.items()}
    return Books(accounts, stacks)


def after(books: Books, moved: tuple[Posting, ...], cleared: tuple[str, ...]) -> Books:
    return Books(books.accounts, {**books.balances, **entry(books, moved, cleared).balances})


def check(hand: Hand, books: Books) -> None:
    """The accounts match the hand."""
    lies = {seat: books.balances.get(felt_of("7", seat), 0) for seat in hand.in_hand}
    has = {seat: books.balances.get(chips_of("7", seat), 0) for seat in hand.in_hand}
    assert lies == {seat: 0 if hand.over else hand.paid[seat] for seat in hand.in_hand}
    assert has == {seat: hand.stacks[seat] for seat in hand.in_hand}
    assert books.balances.get(pot_of("7"), 0) == 0
    rake = sum(event.chips for event in hand.events if isinstance(event, Raked))
    assert books.balances.get(tray_of("7"), 0) == rake
    assert sum(books.balances.values()) == sum(hand.started.stacks.values())


def seen_in(hand: Hand) -> dict[str, int]:
    """What makes the money of a hand more than one pot for one winner."""
    pots: dict[tuple[int, str], list[int]] = {}
    for event in hand.events:
        if isinstance(event, Awarded):
            pots.setdefault((event.pot, event.half), []).append(event.chips)
    halves = [
        (sum(shares), sum(pots[number, "low"]))
        for (number, half), shares in pots.items()
        if half == "high" and (number, "low") in pots
    ]
    count = max((number for number, _ in pots), default=0)
    found = {
        "no pot": count == 0,
        "side pot": count > 1,
        "two side pots": count > 2,
        "both halves": bool(halves),
        "an odd half": any(high != low for high, low in halves),
        "odd chips": any(len(set(shares)) > 1 for shares in pots.values()),
        "rake": any(isinstance(event, Raked) for event in hand.events),
        "uncalled": any(isinstance(event, Returned) for event in hand.events),
        "all in": any(hand.paid[seat] == chips for seat, chips in hand.started.stacks.items()),
        "nobody showed": len(hand.live) == 1,
    }
    return {**found, hand.table.mode: 1, hand.table.limit: 1}


def test_hands_leave_nothing_on_the_felt_or_in_the_pot() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1_000):
        rng = Random(seed)
        hand, before = any_start(rng), None
        books, ids = books_of(hand), set[str]()
        while True:
            moved = postings("7", 12, before, hand)
            assert ids.isdisjoint(one.id for one in moved)
            ids |= {one.id for one in moved}
            books = after(books, moved, felts("7", hand) if hand.over else ())
            check(hand, books)
            if hand.over:
                break
            assert hand.to_act is not None
            before, hand = hand, hand.act(hand.to_act, any_act(rng, hand))
        seen.update(seen_in(hand))
    assert not [name for name, hands in seen.items() if not hands]
    assert {*MODES, *LIMITS} <= set(seen)


@pytest.mark.parametrize("seed", range(12))
def test_a_replayed_hand_moves_the_same(seed: int) -> None:
    rng = Random(seed)
    hand, acts = any_start(rng), []
    acts.append((hand, postings("7", 3, None, hand)))
    while not hand.over:
        assert hand.to_act is not None
        before, hand = hand, hand.act(hand.to_act, any_act(rng, hand))
        acts.append((hand, postings("7", 3, before, hand)))
    again = list(played_again("7", 3, hand.table, hand.deck, to_json(hand)))
    assert again == acts


def moves(moved: tuple[Posting, ...]) -> list[tuple[str, str, int, Purpose, str]]:
    """Without the table's name and the ids."""
    return [(one.debit[8:], one.credit[8:], one.cents, one.reason, one.memo) for one in moved]


def test_side_pots_and_the_rake_counted_by_hand() -> None:
    """Seat 1 is in for 500 with aces, seat 2 for 1,500 with kings, seat 3 bets 3,000 with less.

    Main pot 3 x 500 = 1,500, of which 10% would be 150; the cap is 100. Side pot 2 x 1,000. Nobody
    called the last 1,500 of seat 3.
    """
    deck = "Ac Kc Qc  Ad Kd Jd  Ah Kh 9h  2s 3s 4s  5c 6d 8c"
    stacks = {1: 500, 2: 1500, 3: 3000}
    options = {"limit": "none", "rake_percent": 10, "rake_cap": 100}
    dealt = start(stacks, 3, deck, 3, **options)
    assert moves(postings("7", 1, None, dealt)) == [
        ("chips/1", "felt/1", 100, Purpose.WAGER, "small blind"),
        ("chips/2", "felt/2", 200, Purpose.WAGER, "big blind"),
    ]
    called = play(dealt, "3 raise 3000", "1 call", "2 call")
    _, *acts = played_again("7", 1, dealt.table, dealt.deck, to_json(called))
    assert [moves(moved) for _, moved in acts] == [
        [("chips/3", "felt/3", 3000, Purpose.WAGER, "raise 3000")],
        [("chips/1", "felt/1", 400, Purpose.WAGER, "call")],
        [("chips/2", "felt/2", 1300, Purpose.WAGER, "call")],
    ]
    before = play(called, "1 discard", "2 discard")
    over = before.act(3, "discard")
    assert moves(postings("7", 1, before, over)) == [
        ("felt/1", "pot", 500, Purpose.POT, ""),
        ("felt/2", "pot", 1500, Purpose.POT, ""),
        ("felt/3", "chips/3", 1500, Purpose.WAGER_RETURNED, "uncalled"),
        ("felt/3", "pot", 1500, Purpose.POT, ""),
        ("pot", "tray", 100, Purpose.RAKE, ""),
        ("pot", "chips/1", 1400, Purpose.POT, "pot 1 high"),
        ("pot", "chips/2", 2000, Purpose.POT, "pot 2 high"),
    ]


def test_an_odd_chip_counted_by_hand() -> None:
    """Equal hands and a pot of 501: the first seat left of the button has the odd chip."""
    deck = "2c As Ah  2d Kd Kc  2h Qc Qd  3s Jh Js  4s 9s 9h"
    hand = play(start(dict.fromkeys((1, 2, 3), 1000), 3, deck, 3, small_blind=101), "3 call")
    hand = checked_down(standing_pat(play(hand, "1 fold", "2 check")))
    *_, last = played_again("7", 1, hand.table, hand.deck, to_json(hand))
    assert moves(last[1]) == [
        ("felt/1", "pot", 101, Purpose.POT, ""),
        ("felt/2", "pot", 200, Purpose.POT, ""),
        ("felt/3", "pot", 200, Purpose.POT, ""),
        ("pot", "chips/2", 251, Purpose.POT, "pot 1 high"),
        ("pot", "chips/3", 250, Purpose.POT, "pot 1 high"),
    ]


def test_an_ante_and_a_blind_are_one_posting_and_a_check_is_none() -> None:
    dealt = start(dict.fromkeys((1, 2), 1000), 2, "", 2, ante=25)
    assert moves(postings("7", 1, None, dealt)) == [
        ("chips/1", "felt/1", 225, Purpose.WAGER, "ante, big blind"),
        ("chips/2", "felt/2", 125, Purpose.WAGER, "ante, small blind"),
    ]
    called = dealt.act(2, "call")
    assert postings("7", 1, called, called.act(1, "check")) == ()
