"""Which modules a function's result depends on."""

import ast
import importlib
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

import pytest

from croupier.games.figures import figures_of
from croupier.games.registry import GAMES
from croupier.kernels import hand_counts
from croupier.kernels import rounds as sim_rounds
from croupier.kernels.cache import sources
from croupier.kernels.cache.sources import closure, digest, modules_of
from croupier.odds.hand_counts import five_card_counts
from croupier.report import introduction as rules
from croupier.table.table import open_table

FOLDER = {
    "ultimate-4-card-buyout": "four_card_buyout",
    "4-card-buyout": "four_card_buyout",
    "4-card-split-v1": "four_card_split",
    "4-card-split-v2": "four_card_split",
    "four-card-prime": "four_card_prime",
}
Pair = namedtuple("Pair", "one other")


def test_the_module_and_its_closure() -> None:
    inner, pair = hand_counts.hands_from, Pair(five_card_counts, 3)
    assert modules_of(five_card_counts) == {"croupier.odds.hand_counts"}
    assert modules_of(lambda: inner) == {__name__, "croupier.kernels.hand_counts"}
    assert modules_of(lambda: pair) == {__name__, "croupier.odds.hand_counts"}
    assert modules_of(partial(hand_counts.five_card_hands, inner)) == {
        "croupier.kernels.hand_counts",
    }


def test_a_loop_that_was_handed_a_game_depends_on_its_module() -> None:
    for name, module in (
        ("four-card-prime", "four_card_prime"),
        ("4-card-buyout", "four_card_buyout"),
    ):
        made = sim_rounds.loop(figures_of(name).layout.game)
        assert f"croupier.games.{module}.loops.rounds" in modules_of(made)


def test_a_function_that_closed_over_itself() -> None:
    def again(number: int) -> object:
        return again(number - 1) if number else five_card_counts

    other = five_card_counts

    def two() -> object:
        return one if other else None

    def one() -> object:
        return two

    assert modules_of(again) == {__name__}
    assert modules_of(one) == {__name__, "croupier.odds.hand_counts"}


def test_a_module_outside_the_package_counts_with_its_imports_from_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop from outside the package stayed cached after ours, which it calls, had changed."""
    monkeypatch.syspath_prepend(tmp_path)
    digests = []
    for imported in ("cards.hands", "kernels.dealing"):
        place = tmp_path / "somebody_elses.py"
        place.write_text(f"import croupier.{imported}\n\ndef loop(): ...\n")
        monkeypatch.delitem(sys.modules, "somebody_elses", raising=False)
        for memory in (sources._source, sources._imported, sources._digest):
            memory.cache_clear()
        modules = modules_of(importlib.import_module("somebody_elses").loop)
        assert f"croupier.{imported}" in closure(modules)
        digests.append(digest(modules))
    assert len({*digests, digest(frozenset())}) == 3


def test_what_is_imported_is_followed_to_its_end() -> None:
    found = closure({"croupier.games.four_card_prime.exact"})
    assert {
        "croupier.games.four_card_prime.loops.sweep",
        "croupier.cards.card",
        "croupier.rules",
    } <= found
    assert not any("report" in name or "cli" in name for name in found)


@pytest.mark.parametrize("module", ["strategy.choices", "strategy.guides"])
def test_imports_for_the_type_checker_do_not_matter(module: str) -> None:
    found = closure({f"croupier.odds.{module}"})
    assert "croupier.kernels.cache.counts" in found and "croupier.games.figures" in found
    assert not any(name.startswith("croupier.report") for name in found)


@pytest.mark.parametrize("game", GAMES)
def test_a_report_names_the_solver_by_its_own_sources(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "digest", lambda modules: " ".join(sorted(closure(modules))))
    named = rules.solver_hash(open_table(game)).split()
    folder = FOLDER[game]
    assert {f"croupier.games.{folder}.exact", f"croupier.games.{folder}.rules"} <= set(named)
    assert "croupier.cards.hands" in named and "croupier.report.introduction" not in named


def test_threads_that_ask_together_do_not_parse_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11.2 has one depth counter for all threads, and fails if two of them parse."""
    parse, alone, together = ast.parse, Lock(), []

    def watched(source: bytes) -> Any:
        together.append(not alone.acquire(blocking=False))
        sleep(0.001)
        tree = parse(source)
        if not together[-1]:
            alone.release()
        return tree

    for memory in (sources._imported, sources._digest):
        memory.cache_clear()
    with monkeypatch.context() as patched, ThreadPoolExecutor(4) as threads:
        patched.setattr(ast, "parse", watched)
        asked = [threads.submit(digest, modules_of(five_card_counts)) for _ in range(4)]
        digests = {each.result() for each in asked}
    assert len(digests) == 1
    assert together and not any(together)
