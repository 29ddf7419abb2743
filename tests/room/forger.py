"""An insider with the database's password: rows by plain SQL, and a chain that is consistent again.

Nothing of bank/chain.py, nor of what writes the books, is used: a forger has their own code.
"""

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

COLUMNS = {
    "account": ("name", "kind", "may_go_below_zero"),
    "event": ("stream", "version", "kind", "body"),
    "posting": ("id", "debit", "credit", "cents", "reason", "memo", "reverses"),
    "act": ("key", "stream", "version", "first", "content", "snapshot", "at"),
}


class Moves(NamedTuple):
    """A posting; by default one that nobody requested."""

    debit: str
    credit: str
    cents: int = 700
    reason: str = "deposit"
    id: str = "forged"
    memo: str = ""
    reverses: str | None = None


def sha(*values: object) -> str:
    """Each value's type, its length in bytes, its text."""
    pieces = []
    for value in values:
        letter = {str: "s", int: "i", type(None): "n"}[type(value)]
        text = "" if value is None else str(value)
        pieces.append(f"{letter}{len(text.encode())}:{text},")
    return hashlib.sha256("".join(pieces).encode()).hexdigest()


class Forger:
    """Works on a bank in a file that nobody else has open."""

    def __init__(self, path: Path) -> None:
        self.base = sqlite3.connect(path, isolation_level=None)
        named = self.base.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        self.triggers = named.fetchall()  # they guard the records, and are restored afterwards

    def __enter__(self) -> "Forger":
        self.base.execute("BEGIN")
        for name, _ in self.triggers:
            self.base.execute(f'DROP TRIGGER "{name}"')
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _, made in self.triggers:
            self.base.execute(made)
        self.base.execute("COMMIT")
        self.base.close()

    def one(self, question: str, *about: object) -> Any:
        row = self.base.execute(question, about).fetchone()
        return None if row is None else row[0]

    def change(self, statement: str, *about: object) -> None:
        """Changes something in the past, then the chain."""
        assert self.base.execute(statement, about).rowcount == 1, statement
        self.chain()

    def chain(self) -> None:
        """Recomputes every digest, from the first record to the head."""
        rows = []
        for kind, columns in COLUMNS.items():
            found = self.base.execute(f"SELECT sequence, {', '.join(columns)} FROM {kind}s")
            rows += [(row[0], kind, row[1:]) for row in found]
        last = "0" * 64
        for sequence, kind, values in sorted(rows):
            last = sha(last, sequence, kind, *values)
            self.base.execute(f"UPDATE {kind}s SET digest = ? WHERE sequence = ?", (last, sequence))
        self.base.execute("UPDATE head SET sequence = ?, digest = ?", (max(rows)[0], last))

    def _add(self, kind: str, values: Sequence[object], **more: object) -> int:
        number, before = self.base.execute("SELECT sequence, digest FROM head").fetchone()
        last = sha(before, number + 1, kind, *values)
        row = {"sequence": number + 1, **dict(zip(COLUMNS[kind], values, strict=True)), **more}
        row["digest"] = last
        marks = ", ".join("?" * len(row))
        self.base.execute(
            f"INSERT INTO {kind}s ({', '.join(row)}) VALUES ({marks})", tuple(row.values())
        )
        self.base.execute("UPDATE head SET sequence = ?, digest = ?", (number + 1, last))
        return int(number + 1)

    def act(
        self,
        key: str,
        stream: str,
        events: Sequence[tuple[str, str]] = (),
        moves: Sequence[Moves] = (),
        accounts: Sequence[tuple[str, str, int]] = (),
        snapshot: str | None = None,
    ) -> None:
        """Written as the bank writes it, without any check."""
        version = self.one("SELECT version FROM streams WHERE name = ?", stream) or 0
        first = self.one("SELECT sequence FROM head") + 1
        for account in accounts:
            self._add("account", account, balance=0, version=0)
        for number, (kind, body) in enumerate(events, version + 1):
            self._add("event", (stream, number, kind, body))
        for move in moves:
            self._move(move)
        after, at = version + len(events), self.one("SELECT at FROM head")
        kept = None if snapshot is None else sha(snapshot)
        place = self._add("act", (key, stream, after, first, "f" * 64, kept, at))
        self.base.execute(
            "INSERT INTO streams VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET version = ?",
            (stream, after, after),
        )
        if snapshot is not None:
            self.base.execute("DELETE FROM snapshots WHERE stream = ?", (stream,))
            row = (stream, place, after, snapshot)
            self.base.execute("INSERT INTO snapshots VALUES (?, ?, ?, ?)", row)

    def _move(self, move: Moves) -> None:
        debit, credit, cents, reason, name, memo, reverses = move
        self._add("posting", (name, debit, credit, cents, reason, memo, reverses))
        for account, change in ((debit, -cents), (credit, cents)):
            self.base.execute(
                "UPDATE accounts SET balance = balance + ?, version = version + 1 WHERE name = ?",
                (change, account),
            )

    def snapshot(self, stream: str) -> str:
        return str(self.one("SELECT body FROM snapshots WHERE stream = ?", stream))

    def keep(self, stream: str, body: str) -> None:
        """Replaces the snapshot of the last act on a stream, and its digest in that act."""
        place = self.one("SELECT sequence FROM snapshots WHERE stream = ?", stream)
        self.base.execute("UPDATE snapshots SET body = ? WHERE stream = ?", (body, stream))
        self.change("UPDATE acts SET snapshot = ? WHERE sequence = ?", sha(body), place)
