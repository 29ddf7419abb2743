"""Five Card Hold Out as a PettingZoo environment: players act in turn, an episode is a hand.

Rewards come at the end: the chips that each seat won or lost, in big blinds. The poker engine
deals, decides what is legal and pays.

Actions are a fixed list: acts, four sizes of bets (a bet or a raise, whichever is possible now) and
every discard. Discards name places, counted from the highest card held: `discard 4 5` discards the
two lowest of five.

An observation is made from the seat's view alone. It holds own cards, board and own discards (52
each, 1 for each card), the street (one of them is 1), whether the viewer must discard now, the pot
and the call; then for each seat, the viewer first and on to the left: stack, bet of this round,
paid in this hand, whether it is still in, cards held, whether it has discarded, whether it is the
button. Chips are in big blinds.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from croupier.cards.card import parse, text
from croupier.envs.deck import deck_for, from_the_highest
from croupier.errors import IllegalAction
from croupier.games.registry import poker_game
from croupier.rules.felt import OptionValue
from croupier.rules.poker import PokerGame
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand, Legal
from croupier.table.poker.table import first_positions, open_poker
from croupier.table.poker.view import HandView, SeatView, view

PER_SEAT = 7
SIZES = ("least", "half pot", "pot", "most")
BETTING = ("fold", "check", "call", *SIZES)
Observation = dict[str, np.ndarray[Any, Any]]


def size_of(game: PokerGame, seats: int) -> int:
    """How many numbers an observation has."""
    return 3 * 52 + len(game.streets) + 3 + PER_SEAT * seats


def space(game: PokerGame, seats: int, stack: int, big_blind: int) -> spaces.Dict:
    most = max(seats * stack / big_blind, game.dealt)  # all chips of the table
    return spaces.Dict(
        {
            "observation": spaces.Box(0, most, (size_of(game, seats),), np.float32),
            "action_mask": spaces.MultiBinary(len(actions_of(game))),
        }
    )


def observed(seen: HandView, game: PokerGame, big_blind: int) -> NDArray[np.float32]:
    mine = seen.own
    discarding = any(legal.action == "discard" for legal in seen.legal)
    parts: list[float] = [
        *_bits(mine.shown),
        *_bits(seen.board),
        *_bits(mine.thrown),
        *(street.name == seen.street for street in game.streets),
        discarding,
        seen.pot / big_blind,
        seen.to_call / big_blind,
    ]
    for seat in _from(seen.seats, mine):
        parts += [
            seat.stack / big_blind,
            seat.bet / big_blind,
            seat.paid / big_blind,
            seat.live,
            seat.cards,
            seat.discarded is not None,
            seat.seat == seen.button,
        ]
    return np.array(parts, np.float32)


def _bits(cards: str) -> list[int]:
    bits = [0] * 52
    for card in parse(cards):
        bits[card] = 1
    return bits


def _from(seats: Sequence[SeatView], first: SeatView) -> tuple[SeatView, ...]:
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def text_of(seen: HandView, acts: Sequence[str]) -> str:
    return "\n".join(_lines(seen, acts)) + "\n"


def _lines(seen: HandView, acts: Sequence[str]) -> Iterator[str]:
    yield f"{seen.street}  pot {seen.pot}  board {seen.board or '-'}"
    for seat in seen.seats:
        cards = seat.shown or " ".join(["??"] * seat.cards)
        marks = " button" * (seat.seat == seen.button) + " folded" * (not seat.live)
        turn = "*" if seat.seat == seen.to_act else " "
        yield f"{turn}seat {seat.seat}  {cards:<14}  stack {seat.stack}  bet {seat.bet}{marks}"
    if acts:
        yield f"acts: {', '.join(acts)}"
    if seen.over:
        yield from (" ".join(map(str, event)) for event in seen.events if event[0] == "awarded")


@cache
def discards_of(dealt: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The places of each possible discard, in order of the bit mask (place 1 is bit 0)."""
    every = (
        tuple(place for place in range(dealt) if bits >> place & 1) for bits in range(1 << dealt)
    )
    return tuple(places for places in every if len(places) <= most)


def actions_of(game: PokerGame) -> tuple[str, ...]:
    """The names of all actions, legal now or not."""
    discards = discards_of(game.dealt, game.most_discarded)
    return (
        *BETTING,
        *(" ".join(["discard", *(str(place + 1) for place in places)]) for places in discards),
    )


def acts_of(seen: HandView, game: PokerGame) -> dict[int, str]:
    """The actions that the viewer may take now, each as an act for the table."""
    acts: dict[int, str] = {}
    for legal in seen.legal:
        if legal.action == "discard":
            acts.update(_discards(seen, legal, game))
        elif legal.action in ("bet", "raise"):
            acts.update(_sizes(seen, legal))
        else:
            acts[BETTING.index(legal.action)] = legal.action
    return acts


def _discards(seen: HandView, legal: Legal, game: PokerGame) -> Iterator[tuple[int, str]]:
    cards = from_the_highest(parse(seen.own.shown))
    discards = discards_of(game.dealt, game.most_discarded)
    for action, places in enumerate(discards, start=len(BETTING)):
        if legal.least <= len(places) <= legal.most:
            yield action, f"discard {text(cards[place] for place in places)}".rstrip()


def _sizes(seen: HandView, legal: Legal) -> Iterator[tuple[int, str]]:
    """Fractions of the pot after a call; skips sizes that the limit forbids or that repeat."""
    level, pot = seen.own.bet + seen.to_call, seen.pot + seen.to_call
    wanted = (legal.least, level + pot // 2, level + pot, legal.most)
    for place, size in enumerate(wanted):
        if legal.least <= size <= legal.most and size not in wanted[:place]:
            yield BETTING.index(SIZES[place]), f"{legal.action} {size}"


def env(**kwargs: Any) -> Any:
    """The environment for ordinary use: checks that it is reset first, and every action's range."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**kwargs)))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (the name that PettingZoo looks for)
    metadata = {  # noqa: RUF012
        "name": "hold_out_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 2,
        *,
        game: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        stack: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        """`options` are the table's: mode, limit, blinds and so on; `stack`: chips of each seat.

        `game`: another poker game than Hold Out.
        """
        super().__init__()
        self.table = open_poker(poker_game(game).id, options, seat_count=seats)
        self.game, self.actions = self.table.game, actions_of(self.table.game)
        self.stack, self.render_mode = stack, render_mode
        self.big_blind = self.table.number("big_blind")
        self.seats = {f"seat_{seat}": seat for seat in range(1, seats + 1)}
        self.possible_agents = list(self.seats)
        self.observation_spaces = {
            agent: space(self.game, seats, stack, self.big_blind) for agent in self.seats
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.seats}
        self.chance, _ = seeding.np_random()
        self.hand: Hand
        self._views: dict[str, HandView] = {}  # of the hand now

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Button and cards by chance, unless `options` has a "button" (a seat) or a "deck"."""
        if seed is not None:
            self.chance, _ = seeding.np_random(seed)
        button = int(self.chance.integers(1, len(self.seats) + 1))
        seats = list(self.seats.values())
        positions = first_positions((options or {}).get("button", button), seats, len(seats))
        deck = deck_for(self.chance, options)
        self._go_to(deal(self.table, dict.fromkeys(seats, self.stack), positions, deck))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_act()

    def seen(self, agent: str) -> HandView:
        """All that this agent sees, every act of the hand included."""
        if agent not in self._views:
            self._views[agent] = view(self.hand, self.seats[agent])
        return self._views[agent]

    def observe(self, agent: str) -> Observation:
        seen = self.seen(agent)
        acts = acts_of(seen, self.game)
        mask = np.array([action in acts for action in range(len(self.actions))], np.int8)
        return {"observation": observed(seen, self.game, self.big_blind), "action_mask": mask}

    def step(self, action: np.int64 | int | None) -> None:
        """One act. An illegal one raises an error and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._go_to(self.hand.act(self.seats[agent], self._act(agent, action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.hand.over:
            self.rewards = {agent: self._won(seat) for agent, seat in self.seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._agent_to_act()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The hand as the seat to act sees it; as a bystander does, once it is over."""
        if self.render_mode is None:
            return None
        seen = view(self.hand, self.hand.to_act)
        return text_of(seen, [self.actions[action] for action in acts_of(seen, self.game)])

    def _go_to(self, hand: Hand) -> None:
        self.hand, self._views = hand, {}

    def _act(self, agent: str, action: np.int64 | int | None) -> str:
        acts = acts_of(self.seen(agent), self.game)
        if action is None or int(action) not in acts:
            legal = ", ".join(f"{number} ({act})" for number, act in acts.items())
            raise IllegalAction(f"{agent}: action {action}; legal: {legal}")
        return acts[int(action)]

    def _agent_to_act(self) -> str:
        assert self.hand.to_act is not None
        return self.possible_agents[self.hand.to_act - 1]

    def _won(self, seat: int) -> float:
        return float(Fraction(self.hand.stacks[seat] - self.stack, self.big_blind))
