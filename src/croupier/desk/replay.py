"""A record of a round or of a poker hand, replayed by the rules."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.games.registry import poker
from croupier.table.poker.hand import Hand
from croupier.table.poker.phh import from_phh
from croupier.table.poker.transcript import replay as replay_hand
from croupier.table.transcript import replay as replay_round


class Replayed(NamedTuple):
    """A record whose every line or action follows from the rules; any other record is refused."""

    game: str  # its id
    name: str
    each: str  # the unit of a record, in words
    over: bool
    refused: int  # attempts that the record shows as refused, and that were refused again
    nets: Mapping[int, int]  # by seat, in cents


def replayed(record: str) -> Replayed:
    """Replays a transcript of a round or of a poker hand, or such a hand in PHH."""
    if record.lstrip().startswith("variant"):
        return _hand(from_phh(record), "action")
    word, _, game = record.lstrip().partition("\n")[0].partition(" ")
    if word == "game" and poker(game) is not None:
        hand, refused = replay_hand(record)
        return _hand(hand, "line", len(refused))
    state, tries = replay_round(record)
    nets = {spot.seat: sum(result.net for result in spot.results.values()) for spot in state.spots}
    game_ = state.table.game
    return Replayed(game_.id, game_.name, "line", state.over, len(tries), nets)


def _hand(hand: Hand, each: str, refused: int = 0) -> Replayed:
    game, before = hand.table.game, hand.started.stacks
    nets = {seat: hand.stacks[seat] - before[seat] for seat in hand.in_hand}
    return Replayed(game.id, game.name, each, hand.over, refused, nets)
