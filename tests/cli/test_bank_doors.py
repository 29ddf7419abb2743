"""How commands access a bank: reading creates nothing, nobody waits, no password is shown."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from traceback import format_exception

import pytest
from sqlalchemy import create_engine, make_url, text

from croupier import cli
from croupier.bank.act import Act, Event
from croupier.bank.store import open_store
from croupier.errors import Notice
from tests.bank.test_bank_file import shelf, somebody_else
from tests.cli.room_desk import folder, refused, run, said
from tests.databases import SCRIPT, database, postgres

__all__ = ["database", "folder", "postgres", "shelf"]

PASSWORD = "hunter2-and-more"


def test_an_empty_bank_is_not_audited(folder: Path) -> None:
    assert refused("audit", "--bank", "none.db").code == "bank/missing"
    (folder / "empty.db").touch(0o600)
    assert refused("audit", "--bank", "empty.db").code == "store/empty"
    assert (folder / "empty.db").stat().st_size == 0
    assert [file.name for file in folder.iterdir()] == ["empty.db"]
    with open_store(f"sqlite:///{folder}/tables.db") as store:
        assert refused("audit", "--bank", "tables.db").code == "audit/empty"
        store.commit(Act("k", "cage", 0, (Event("tick", ""),)))
    assert run("audit", "--bank", "tables.db").exit_code != 0


def test_an_empty_database_of_a_server_is_not_audited(database: Callable[[str], str]) -> None:
    url = database("postgresql")
    assert refused("audit", "--bank", url).code == "store/empty"
    engine = create_engine(url)
    with engine.connect() as connection:
        asked = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        assert connection.execute(text(asked)).scalar_one() == 0
    engine.dispose()


@pytest.mark.parametrize("body", ["{", "{}", "null", "[" * 100_000])
@pytest.mark.parametrize("stream", ["room", "table/1", "meter/", "proposals"])
def test_a_corrupt_state_is_refused_in_words(folder: Path, stream: str, body: str) -> None:
    bank = ("--bank", "bank.db")
    said("room", "found", "--by", "ada", *bank)
    said("room", "open", "1", "four-card-prime", "--offer", "aces baby", "--by", "ada", *bank)
    if stream == "meter/":
        meter = ("--sensor", "five card jackpot", "--table", "2", "--seed", "10000")
        rates = ("--reseed", "5000", "--contribution", "20", "--reserve", "5", "--cap", "none")
        said("room", "meter", "open", "main", *meter, *rates, "--by", "ada", *bank)
    with closing(sqlite3.connect("bank.db")) as books, books:
        forged = "INSERT OR REPLACE INTO snapshots SELECT ?, sequence, 1, ? FROM snapshots LIMIT 1"
        name = "meter/main" if stream == "meter/" else stream
        books.execute(forged, [name, body])
        books.execute("INSERT OR IGNORE INTO streams VALUES (?, 1)", [name])
    assert refused("room", "show", *bank).code.startswith("record/")
    assert run("audit", *bank).exit_code == 1


READERS = [
    ("room", "show"),
    ("room", "log"),
    ("room", "check"),
    ("audit",),
    ("books",),
    ("backup", "monday.gz"),
    ("rules", "--table", "1"),
    ("recall", "1", "1"),
]


def test_readers_wait_for_nobody(folder: Path) -> None:
    said("room", "rehearse", "--rounds", "3", "--bank", "trial.db")
    with open_store(f"sqlite:///{folder}/trial.db") as writer, writer.engine.begin():
        for words in READERS:  # while another process has the lock
            assert said(*words, "--bank", "trial.db")


# Commands run one after another in one process, until one fails.
IN_TURN = """
import json, sys
from croupier.cli import main
lines = json.loads(sys.argv[1])
for sys.argv in lines:
    try:
        main()
    except SystemExit as end:
        if end.code:
            sys.exit(f"{sys.argv}: {end.code}")
print(len(lines), "commands")
"""


def test_a_bank_in_a_folder_that_cannot_be_written(shelf: Path) -> None:
    bank = ("--bank", str(shelf / "trial.db"))
    said("room", "rehearse", "--rounds", "3", *bank)
    for file in shelf.iterdir():
        file.chmod(0o444)
    shelf.chmod(0o555)
    before = {file.name: file.read_bytes() for file in shelf.iterdir()}
    lines = [["croupier", *words, *bank] for words in READERS if words[0] != "backup"]
    told = python("-c", IN_TURN, json.dumps(lines), as_=somebody_else())
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == f"{len(lines)} commands"
    assert {file.name: file.read_bytes() for file in shelf.iterdir()} == before


def test_a_bank_that_others_may_read(folder: Path) -> None:
    said("room", "found", "--by", "ada", "--bank", "bank.db")
    (folder / "bank.db").chmod(0o644)
    with pytest.warns(Notice, match="chmod 600"):
        said("room", "show", "--bank", "bank.db")
    told = command("room", "show", "--bank", str(folder / "bank.db"))
    assert told.stderr.startswith("croupier: others than its owner may read or change")
    told = command("room", "enrol", "dee", "dealer", "--by", "ada", "--bank", f"{folder}/bank.db")
    assert "now only its owner may" in told.stderr
    assert command("room", "show", "--bank", str(folder / "bank.db")).stderr == ""


def command(*words: str, **names: str) -> subprocess.CompletedProcess[str]:
    """The command in a separate process, with its output."""
    return python("-m", "croupier", *words, **names)


def python(
    *words: str, as_: dict[str, int] | None = None, **names: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd="/" if as_ else None,
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), **names},
        user=(as_ or {}).get("user"),
        group=(as_ or {}).get("group"),
    )


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """The URL, without the password, of a database that requires one."""
    with tempfile.TemporaryDirectory() as rules:
        os.chmod(rules, 0o755)
        hosts = Path(rules) / "hosts"
        hosts.write_text("host all keeper all scram-sha-256\nhost all croupier all trust\n")
        hosts.chmod(0o644)
        server = tempfile.mkdtemp(prefix="croupier-guarded-")
        options = ["-c", "fsync=off", "-c", f"hba_file={hosts}"]
        started = subprocess.run(
            [SCRIPT, "start", server, *options], capture_output=True, text=True
        )
        try:
            if started.returncode:
                pytest.skip(f"PostgreSQL: {started.stderr.strip()}")
            url = make_url(started.stdout.strip()).set(drivername="postgresql+psycopg")
            engine = create_engine(url, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.execute(text(f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'"))
                connection.execute(text("CREATE DATABASE house OWNER keeper"))
            engine.dispose()
            house = url.set(drivername="postgresql", username="keeper", database="house")
            yield house.render_as_string()
        finally:
            subprocess.run([SCRIPT, "stop", server], check=True)


def test_a_password_is_never_needed_in_a_command(guarded: str, tmp_path: Path) -> None:
    refused_ = command("room", "found", "--by", "ada", "--bank", guarded)
    assert refused_.returncode == 2
    assert "no password supplied" in refused_.stderr
    assert refused_.stderr.count("\n") == 1
    house = make_url(guarded)
    kept = tmp_path / "passwords"
    kept.write_text(f"{house.host}:{house.port}:house:keeper:{PASSWORD}\n")
    kept.chmod(0o600)
    whole = house.set(password=PASSWORD).render_as_string(hide_password=False)
    found = command("room", "found", "--by", "ada", "--bank", guarded, PGPASSWORD=PASSWORD)
    assert (found.returncode, found.stderr) == (0, "")
    for names in ({"PGPASSFILE": str(kept)}, {"CROUPIER_BANK": whole}, {"PGPASSWORD": PASSWORD}):
        bank = () if "CROUPIER_BANK" in names else ("--bank", guarded)
        told = command("audit", "--workers", "2", *bank, **names)
        assert (told.returncode, told.stderr) == (0, ""), names
        assert PASSWORD not in told.stdout
    told = command("room", "show", "--json", "--bank", whole)
    assert told.returncode == 0
    assert "password in --bank can be seen by everyone" in told.stderr
    assert PASSWORD not in told.stderr + told.stdout


@pytest.mark.parametrize(
    "bank",
    [
        f"postgresql://me:{PASSWORD}@127.0.0.1:1/house",
        f"postgresql://127.0.0.1:1/house?user=me&password={PASSWORD}",
        f"postgresql//me:{PASSWORD}@127.0.0.1:1/house",
        f"postgresql:/me:{PASSWORD}@127.0.0.1/house",
        f"mysql://me:{PASSWORD}@127.0.0.1:1/house",
        f"postgresql://me:{PASSWORD}@127.0.0.1:port/house",
        f"postgresql://me:{PASSWORD}@with@127.0.0.1:1/house",
    ],
)
def test_no_message_shows_a_password(
    bank: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bank.gz").touch()
    for words in (
        ("room", "show"),
        ("room", "found", "--by", "ada"),
        ("restore", str(tmp_path / "bank.gz")),
    ):
        error = refused(*words, "--bank", bank)
        assert PASSWORD not in "".join(format_exception(error))
    monkeypatch.setattr(sys, "argv", ["croupier", "audit", "--json", "--bank", bank])
    with warnings.catch_warnings():
        warnings.simplefilter("always")  # shown, as to a person
        with pytest.raises(SystemExit) as end:
            cli.main()
    assert end.value.code == 2
    told = capsys.readouterr()
    assert PASSWORD not in told.err + told.out
    assert told.err and "Traceback" not in told.err
