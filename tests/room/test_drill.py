"""Several writers on one bank, killed at any moment: none lost, none doubled, none torn, audit
passed.

This is checked by drill_check.py, which knows nothing of the program, and then by the audit.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import SCRIPT
from tests.room import drill_check

ROOT = Path(__file__).resolve().parents[2]
MANY = pytest.param(1_000, marks=pytest.mark.slow)


def drilled(url: str, kills: int, folder: Path, *more: str) -> dict[str, Any]:
    """A drill in a separate process, which forks its writers."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    words = ("-m", "tests.room.drill", url, "--kills", str(kills), "--folder", str(folder), *more)
    ended = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
    )
    assert ended.stdout, ended.stderr
    print(ended.stdout)
    return dict(json.loads(ended.stdout))


def check_drilled(found: dict[str, Any], kills: int) -> None:
    assert (found["wrong"], found["faults"], found["died"]) == ([], [], 0)
    assert found["kills"] == kills and found["re-sent"] > kills / 4
    assert found["answered twice"] > kills / 10, "keys went to two writers at once"
    # Enough was done to find something; on busy cores a server that restarts answers little.
    assert found["acknowledged"] > 2 * kills and found["rounds"] > kills / 5
    assert found["audited rounds"] >= found["rounds"]


@pytest.mark.parametrize("kills", [2, MANY])
def test_writers_are_killed(kills: int, new_url: Callable[[], str], tmp_path: Path) -> None:
    check_drilled(drilled(new_url(), kills, tmp_path), kills)


@pytest.fixture
def server() -> Iterator[Path]:
    """A separate PostgreSQL that writes through to the disk."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    started = subprocess.run([SCRIPT, "start", folder], capture_output=True, text=True)
    try:
        if started.returncode:
            pytest.skip(f"PostgreSQL: {started.stderr.strip()}")
        (folder / "url").write_text(started.stdout.strip())
        yield folder
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


@pytest.mark.parametrize("kills", [10, MANY])
def test_the_server_crashes_as_well(kills: int, server: Path, tmp_path: Path) -> None:
    url = (server / "url").read_text()
    found = drilled(url, kills, tmp_path, "--server", str(server), "--restarts", "0.1")
    check_drilled(found, kills)
    assert found["restarts"] > kills / 30 and found["database failed"]


class Forged:
    """The books of a short drill, to be falsified in one way after another."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder}/bank.db"
        self.journals = folder / "journals"
        self.journals.mkdir()
        found = drilled(self.url, 3, self.journals)
        assert not found["wrong"], found
        self.books = drill_check.rows_of(self.url)


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Forged:
    return Forged(tmp_path_factory.mktemp("drill"))


def _lost(books: Any, told: Any) -> None:
    told.append({"ok": "no such key", "stream": "cage", "version": 1, "first": 1, "last": 2})


def _moved(books: Any, told: Any) -> None:
    line = next(one for one in told if "ok" in one)
    told.append({**line, "last": line["last"] + 1})


def _doubled(books: Any, told: Any) -> None:
    books["acts"].append(dict(books["acts"][-1]))


def _torn(books: Any, told: Any) -> None:
    books["events"].remove(books["events"][50])


def _richer(books: Any, told: Any) -> None:
    books["accounts"][-1]["balance"] += 1


def _another_cent(books: Any, told: Any) -> None:
    books["postings"][40]["cents"] += 1


def _shown(books: Any, told: Any) -> None:
    told.append({**next(one for one in told if "commitment" in one), "commitment": "00"})


def _card(books: Any, told: Any) -> None:
    """The first card of every round, including those that were played to the end."""
    for event in books["events"]:
        body = json.loads(event["body"])
        for one in body.get("events", ()) if event["kind"] == "round" else ():
            if one["event"] == "dealt" and "cards" in one:
                first, _, rest = one["cards"].partition(" ")
                one["cards"] = f"{'2c' if first != '2c' else '3c'} {rest}".strip()
                event["body"] = json.dumps(body)
                break


def _felt(books: Any, told: Any) -> None:
    """What a seat lost stays on the felt."""
    lost = next(one for one in books["postings"] if one["reason"] == "wager lost")
    books["postings"].remove(lost)


def _contribution(books: Any, told: Any) -> None:
    given = next(one for one in books["postings"] if one["reason"] == "jackpot contribution")
    books["postings"].remove(given)


def _older_snapshot(books: Any, told: Any) -> None:
    kept = next(one for one in books["snapshots"] if one["stream"].startswith("table/"))
    kept["body"] = kept["body"].replace('"rounds":', '"rounds":1')


FORGERIES = {
    _lost: "was acknowledged and is not in the books",
    _moved: "and stands at",
    _doubled: "stands 2 times",
    _torn: "is missing",
    _richer: "its postings make",
    _another_cent: "its digest is not the chain's",
    _shown: "a commitment was shown that no book has",
    _card: "the cards do not follow from the secret",
    _felt: "cents stay in",
    _contribution: "the meters were given",
    _older_snapshot: "its snapshot is not what came with the act",
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda one: one.__name__)
def test_the_checker_detects(
    forge: Callable[[Any, Any], None], forged: Forged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdict on valid books is only worth as much as its verdict on false ones."""
    books = json.loads(json.dumps(forged.books))
    told = [line for path in forged.journals.glob("journal-*") for line in _lines(path)]
    forge(books, told)
    monkeypatch.setattr(drill_check, "rows_of", lambda url: books)
    monkeypatch.setattr(drill_check, "_journal", lambda path: iter(told))
    wrong, _ = drill_check.check(forged.url, [forged.journals])
    assert any(FORGERIES[forge] in words for words in wrong), wrong


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text("utf-8").split("\n")[:-1]:
        yield json.loads(line)
