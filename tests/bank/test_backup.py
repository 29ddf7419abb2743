"""A bank goes into a file and comes out the same, on either database; or not at all."""

import gzip
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import select, text

from croupier.bank.act import Act, Event, Part
from croupier.bank.audit.run import AuditFailed, audit
from croupier.bank.backup import file as backup_module
from croupier.bank.backup import restore as restore_module
from croupier.bank.backup.file import BackupError, backup
from croupier.bank.backup.restore import restore
from croupier.bank.chain import START, Head, link
from croupier.bank.faults import StoreError
from croupier.bank.ledger import Account, Kind, Posting, Purpose, reversal
from croupier.bank.schema import tables as schema
from croupier.bank.store import open_store
from croupier.money import Cents
from croupier.progress import heard_by

ACCOUNTS = (Account("house", Kind.HOUSE, may_go_below_zero=True), Account("ann ♠", Kind.PLAYER))
PAID = Posting(
    "p1", "house", "ann ♠", Cents(700), Purpose.WINNINGS, 'a "memo"\nof two lines \u2028'
)
ACTS = [
    Act("k1", "t", 0, (Event("dealt", "{♥}"), Event("paid", "")), (PAID,), ACCOUNTS),
    Act("k2", "t", 2, (), (reversal(PAID, "r1", "a slip"),), snapshot="felt\nempty"),
    Act("k3", "u", 0, (Event("closed", "body"),), (replace(PAID, id="p2"),), snapshot=""),
    Act("k4", "t", 2, (Event("end", "♣"),), snapshot="over", also=(Part("v", 0, snapshot="♦"),)),
]
BOTH = pytest.mark.parametrize("source", ["sqlite", "postgresql"])
Databases = Callable[[str], str]


@pytest.fixture(autouse=True)
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    set_blocks(monkeypatch, 3)


def set_blocks(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    for module in (backup_module, restore_module):
        monkeypatch.setattr(module, "BLOCK", size)


def picture(url: str) -> dict[str, list[tuple[object, ...]]]:
    """The whole content of the database."""
    with open_store(url) as store, store.reading() as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in schema.books.sorted_tables
        }


def written(url: str, file: Path) -> Head:
    with open_store(url) as store:
        store.commit_many(ACTS)
        return backup(store, file)


@BOTH
@pytest.mark.parametrize("target, size", [("sqlite", 3), ("postgresql", 20_000)])
def test_there_and_back(
    database: Databases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    target: str,
    size: int,
) -> None:
    set_blocks(monkeypatch, size)
    url, other, file = database(source), database(target), tmp_path / "bank.gz"
    head, books = written(url, file), picture(url)
    tables = ("accounts", "events", "postings", "acts", "snapshots")
    assert [len(books[name]) for name in tables] == [2, 4, 3, 5, 3]
    assert restore(file, other) == head
    assert picture(other) == books
    with open_store(url) as one, open_store(other) as two:
        assert audit(two).head == two.head() == one.head() == head
        later = Act("k5", "t", 3, (Event("again", ""),))
        for act in (*ACTS, later):  # a key that was used before is also known in the new bank
            assert two.commit(act) == one.commit(act)
        audit(two)


def test_an_empty_bank(database: Databases, tmp_path: Path) -> None:
    with open_store(database("sqlite")) as store:
        assert backup(store, tmp_path / "bank.gz") == START
    assert restore(tmp_path / "bank.gz", database("sqlite")) == START


class Busy:
    """Does something at each step of the work that is reported to it."""

    def __init__(self, do: Callable[[], object]) -> None:
        self.do = do
        self.steps = 0

    def start(self, what: str, total: int | None) -> int:
        self.total = total
        return 0

    def step(self, stage: int) -> None:
        self.steps += 1
        self.do()

    def end(self, stage: int) -> None: ...


@BOTH
def test_what_is_written_in_the_meantime_is_not_in_it(
    database: Databases, tmp_path: Path, source: str
) -> None:
    url, other = database(source), database("sqlite")
    with open_store(url) as store, open_store(url) as writer:
        store.commit_many(ACTS)
        before = picture(url)
        more = iter(range(100))

        def write() -> None:
            number = next(more)
            snapshot = f"after {number}"
            paid = replace(PAID, id=f"x{number}")
            told = (Event("x", ""),)
            writer.commit(Act(f"x{number}", "t", 3 + number, told, (paid,), snapshot=snapshot))

        busy = Busy(write)
        with heard_by(busy):
            head = backup(store, tmp_path / "bank.gz")
        assert busy.steps == busy.total and head != store.head()
        audit(store, head)
    restore(tmp_path / "bank.gz", other)
    assert picture(other) == before


@BOTH
def test_with_a_writer_that_does_not_stop(database: Databases, tmp_path: Path, source: str) -> None:
    url, stop, begun = database(source), Flag(), Flag()

    def write() -> None:
        with open_store(url) as store:
            version = 0
            while not stop.is_set():
                paid = replace(PAID, id=f"x{version}")
                store.commit(Act(f"x{version}", "x", version, (Event("x", ""),), (paid,)))
                version += 1
                begun.set()

    with open_store(url) as store:
        store.commit_many(ACTS)
        writer = Thread(target=write)
        writer.start()
        try:
            assert begun.wait(30)
            found = [backup(store, tmp_path / f"{n}.gz") for n in range(3)]
        finally:
            stop.set()
            writer.join()
        assert store.head().sequence >= found[-1].sequence
        for number, head in enumerate(found):
            assert restore(tmp_path / f"{number}.gz", database("sqlite")) == head
            audit(store, head)


def refused(file: Path, url: str) -> BackupError:
    """Why a backup is not restored; nothing of it is then in the database."""
    with pytest.raises(BackupError) as why:
        restore(file, url)
    with open_store(url) as store:
        assert store.head() == START
        assert store.balances() == {} and store.streams() == []
    return why.value


def unpacked(packed: bytes) -> bytes | None:
    try:
        return gzip.decompress(packed)
    except (EOFError, OSError, zlib.error):
        return None


def test_a_flipped_bit_anywhere(database: Databases, tmp_path: Path) -> None:
    """Except for bits that change nothing of what is unpacked: a time in gzip's header, the bits
    that pad its end, a match found at another place with the same text.
    """
    file, target = tmp_path / "bank.gz", database("sqlite")
    head = written(database("sqlite"), file)
    good = file.read_bytes()
    plain, harmless = unpacked(good), set()
    places = {*range(12), *range(12, len(good), 19), *range(len(good) - 9, len(good))}
    for place in places:
        bad = bytearray(good)
        bad[place] ^= 1 << place % 8
        file.write_bytes(bad)
        if unpacked(bytes(bad)) == plain:
            assert restore(file, database("sqlite")) == head
            harmless.add(place)
        else:
            refused(file, target)
    assert {*range(4, 10)} <= harmless
    assert len(places - harmless) > 50  # the others were damage, and were refused
    file.write_bytes(good)
    assert restore(file, target) == head  # into the database that accepted nothing so far


@BOTH
def test_a_cut_file(database: Databases, tmp_path: Path, source: str) -> None:
    file, target = tmp_path / "bank.gz", database(source)
    head = written(database("sqlite"), file)
    good = file.read_bytes()
    for length in (0, 5, len(good) // 2, len(good) - 9, len(good) - 1):
        file.write_bytes(good[:length])
        assert "line " in str(refused(file, target))
    file.write_bytes(good)
    assert restore(file, target) == head


def lines_of(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode("utf-8").split("\n")[:-1]


def put(file: Path, lines: list[str]) -> None:
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def test_what_is_not_restored_leaves_no_file(database: Databases, tmp_path: Path) -> None:
    file, new = tmp_path / "bank.gz", tmp_path / "new.db"
    head = written(database("sqlite"), file)
    good = file.read_bytes()
    file.write_bytes(good[:-20])
    with pytest.raises(BackupError):
        restore(file, f"sqlite:///{new}")
    assert not list(tmp_path.glob("new*"))
    file.write_bytes(good)
    assert restore(file, f"sqlite:///{new}") == head


def test_a_line_lost_doubled_or_exchanged(database: Databases, tmp_path: Path) -> None:
    file, target = tmp_path / "bank.gz", database("sqlite")
    written(database("sqlite"), file)
    good = lines_of(file)
    snapshots = sum(line.startswith('["snapshot"') for line in good)
    for place in range(len(good)):
        before, here, after = good[:place], good[place : place + 1], good[place + 1 :]
        wrong = [before, before + after, before + here + here + after]
        if len(after) > snapshots:  # snapshots may come in any order
            wrong.append(before + after[:1] + here + after[1:])
        for lines in wrong:
            put(file, lines)
            assert "line " in str(refused(file, target))


def altered(value: object) -> object:
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "p2"


def test_any_changed_value_is_found_where_it_is(database: Databases, tmp_path: Path) -> None:
    """At its own line, or where the act that it belongs to ends."""
    file, target = tmp_path / "bank.gz", database("sqlite")
    written(database("sqlite"), file)
    header, *good = lines_of(file)
    kinds = [json.loads(line)[0] for line in good]
    for place, line in enumerate(good):
        values = json.loads(line)
        for column in range(1, len(values)):
            other = [*values[:column], altered(values[column]), *values[column + 1 :]]
            put(file, [header, *good[:place], json.dumps(other), *good[place + 1 :]])
            message = str(refused(file, target))
            number = int(message.partition(", line ")[2].partition(":")[0])
            if kinds[place] == "snapshot":
                assert number > place
            else:
                assert place + 2 <= number <= kinds.index("act", place) + 2


@pytest.mark.parametrize("field", ["sequence", "digest", "at"])
def test_the_header_must_agree(database: Databases, tmp_path: Path, field: str) -> None:
    file, target = tmp_path / "bank.gz", database("sqlite")
    written(database("sqlite"), file)
    header, *rest = lines_of(file)
    fields = json.loads(header)
    for value in (altered(fields[field]), None, 1.5, -1, 10**15, 10**30):
        put(file, [json.dumps({**fields, field: value}), *rest])
        refused(file, target)


def forged(file: Path, lines: list[list[Any]]) -> None:
    """A backup of these records with a correct chain, as far as there can be one."""
    head = START
    for values in lines:
        kind, *rest = values or [""]
        head = link(head, str(kind), tuple(rest))
        if kind == "act":
            values.append(head.digest)
    header = {"format": "croupier bank", "version": 1, "at": 0}
    header |= {"sequence": head.sequence, "digest": head.digest}
    put(file, [json.dumps(line) for line in (header, *lines)])


HOUSE, ANN = ["account", "house", "house", 1], ["account", "ann", "player", 0]
FORGED: list[tuple[list[Any], str]] = [
    (["posting", "p2", "house", "ann", 7.5, "rake", "", None], "is not a valid posting"),
    (["posting", "p2", "house", "ann", True, "rake", "", None], "is not a valid posting"),
    (["posting", "p2", "house", "ann", 7, "rake", ""], "is not a valid posting"),
    (["posting", "p2", "ann", "house", 8, "rake", "", None], "below zero"),
    (["posting", "p2", "house", "nobody", 1, "rake", "", None], "there is no account"),
    (["posting", "p1", "house", "ann", 1, "rake", "", None], "the database does not take"),
    (["posting", "p2", "house", "ann", 10**30, "rake", "", None], "the database does not take"),
    (["posting", "p2", "house", "ann", 1, "rake", "", "none"], "the database does not take"),
    (["event", "t", 1, "x", "\ud800"], "the database does not take"),
    (["account", "eve", "player", 2], "the database does not take"),
    (["event", "t", 2, "x", ""], "follows #0"),
    (["event", ["t"], 1, "x", ""], "is not a valid event"),
    (["snapshot", "t", 3, 0, ""], "begin with account or event or posting or act"),
    (["feast", "t"], "begin with account or event or posting or act"),
    ([], "is not a record"),
]


@BOTH
def test_a_forged_file(database: Databases, tmp_path: Path, source: str) -> None:
    """A forger can compute a correct chain; it must still be books that a bank could have."""
    target, file = database(source), tmp_path / "bank.gz"
    paid = ["posting", "p1", "house", "ann", 7, "rake", "", None]

    def lines(values: list[Any], version: int) -> list[list[Any]]:
        return [HOUSE, ANN, paid, values, ["act", "k", "t", version, 1, "c", None, 0]]

    for values, words in FORGED:
        forged(file, lines(values, int(values[:1] == ["event"])))
        assert words in str(refused(file, target)), values
    forged(file, lines(["event", "t", 1, "x", ""], 1))
    assert restore(file, target).sequence == 5
    with open_store(target) as store:
        audit(store)


def test_what_is_not_a_backup(database: Databases, tmp_path: Path) -> None:
    file, target = tmp_path / "bank.gz", database("sqlite")
    for content, words in [
        (b"Dear diary", "line 1"),
        (gzip.compress(b"Dear diary\n"), "line 1: 'Dear diary\\n' is not a line"),
        (gzip.compress(b"[" * 100_000), "line 1"),
        (gzip.compress(b'{"format": "other"}\n'), "not a backup of a bank"),
        (gzip.compress(b'{"format": "croupier bank", "version": 2}\n'), "format 2"),
        (gzip.compress(b'{"format": "croupier bank", "version": 1}\n'), "names no end"),
    ]:
        file.write_bytes(content)
        assert words in str(refused(file, target))
    assert refused(tmp_path / "none.gz", target).code == "backup/cannot_read"


@BOTH
def test_only_an_empty_database_is_filled(database: Databases, tmp_path: Path, source: str) -> None:
    file, target = tmp_path / "bank.gz", database(source)
    written(target, file)
    before = picture(target)
    with pytest.raises(StoreError, match="has records already") as refusal:
        restore(file, target)
    assert refusal.value.code == "store/not_empty"
    assert picture(target) == before
    with open_store(target) as store, store.engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(StoreError, match="not a bank's"):
        restore(file, target)
    almost = database(source)
    with open_store(almost) as store, store.engine.begin() as connection:
        connection.execute(text("INSERT INTO streams VALUES ('t', 0)"))
    with pytest.raises(StoreError, match="has records already"):
        restore(file, almost)


def test_a_database_that_cannot_be_reached(tmp_path: Path, database: Databases) -> None:
    written(database("sqlite"), tmp_path / "bank.gz")
    with pytest.raises(StoreError, match="cannot restore into postgresql") as refusal:
        restore(tmp_path / "bank.gz", "postgresql://me:secret@127.0.0.1:1/house")
    assert "secret" not in str(refusal.value)


def test_false_books_are_not_written(database: Databases, tmp_path: Path) -> None:
    url, file = database("sqlite"), tmp_path / "bank.gz"
    written(url, file)
    before = file.read_bytes()
    for change, words in [  # each is found before those above it
        ("UPDATE snapshots SET body = 'x' WHERE stream = 't'", "snapshot: t"),
        ("UPDATE accounts SET balance = 1 WHERE name = 'house'", "account at 1"),
        ("DELETE FROM head", "the records end here"),
        ("INSERT INTO events VALUES (99, 's', 1, 'x', '', '')", "record at 15: it is missing"),
    ]:
        with open_store(url) as store:
            with store.engine.begin() as connection:
                connection.execute(text(change))
            with pytest.raises(AuditFailed, match=words):
                backup(store, file)
    assert file.read_bytes() == before
    assert not list(tmp_path.glob(".bank.gz*"))


CODE = """if True:
    import os, resource, sys
    from pathlib import Path
    from croupier.bank import backup as module
    from croupier.bank.backup.file import backup
    from croupier.bank.store import open_store
    from croupier.progress import heard_by
    url, file, how = sys.argv[1:]
    class Killer:
        def start(self, what, total): return 0
        def end(self, stage): pass
        def step(self, stage):
            if how == "killed":
                os.kill(os.getpid(), 9)
    with open_store(url) as store:
        if how == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        with heard_by(Killer()):
            backup(store, file)
"""


@pytest.mark.parametrize("how", ["full", "killed"])
def test_a_full_disk_and_a_crash_leave_the_older_file(
    database: Databases, tmp_path: Path, how: str
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    file, url = folder / "bank.gz", database("sqlite")
    head = written(url, file)
    with open_store(url) as store:  # large, and incompressible
        noise = os.urandom(100_000).hex()
        store.commit(Act("big", "big", 0, (Event("noise", noise),)))
    ran = subprocess.run(
        [sys.executable, "-c", CODE, url, file, how], capture_output=True, text=True
    )
    if how == "full":
        assert ran.stderr.strip().endswith(f"cannot write {file}: File too large"), ran.stderr
        assert os.listdir(folder) == ["bank.gz"]
    else:
        assert ran.returncode == -9, ran.stderr
    assert restore(file, database("sqlite")) == head


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_at_the_end(
    database: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with open_store(database("sqlite")) as store:
        store.commit_many(ACTS)
        monkeypatch.setattr(os, step, fail)
        with pytest.raises(BackupError, match="No space left on device") as failed:
            backup(store, folder / "bank.gz")
        monkeypatch.undo()
        assert failed.value.code == "backup/cannot_write"
        assert os.listdir(folder) == []
        with pytest.raises(BackupError, match="No such file or directory"):
            backup(store, tmp_path / "nowhere" / "bank.gz")
        backup(store, folder / "bank.gz")
    assert (folder / "bank.gz").stat().st_mode & 0o777 == 0o600  # it contains the shuffles' secrets
