"""When a server's memory is gone through: when it begins, seldom, and after many connections."""

import gc

import pytest

from croupier.web.process import garbage
from croupier.web.process.garbage import CLOSED, EVERY, MIDDLE, SELDOM, YOUNG, Garbage


def test_it_is_due_by_time_and_by_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    now = 1_000.0
    monkeypatch.setattr(garbage, "monotonic", lambda: now)
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *about: done.append(f"{about}"))
    found = Garbage()
    found.collect(3)
    begun = ["collect", "freeze", f"{(YOUNG, MIDDLE, SELDOM)}"]
    assert done == begun
    found.collect(3)
    now += EVERY - 1
    found.collect(CLOSED + 2)
    assert done == begun
    found.collect(CLOSED + 3)
    assert done == [*begun, "collect"]
    now += EVERY - 1
    found.collect(CLOSED + 4)
    assert done == [*begun, "collect"]
    now += 1
    found.collect(CLOSED + 4)
    assert done == [*begun, "collect", "collect"]
