"""The player who has practiced: knows at the table what it knew in practice, and wins."""

from random import Random

import numpy as np
import pytest

from croupier.bots.players import Bot, always_call, matched, random_legal
from croupier.cards.card import DECK, text
from croupier.games.five_card_hold_out import betting
from croupier.games.five_card_hold_out.betting import Practice, learned
from croupier.games.five_card_hold_out.bots.solved import NAMES, _known, solved
from croupier.games.five_card_hold_out.loops.players import PracticeDeals, is_odd
from croupier.games.five_card_hold_out.loops.practice import (
    ACTS,
    CALL,
    CHANCES,
    CHIP,
    FOLD,
    LIVE,
    PAID,
    RAISE,
    SEAT,
    STREET,
    TODO,
    PracticeStakes,
    act_on,
    begin,
    by_regret,
    known,
    next_street,
    place,
)
from croupier.games.five_card_hold_out.policy import stake_of
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, first_positions, open_poker
from croupier.table.poker.view import view

SEES_NOTHING = np.ones((4, CHANCES - 1))  # no chance reaches the first edge


class Side:
    """A hand in practice, played along with one at the table. Seat 0 posts the small blind."""

    def __init__(self, players: int, fixed: bool) -> None:
        self.stakes = PracticeStakes(fixed)
        self.hand, self.seats = np.zeros(9, np.int64), np.zeros((4, players), np.int64)
        begin(self.hand, self.seats, self.stakes)
        shape = (1, players)
        self.dealt = PracticeDeals(
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.full((1, 3, players, players), -9, np.float32),
            np.zeros(shape, np.bool_),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.int32),
        )

    def to_turn(self) -> None:
        while True:
            if self.hand[TODO] == 0:
                next_street(self.hand, self.seats, self.stakes.stack)
            elif self._out(self.hand[SEAT]):
                self.hand[SEAT] = (self.hand[SEAT] + 1) % self.seats.shape[1]
                self.hand[TODO] -= 1
            else:
                return

    def _out(self, seat: int) -> bool:
        return self.seats[LIVE, seat] == 0 or self.seats[PAID, seat] == self.stakes.stack

    def legal(self) -> set[int]:
        odds = np.zeros(ACTS)
        by_regret(self.hand, self.seats, np.zeros(ACTS), self.stakes.stack, odds)
        return {act for act in range(ACTS) if odds[act] >= 0}

    def place(self) -> int:
        return place(self.hand, self.seats, self.dealt, 0, SEES_NOTHING, self.stakes.stack)


@pytest.mark.parametrize("limit", ["fixed", "pot"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_it_knows_at_the_table_it_knew_in_practice(players: int, limit: str) -> None:
    lucky = Random(players)
    table = open_poker("five-card-hold-out", {"limit": limit}, seat_count=players)
    choices = sum(_played_along(table, lucky) for _ in range(40))
    assert choices > 40 * players


def _played_along(table: PokerTable, lucky: Random) -> int:
    players = table.seat_count
    seats = range(1, players + 1)
    positions = first_positions(players, seats, players)
    side, choices = Side(players, table.limit == "fixed"), 0
    stacks = dict.fromkeys(seats, side.stakes.stack * CHIP)
    hand = deal(table, stacks, positions, lucky.sample(DECK, 52))
    order = [(positions.small - 1 + step) % players + 1 for step in range(players)]
    while hand.to_act is not None:
        seat = hand.to_act
        if hand.discarding:
            gone = lucky.sample(hand.held[seat], lucky.randint(0, 4))
            side.dealt.odd[0, order.index(seat)] = is_odd(5 - len(gone))
            hand = hand.act(seat, f"discard {text(gone)}".strip())
            continue
        side.to_turn()
        seen = view(hand, seat)
        assert (order[side.hand[SEAT]], NAMES[side.hand[STREET]]) == (seat, seen.street)
        assert _known(seen, side.hand[STREET], 0) == side.place()
        words = {"check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE, "fold": FOLD}
        legal = {words[each.action] for each in seen.legal}
        assert side.legal() == (legal if seen.to_call else legal - {FOLD})
        assert [hand.paid[each] for each in order] == (side.seats[PAID] * CHIP).tolist()
        hand = _acted(hand, seat, side, lucky)
        choices += 1
    return choices


def _acted(hand: Hand, seat: int, side: Side, lucky: Random) -> Hand:
    """The same act in both hands; folds are rare, so that hands last."""
    legal = {each.action: each for each in hand.legal()}
    words = {CALL: "check" if "check" in legal else "call"}
    for word in ("bet", "raise"):
        if word in legal:
            words[RAISE] = f"{word} {legal[word].most}"
    if "call" in legal and lucky.random() < 0.2:
        words[FOLD] = "fold"
    act = lucky.choice(list(words))
    act_on(act, side.hand, side.seats, side.stakes)
    return hand.act(seat, words[act])


@pytest.mark.usefixtures("little_practice")
@pytest.mark.parametrize("other", [always_call, random_legal])
@pytest.mark.parametrize("seats", [2, 3])
def test_practice_beats_the_baselines(other: Bot, seats: int) -> None:
    bots = [solved, *[other] * (seats - 1)]
    found = matched(
        open_poker("five-card-hold-out", seat_count=seats), bots, 240 // seats, 20_000, seed=6
    )[0]
    assert found.mean > 0 and found.mean**2 > 9 * found.variance


def test_practice_teaches_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting, "POOL", 20_000)
    stake = stake_of("high", "none")
    first, again = (learned(stake, Practice(2, 2_000, 2), fixed=True) for _ in range(2))
    assert all((first[name] == again[name]).all() for name in first)


def test_practice_teaches_sensible_play() -> None:
    plan = learned(stake_of("high", "none"), Practice(2, 6_000, 2), fixed=True)["plan"]
    assert np.isin(plan.sum(axis=1).round(4), [0, 1]).all()
    # The river, two players, one bet to answer: almost nothing folds, the best hand never does.
    lines = [(heat, lead) for heat in range(4) for lead in range(3)]
    poor, best = (
        np.stack([plan[known(3, heat, 1, 1, 1, True, lead, False, chance)] for heat, lead in lines])
        for chance in (3, CHANCES - 1)
    )
    assert poor[:, FOLD].sum() > 0.7 * poor.sum() and best[:, FOLD].sum() < 0.1 * best.sum()
