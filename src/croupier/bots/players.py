"""The bots by name: the baselines, and those that a poker game has of its own."""

from collections.abc import Sequence
from importlib import import_module

from croupier.bots.baseline import Bot, always_call, random_legal
from croupier.errors import RuleError
from croupier.extras import missing
from croupier.games.registry import folder_of, poker_game

BASELINES: dict[str, Bot] = {"call": always_call, "random": random_legal}
SLOW = poker_game().bots  # take seconds at their first act, when their tables are made
NAMES = (*BASELINES, *SLOW)


def bot(name: str) -> Bot:
    """A bot of a game's own is loaded only when it is asked for."""
    if name in BASELINES:
        return BASELINES[name]
    try:
        module = import_module(f"croupier.games.{folder_of(poker_game().id)}.bots")
    except ModuleNotFoundError as lacking:
        raise missing(f"the bot {name}", str(lacking.name)) from lacking
    made: Bot = module.BOTS[name]
    return made


def named(written: str) -> list[str]:
    """Names with commas between them, as a person types them."""
    names = [name.strip() for name in written.split(",")]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise RuleError(f"no bot {unknown[0]!r}; there are: {', '.join(NAMES)}", "bots/unknown")
    return names


def seated(names: Sequence[str]) -> list[Bot]:
    return [bot(name) for name in names]
