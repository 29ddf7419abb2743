"""The bots by name. One that counts is loaded only when it is asked to sit down."""

from collections.abc import Sequence

from croupier.bots.baseline import Bot, always_call, random_legal
from croupier.errors import RuleError
from croupier.extras import missing

NAMES = ("call", "random", "tight", "solved")
SLOW = ("tight", "solved")  # take seconds at their first act, when their tables are made


def bot(name: str) -> Bot:
    if name not in SLOW:
        return {"call": always_call, "random": random_legal}[name]
    try:
        from croupier.bots.solved import solved
        from croupier.bots.tight import tight
    except ModuleNotFoundError as lacking:
        raise missing(f"the bot {name}", str(lacking.name)) from lacking
    return {"tight": tight, "solved": solved}[name]


def named(written: str) -> list[str]:
    """Names with commas between them, as a person types them."""
    names = [name.strip() for name in written.split(",")]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise RuleError(f"no bot {unknown[0]!r}; there are: {', '.join(NAMES)}", "bots/unknown")
    return names


def seated(names: Sequence[str]) -> list[Bot]:
    return [bot(name) for name in names]
