"""A house-banked game for one player as a Gymnasium environment: an episode is a round.

Every step is one choice of the round. A reward comes at the end: the net of all wagers, in units of
the first one. The table engine deals, decides what is legal and settles.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.envs.deck import deck_for
from croupier.envs.house_actions import actions_of, choices_of, legal_of
from croupier.envs.house_seen import SEAT, Observation, observation, space, text_of
from croupier.errors import IllegalAction, RuleError
from croupier.rules.felt import OptionValue
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from croupier.table.view import view


class HouseEnv(gymnasium.Env[Observation, np.int64]):
    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        posted: Mapping[str, str] | None = None,
        unprinted: bool = False,
        options: Mapping[str, OptionValue] | None = None,
        bets: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`bets`: cents on each wager; those that the game requires are made without being named.

        `unprinted` allows tables that no rulebook prints together; `reset` says so in its info.
        Every episode is dealt from freshly shuffled cards, also where a shoe would last longer.
        """
        self.table = open_table(game, posted=posted, options=options, unprinted=unprinted)
        self.bets = stakes(self.table, bets or {})
        self.unit = self.bets[self.table.game.wagers[0].name]
        self.choices = choices_of(self.table.game)
        self.actions = actions_of(self.table.game)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = space(self.table, self.unit, self.choices, self.actions)
        self.render_mode = render_mode
        self._round: Round | None = None
        self._legal: dict[str, str] = {}

    @property
    def round(self) -> Round:
        if self._round is None:
            raise RuleError("no round yet: call reset() first", "envs/reset")
        return self._round

    def legal(self) -> dict[int, str]:
        """The actions that are legal now, each with the table's own words for it."""
        return {self.actions.index(name): act for name, act in self._legal.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """`options={"deck": "As Kd …"}` deals these cards, in this order."""
        super().reset(seed=seed)
        deck = deck_for(self.np_random, options, self.table.game.decks)
        self._go_to(deal(self.table, {SEAT: self.bets}, Deck(deck)))
        unprinted = self.table.unprinted
        return self._observed(), {"unprinted": list(unprinted)} if unprinted else {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An action that is not legal changes nothing; `info["illegal"]` then says why."""
        if not self.action_space.contains(action):
            raise IllegalAction(f"action {action!r}; actions are 0 to {len(self.actions) - 1}")
        name = self.actions[int(action)]
        try:
            self._go_to(self.round.act(SEAT, self._legal.get(name, name)))
        except IllegalAction as refused:
            if self.round.over:
                raise
            return self._observed(), 0.0, False, False, {"illegal": str(refused)}
        over = self.round.over
        return self._observed(), self._reward(), over, False, self._results() if over else {}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return text_of(view(self.round, SEAT), list(self._legal))

    def _go_to(self, state: Round) -> None:
        self._round, self._legal = state, legal_of(state)

    def _observed(self) -> Observation:
        mask = [name in self._legal for name in self.actions]
        seen = view(self.round, SEAT)
        return observation(seen, self.table.game, self.unit, self.choices, mask)

    def _net(self) -> int:
        return sum(result.net for result in self.round.results[SEAT].values())

    def _reward(self) -> float:
        return float(Fraction(self._net(), self.unit)) if self.round.over else 0.0

    def _results(self) -> dict[str, Any]:
        """In cents. A share of a jackpot's meter is given apart, not in the net."""
        results = self.round.results[SEAT].values()
        return {
            "net": self._net(),
            "results": {result.wager: int(result.net) for result in results},
            "meter_percent": {
                result.wager: result.meter_percent for result in results if result.meter_percent
            },
        }


def stakes(table: Table, bets: Mapping[str, int]) -> dict[str, int]:
    """The bets, with what the game requires at the table's minimum; the table checks them."""
    least = {wager.name: int(table.limits.least(wager)) for wager in table.offers if wager.required}
    made = {**least, **bets}
    table.check_stakes(SEAT, made)
    return made
