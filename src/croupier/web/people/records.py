"""The store of sign-in data: beside the books, because it changes and the books never do.

For a bank in a file it is `bank.db.people`, readable only by its owner; on a server, the schema
`people` of the same database. It is not included in backups of the bank.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

import sqlalchemy as sa

from croupier.bank.connect import engine_for, url_for
from croupier.bank.faults import StoreError, in_words
from croupier.bank.schema.tables import WHOLE

P = ParamSpec("P")
R = TypeVar("R")
SCHEMA = "people"
FORM = 2  # version of these tables
# Counts failures of unknown names, so that they take as long; its generation counts all changes.
NOBODY = ""
ROWS = 500  # asked for at once
people = sa.MetaData(schema=SCHEMA)


def _flag(name: str) -> sa.Column[int]:
    return sa.Column(name, WHOLE, nullable=False, default=0)


def _generation() -> sa.Column[int]:
    """Of what somebody signs in with: raised by a new password, a second factor, a lock."""
    return sa.Column("generation", WHOLE, nullable=False, default=0, server_default=sa.text("0"))


form = sa.Table("form", people, sa.Column("number", WHOLE, primary_key=True, autoincrement=False))
persons = sa.Table(
    "persons",
    people,
    sa.Column("name", sa.Text, primary_key=True),
    _flag("guest"),
    sa.Column("password", sa.Text),  # Argon2id, with its parameters and salt
    sa.Column("totp", sa.Text),  # sealed with the bank's key
    sa.Column("totp_new", sa.Text),  # the same, not yet confirmed
    sa.Column("totp_step", WHOLE, nullable=False, default=0),  # of the last code used
    sa.Column("failures", WHOLE, nullable=False, default=0),  # since the last sign-in
    _flag("locked"),
    sa.Column("made", WHOLE, nullable=False),
    sa.Column("last_sign_in", WHOLE),
    _generation(),
)
sessions = sa.Table(
    "sessions",
    people,
    sa.Column("digest", sa.Text, primary_key=True),  # SHA-256 of the token, which is not stored
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    _flag("guest"),
    _flag("confirmed"),
    sa.Column("began", WHOLE, nullable=False),
    sa.Column("seen", WHOLE, nullable=False),
    sa.Column("previous", WHOLE),
    _generation(),  # the person's when it began; an older one has ended
)


class Person(NamedTuple):
    name: str
    guest: int
    password: str | None
    totp: str | None
    totp_new: str | None
    totp_step: int
    failures: int
    locked: int
    made: int
    last_sign_in: int | None
    generation: int


@dataclass(slots=True, eq=False)
class Session:
    """Someone who is signed in. Only the token's digest is stored; `id` is for logs."""

    digest: str
    id: str
    name: str
    guest: int
    confirmed: int  # with a second factor
    began: int
    seen: int  # time of the last activity
    previous: int | None  # the previous sign-in
    generation: int = 0


class PeopleRecords:
    """Functions on the store; `apart` runs one without blocking the event loop."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "people")

    async def apart(self, function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Runs in a separate thread: one call at a time, in order."""
        call = partial(function, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    def close(self) -> None:
        self._thread.shutdown()
        self.engine.dispose()

    @contextmanager
    def _begun(self) -> Iterator[sa.Connection]:
        with in_words("the sign-in data"), self.engine.begin() as connection:
            yield connection

    def clock(self) -> int | None:
        """The database server's clock, if there is a server."""
        if self.engine.dialect.name == "sqlite":
            return None
        with self._begun() as connection:
            now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            return int(connection.exec_driver_sql(now).scalar_one())

    # People

    def person(self, name: str) -> Person | None:
        with self._begun() as connection:
            row = connection.execute(sa.select(persons).where(persons.c.name == name)).one_or_none()
        return None if row is None else Person(*row)

    def add_person(self, name: str, made: int, password: str | None, *, guest: bool) -> bool:
        """False if the name exists."""
        with self._begun() as connection:
            found = connection.execute(sa.select(persons.c.name).where(persons.c.name == name))
            if found.one_or_none() is not None:
                return False
            row = {"name": name, "made": made, "password": password, "guest": int(guest)}
            connection.execute(persons.insert().values(row))
        return True

    def change_person(self, name: str, **values: Any) -> None:
        with self._begun() as connection:
            connection.execute(persons.update().where(persons.c.name == name).values(values))

    def renew_hash(self, name: str, old: str, new: str) -> None:
        """The same password with other parameters, unless it was changed meanwhile."""
        same = (persons.c.name == name) & (persons.c.password == old)
        with self._begun() as connection:
            connection.execute(persons.update().where(same).values(password=new))

    def change_credentials(self, name: str, expected: int | None, **values: Any) -> int | None:
        """The new generation; None, and no change, if it is not the expected one. Ends all
        sessions in the store: those in memory are their server's to end.
        """
        with self._begun() as connection:
            now = _locked(connection, name)
            if now is None or expected not in (None, now.generation):
                return None
            change = {**values, "generation": now.generation + 1}
            connection.execute(persons.update().where(persons.c.name == name).values(change))
            connection.execute(sessions.delete().where(sessions.c.name == name))
            counted = persons.update().where(persons.c.name == NOBODY)
            connection.execute(counted.values(generation=persons.c.generation + 1))
        return now.generation + 1

    def changes(self) -> int:
        """Grows whenever the generation of anybody does, by whatever process."""
        question = sa.select(persons.c.generation).where(persons.c.name == NOBODY)
        with self._begun() as connection:
            return int(connection.execute(question).scalar_one())

    def generations(self, names: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for begin in range(0, len(names), ROWS):
            some = persons.c.name.in_(names[begin : begin + ROWS])
            with self._begun() as connection:
                rows = connection.execute(
                    sa.select(persons.c.name, persons.c.generation).where(some)
                )
                found |= {row.name: row.generation for row in rows}
        return found

    def count_failure(self, name: str) -> int:
        more = persons.update().where(persons.c.name == name)
        with self._begun() as connection:
            connection.execute(more.values(failures=persons.c.failures + 1))
            count = connection.execute(
                sa.select(persons.c.failures).where(persons.c.name == name)
            ).scalar()
        return count or 0

    def use_step(self, name: str, step: int) -> bool:
        """False if this code or a later one has been used: each counts once."""
        later = (persons.c.name == name) & (persons.c.totp_step < step)
        with self._begun() as connection:
            done = connection.execute(persons.update().where(later).values(totp_step=step))
        return done.rowcount == 1

    def remove_person(self, name: str) -> None:
        with self._begun() as connection:
            connection.execute(persons.delete().where(persons.c.name == name))

    # Sessions

    def all_sessions(self) -> list[Session]:
        with self._begun() as connection:
            rows = connection.execute(sa.select(sessions)).mappings().all()
        return [Session(**row) for row in rows]

    def put_session(
        self, session: Session, ended: Iterable[str] = (), expected: int | None = None
    ) -> bool:
        """Begins a session and ends others, in one transaction. False, and nothing is changed, if
        the person is locked or of another generation than expected.
        """
        with self._begun() as connection:
            now = _locked(connection, session.name)
            if expected is not None and now != Now(expected, locked=0):
                return False
            session.generation = now.generation if now else 0
            _end(connection, ended)
            connection.execute(sessions.insert().values(asdict(session)))
        return True

    def end_sessions(self, digests: Iterable[str]) -> None:
        with self._begun() as connection:
            _end(connection, digests)

    def put_seen(self, seen: Mapping[str, int]) -> None:
        if seen:
            change = sessions.update().where(sessions.c.digest == sa.bindparam("of"))
            rows = [{"of": digest, "seen": at} for digest, at in seen.items()]
            with self._begun() as connection:
                connection.execute(change.values(seen=sa.bindparam("seen")), rows)


class Now(NamedTuple):
    generation: int
    locked: int


def _locked(connection: sa.Connection, name: str) -> Now | None:
    """Of the person's row, which nobody else changes until this transaction is over."""
    columns = (persons.c.generation, persons.c.locked)
    question = sa.select(*columns).where(persons.c.name == name).with_for_update()
    row = connection.execute(question).one_or_none()
    return None if row is None else Now(*row)


def _end(connection: sa.Connection, digests: Iterable[str]) -> None:
    rows = [{"of": digest} for digest in digests]
    if rows:
        connection.execute(sessions.delete().where(sessions.c.digest == sa.bindparam("of")), rows)


def open_records(bank: str) -> PeopleRecords:
    """The sign-in data of the bank at a database URL; created on first use."""
    url = url_for(bank)
    if url.get_backend_name() == "sqlite":
        url = url.set(database=f"{url.database}.people")
    engine = engine_for(url.render_as_string(hide_password=False))
    if engine.dialect.name == "sqlite":
        engine = engine.execution_options(schema_translate_map={SCHEMA: None})
    opening = in_words("cannot open the sign-in data", code="store/cannot_open")
    try:
        with opening, engine.begin() as connection:
            _make(connection)
    except BaseException:
        engine.dispose()
        raise
    return PeopleRecords(engine)


def _make(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.schema.CreateSchema(SCHEMA, if_not_exists=True))
        connection.exec_driver_sql(f"REVOKE ALL ON SCHEMA {SCHEMA} FROM PUBLIC")
    people.create_all(connection)
    if connection.dialect.name == "postgresql":  # of two servers that start, one upgrades
        connection.exec_driver_sql(f"LOCK TABLE {SCHEMA}.form IN EXCLUSIVE MODE")
    number = connection.execute(sa.select(form.c.number)).scalar()
    if number is None:
        connection.execute(form.insert().values(number=FORM))
        connection.execute(persons.insert().values(name=NOBODY, made=0))
    elif number > FORM:
        raise StoreError("the sign-in data was made by a newer program; use that", "store/newer")
    elif number < FORM:
        _upgrade(connection)


def _upgrade(connection: sa.Connection) -> None:
    """From form 1, which had no generations."""
    schema = "" if connection.dialect.name == "sqlite" else f"{SCHEMA}."
    for table in (persons, sessions):
        column = sa.schema.CreateColumn(table.c.generation).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {schema}{table.name} ADD COLUMN {column}")
    connection.execute(form.update().values(number=FORM))
