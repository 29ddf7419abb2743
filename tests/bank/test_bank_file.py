"""The file of a bank: its owner's alone from the first byte, and readable in a read-only folder.

Root may write everywhere, so what cannot be written is tested as another user, in a process.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from croupier.bank.audit.run import audit
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.connect import engine_for, make_private
from croupier.bank.faults import StoreError
from croupier.bank.store import open_store, read_store
from croupier.errors import Notice
from tests.bank.test_store import BETS, END, OPENING

PRIVATE = 0o600


@pytest.fixture
def anything_goes() -> Iterator[None]:
    mask = os.umask(0)
    yield
    os.umask(mask)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.usefixtures("anything_goes")
def test_only_its_owner_may_read_a_bank(tmp_path: Path) -> None:
    made: list[dict[str, int]] = []
    url = f"sqlite:///{tmp_path}/bank.db"
    engine = engine_for(url)
    with engine.connect():
        made.append(modes(tmp_path))  # before there is a table in it
    engine.dispose()
    with open_store(url) as store:
        store.commit_many([OPENING, BETS])
        made.append(modes(tmp_path))
        backup(store, tmp_path / "bank.gz")
    with read_store(url) as store:
        store.head()
        made.append(modes(tmp_path))
    restore(tmp_path / "bank.gz", f"sqlite:///{tmp_path}/again.db")
    with open_store(f"sqlite:///{tmp_path}/again.db") as store:
        store.commit(END)
        made.append(modes(tmp_path))
    seen = {name for files in made for name in files}
    assert {"bank.db-wal", "bank.db-shm", "again.db", "again.db-wal", "bank.gz"} <= seen
    assert {mode for files in made for mode in files.values()} == {PRIVATE}


@pytest.mark.usefixtures("anything_goes")
def test_the_file_is_private_before_sqlite_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def noted(path: str) -> None:
        make_private(path)
        found = os.stat(path)
        seen.extend([found.st_size, S_IMODE(found.st_mode)])

    monkeypatch.setattr("croupier.bank.connect.make_private", noted)
    open_store(f"sqlite:///{tmp_path}/bank.db").close()
    assert seen[:2] == [0, PRIVATE]


def test_a_writer_closes_a_file_that_others_may_read(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        store.commit(OPENING)
        for path in tmp_path.iterdir():
            path.chmod(0o644)
        with pytest.warns(Notice, match=r"others than its owner may .*: chmod 600 .*bank\.db$"):
            read_store(url).close()
        assert set(modes(tmp_path).values()) == {0o644}  # a reader changes nothing
        with pytest.warns(Notice, match=r"now only its owner may \(mode 600\)"):
            open_store(url).close()
        assert set(modes(tmp_path).values()) == {PRIVATE}
    open_store(url).close()  # and says so once


READ = """if True:
    import json, sys
    from croupier.bank.audit.run import AuditFailed, audit
    from croupier.bank.backup.file import backup
    from croupier.bank.store import open_store, read_store
    from croupier.errors import BankError
    try:
        with read_store(sys.argv[1]) as store:
            print(store.balance("player/12"), audit(store).head.sequence, flush=True)
            if len(sys.argv) > 2:
                sys.stdin.readline()
                print(store.balance("player/12"))
    except BankError as refused:
        print(refused)
"""


def somebody_else() -> dict[str, int]:
    """A user who may not write in a folder that belongs to nobody."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    who = {"user": nobody.pw_uid, "group": nobody.pw_gid}
    reached = subprocess.run([sys.executable, "-c", "import croupier"], cwd="/", **who)
    if reached.returncode:
        pytest.skip("this Python, or Croupier, is where only root can reach it")
    return who


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that others can reach; they cannot reach pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-shelf-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def kept(shelf: Path, *ends: str) -> str:
    """A bank with its last act in the write-ahead log, as a crash leaves it, and only some of its
    files, in a read-only folder.
    """
    with open_store(f"sqlite:///{shelf}/whole.db") as store:
        store.commit(OPENING)
    with open_store(f"sqlite:///{shelf}/whole.db") as store:
        store.commit(BETS)
        for end in ("", "-wal", "-shm"):
            if end in ends:
                shutil.copy(f"{shelf}/whole.db{end}", f"{shelf}/bank.db{end}")
    for path in shelf.glob("whole.db*"):
        path.unlink()
    for path in shelf.iterdir():
        path.chmod(0o444)
    shelf.chmod(0o555)
    return f"sqlite:///{shelf}/bank.db"


def read_by_somebody(url: str, *more: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", READ, url, *more],
        capture_output=True,
        text=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        **somebody_else(),
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_a_bank_where_nothing_can_be_written(shelf: Path) -> None:
    url = kept(shelf, "")
    before = modes(shelf)
    assert read_by_somebody(url) == "10000 7"
    assert modes(shelf) == before


def test_a_log_that_can_be_read_where_nothing_can_be_written(shelf: Path) -> None:
    assert read_by_somebody(kept(shelf, "", "-wal", "-shm")) == "9500 11"


def test_a_log_that_cannot_be_read_is_not_ignored(shelf: Path) -> None:
    said = read_by_somebody(kept(shelf, "", "-wal"))
    assert said.startswith("store/cannot_open: ")
    assert "bank.db-wal holds acts that are not in" in said
    assert "copy the two to a folder that can be written" in said


def test_a_read_only_file_that_changes_all_the_same(shelf: Path) -> None:
    url = kept(shelf, "")
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", READ, url, "wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        **somebody_else(),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "10000 7\n"
    shelf.chmod(0o755)
    (shelf / "bank.db").chmod(PRIVATE)
    with open_store(url) as store:
        store.commit(BETS)
    said, _ = process.communicate("\n", timeout=30)
    assert said.startswith("store/changed: somebody writes to")


def test_a_file_that_may_not_be_read(shelf: Path) -> None:
    url = kept(shelf, "")
    (shelf / "bank.db").chmod(0)
    said = read_by_somebody(url)
    assert said.startswith("store/cannot_open: cannot open")
    assert said.endswith("unable to open database file")


def test_a_reader_makes_nothing(tmp_path: Path) -> None:
    for content, code in ((None, "store/cannot_open"), (b"", "store/empty")):
        if content is not None:
            (tmp_path / "bank.db").write_bytes(content)
            (tmp_path / "bank.db").chmod(PRIVATE)
        with pytest.raises(StoreError) as refused:
            read_store(f"sqlite:///{tmp_path}/bank.db")
        assert refused.value.code == code
        assert [path.stat().st_size for path in tmp_path.iterdir()] == [0] * (content is not None)


def test_an_older_bank_is_read_as_it_is(url: str) -> None:
    with open_store(url) as store:
        store.commit(OPENING)
        head = store.head()
        with store.engine.begin() as connection:
            connection.exec_driver_sql("CREATE INDEX acts_at ON acts (at)")
            connection.exec_driver_sql("CREATE INDEX acts_stream ON acts (stream, version)")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with read_store(url) as store:
        assert audit(store).head == head
        with store.reading() as connection:
            asked = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            assert asked.scalar() == "0001"


def test_an_older_bank_that_lacks_something_is_refused_in_words(url: str) -> None:
    with open_store(url) as store, store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE head RENAME COLUMN at TO moment")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StoreError, match="older Croupier, and its table head lacks at") as refused:
        read_store(url)
    assert refused.value.code == "store/older"


def test_a_reader_leaves_nothing_behind(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        store.commit(OPENING)
    before = (tmp_path / "bank.db").read_bytes(), (tmp_path / "bank.db").stat().st_mtime_ns
    with read_store(url) as store:
        audit(store, workers=2)
    assert [path.name for path in tmp_path.iterdir()] == ["bank.db"]
    assert (
        (tmp_path / "bank.db").read_bytes(),
        (tmp_path / "bank.db").stat().st_mtime_ns,
    ) == before
    with open_store(url) as writer:
        with read_store(url) as store:
            assert store.balance("player/12") == 10_000
        writer.commit(BETS)
        assert (tmp_path / "bank.db-wal").stat().st_size > 0


def test_nothing_is_written_through_a_reader(url: str) -> None:
    open_store(url).close()
    with read_store(url) as store:
        with pytest.raises(StoreError) as refused:
            store.commit(OPENING)
        assert refused.value.code == "store/failed"
        assert "read" in refused.value.message
        assert store.balances() == {}
