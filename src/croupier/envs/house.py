"""A house-banked game for one player as a Gymnasium environment: an episode is a round.

Every step is one choice of the round. A reward comes at the end: the net of all wagers, in units of
the first one. The table engine deals, decides what is legal and settles. An observation is made
from the seat's view alone.

Actions are a fixed list: every option in the game's flow, named as in the rules. Only the ways to
split a hand are named by places, counted from the highest card: `split 134/2` puts the second
highest card alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards.card import Card, name, parse
from croupier.envs.deck import deck_for, from_the_highest
from croupier.errors import IllegalAction, RuleError
from croupier.money import dollars
from croupier.rules.felt import Face, Felt, FeltHand, OptionValue, Spot
from croupier.rules.vocabulary import Choose, Deal, Game, Option, Place, To, program
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table
from croupier.table.view import SeenCards, SpotView, View, view

ROWS = ("hand 1", "hand 2", "offer", "rack", "dealer")
SEAT = 1

HouseObservation = dict[str, Any]
# Cards that make no hand, so that they rule out no option.
NOTHING = parse("Ks Jh 9d 7c 5s 3h")


def space(table: Table, unit: int, choices: Sequence[str], actions: Sequence[str]) -> spaces.Dict:
    most = [table.limits.most(wager) / unit for wager in table.game.wagers]
    return spaces.Dict(
        {
            "cards": spaces.Box(0, table.game.decks, (len(ROWS), 52), np.int8),
            "choice": spaces.Discrete(len(choices) + 1),  # the last: the round is over
            "wagers": spaces.Box(np.zeros(len(most), np.float32), np.array(most, np.float32)),
            "action_mask": spaces.MultiBinary(len(actions)),
        }
    )


def observation(
    seen: View, game: Game, unit: int, choices: Sequence[str], mask: Sequence[bool]
) -> HouseObservation:
    spot = spot_of(seen)
    wagers = [spot.wagers.get(wager.name, 0) / unit for wager in game.wagers]
    return {
        "cards": np.array([_counts(cards) for cards in _rows(seen, spot)], np.int8),
        "choice": np.int64(len(choices) if seen.over else choices.index(seen.choice)),
        "wagers": np.array(wagers, np.float32),
        "action_mask": np.array(mask, np.int8),
    }


def spot_of(seen: View) -> SpotView:
    return next(spot for spot in seen.spots if spot.seat == SEAT)


def _rows(seen: View, spot: SpotView) -> tuple[SeenCards, ...]:
    first, second = (*spot.hands, ())[:2]
    return first, second, spot.offer, spot.rack, seen.dealer


def _counts(cards: SeenCards) -> NDArray[np.int64]:
    """How many of each card are visible; a six-deck shoe holds each card six times."""
    shown = np.array([card for card in cards if card is not None], np.int64)
    return np.bincount(shown, minlength=52)


def text_of(seen: View, legal: Sequence[str]) -> str:
    return "\n".join(f"{what:<8}{said}" for what, said in _lines(seen, legal)) + "\n"


def _lines(seen: View, legal: Sequence[str]) -> Iterator[tuple[str, str]]:
    spot = spot_of(seen)
    yield "game", seen.game
    for what, cards in zip(ROWS, _rows(seen, spot), strict=True):
        if cards:
            yield what, " ".join("??" if card is None else name(card) for card in cards)
    yield "wagers", ", ".join(f"{wager} {dollars(stake)}" for wager, stake in spot.wagers.items())
    for wager, result in spot.results.items():
        yield "result", f"{wager} {dollars(result.net, sign=True)}"
    if not seen.over:
        yield "choice", f"{seen.choice}: {', '.join(legal)}"


def choices_of(game: Game) -> tuple[str, ...]:
    """The names of the choices, in the order of the round."""
    return tuple(dict.fromkeys(step.name for step in _choices(game)))


def actions_of(game: Game) -> tuple[str, ...]:
    """Every option of every choice, in the order of the round; each name once."""
    hand = NOTHING[: _cards_before_choice(game)]
    felt = Felt(Spot(1, {}, (FeltHand().with_cards(hand, Face.OWN),)), FeltHand(), (), {})
    labels = (
        label(option, hand)
        for step in _choices(game)
        for option in (step.options(felt) if callable(step.options) else step.options)
    )
    return tuple(dict.fromkeys(labels))


def legal_of(state: Round) -> dict[str, str]:
    """What may be done now: the name of each action here, and the act for the table."""
    if state.turn is None:
        return {}
    hand = state.spot(state.turn).cards
    return {label(option, hand): option.name for option in state.options}


def label(option: Option, hand: tuple[Card, ...]) -> str:
    if option.split is None:
        return option.name
    places = {card: place for place, card in enumerate(from_the_highest(hand), start=1)}
    halves = [sorted(places[card] for card in half) for half in option.split]
    halves.sort(key=lambda half: (-len(half), half))
    return "split " + "/".join("".join(map(str, half)) for half in halves)


def _choices(game: Game) -> Iterator[Choose]:
    return (step for step, _ in program(game.flow, 1) if isinstance(step, Choose))


def _cards_before_choice(game: Game) -> int:
    """How many cards a seat has at its first choice."""
    dealt = 0
    for step, _ in program(game.flow, 1):
        if isinstance(step, Choose):
            break
        if isinstance(step, Deal) and step.to is To.SEAT and step.place is Place.HAND_1:
            dealt += step.cards
    return dealt


class HouseEnv(gymnasium.Env[HouseObservation, np.int64]):
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
        """`bets`: cents on each wager; required wagers are made even if not named.

        `unprinted` allows tables that no rulebook prints together; `reset` says so in its info.
        Every episode is dealt from a fresh shuffle, even if a shoe would last for several rounds.
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
    ) -> tuple[HouseObservation, dict[str, Any]]:
        """`options={"deck": "As Kd …"}` deals these cards, in this order."""
        super().reset(seed=seed)
        deck = deck_for(self.np_random, options, self.table.game.decks)
        self._go_to(deal(self.table, {SEAT: self.bets}, Deck(deck)))
        unprinted = self.table.unprinted
        return self._observed(), {"unprinted": list(unprinted)} if unprinted else {}

    def step(
        self, action: np.int64 | int
    ) -> tuple[HouseObservation, float, bool, bool, dict[str, Any]]:
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
        if not self.round.over:
            return self._observed(), 0.0, False, False, {}
        results = self._results()
        reward = float(Fraction(results["net"], self.unit))
        return self._observed(), reward, True, False, results

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return text_of(view(self.round, SEAT), list(self._legal))

    def _go_to(self, state: Round) -> None:
        self._round, self._legal = state, legal_of(state)

    def _observed(self) -> HouseObservation:
        mask = [name in self._legal for name in self.actions]
        seen = view(self.round, SEAT)
        return observation(seen, self.table.game, self.unit, self.choices, mask)

    def _results(self) -> dict[str, Any]:
        """Results in cents. A share of a jackpot meter is listed separately, not in the net."""
        results = self.round.results[SEAT].values()
        return {
            "net": sum(result.net for result in results),
            "results": {result.wager: int(result.net) for result in results},
            "meter_percent": {
                result.wager: result.meter_percent for result in results if result.meter_percent
            },
        }


def stakes(table: Table, bets: Mapping[str, int]) -> dict[str, int]:
    """The bets, with what the table requires beside them; the table validates them."""
    made: dict[str, int] = {**table.completed(bets)}
    table.check_stakes(SEAT, made)
    return made
