"""Long work reports its progress to a listener, such as a bar on a terminal, if there is one."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Listener(Protocol):
    """Must handle several stages at once, from several threads."""

    def start(self, what: str, total: int | None) -> int:
        """A stage begins, with its number of steps if known; the returned number identifies it."""

    def step(self, stage: int) -> None: ...
    def end(self, stage: int) -> None: ...


_listener: Listener | None = None


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


@contextmanager
def stage(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """A stage of the work; call the yielded function after each step."""
    listener = _listener
    if listener is None:
        yield lambda: None
        return
    number = listener.start(what, total)
    try:
        yield lambda: listener.step(number)
    finally:
        listener.end(number)


def tracked(what: str, items: Iterable[Item], total: int) -> Iterator[Item]:
    """Yields the items, each as one step of a stage."""
    with stage(what, total) as step:
        for item in items:
            yield item
            step()
