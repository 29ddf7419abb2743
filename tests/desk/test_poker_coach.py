"""The coach at poker: the figures of `equity` and `keep`, from the seat's own view alone."""

import json
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.bots.players import bot, luck, random_legal
from croupier.cards.card import DECK, Card, text
from croupier.cli import app
from croupier.desk.coaching.poker import (
    KEEP_DEALS,
    SHARE_DEALS,
    PokerAdvice,
    poker_advice,
    solved_mix,
)
from croupier.errors import RuleError
from croupier.games.five_card_hold_out.rules import best_high
from croupier.games.registry import poker_game
from croupier.rules.felt import OptionValue
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Discarded, SeatActed
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import first_positions, open_poker
from croupier.table.poker.view import HandView, view

GAME = poker_game("five-card-hold-out")


def dealt(deck: list[Card], seats: int = 3, **options: OptionValue) -> Hand:
    table = open_poker(GAME.id, options, seat_count=seats)
    positions = first_positions(seats, range(1, seats + 1), seats)
    return deal(table, dict.fromkeys(range(1, seats + 1), 100_000), positions, tuple(deck))


def hands(count: int, seed: int, **more: Any) -> Iterator[Hand]:
    """Every turn of random hands, in which nobody folds."""
    lucky = Random(seed)
    for _ in range(count):
        hand = dealt(lucky.sample(DECK, 52), **more)
        while hand.to_act is not None:
            yield hand
            hand = hand.act(hand.to_act, acted(hand, lucky))


def acted(hand: Hand, lucky: Random) -> str:
    while True:
        act = random_legal(view(hand, hand.to_act), lucky)
        if act != "fold":
            return act


def advised(hand: Hand) -> PokerAdvice:
    return poker_advice(GAME, view(hand, hand.to_act))


def said(*words: str) -> Any:
    ran = CliRunner().invoke(app, [*words, "--seed", "1", "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


@pytest.mark.parametrize("mode", ["high", pytest.param("hilo", marks=pytest.mark.slow)])
def test_it_says_what_the_commands_say(mode: str) -> None:
    """`keep` before the discards, `equity` after them, with the same number of deals."""
    kinds = set()
    for hand in hands(2, seed=1, mode=mode):
        seen, found = view(hand, hand.to_act), advised(hand)
        rules = ("--mode", mode, "--qualifier", seen.qualifier)
        kinds.add((hand.discarding, bool(found.keeps)))
        if found.keeps:
            trials = ("--trials", str(KEEP_DEALS.trials))
            keeps = said("keep", "--cards", seen.own.shown, "--opponents", "2", *rules, *trials)
            rows = keeps["keeps"]
            assert [text(keep.cards) for keep in found.keeps] == [row["keep"] for row in rows]
            assert [keep.pot for keep in found.keeps] == [Fraction(row["equity"]) for row in rows]
            assert found.share[:2] == found.keeps[0][1:3]
        else:
            others = [f"--hand=random:{seat.cards}" for seat in seen.rivals]
            told = said(
                "equity", "--hand", seen.own.shown, *others, "--board", seen.board, "--dead",
                seen.own.thrown, *rules, "--trials", str(SHARE_DEALS.trials),
            )  # fmt: skip
            assert found.share.pot == Fraction(told["equity"][0])
            assert found.share.scoop == Fraction(told["scoop"][0])
            assert float(found.share.squared_error) ** 0.5 == pytest.approx(
                float(told["standard_error"][0]), abs=1e-9
            )
    assert kinds == {(False, True), (True, True), (False, False)}


def test_on_the_last_street_it_is_the_count_of_all_cards_left() -> None:
    """Against one who kept a single card: each of those that the seat does not see."""
    checked = 0
    for hand in hands(30, seed=2, seats=2):
        seen = view(hand, hand.to_act)
        if len(hand.board) < 4 or seen.rivals[0].cards != 1 or hand.to_act is None:
            continue
        own, board = hand.held[hand.to_act], hand.board
        thrown = {text((card,)) for card in DECK} & set(seen.own.thrown.split())
        left = [c for c in DECK if c not in (*own, *board) and text((c,)) not in thrown]
        mine = best_high(own, board).score
        shares = [score(mine, best_high((card,), board).score) for card in left]
        exact = sum(shares, Fraction(0)) / len(shares)
        found = advised(hand).share
        assert abs(found.pot - exact) <= 5 * float(found.squared_error) ** 0.5
        checked += 1
    assert checked > 3


def score(mine: int, other: int) -> Fraction:
    return Fraction(1) if mine > other else Fraction(1, 2) if mine == other else Fraction(0)


def test_what_a_call_needs() -> None:
    hand = dealt(Random(3).sample(DECK, 52))
    found = advised(hand)
    assert (found.to_call, found.pot) == (200, 300)  # the big blind, into both blinds
    assert found.needed == Fraction(200, 500)


# ---- it sees what the seat sees


def test_hidden_cards_change_nothing() -> None:
    lucky, changed = Random(4), 0
    for hand in hands(2, seed=5):
        seat = hand.to_act
        assert seat is not None
        seen = view(hand, seat)
        visible = {*hand.held[seat], *hand.board, *parse_cards(seen.own.thrown)}
        places = [place for place, card in enumerate(hand.deck) if card not in visible]
        mixed = [hand.deck[place] for place in places]
        lucky.shuffle(mixed)
        deck = list(hand.deck)
        for place, card in zip(places, mixed, strict=True):
            deck[place] = card
        again = repeated(hand, deck)
        assert view(again, seat) == seen
        changed += again.held != hand.held
        assert advised(again) == advised(hand)
    assert changed > 5


def parse_cards(words: str) -> list[Card]:
    return [card for card in DECK if text((card,)) in words.split()]


def repeated(hand: Hand, deck: list[Card]) -> Hand:
    """The same acts with other cards; the same places of the hand are discarded."""
    again = dealt(deck)
    before = dealt(list(hand.deck))
    while len(before.events) < len(hand.events):
        seat = before.to_act
        assert seat is not None
        event = next(e for e in hand.events[len(before.events) :] if isinstance(e, OF_SEATS))
        if isinstance(event, Discarded):
            gone = [before.held[seat].index(card) for card in event.cards]
            before = before.act(seat, f"discard {text(event.cards)}".strip())
            act = f"discard {text(again.held[seat][place] for place in gone)}".strip()
        else:
            act = event.action
            before = before.act(seat, act)
        again = again.act(seat, act)
    return again


OF_SEATS = (SeatActed, Discarded)


def test_it_advises_nobody_else() -> None:
    hand = dealt(Random(6).sample(DECK, 52))
    for seat in (None, 1 + (hand.to_act or 0) % 3):
        for ask in (poker_advice, solved_mix):
            with pytest.raises(RuleError, match="not this seat's turn"):
                ask(GAME, view(hand, seat))


# ---- the solved player


def planned(monkeypatch: pytest.MonkeyPatch, *often: float) -> None:
    """A player who has learned to do the same everywhere."""
    plan = SimpleNamespace(
        edges=np.ones((4, 23)), plan=np.tile(np.array(often), (200_000, 1)), pools=None
    )
    solved = "croupier.games.five_card_hold_out.bots.solved"
    monkeypatch.setattr(import_module(solved), "betting_of", lambda *_: plan)


def first_view(checked: bool) -> HandView:
    """Of the first to act; or of the big blind, to whom everybody has called."""
    hand = dealt(Random(7).sample(DECK, 52))
    for _ in range(2 if checked else 0):
        hand = hand.act(hand.to_act or 0, "call")
    return view(hand, hand.to_act)


@pytest.mark.parametrize(
    "often, checked, mix",
    [
        ((0.2, 0.5, 0.3), False, {"call": 0.5, "raise 400": 0.3, "fold": 0.2}),
        ((0.2, 0.5, 0.3), True, {"check": 0.625, "raise 400": 0.375}),
        ((0.05, 0.55, 0.4), False, {"call": 0.55 / 0.95, "raise 400": 0.4 / 0.95}),
        ((0.0, 0.0, 0.0), False, {"call": 1.0}),
    ],
)
def test_the_mix_of_the_solved_player(
    monkeypatch: pytest.MonkeyPatch,
    often: tuple[float, ...],
    checked: bool,
    mix: dict[str, float],
) -> None:
    """What it practiced, without what is illegal or hardly ever chosen; the bot acts by it."""
    planned(monkeypatch, *often)
    seen = first_view(checked)
    found = solved_mix(GAME, seen)
    assert list(found) == list(mix) and found == pytest.approx(mix)
    solved, draws = bot("solved", GAME), 2000
    acts = [solved(seen, luck(f"{draw}")) for draw in range(draws)]
    for act, share in found.items():
        error = (share * (1 - share) / draws) ** 0.5
        assert abs(acts.count(act) / draws - share) <= 5 * error
    assert set(acts) == set(found)


def test_at_the_discards_it_keeps_as_the_bot_does() -> None:
    hand = next(hand for hand in hands(1, seed=8) if hand.discarding)
    seen = view(hand, hand.to_act)
    ((act, often),) = solved_mix(GAME, seen).items()
    assert often == 1 and act == bot("solved", GAME)(seen, luck("coach/1"))


def test_a_player_who_does_not_mix() -> None:
    with pytest.raises(RuleError, match="tight does not choose by chance"):
        solved_mix(GAME, first_view(False), "tight")
