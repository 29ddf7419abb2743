"""Five Card Hold Out as a PettingZoo environment: the engine's hands, and each seat's view."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from croupier.cards.card import DECK, Card, parse, text
from croupier.envs import hold_out_v0
from croupier.envs.hold_out_v0 import PER_SEAT, actions_of, raw_env, size_of
from croupier.errors import BadTable, IllegalAction
from croupier.games.registry import poker_game
from croupier.table.poker.deal import deal
from croupier.table.poker.events import Discarded, Raked, SeatActed
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import first_positions, open_poker

ACTIONS = actions_of(poker_game())

TABLES: list[tuple[int, dict[str, Any], int]] = [
    (2, {}, 20_000),
    (2, {"limit": "none", "mode": "hilo"}, 900),
    (3, {"limit": "pot", "mode": "hilo", "qualifier": "9"}, 4000),
    (6, {"limit": "none", "mode": "low"}, 150),  # all in from the big blind on
    (9, {"limit": "spread", "ante": 50}, 20_000),
]
any_table = pytest.mark.parametrize("seats, options, stack", TABLES)


def played(env: raw_env, chance: Random, hands: int) -> Iterator[dict[str, float]]:
    """The rewards of every hand, each played at random within the masks."""
    for _ in range(hands):
        env.reset()
        while not env.hand.over:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(chance.choice(np.flatnonzero(mask)))
        yield dict(env.rewards)


# PettingZoo has a list of the environments that may have masks, and ours is not on it.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning:pettingzoo")
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning:pettingzoo"
)
@any_table
def test_pettingzoos_own_tests(seats: int, options: dict[str, Any], stack: int) -> None:
    def made(render_mode: str | None = None) -> Any:
        # render_test requires a window, whatever the environment has.
        mode = render_mode if render_mode in raw_env.metadata["render_modes"] else None
        return hold_out_v0.env(seats=seats, options=options, stack=stack, render_mode=mode)

    api_test(made(), num_cycles=300)
    seed_test(made, num_cycles=100)
    render_test(made)


@any_table
def test_chips_are_not_created_or_lost(seats: int, options: dict[str, Any], stack: int) -> None:
    env = raw_env(seats, options=options, stack=stack)
    env.reset(seed=11)
    different = set()
    for rewards in played(env, Random(11), 40):
        chips = {seat: round(rewards[agent] * env.big_blind) for agent, seat in env.seats.items()}
        assert sum(chips.values()) == 0
        assert all(env.hand.stacks[seat] == stack + won for seat, won in chips.items())
        different.add(tuple(chips.values()))
    assert len(different) > 5


def test_the_rake_is_what_is_missing() -> None:
    env = raw_env(3, options={"rake_percent": 10, "rake_cap": 500})
    env.reset(seed=2)
    raked = 0
    for rewards in played(env, Random(2), 40):
        taken = sum(event.chips for event in env.hand.events if isinstance(event, Raked))
        assert round(sum(rewards.values()) * env.big_blind) == -taken
        raked += taken > 0
    assert raked


@any_table
def test_rewards_are_what_the_table_pays(seats: int, options: dict[str, Any], stack: int) -> None:
    """The same cards and acts, dealt and played without the environment."""
    table, env = (
        open_poker("five-card-hold-out", options, seat_count=seats),
        raw_env(seats, options=options, stack=stack),
    )
    env.reset(seed=3)
    for rewards in played(env, Random(3), 20):
        hand = deal(
            table,
            dict.fromkeys(range(1, seats + 1), stack),
            first_positions(env.hand.positions.button, range(1, seats + 1), seats),
            env.hand.deck,
        )
        for event in env.hand.events:
            if isinstance(event, SeatActed):
                hand = hand.act(event.seat, event.action)
            elif isinstance(event, Discarded):
                hand = hand.act(event.seat, f"discard {text(event.cards)}")
        assert hand.over and hand.events == env.hand.events
        big_blind = table.number("big_blind")
        assert list(rewards.values()) == [(won - stack) / big_blind for won in hand.stacks[1:]]


@any_table
def test_hidden_cards_are_in_no_observation(
    seats: int, options: dict[str, Any], stack: int
) -> None:
    """Others' cards, their discards, burns and the deck change; what an agent saw does not."""
    env, other = (raw_env(seats, options=options, stack=stack) for _ in range(2))
    chance, compared = Random(4), 0
    for seed in range(4):
        env.reset(seed=seed)
        acts: list[int] = []
        while not env.hand.over:
            agent, seat = chance.choice(list(env.seats.items()))
            deck = with_hidden_changed(chance, env.hand, seat)
            other.reset(options={"deck": text(deck), "button": env.hand.positions.button})
            for act in acts:
                other.step(act)
            np.testing.assert_equal(other.observe(agent), env.observe(agent))
            compared += other.hand.held != env.hand.held
            mask = env.observe(env.agent_selection)["action_mask"].copy()
            mask[0] = 0  # nobody folds, so that a hand has discards and a board
            acts.append(int(chance.choice(np.flatnonzero(mask))))
            env.step(acts[-1])
    assert compared > 10


def with_hidden_changed(chance: Random, hand: Hand, seat: int) -> list[Card]:
    """Another deck with this seat's own cards and the board in the same positions."""
    first = hand.order.index(seat)
    own = {first + step * len(hand.order) for step in range(5)}
    known = own | {hand.deck.index(card) for card in hand.board}
    hidden = [place for place in range(52) if place not in known]
    deck = list(hand.deck)
    cards = [deck[place] for place in chance.sample(hidden, len(hidden))]
    for place, card in zip(hidden, cards, strict=True):
        deck[place] = card
    return deck


def test_what_an_agent_sees() -> None:
    env = raw_env(3)
    env.reset(
        options={"deck": deck_of("As Kd 2c Ah Ks 3c Ad Kh 4c 9s 8h 7d 5s 6h Td"), "button": 3}
    )
    assert env.agent_selection == "seat_3", "the button, left of the big blind"
    for word in ("call", "call", "check"):
        env.step(ACTIONS.index(word))
    assert env.agent_selection == "seat_1"
    env.step(ACTIONS.index("discard 4 5"))  # A A A 9 5: the lowest two
    told = env.observe("seat_1")
    parts = np.split(told["observation"], [52, 104, 156, 160, 163])
    assert text(np.flatnonzero(parts[0])) == "Ad Ah As"
    assert not parts[1].any() and text(np.flatnonzero(parts[2])) == "5s 9s"
    assert list(parts[3]) == [1, 0, 0, 0]
    assert list(parts[4]) == [0, 3, 0]  # no discard now, pot, call
    assert parts[5].reshape(3, PER_SEAT).tolist() == [
        [99, 0, 1, 1, 3, 1, 0],
        [99, 0, 1, 1, 5, 0, 0],
        [99, 0, 1, 1, 5, 0, 1],
    ]
    assert len(told["observation"]) == size_of(poker_game(), 0) + 3 * PER_SEAT
    assert not told["action_mask"].any(), "it is the turn of seat 2"


def deck_of(first: str) -> str:
    cards = parse(first)
    return text([*cards, *(card for card in DECK if card not in cards)])


@pytest.mark.parametrize(
    "options, stack, names",
    [
        ({}, 20_000, ["least"]),
        ({"limit": "pot"}, 20_000, ["least", "half pot", "pot"]),
        ({"limit": "none"}, 20_000, ["least", "half pot", "pot", "most"]),
        ({"limit": "none"}, 700, ["least", "half pot", "pot"]),  # the pot is all in
        ({"limit": "none"}, 600, ["least", "half pot", "most"]),  # all in is less than the pot
        ({"limit": "none"}, 300, ["least"]),  # all in is less than a full raise
    ],
)
def test_the_sizes_that_the_limit_leaves(
    options: dict[str, Any], stack: int, names: list[str]
) -> None:
    env = raw_env(3, options=options, stack=stack)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert [ACTIONS[action] for action in np.flatnonzero(mask)] == ["fold", "call", *names]


@pytest.mark.parametrize(
    "name, level", [("least", 400), ("half pot", 450), ("pot", 700), ("most", 20_000)]
)
def test_parts_of_the_pot_count_the_call(name: str, level: int) -> None:
    """Blinds 100 and 200: a call makes the pot 500, so the pot-sized raise is to 200 + 500."""
    env = raw_env(3, options={"limit": "none"})
    env.reset(seed=1)
    env.step(ACTIONS.index(name))
    last = env.hand.events[-1]
    assert isinstance(last, SeatActed) and last.action == f"raise {level}"


def test_all_31_discards() -> None:
    names = [name for name in ACTIONS if name.startswith("discard")]
    assert len(ACTIONS) == 38 and len(set(names)) == 31
    assert names[0] == "discard" and names[-1] == "discard 2 3 4 5"


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = raw_env(2)
    env.reset(seed=1)
    before = env.hand
    for wrong in (ACTIONS.index("check"), ACTIONS.index("discard"), 99, None):
        with pytest.raises(IllegalAction, match=r"legal: 0 \(fold\), 2 \(call\)"):
            env.step(wrong)
    assert env.hand is before
    with pytest.raises(BadTable, match="10 seats"):
        raw_env(10)


def test_an_illegal_act_can_end_the_hand_instead() -> None:
    env = TerminateIllegalWrapper(raw_env(2), illegal_reward=-1)
    env.reset(seed=1)
    env.last()
    env.step(ACTIONS.index("check"))
    assert all(env.terminations.values())
