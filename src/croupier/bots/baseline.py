"""The simplest players: the ones that every other must beat."""

from collections.abc import Callable
from random import Random

from croupier.table.poker.view import HandView

Bot = Callable[[HandView, Random], str]  # an act of the viewer, whose turn it is


def luck(seed: str) -> Random:
    """What bots toss coins with."""
    return Random(seed)


def own_cards(seen: HandView) -> list[str]:
    return next(seat.shown for seat in seen.seats if seat.seat == seen.viewer).split()


def always_call(seen: HandView, lucky: Random) -> str:
    """Never folds, never bets, and keeps all five cards."""
    words = {legal.action for legal in seen.legal}
    return next(word for word in ("discard", "check", "call") if word in words)


def random_legal(seen: HandView, lucky: Random) -> str:
    """Any legal act, each kind as likely as the others; any discards."""
    legal = lucky.choice(seen.legal)
    if legal.action == "discard":
        gone = lucky.sample(own_cards(seen), lucky.randint(legal.least, legal.most))
        return " ".join(["discard", *gone])
    if legal.action in ("bet", "raise"):
        return f"{legal.action} {lucky.randint(legal.least, legal.most)}"
    return legal.action
