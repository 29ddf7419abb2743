"""Five Card Hold Out as a PettingZoo environment: players act in turn, an episode is a hand.

Rewards come at the end: the chips that each seat won or lost, in big blinds. The poker engine
deals, decides what is legal and pays.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from croupier.envs.deck import deck_for
from croupier.envs.poker_actions import actions_of, acts_of
from croupier.envs.poker_seen import observed, space, text_of
from croupier.errors import IllegalAction
from croupier.rules.felt import OptionValue
from croupier.table.poker.deal import deal
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import first_positions, open_poker
from croupier.table.poker.view import HandView, view

Observation = dict[str, np.ndarray[Any, Any]]


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
        options: Mapping[str, OptionValue] | None = None,
        stack: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        """`options` are the table's: mode, limit, blinds and so on; `stack`: chips of each seat."""
        super().__init__()
        self.table = open_poker(options, seat_count=seats)
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
        """One act. What is not legal is refused with an error, and changes nothing."""
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
