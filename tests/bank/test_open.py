"""Opening a store: what is created, what is refused, and that the tables are the expected ones"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from croupier.bank.audit.run import audit
from croupier.bank.connect import engine_for
from croupier.bank.faults import StoreError
from croupier.bank.schema.tables import books
from croupier.bank.store import Store, open_store
from tests.bank.test_store import BETS, OPENING


def test_the_migrations_make_the_tables_of_the_schema(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, books) == []


def test_an_existing_store_is_opened_unchanged(url: str) -> None:
    with open_store(url) as one, open_store(url) as two:
        assert one.head() == two.head()


def test_a_newer_bank_is_refused(url: str) -> None:
    with open_store(url) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer Croupier.*'9999'.*up to '0002'") as refused:
        open_store(url)
    assert refused.value.code == "store/newer"


def test_a_bank_of_the_first_version_is_brought_up_to_date(url: str) -> None:
    with open_store(url) as store:
        store.commit(OPENING)
        head = store.head()
        with store.engine.begin() as connection:
            connection.execute(text("CREATE INDEX acts_at ON acts (at)"))
            connection.execute(text("CREATE INDEX acts_stream ON acts (stream, version)"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with open_store(url) as store:
        test_the_migrations_make_the_tables_of_the_schema(store)
        assert store.head() == audit(store).head == head
        store.commit(BETS)


def test_the_database_of_another_program_is_refused(store: Store, url: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert refused.value.code == "store/not_a_bank"


@pytest.mark.parametrize(
    "url, code",
    [
        ("bank.db", "store/url"),
        ("mysql://host/bank", "store/url"),
        ("sqlite://", "store/not_durable"),
        ("sqlite:///:memory:", "store/not_durable"),
        ("sqlite:////nowhere/at/all/bank.db", "store/cannot_open"),
        ("postgresql://me:secret@127.0.0.1:1/house", "store/cannot_open"),
    ],
)
def test_what_cannot_be_opened(url: str, code: str) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert refused.value.code == code
    assert "secret" not in str(refused.value)


def test_sqlite_is_told_to_be_durable(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store, store.reading() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    full = 2
    assert asked == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_postgresql_is_told_to_be_durable(postgres: str) -> None:
    careless = f"{postgres}?options=-csynchronous_commit%3Doff"
    engine = engine_for(careless)
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    engine.dispose()


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bank.db").write_text("Dear diary, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_store(f"sqlite:///{tmp_path}/bank.db")


def test_a_percent_sign_in_the_path(tmp_path: Path) -> None:
    (tmp_path / "50%").mkdir()
    with open_store(f"sqlite:///{tmp_path}/50%/bank.db") as store:
        assert store.balances() == {}
    assert (tmp_path / "50%" / "bank.db").is_file()


def test_the_rest_of_croupier_needs_no_database() -> None:
    code = (
        "import sys, croupier.cli, croupier.table.round\n"
        "print({'sqlalchemy', 'alembic', 'psycopg'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_a_bank_in_a_file_loads_no_other_database(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/bank.db").close()
    code = (
        "import sys, croupier.room.audit.run\n"
        "from croupier.bank.store import open_store\n"
        "open_store(sys.argv[1]).close()\n"
        "print({'alembic', 'psycopg', 'sqlalchemy.dialects.postgresql'} & set(sys.modules))"
    )
    line = [sys.executable, "-c", code, f"sqlite:///{tmp_path}/bank.db"]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_the_example_of_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bank.md").read_text("utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)
    with names["store"] as store:
        assert store.balances() == {"outside": -10_000, "player/12": 10_000}
        assert names["receipt"].version == 1
