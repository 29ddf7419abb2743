"""The tables of a store. `migrations/` creates them; a test checks that both agree.

A flag is 0 or 1 and a reason is text, so that values are read exactly as stored.
"""

import sqlalchemy as sa

# In SQLite an INTEGER has 64 bits already.
WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
books = sa.MetaData()


TablePart = sa.Column[object] | sa.CheckConstraint | sa.UniqueConstraint | sa.Index


def _chained(table: str, *columns: TablePart) -> sa.Table:
    return sa.Table(
        table,
        books,
        sa.Column("sequence", WHOLE, primary_key=True, autoincrement=False),
        *columns,
        sa.Column("digest", sa.Text, nullable=False),
    )


accounts = _chained(
    "accounts",
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("may_go_below_zero", WHOLE, nullable=False),
    sa.Column("balance", WHOLE, nullable=False),
    sa.Column("version", WHOLE, nullable=False),  # number of its postings
    sa.CheckConstraint("may_go_below_zero IN (0, 1)", name="accounts_flag"),
    sa.CheckConstraint("balance >= 0 OR may_go_below_zero = 1", name="accounts_not_below_zero"),
)

RARE = sa.text("kind <> 'round'")  # most events are rounds; this index finds the others
events = _chained(
    "events",
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", WHOLE, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("stream", "version", name="events_one_version"),
    # Partial in PostgreSQL too; declaring it here would load its dialect for every SQLite bank.
    sa.Index("events_but_rounds", "sequence", sqlite_where=RARE),
)

postings = _chained(
    "postings",
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("debit", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
    sa.Column("credit", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
    sa.Column("cents", WHOLE, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("memo", sa.Text, nullable=False),
    sa.Column("reverses", sa.Text, sa.ForeignKey("postings.id"), unique=True),
    sa.CheckConstraint("cents > 0", name="postings_positive"),
    sa.CheckConstraint("debit <> credit", name="postings_two_accounts"),
)

acts = _chained(
    "acts",
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", WHOLE, nullable=False),
    sa.Column("first", WHOLE, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("snapshot", sa.Text),  # digest of the act's snapshot
    sa.Column("at", WHOLE, nullable=False),  # milliseconds since 1970, UTC; never decreases
)

streams = sa.Table(
    "streams",
    books,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", WHOLE, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    books,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("sequence", WHOLE, sa.ForeignKey("acts.sequence"), nullable=False),
    sa.Column("version", WHOLE, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

# One row: the end of the chain. A writer locks it first, so writers take turns.
head = sa.Table(
    "head",
    books,
    sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
    sa.Column("sequence", WHOLE, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("at", WHOLE, nullable=False),  # of the last act
    sa.CheckConstraint("id = 1", name="head_one_row"),
)

# The columns of each record that the chain covers, besides its sequence and kind.
CHAINED = {
    accounts: ("name", "kind", "may_go_below_zero"),
    events: ("stream", "version", "kind", "body"),
    postings: ("id", "debit", "credit", "cents", "reason", "memo", "reverses"),
    acts: ("key", "stream", "version", "first", "content", "snapshot", "at"),
}
KINDS = {accounts: "account", events: "event", postings: "posting", acts: "act"}
