"""Every decision of the room by its name: what a front end may ask for."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from croupier.errors import RuleError, shown
from croupier.room.cage import cage, corrections, jackpot_bank, jackpot_due
from croupier.room.meters import ends, meters
from croupier.room.people import floor, known_differences, proposals
from croupier.room.tables import bets, rounds, tables
from croupier.room.tables.poker import play as poker

MODULES = (
    *(floor, proposals, known_differences),
    *(cage, corrections, jackpot_bank, jackpot_due),
    *(tables, bets, rounds, poker),
    *(meters, ends),
)


def _named() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in MODULES:
        for value in vars(module).values():
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "decision"):
                yield value.decision, value


DECISIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(dict(_named()))
assert len(DECISIONS) == len(list(_named())), "two decisions have one name"


def decision_named(name: str) -> Callable[..., Any]:
    if name not in DECISIONS:
        known = ", ".join(sorted(DECISIONS))
        raise RuleError(f"no decision {shown(name)}; there are: {known}", "request/unknown")
    return DECISIONS[name]
