"""Small files that unpack to gigabytes: refused, using little memory."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from croupier.bank.act import Act, Event
from croupier.bank.audit.records import StoredRow
from croupier.bank.backup import file as backup_file
from croupier.bank.backup import restore as restore_module
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.store import open_store

HEADER = {"format": "croupier bank", "version": 1, "sequence": 10**9, "digest": "", "at": 0}

RESTORE = """if True:
    import resource, sys
    from croupier.bank.backup import file as backup_file
    from croupier.bank.backup.restore import restore
    if len(sys.argv) > 3:
        backup_file.UNPACKED = int(sys.argv[3])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        restore(sys.argv[1], sys.argv[2])
    except backup_file.BackupError as refused:
        print(refused.code)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    print((after - before) // unit)
"""


def restored(bomb: Path, url: str, *more: str) -> tuple[str, int]:
    """Why it was refused, and how many megabytes that took."""
    line = [sys.executable, "-c", RESTORE, str(bomb), url, *more]
    code, megabytes = subprocess.run(
        line, capture_output=True, text=True, check=True
    ).stdout.split()
    return code, int(megabytes)


def test_a_line_that_does_not_end(database: Callable[[str], str], tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    much = gzip.compress(b"a" * 100_000_000)
    start = gzip.compress(json.dumps(HEADER).encode() + b'\n["event","')
    bomb.write_bytes(start + 30 * much)  # concatenated, they unpack to three gigabytes
    assert bomb.stat().st_size < 3_000_000
    code, megabytes = restored(bomb, database("sqlite"))
    assert code == "backup/large"
    assert megabytes < 600
    assert not list(tmp_path.glob("*.db*"))


def test_many_valid_lines(database: Callable[[str], str], tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    body = "a" * 4_000_000
    with gzip.open(bomb, "wb", 1) as file:
        file.write(json.dumps(HEADER).encode() + b"\n")
        for version in range(1, 50):
            file.write(json.dumps(["event", "s", version, "told", body]).encode() + b"\n")
    code, megabytes = restored(bomb, database("sqlite"), "10000000")
    assert code == "backup/large"
    assert megabytes < 300
    assert not list(tmp_path.glob("*.db*"))


def test_large_records_are_not_kept_together(
    database: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore_module, "LARGE", 1000)
    written: list[int] = []
    insert = restore_module._insert

    def told(connection: Connection, kind: str, rows: Sequence[StoredRow]) -> None:
        written.append(len(rows))
        insert(connection, kind, rows)

    monkeypatch.setattr(restore_module, "_insert", told)
    with open_store(database("sqlite")) as store:
        events = tuple(Event("told", "x" * 600) for _ in range(8))
        store.commit(Act("k", "s", 0, events))
        made = backup(store, tmp_path / "bank.gz")
    assert restore(tmp_path / "bank.gz", database("sqlite")) == made
    assert written == [2, 2, 2, 2, 1]


def test_the_longest_line_that_can_be_written_is_read(
    database: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter outside the basic plane takes twelve characters in JSON."""
    monkeypatch.setattr(backup_file, "LONGEST_LINE", 12 * 1000 + 10_000)
    monkeypatch.setattr(restore_module, "LARGE", 1)  # each line alone
    body = "\N{PLAYING CARD ACE OF SPADES}" * 1000
    with open_store(database("sqlite")) as store:
        store.commit(Act("k" * 100, "s" * 100, 0, (Event("t" * 100, body),), snapshot=body))
        store.commit(Act("k", "s", 0, (Event("t", body),), snapshot=body))
        made = backup(store, tmp_path / "bank.gz")
        assert restore(tmp_path / "bank.gz", database("sqlite")) == made
