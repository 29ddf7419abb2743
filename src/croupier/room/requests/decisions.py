"""The stable name of each decision, as the books write it into a request.

A request is recognised by its text when its idempotency key comes a second time, so the text must
outlive files and functions: a decision keeps its name when its code moves. All names are in
room/requests/registry.py.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Decide = TypeVar("Decide", bound=Callable[..., Any])


def decision(name: str, *earlier: str) -> Callable[[Decide], Decide]:
    """Names a decision. `earlier`: the function paths that older programs wrote."""

    def named(decide: Decide) -> Decide:
        decide.decision, decide.earlier = name, earlier  # type: ignore[attr-defined]
        return decide

    return named


def name_of(decide: Callable[..., object]) -> str:
    name = getattr(decide, "decision", "")
    if not name:
        words = getattr(decide, "__qualname__", repr(decide))
        raise TypeError(f"{words} is not a decision: give it a name with @decision")
    return str(name)


def earlier_names(decide: Callable[..., object]) -> tuple[str, ...]:
    return tuple(getattr(decide, "earlier", ()))
