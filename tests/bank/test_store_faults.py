"""A database that fails, or a writer that hangs: reported in words, without secrets."""

import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import psycopg
import pytest
from sqlalchemy import make_url, text

from croupier.bank import connect, reading
from croupier.bank.act import Act, Event, Receipt
from croupier.bank.audit.run import AuditFailed, audit
from croupier.bank.backup.file import BackupError, backup
from croupier.bank.backup.restore import restore
from croupier.bank.faults import StoreError
from croupier.bank.store import Store, open_store, read_store
from tests.bank.test_store import BETS, END, OPENING

SECRET = "5ec4e7" * 40
TOLD = replace(BETS, events=(Event("opened", SECRET), Event("dealt", SECRET)))
PIECE = SECRET[:12]


def check_hidden(error: BaseException) -> None:
    """No part of the secret is in an exception, nor in any of its causes."""
    assert PIECE not in "".join(traceback.format_exception(error))
    seen: BaseException | None = error
    while seen is not None:
        assert PIECE not in repr(seen) + str(seen) + repr(vars(seen))
        seen = seen.__cause__ or seen.__context__


def refused(act: Callable[[], object]) -> BaseException:
    with pytest.raises((StoreError, AuditFailed)) as failed:
        act()
    check_hidden(failed.value)
    return failed.value


# What is done to the tables, and a word of the database's message.
BROKEN = {
    "a table is gone": (["DROP TABLE snapshots"], "snapshots"),
    "a row that is there": (
        [f"INSERT INTO events VALUES (99, 'table/7', 1, 'opened', '{SECRET}', '')"],
        "constraint",
    ),
}
BROKEN_POSTGRES = {
    "a check": (["ALTER TABLE events ADD CHECK (length(body) < 9)"], "check constraint"),
    "a value": (["ALTER TABLE events ALTER body TYPE varchar(240)"], "22001"),
    "a right": (["REVOKE INSERT ON events FROM CURRENT_USER"], "permission denied"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_failing_database_is_reported_without_its_input(name: str, url: str) -> None:
    changes, word = BROKEN[name]
    with open_store(url) as store:
        store.commit(OPENING)
        with store.engine.begin() as connection:
            for change in changes:
                connection.execute(text(change))
        failed = refused(lambda: store.commit(replace(TOLD, snapshot=SECRET)))
        assert isinstance(failed, StoreError)
        assert failed.code == "store/failed"
        assert word in failed.message.lower()
        assert failed.message.endswith("send the same acts again, keys and all")
        assert store.version("table/7") == 0


@pytest.mark.parametrize("name", BROKEN_POSTGRES)
def test_postgresql_shows_no_row_and_no_value(name: str, database: Callable[[str], str]) -> None:
    changes, word = BROKEN_POSTGRES[name]
    url = database("postgresql")
    with open_store(url) as store:
        store.commit(OPENING)
        with store.engine.begin() as connection:
            connection.execute(text(f"CREATE ROLE keeper_{os.getpid()}_{name[-5:]} LOGIN"))
            for table in ("events", "acts", "accounts", "postings", "streams", "snapshots", "head"):
                owner = f"keeper_{os.getpid()}_{name[-5:]}"
                connection.execute(text(f"ALTER TABLE {table} OWNER TO {owner}"))
            connection.execute(text(f"GRANT SELECT ON alembic_version TO {owner}"))
    with open_store(make_url(url).set(username=owner).render_as_string()) as store:
        with store.engine.begin() as connection:
            for change in changes:
                connection.execute(text(change))
        long = replace(TOLD, events=(Event("opened", SECRET * 2),))
        failed = refused(lambda: store.commit(long))
        assert isinstance(failed, StoreError)
        assert failed.code == "store/failed"
        assert word in failed.message
    with open_store(url) as store, store.engine.begin() as connection:
        connection.execute(text(f"REASSIGN OWNED BY {owner} TO CURRENT_USER"))
        connection.execute(text(f"DROP OWNED BY {owner}"))
        connection.execute(text(f"DROP ROLE {owner}"))


def test_a_server_that_takes_no_writes(database: Callable[[str], str]) -> None:
    """As after a failover, when the former standby still is one."""
    url = database("postgresql")
    with open_store(url) as store:
        store.commit(OPENING)
        with store.engine.begin() as connection:
            name = make_url(url).database
            connection.execute(
                text(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            )
    with open_store(url) as store:
        failed = refused(lambda: store.commit(TOLD))
        assert isinstance(failed, StoreError)
        assert failed.code == "store/failed"
        assert "read-only transaction" in failed.message
        assert store.balance("player/12") == 10_000


def test_queries_of_missing_tables(store: Store, tmp_path: Path) -> None:
    store.commit_many([OPENING, TOLD])
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE postings"))
        connection.execute(text("DROP TABLE snapshots"))
    part = reading.Stretch(1, 99)
    for ask in (
        lambda: store.posting("w1"),
        lambda: store.stored_streams(["table/7"]),
        lambda: reading.flows(store, part),
        lambda: list(reading.postings_of(store, part, "house")),
        lambda: reading.postings_by_id(store, ["w1"]),
    ):
        failed = refused(ask)
        assert isinstance(failed, StoreError)
        assert failed.code == "store/failed"
    for ask, kind in (
        (lambda: audit(store), "schema"),
        (lambda: backup(store, tmp_path / "bank.gz"), "database"),
    ):
        failed = refused(ask)
        assert isinstance(failed, AuditFailed)
        assert failed.kind == kind
    assert not list(tmp_path.glob("*.gz*"))


def test_a_missing_head(store: Store) -> None:
    store.commit(OPENING)
    with store.engine.begin() as connection:
        connection.execute(text("DELETE FROM head"))
    for ask in (store.head, lambda: store.commit(TOLD)):
        failed = refused(ask)
        assert isinstance(failed, StoreError)
        assert failed.code == "store/failed"


def test_a_damaged_page(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        store.commit_many([OPENING, TOLD])
    file, page = tmp_path / "bank.db", 4096
    whole = file.read_bytes()
    codes: set[str] = set()

    def tried(ask: Callable[[], object]) -> None:
        try:
            ask()
        except (StoreError, AuditFailed) as failed:
            check_hidden(failed)
            codes.add(failed.code)

    for place in range(page, len(whole), page):
        file.write_bytes(whole[:place] + b"\xff" * page + whole[place + page :])
        for path in tmp_path.glob("bank.db-*"):
            path.unlink()
        tried(lambda: open_store(url).close())
        with suppress(StoreError), open_store(url) as store:
            for ask in (lambda: store.commit(END), lambda: store.events("table/7")):
                tried(ask)
            tried(lambda: audit(store))
    assert codes == {"store/failed", "store/cannot_open", "audit/failed"}


def test_what_a_restored_file_holds_is_not_shown(
    new_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(new_url()) as store:
        store.commit_many([OPENING, TOLD])
        backup(store, tmp_path / "bank.gz")
    url = new_url()
    with open_store(url) as store, store.engine.begin() as connection:
        if store.engine.dialect.name == "sqlite":
            connection.execute(
                text(
                    "CREATE TRIGGER no BEFORE INSERT ON events"
                    " BEGIN SELECT RAISE(ABORT, 'not here'); END"
                )
            )
        else:
            connection.execute(text("ALTER TABLE events ADD CHECK (length(body) < 9)"))
    with pytest.raises(BackupError, match="does not take") as failed:
        restore(tmp_path / "bank.gz", url)
    assert failed.value.code == "backup/refused"
    check_hidden(failed.value)


STOPPED = """if True:
    import os, signal, sys
    from croupier.bank.batch import Batch
    from croupier.bank.faults import StoreError
    from croupier.bank.store import open_store
    from tests.bank.test_store import BETS
    write = Batch.write
    def stop(batch):
        print("holds the lock", flush=True)
        os.kill(os.getpid(), signal.SIGSTOP)
        Batch.write = write
        write(batch)
    Batch.write = stop
    with open_store(sys.argv[1]) as store:
        for _ in range(2):
            try:
                receipt = store.commit(BETS)
                print(receipt.first, receipt.last, flush=True)
            except StoreError as failed:
                print(failed.code, flush=True)
"""


@contextmanager
def stopped_writer(url: str) -> Iterator[subprocess.Popen[str]]:
    """A process that was stopped in the middle of its transaction."""
    command = [sys.executable, "-c", STOPPED, url]
    root = Path(__file__).resolve().parents[2]
    paths = os.pathsep.join([str(root), *sys.path])
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "holds the lock\n"
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def woken(process: subprocess.Popen[str]) -> list[str]:
    process.send_signal(signal.SIGCONT)
    return process.communicate(timeout=30)[0].splitlines()


def test_a_writer_that_hangs_is_disconnected(database: Callable[[str], str]) -> None:
    url = database("postgresql")
    with open_store(url) as store:
        store.commit(OPENING)
        other = Act("other", "cage", 1, (Event("counted", ""),))
        with stopped_writer(url) as hanging, ThreadPoolExecutor(1) as pool:
            done = pool.submit(store.commit, other)  # which waits for eight seconds, no longer
            try:
                assert done.result(timeout=20).version == 2
            except TimeoutError:
                hanging.kill()  # so that the other one ends too
                raise
            told = woken(hanging)
        assert told[0] == "store/failed"
        receipt = store.commit(BETS)
        assert told[1] == f"{receipt.first} {receipt.last}"
        assert store.balance("table/7/felt/3") == 500
        assert store.events("table/7") == list(BETS.events)
        audit(store)


def test_a_writer_that_hangs_within_a_batch_of_statements(
    database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL does not count it as idle: a process that waited for it in vain terminates it."""
    monkeypatch.setattr(connect, "WAIT_SECONDS", 6)
    url = database("postgresql")
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with open_store(url) as store, closing(psycopg.connect(plain)) as hanging:
        store.commit(OPENING)
        with suppress(psycopg.OperationalError), hanging.pipeline():
            hanging.execute("SET LOCAL idle_in_transaction_session_timeout = '1s'")
            assert hanging.execute("SELECT sequence FROM head FOR UPDATE").fetchone() == (7,)
            failed = refused(lambda: store.commit(BETS))
            assert isinstance(failed, StoreError)
            assert failed.code == "store/busy"
            assert store.commit(BETS).version == 2
            with pytest.raises(psycopg.OperationalError):
                hanging.execute("UPDATE head SET sequence = 99").fetchone()
        assert store.commit(END).version == 3
        audit(store)


def test_a_writer_that_hangs_on_a_file_locks_out_no_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is the file's own: nobody can take it from a process, but nobody waits forever."""
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        store.commit(OPENING)
    monkeypatch.setattr(connect, "WAIT_SECONDS", 60)
    with stopped_writer(url) as hanging:
        begun = monotonic()
        with read_store(url) as store:
            assert store.balance("player/12") == 10_000
            audit(store)
            backup(store, tmp_path / "bank.gz")
        assert monotonic() - begun < 30  # a waiting process would have waited for sixty
        monkeypatch.setattr(connect, "WAIT_SECONDS", 1)
        begun = monotonic()
        with open_store(url) as store:  # a writer opens it, and waits no longer than it should
            failed = refused(lambda: store.commit(TOLD))
            assert isinstance(failed, StoreError)
            assert failed.code == "store/busy"
            assert "another process" in failed.message
            assert 1 <= monotonic() - begun < 20
        told = woken(hanging)
    assert told == ["8 11", "8 11"]  # it had lost nothing, and its own retry is done once
    with open_store(url) as store:
        assert store.events("table/7") == list(BETS.events)
        assert isinstance(store.commit(END), Receipt)
        audit(store)
