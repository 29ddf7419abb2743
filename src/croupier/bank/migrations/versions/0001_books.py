"""The books: accounts, events, postings, acts, and the chain over them.

A migration is never changed once it is published; the next change of the tables is the next file.
"""

import sqlalchemy as sa
from alembic import op

from croupier.bank.chain import START

revision = "0001"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# What may never change, by table; no columns: none of it.
LOCKED = {
    "accounts": ("sequence", "name", "kind", "may_go_below_zero", "digest"),
    "events": (),
    "postings": (),
    "acts": (),
}


def upgrade() -> None:
    _make_accounts()
    _make_events()
    _make_postings()
    _make_acts()
    _make_streams_and_snapshots()
    _make_head()
    _forbid_changes()


def _sequence() -> sa.Column[int]:
    return sa.Column("sequence", WHOLE, primary_key=True, autoincrement=False)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, WHOLE, nullable=False)


def _text(name: str, *of: sa.ForeignKey, unique: bool | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.Text, *of, nullable=False, unique=unique)


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        _sequence(),
        _text("name", unique=True),
        _text("kind"),
        _whole("may_go_below_zero"),
        _whole("balance"),
        _whole("version"),
        _text("digest"),
        sa.CheckConstraint("may_go_below_zero IN (0, 1)", name="accounts_flag"),
        sa.CheckConstraint("balance >= 0 OR may_go_below_zero = 1", name="accounts_not_below_zero"),
    )


def _make_events() -> None:
    op.create_table(
        "events",
        _sequence(),
        _text("stream"),
        _whole("version"),
        _text("kind"),
        _text("body"),
        _text("digest"),
        sa.UniqueConstraint("stream", "version", name="events_one_version"),
    )
    rare = sa.text("kind <> 'round'")
    op.create_index(
        "events_but_rounds", "events", ["sequence"], sqlite_where=rare, postgresql_where=rare
    )


def _make_postings() -> None:
    op.create_table(
        "postings",
        _sequence(),
        _text("id", unique=True),
        _text("debit", sa.ForeignKey("accounts.name")),
        _text("credit", sa.ForeignKey("accounts.name")),
        _whole("cents"),
        _text("reason"),
        _text("memo"),
        sa.Column("reverses", sa.Text, sa.ForeignKey("postings.id"), unique=True),
        _text("digest"),
        sa.CheckConstraint("cents > 0", name="postings_positive"),
        sa.CheckConstraint("debit <> credit", name="postings_two_accounts"),
    )


def _make_acts() -> None:
    op.create_table(
        "acts",
        _sequence(),
        _text("key", unique=True),
        _text("stream"),
        _whole("version"),
        _whole("first"),
        _text("content"),
        sa.Column("snapshot", sa.Text),
        _whole("at"),
        _text("digest"),
    )
    op.create_index("acts_at", "acts", ["at"])
    op.create_index("acts_stream", "acts", ["stream", "version"])


def _make_streams_and_snapshots() -> None:
    op.create_table("streams", sa.Column("name", sa.Text, primary_key=True), _whole("version"))
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("sequence", WHOLE, sa.ForeignKey("acts.sequence"), nullable=False),
        _whole("version"),
        _text("body"),
    )


def _make_head() -> None:
    head = op.create_table(
        "head",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        _whole("sequence"),
        _text("digest"),
        _whole("at"),
        sa.CheckConstraint("id = 1", name="head_one_row"),
    )
    op.bulk_insert(head, [{"id": 1, "sequence": START.sequence, "digest": START.digest, "at": 0}])


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION '% is append only', TG_TABLE_NAME; END $$"
        )
    for table, columns in LOCKED.items():
        change = f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE"
        _forbid(table, "update", change)
        _forbid(table, "delete", "DELETE")
        if op.get_bind().dialect.name == "postgresql":
            _forbid(table, "truncate", "TRUNCATE")


def _forbid(table: str, name: str, change: str) -> None:
    trigger = f"CREATE TRIGGER {table}_no_{name} BEFORE {change} ON {table}"
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"{trigger} FOR EACH STATEMENT EXECUTE FUNCTION append_only()")
    else:
        op.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, '{table} is append only'); END")
