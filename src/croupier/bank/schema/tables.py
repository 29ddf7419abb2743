"""The tables of a store. `migrations/` makes them; a test holds the two to each other.

A flag is 0 or 1 and a reason is text, so that what is read is what is stored, byte for byte.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

WHOLE = BigInteger().with_variant(Integer, "sqlite")  # in SQLite an INTEGER has 64 bits already
books = MetaData()


Part = Column[object] | CheckConstraint | UniqueConstraint | Index


def _chained(table: str, *columns: Part) -> Table:
    return Table(
        table,
        books,
        Column("sequence", WHOLE, primary_key=True, autoincrement=False),
        *columns,
        Column("digest", Text, nullable=False),
    )


accounts = _chained(
    "accounts",
    Column("name", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("may_go_below_zero", WHOLE, nullable=False),
    Column("balance", WHOLE, nullable=False),
    Column("version", WHOLE, nullable=False),  # how many postings have touched it
    CheckConstraint("may_go_below_zero IN (0, 1)", name="accounts_flag"),
    CheckConstraint("balance >= 0 OR may_go_below_zero = 1", name="accounts_not_below_zero"),
)

RARE = text("kind <> 'round'")  # rounds are by far the most; the rest is found at once
events = _chained(
    "events",
    Column("stream", Text, nullable=False),
    Column("version", WHOLE, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("stream", "version", name="events_one_version"),
    # PostgreSQL's is as partial; to say so here would load its dialect for every bank in a file.
    Index("events_but_rounds", "sequence", sqlite_where=RARE),
)

postings = _chained(
    "postings",
    Column("id", Text, nullable=False, unique=True),
    Column("debit", Text, ForeignKey("accounts.name"), nullable=False),
    Column("credit", Text, ForeignKey("accounts.name"), nullable=False),
    Column("cents", WHOLE, nullable=False),
    Column("reason", Text, nullable=False),
    Column("memo", Text, nullable=False),
    Column("reverses", Text, ForeignKey("postings.id"), unique=True),
    CheckConstraint("cents > 0", name="postings_positive"),
    CheckConstraint("debit <> credit", name="postings_two_accounts"),
)

acts = _chained(
    "acts",
    Column("key", Text, nullable=False, unique=True),
    Column("stream", Text, nullable=False),
    Column("version", WHOLE, nullable=False),
    Column("first", WHOLE, nullable=False),
    Column("content", Text, nullable=False),
    Column("snapshot", Text),  # a digest of the snapshot that came with the act
    Column("at", WHOLE, nullable=False),  # milliseconds since 1970, UTC; never less than before
)

streams = Table(
    "streams",
    books,
    Column("name", Text, primary_key=True),
    Column("version", WHOLE, nullable=False),
)

snapshots = Table(
    "snapshots",
    books,
    Column("stream", Text, primary_key=True),
    Column("sequence", WHOLE, ForeignKey("acts.sequence"), nullable=False),
    Column("version", WHOLE, nullable=False),
    Column("body", Text, nullable=False),
)

# One row: the end of the chain. A writer locks it first, so writers take turns.
head = Table(
    "head",
    books,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("sequence", WHOLE, nullable=False),
    Column("digest", Text, nullable=False),
    Column("at", WHOLE, nullable=False),  # of the last act
    CheckConstraint("id = 1", name="head_one_row"),
)

# What of each record the chain covers, besides its sequence and kind.
CHAINED = {
    accounts: ("name", "kind", "may_go_below_zero"),
    events: ("stream", "version", "kind", "body"),
    postings: ("id", "debit", "credit", "cents", "reason", "memo", "reverses"),
    acts: ("key", "stream", "version", "first", "content", "snapshot", "at"),
}
KINDS = {accounts: "account", events: "event", postings: "posting", acts: "act"}
