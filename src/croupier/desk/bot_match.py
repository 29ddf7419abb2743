"""Bots play each other at poker, with duplicate deals."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.bots.duplicate import Match, matched
from croupier.bots.players import NAMES, named, seated
from croupier.errors import RuleError
from croupier.games.registry import poker
from croupier.table.poker.table import open_poker


class BotResult(NamedTuple):
    """What one bot won, in chips and in big blinds a hundred hands."""

    bot: str
    net: int
    bb_per_100: Fraction
    standard_error: Fraction


class BotMatch(NamedTuple):
    """Every bot played every seat of the same deals."""

    game: str  # its id
    hands: int
    deals: int
    bots: Sequence[BotResult]


def bot_match(
    name: str, bots: str, hands: int, stack: int, seed: int, options: Mapping[str, str]
) -> BotMatch:
    """`bots`: names in seat order, with commas between them."""
    game = poker(name)
    assert game is not None, name
    names = named(bots)
    if not 2 <= len(names) <= game.seats_max:
        raise RuleError(
            f"bots {bots!r}; write 2 to {game.seats_max} of {', '.join(NAMES)}, with commas",
            "simulate/bots",
        )
    table = open_poker(dict(options), seat_count=len(names))
    found = matched(table, seated(names), -(-hands // len(names)), stack, seed)
    big = table.number("big_blind")
    results = [_result(name, match, big) for name, match in zip(names, found, strict=True)]
    return BotMatch(game.id, found[0].hands, found[0].deals, results)


def _result(name: str, match: Match, big: int) -> BotResult:
    return BotResult(name, match.total, match.mean * 100 / big, match.error_per_100(big))
