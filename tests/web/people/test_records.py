"""Where sign-in data is kept: apart from the books, readable by its owner alone."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.bank.connect import engine_for
from croupier.bank.store import open_store
from croupier.desk.room.bank import url_of
from croupier.errors import Refused
from croupier.web.people.records import open_records
from croupier.web.people.tables import AccountDeed, Session


def test_both_kinds_of_database(url: str) -> None:
    records = open_records(url)
    assert records.person("pam") is None
    assert records.add_person("pam", 5, "hash", guest=False)
    assert not records.add_person("pam", 6, "other", guest=True)
    records.change_person("pam", locked=1, totp="sealed")
    assert [records.count_failure("pam") for _ in range(3)] == [1, 2, 3]
    assert [records.use_step("pam", step) for step in (7, 7, 6, 8)] == [True, False, False, True]
    records.close()
    again = open_records(url)
    found = again.person("pam")
    assert found is not None
    assert (found.password, found.made, found.locked, found.failures) == ("hash", 5, 1, 3)
    again.remove_person("pam")
    assert again.person("pam") is None
    assert again.count_failure("nobody") == 0
    again.close()


def test_several_servers_may_create_it_at_once(url: str) -> None:

    def opens(_: int) -> str | None:
        try:
            open_records(url).close()
        except Refused as refused:
            return str(refused)
        return None

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(opens, range(8))) == {None}


def test_the_books_are_what_they_were(url: str) -> None:
    """A bank's own check of its tables does not see them."""
    with open_store(url) as store:
        before = store.head()
    open_records(url).close()
    with open_store(url) as store:
        assert store.head() == before


def test_in_a_file_of_its_own(tmp_path: Path) -> None:
    bank = tmp_path / "a room's 50% bank.db"
    open_records(url_of(str(bank))).close()
    (file,) = (path for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm")))
    assert file.name == "a room's 50% bank.db.people"
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    open_records(url_of(str(bank))).close()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_in_a_schema_of_its_own(url: str) -> None:
    open_records(url).close()
    engine = engine_for(url)
    with engine.begin() as connection:
        assert {"persons", "sessions"} <= set(sa.inspect(connection).get_table_names("people"))
        assert "persons" not in sa.inspect(connection).get_table_names()
        public = "SELECT has_schema_privilege('pg_read_all_stats', 'people', 'USAGE')"
        assert connection.exec_driver_sql(public).scalar() is False
    engine.dispose()


def test_data_of_a_newer_program_is_refused(url: str) -> None:
    records = open_records(url)
    with records.engine.begin() as connection:
        table = "people.form" if records.engine.dialect.name == "postgresql" else "form"
        connection.exec_driver_sql(f"UPDATE {table} SET number = 99")
    records.close()
    with pytest.raises(Refused, match="store/newer"):
        open_records(url)


def test_data_of_an_older_program_is_upgraded(url: str) -> None:
    """Form 1 had no generations; who is signed in stays so."""
    records = open_records(url)
    assert records.add_person("pam", 5, "hash", guest=False)
    assert records.put_session(Session("digest", "id", "pam", 0, 0, 1, 2, None), (), 0)
    schema = "people." if records.engine.dialect.name == "postgresql" else ""
    with records.engine.begin() as connection:
        for table in ("persons", "sessions"):
            connection.exec_driver_sql(f"ALTER TABLE {schema}{table} DROP COLUMN generation")
        connection.exec_driver_sql(f"UPDATE {schema}form SET number = 1")
    records.close()
    for _ in range(2):
        records = open_records(url)
        found, (session,) = records.person("pam"), records.all_sessions()
        assert found is not None and (found.password, found.generation) == ("hash", 0)
        assert (session.name, session.seen, session.generation) == ("pam", 2, 0)
        records.close()
    records = open_records(url)
    assert records.change_credentials("pam", 0, password="new") == 1
    assert records.change_credentials("pam", 0, password="newer") is None
    assert records.change_credentials("sam", None, password="new") is None
    assert records.changes() == 1 and records.generations(["pam", "sam"]) == {"pam": 1}
    assert not records.all_sessions()
    assert not records.put_session(Session("other", "no", "pam", 0, 0, 1, 2, None), (), 0)
    assert records.put_session(Session("third", "yes", "pam", 0, 0, 1, 2, None), (), 1)
    records.close()


def test_deeds_on_both_kinds_of_database(url: str) -> None:
    """Each is done once; of one that is not done, nothing is changed."""
    records = open_records(url)
    assert records.add_person("pam", 5, "hash", guest=False)
    lock = AccountDeed("key", "ada", "pam", "account locked", "id", "", '{"locked": 1}')
    assert records.put_deed(lock, 1) is None and records.deed("key") is None
    assert records.put_deed(lock, 0) is lock and records.put_deed(lock) == lock
    assert records.open_deeds() == records.open_deeds("pam") == [lock]
    assert [records.do_deed(lock) for _ in range(2)] == [1, 1]
    records.drop_deed("key")
    assert records.deed("key") == lock._replace(done=1) and not records.open_deeds()
    found = records.person("pam")
    assert found is not None and (found.locked, found.generation) == (1, 1)
    first = lock._replace(key="2", name="sam", change='{"password": "new", "made": 7}')
    assert records.put_deed(first) is first and records.do_deed(first) == 1
    found = records.person("sam")
    assert found is not None and (found.password, found.made) == ("new", 7)
    late = lock._replace(key="3", by="", change='{"password": "late"}')
    records.put_deed(late, 1)
    assert records.do_deed(late, 0) is None and records.deed("3") is None
    records.close()


def test_a_failure_says_nothing_of_what_was_written(tmp_path: Path) -> None:
    records = open_records(f"sqlite:///{tmp_path}/bank.db")
    with records.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE persons")
    with pytest.raises(Refused, match="store/failed") as failed:
        records.add_person("pam", 5, "a hash", guest=False)
    records.close()
    assert "a hash" not in repr(failed.value) and failed.value.__context__ is None
