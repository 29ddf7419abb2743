"""The audit knows what the migrations create, on both databases, and names any difference."""

from collections.abc import Callable

import pytest
from sqlalchemy import make_url, text

from croupier.bank.audit.run import AuditFailed, audit
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.schema.upgrade import CATALOGS, catalog, known
from croupier.bank.store import Store, open_store
from tests.bank.catalogs import migrated
from tests.bank.test_store import BETS, OPENING
from tests.databases import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_the_catalogs_are_what_the_migrations_create(
    kind: str, database: Callable[[str], str]
) -> None:
    """If one is missing, tests/bank/catalogs.py writes it."""
    url = database(kind)
    for version in known():
        file = CATALOGS / f"{version}.{kind}.txt"
        assert file.read_text("utf-8").splitlines() == migrated(url, version), version


EVERYWHERE = {
    "DROP INDEX events_but_rounds": "index events_but_rounds is gone",
    "CREATE INDEX more ON acts (at)": "index more was added: ",
    "CREATE TABLE more (id INTEGER)": "was added: ",
    "CREATE VIEW more AS SELECT * FROM acts": " more was added: ",
    "ALTER TABLE acts ADD COLUMN more TEXT": "acts",
}
SQLITE = {
    "DROP TRIGGER acts_no_update": "trigger acts_no_update is gone",
    "CREATE TRIGGER more AFTER INSERT ON acts BEGIN DELETE FROM snapshots; END": (
        "trigger more was added: on acts CREATE TRIGGER more"
    ),
    "PRAGMA writable_schema = ON;; UPDATE sqlite_master SET sql = replace(sql,"
    " 'CHECK (cents > 0)', 'CHECK (cents > -9)') WHERE name = 'postings'": (
        "table postings is not as the migrations make it: "
    ),
    "DROP TRIGGER acts_no_delete;; CREATE TRIGGER acts_no_delete BEFORE DELETE ON acts"
    " BEGIN SELECT 1; END": "trigger acts_no_delete is not as the migrations make it: ",
}
POSTGRESQL = {
    "DROP TRIGGER acts_no_update ON acts": "trigger acts.acts_no_update is gone",
    "ALTER TABLE acts DISABLE TRIGGER acts_no_update": (
        "trigger acts.acts_no_update is not as the migrations make it: "
    ),
    "ALTER TABLE acts ENABLE REPLICA TRIGGER acts_no_update": (
        "trigger acts.acts_no_update is not as the migrations make it: "
    ),
    "ALTER TABLE postings DISABLE TRIGGER ALL": "postings",
    "ALTER DATABASE {name} SET session_replication_role = replica": (
        "setting session_replication_role was added: replica"
    ),
    "CREATE TRIGGER more BEFORE INSERT ON acts EXECUTE FUNCTION append_only()": (
        "trigger acts.more was added: CREATE TRIGGER more"
    ),
    "CREATE RULE more AS ON UPDATE TO head DO INSTEAD NOTHING": "rule head.more was added: ",
    "ALTER TABLE postings DROP CONSTRAINT postings_positive": (
        "constraint postings.postings_positive is gone"
    ),
    "ALTER TABLE postings DROP CONSTRAINT postings_positive;;"
    " ALTER TABLE postings ADD CONSTRAINT postings_positive CHECK (cents > -9)": (
        "constraint postings.postings_positive is not as the migrations make it: "
    ),
    "ALTER TABLE postings DROP CONSTRAINT postings_debit_fkey": (
        "constraint postings.postings_debit_fkey is gone"
    ),
    "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RETURN NULL; END $$": "function append_only() is not as the migrations make it: ",
    "CREATE FUNCTION more() RETURNS integer LANGUAGE sql AS 'SELECT 1'": (
        "function more() was added: "
    ),
    "ALTER FUNCTION append_only() SECURITY DEFINER": (
        "function append_only() is not as the migrations make it: "
    ),
    "ALTER TABLE acts ENABLE ROW LEVEL SECURITY": (
        "relation acts is not as the migrations make it: r p row security"
    ),
    "CREATE POLICY more ON acts USING (true)": "policy acts.more was added: ",
    "ALTER TABLE snapshots SET UNLOGGED": (
        "relation snapshots is not as the migrations make it: r u"
    ),
    "CREATE SCHEMA hidden;; CREATE TABLE hidden.more () INHERITS (public.acts)": (
        "child hidden.more was added: of acts"
    ),
    "ALTER TABLE acts ALTER COLUMN content TYPE varchar(99)": (
        "column acts.content is not as the migrations make it: "
    ),
    "ALTER TABLE acts ALTER COLUMN content DROP NOT NULL": (
        "column acts.content is not as the migrations make it: text"
    ),
    "ALTER TABLE acts ALTER COLUMN content SET DEFAULT 'x'": (
        "column acts.content is not as the migrations make it: text not null default"
    ),
    "CREATE SEQUENCE more": "relation more was added: ",
}
CASES = [
    *(("sqlite", change, words) for change, words in {**EVERYWHERE, **SQLITE}.items()),
    *(("postgresql", change, words) for change, words in {**EVERYWHERE, **POSTGRESQL}.items()),
]


@pytest.mark.parametrize("kind, change, words", CASES)
def test_a_changed_schema_is_named(
    database: Callable[[str], str], kind: str, change: str, words: str
) -> None:
    url = database(kind)
    with open_store(url) as store:
        store.commit_many([OPENING, BETS])
        audit(store)
        with store.engine.begin() as connection:
            for each in change.format(name=make_url(url).database).split(";; "):
                connection.exec_driver_sql(each)
    with open_store(url) as store:
        with pytest.raises(AuditFailed) as failed:
            audit(store)
        assert failed.value.kind == "schema"
        assert words in failed.value.what


def test_statistics_and_extensions_are_not_changes(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("ANALYZE"))
        before = catalog(connection)
        if store.engine.dialect.name == "postgresql":
            has = "SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_stat_statements'"
            if connection.execute(text(has)).scalar_one():
                connection.execute(text("CREATE EXTENSION pg_stat_statements"))
        assert catalog(connection) == before
    audit(store)


def test_a_bank_whose_schema_was_changed_continues_in_a_new_database(
    new_url: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("backup") / "bank.gz"
    with open_store(new_url()) as store:
        store.commit_many([OPENING, BETS])
        with store.engine.begin() as connection:
            connection.execute(text("DROP INDEX events_but_rounds"))
        with pytest.raises(AuditFailed):
            audit(store)
        made = backup(store, file)
    url = new_url()
    assert restore(file, url) == made
    with open_store(url) as store:
        assert audit(store).head == made
