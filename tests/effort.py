"""How much is tried: all of it in the slow run, a third in the quick one."""

import pytest

full = False  # set by conftest.py, before any test is collected


def examples(many: int) -> int:
    """Of so many examples, those that this run tries."""
    return many if full else max(10, many // 3)


def whole_deck(*games: str) -> list:
    """Games as parameters of a test that counts them on the whole deck.

    Counting 4 Card Split takes half a minute. The quick run counts version 2; version 1, which has
    the same loops, is held against the plain solver on small decks there.
    """
    slow = pytest.mark.slow
    return [pytest.param(game, marks=[slow] if game == "4-card-split-v1" else []) for game in games]
