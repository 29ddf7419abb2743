"""What the seat sees of a round, as arrays and as text: made from its view alone."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards.card import name
from croupier.money import dollars
from croupier.rules.vocabulary import Game
from croupier.table.table import Table
from croupier.table.view import Seen, SpotView, View

ROWS = ("hand 1", "hand 2", "offer", "rack", "dealer")
SEAT = 1

Observation = dict[str, Any]


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
) -> Observation:
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


def _rows(seen: View, spot: SpotView) -> tuple[Seen, ...]:
    first, second = (*spot.hands, ())[:2]
    return first, second, spot.offer, spot.rack, seen.dealer


def _counts(cards: Seen) -> NDArray[np.int64]:
    """How many of each card are there, face up; six decks hold a card six times."""
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
