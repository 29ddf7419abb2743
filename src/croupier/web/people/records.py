"""The store of sign-in data, separate from the books because it changes and the books never do.

For a bank in a file it is `bank.db.people`, readable only by its owner; on a server, the schema
`people` of the same database. It is not included in backups of the bank.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

import sqlalchemy as sa

from croupier.bank.connect import engine_for, url_for
from croupier.bank.faults import in_words
from croupier.room.people.sign_ins import UNLOCKED
from croupier.web.people.tables import (
    NOBODY,
    SCHEMA,
    AccountDeed,
    Person,
    Session,
    deeds,
    make,
    persons,
    sessions,
)

P = ParamSpec("P")
R = TypeVar("R")
ROWS = 500  # asked for at once


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
            return _changed(connection, name, expected, values)

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

    # Deeds

    def deed(self, key: str) -> AccountDeed | None:
        with self._begun() as connection:
            row = connection.execute(sa.select(deeds).where(deeds.c.key == key)).one_or_none()
        return None if row is None else AccountDeed(*row)

    def open_deeds(self, name: str | None = None) -> list[AccountDeed]:
        """Those not done yet, of one person or of all."""
        question = sa.select(deeds).where(deeds.c.done == 0)
        if name is not None:
            question = question.where(deeds.c.name == name)
        with self._begun() as connection:
            return [AccountDeed(*row) for row in connection.execute(question)]

    def put_deed(self, deed: AccountDeed, expected: int | None = None) -> AccountDeed | None:
        """The deed of this key: this one, or an earlier one. None, and nothing is put, if the
        person is not of the expected generation.
        """
        with self._begun() as connection:
            now = _locked(connection, deed.name)
            row = connection.execute(sa.select(deeds).where(deeds.c.key == deed.key)).one_or_none()
            if row is not None:
                return AccountDeed(*row)
            if expected is not None and (now is None or now.generation != expected):
                return None
            connection.execute(deeds.insert().values(deed._asdict()))
        return deed

    def drop_deed(self, key: str) -> None:
        with self._begun() as connection:
            connection.execute(deeds.delete().where(deeds.c.key == key, deeds.c.done == 0))

    def do_deed(self, deed: AccountDeed, expected: int | None = None) -> int | None:
        """Makes its change, unless that was done: the person's generation after it. None if the
        person is not of the expected generation; then it is dropped.
        """
        with self._begun() as connection:
            now = _locked(connection, deed.name)
            this = deeds.c.key == deed.key
            if connection.execute(sa.select(deeds.c.done).where(this)).scalar():
                return now.generation if now else 0
            connection.execute(deeds.delete().where(this))
            generation = _done(connection, deed, now, expected)
            if generation is not None and deed.by:  # the page sends their keys again
                connection.execute(deeds.insert().values({**deed._asdict(), "done": 1}))
        return generation

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


def _changed(
    connection: sa.Connection, name: str, expected: int | None, values: Mapping[str, Any]
) -> int | None:
    now = _locked(connection, name)
    if now is None or expected not in (None, now.generation):
        return None
    change = {**values, "generation": now.generation + 1}
    connection.execute(persons.update().where(persons.c.name == name).values(change))
    connection.execute(sessions.delete().where(sessions.c.name == name))
    counted = persons.update().where(persons.c.name == NOBODY)
    connection.execute(counted.values(generation=persons.c.generation + 1))
    return now.generation + 1


def _done(
    connection: sa.Connection, deed: AccountDeed, now: Now | None, expected: int | None
) -> int | None:
    if expected is not None and (now is None or now.generation != expected):
        return None
    values = deed.values
    made = values.pop("made", 0)
    if deed.password is not None:
        _without_password(connection, deed.name)
        if now is None:
            connection.execute(persons.insert().values(name=deed.name, made=made))
    if deed.what == UNLOCKED:  # whoever is signed in stays so
        connection.execute(persons.update().where(persons.c.name == deed.name).values(values))
        return now.generation if now else 0
    return _changed(connection, deed.name, expected, values) or 0


def _without_password(connection: sa.Connection, name: str) -> None:
    """Hashes of earlier passwords are not kept."""
    for row in connection.execute(sa.select(deeds).where(deeds.c.name == name, deeds.c.done == 1)):
        deed = AccountDeed(*row)
        if deed.password is not None:
            change = json.dumps({**deed.values, "password": None})
            connection.execute(deeds.update().where(deeds.c.key == deed.key).values(change=change))


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
            make(connection)
    except BaseException:
        engine.dispose()
        raise
    return PeopleRecords(engine)
