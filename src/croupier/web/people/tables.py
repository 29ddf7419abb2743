"""The tables of sign-in data, and their rows."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from croupier.bank.faults import StoreError
from croupier.bank.schema.tables import WHOLE

SCHEMA = "people"
FORM = 2  # version of these tables
MAKING = 0x70656F70  # an advisory lock: any number, but the same for every process
# Counts failures of unknown names, so that they take as long; its generation counts all changes.
NOBODY = ""
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


deeds = sa.Table(
    "deeds",
    people,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False, index=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("change", sa.Text, nullable=False),
    _flag("done"),
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


class AccountDeed(NamedTuple):
    """What is done to an account (people/deeds.py)."""

    key: str
    by: str  # empty: by the person
    name: str
    what: str  # the event in the books; its session and detail
    session: str
    detail: str
    change: str  # what is set in the person's row, as JSON
    done: int = 0

    @property
    def values(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads(self.change)
        return values

    @property
    def password(self) -> str | None:
        """The hash of the password that it sets, until another one is set."""
        hashed: str | None = self.values.get("password")
        return hashed

    def is_same(self, other: "AccountDeed") -> bool:
        """Whether the same thing was asked for, except for the password."""
        kept = (
            {**self.values, "made": 0, "password": ""},
            {**other.values, "made": 0, "password": ""},
        )
        return self[1:4] == other[1:4] and self.detail == other.detail and kept[0] == kept[1]


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


def make(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Of two servers that start, one creates or upgrades it. "If not exists" is not enough.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MAKING)))
        connection.execute(sa.schema.CreateSchema(SCHEMA, if_not_exists=True))
        connection.exec_driver_sql(f"REVOKE ALL ON SCHEMA {SCHEMA} FROM PUBLIC")
    people.create_all(connection)
    if connection.dialect.name == "postgresql":  # the lock of older programs
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
