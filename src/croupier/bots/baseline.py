"""The simplest bots, at any poker game: those that every other must beat."""

from collections.abc import Callable
from random import Random

from croupier.table.poker.view import HandView

Bot = Callable[[HandView, Random], str]  # an act of the viewer, whose turn it is


def luck(seed: str) -> Random:
    """The random numbers that bots use."""
    return Random(seed)


def always_call(seen: HandView, lucky: Random) -> str:
    """Never folds, never bets, and keeps all cards."""
    words = {legal.action for legal in seen.legal}
    return next(word for word in ("discard", "check", "call") if word in words)


def random_legal(seen: HandView, lucky: Random) -> str:
    """Any legal act, each kind as likely as the others; any discards."""
    legal = lucky.choice(seen.legal)
    if legal.action == "discard":
        gone = lucky.sample(seen.own.shown.split(), lucky.randint(legal.least, legal.most))
        return " ".join(["discard", *gone])
    if legal.action in ("bet", "raise"):
        return f"{legal.action} {lucky.randint(legal.least, legal.most)}"
    return legal.action
