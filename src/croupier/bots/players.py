"""The bots by name: the baselines, and those that a poker game has of its own."""

from collections.abc import Callable
from importlib import import_module
from random import Random

from croupier.errors import RuleError
from croupier.extras import missing
from croupier.games.registry import folder_of
from croupier.rules.poker import PokerGame
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


BASELINES: dict[str, Bot] = {"call": always_call, "random": random_legal}


def names_of(game: PokerGame) -> tuple[str, ...]:
    """Those of a game's own take seconds at their first act, when their tables are made."""
    return (*BASELINES, *game.bots)


def bot(name: str, game: PokerGame) -> Bot:
    """A bot of a game's own is loaded only when it is asked for."""
    if name in BASELINES:
        return BASELINES[name]
    try:
        module = import_module(f"croupier.games.{folder_of(game.id)}.bots")
    except ModuleNotFoundError as lacking:
        raise missing(f"the bot {name}", str(lacking.name)) from lacking
    made: Bot = module.BOTS[name]
    return made


def named(written: str, game: PokerGame) -> list[str]:
    """Names with commas between them, as a person types them."""
    names = [name.strip() for name in written.split(",")]
    known = names_of(game)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise RuleError(f"no bot {unknown[0]!r}; there are: {', '.join(known)}", "bots/unknown")
    return names
