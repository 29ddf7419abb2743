"""A cached count depends only on the sources in its digest."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest

from croupier.games.five_card_hold_out.betting import Practice, _kept
from croupier.games.five_card_hold_out.loops.showdowns import Stake
from croupier.kernels.cache import counts as cache
from croupier.kernels.cache import folder as cache_folder
from croupier.kernels.cache.sources import closure
from croupier.odds.hand_counts import five_card_counts
from croupier.odds.jackpots import disjoint as disjoint_hands
from croupier.odds.solve import solve
from croupier.odds.strategy.choices import choices
from croupier.odds.strategy.guides import strategies_of
from croupier.table.table import open_table

# The table that asks: its posted tables are part of a count's name, and nobody uses its cards.
ASKING = ("croupier.table.",)


@pytest.fixture
def missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, set[str]]]:
    """By count: modules that ran while it was computed, but are missing from its digest."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    cache_folder.usable_root.cache_clear()
    asked = threading.local()
    found: dict[str, set[str]] = {}
    modules_of, alone = cache.modules_of, cache.alone

    def remembered(make: Callable[[], object]) -> frozenset[str]:
        asked.modules = modules_of(make)
        return asked.modules

    @contextmanager
    def watched(path: Path) -> Iterator[None]:
        ran: set[str] = set()
        known = closure(asked.modules)

        def look(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                ran.add(frame.f_globals.get("__name__", ""))

        before = sys.getprofile()
        with alone(path):
            sys.setprofile(look)
            threading.setprofile(look)
            try:
                yield
            finally:
                sys.setprofile(before)
                threading.setprofile(None)
        ours = {name for name in ran if name.startswith("croupier.")}
        assert ours
        unknown = {name for name in ours - known if not name.startswith(ASKING)}
        found[path.name.rpartition(".")[0].rpartition(".")[0]] = unknown

    monkeypatch.setattr(cache, "modules_of", remembered)
    monkeypatch.setattr(cache, "alone", watched)
    yield found
    cache_folder.usable_root.cache_clear()


def test_quick_counts(missed: dict[str, set[str]]) -> None:
    prime = open_table("four-card-prime")
    _, five, _ = five_card_counts()
    disjoint_hands.winners(prime, "five_card_jackpot", five)
    choices(prime, "always-fold")
    choices(open_table("4-card-split-v1"), "always-play")
    assert len(missed) == 4
    assert not any(missed.values()), missed


def test_a_missing_dependency_would_be_detected(missed: dict[str, set[str]]) -> None:
    """A maker that calls what its module does not import."""
    hidden = {"a": import_module(".fair", "croupier")}  # neither imported nor in a closure

    def make() -> dict[str, object]:
        return {"order": [*hidden["a"].shuffled(1, bytes(168))]}

    cache.stored("a game/count", make)
    assert missed["count"] == {hidden["a"].__name__}


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "four-card-prime",
        "ultimate-4-card-buyout",
        "4-card-buyout",
        "4-card-split-v1",
        "4-card-split-v2",
    ],
)
def test_every_count_of_a_game(missed: dict[str, set[str]], game: str) -> None:
    """Without a cache, so it takes minutes."""
    table = open_table(game)
    solve(table)
    choices(table, "optimal")
    strategies_of(table, [3])
    choices(table, "rules-3")
    assert len(missed) > 3
    assert not any(missed.values()), missed


@pytest.mark.slow
def test_how_to_bet_in_poker(missed: dict[str, set[str]]) -> None:
    _kept.__wrapped__(Stake(1, 1 << 30), Practice(2, 2_000, 1), True)
    assert len(missed) == 2
    assert not any(missed.values()), missed
