"""A hash chain: each record's digest is taken over its content and the digest before it.

So a changed byte shows at its own record, and a record that was changed together with its digest
shows at the next. Someone who can rewrite the whole chain is caught by a digest stored elsewhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import repeat

Value = str | int | None


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the chain: the number of records, and the digest over all of them."""

    sequence: int
    digest: str


START = Head(0, "0" * 64)


def canonical(values: tuple[Value, ...]) -> bytes:
    """An injective encoding: each value's type, its length, its text.

    >>> canonical(("wager", 500, None))
    b's5:wager,i3:500,n0:,'
    """
    return _bytes("".join(map(_piece, values)))


def _piece(value: object) -> str:
    if type(value) is str and value.isascii():
        return f"s{len(value)}:{value},"
    if type(value) is int:
        return f"i{len(text := str(value))}:{text},"
    if value is None:
        return "n0:,"
    if isinstance(value, str):
        return f"s{len(_bytes(value))}:{value},"
    text = ascii(value)  # not a value that we write: encoded like none of those
    return f"x{len(text)}:{text},"


def _bytes(text: str) -> bytes:
    # A damaged file may hold invalid text; it must still have an encoding of its own.
    return text.encode("utf-8", "surrogatepass")


class _Marks(dict[int, str]):
    """What precedes a text of `length` characters."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self.letter = letter

    def __missing__(self, size: int) -> str:
        self[size] = mark = f"{self.letter}{size}:"
        return mark


class _Pieces(dict[Value, str]):
    def __missing__(self, value: Value) -> str:
        self[value] = piece = _piece(value)
        return piece


_STR, _INT = _Marks("s"), _Marks("i")
LOOKED_AT = 64  # values of a column, to see whether they repeat


def digests(columns: Sequence[Sequence[Value]]) -> list[str]:
    """`digest` for each row of these columns, optimized: an audit spends much of its time here."""
    parts = [part for column in columns for part in _parts(column)]
    rows = list(map("".join, zip(*parts, strict=False)))
    if not all(map(str.isascii, rows)):  # then characters are not bytes
        return [digest(row) for row in zip(*columns, strict=True)]
    return [sha256(row.encode()).hexdigest() for row in rows]


def _parts(column: Sequence[Value]) -> list[Iterable[str]]:
    """The strings to join for each value's encoding."""
    types = set(map(type, column))
    if types not in ({str}, {int}, {type(None)}):  # True and 1 would be one key
        return [map(_piece, column)]
    if 2 * len(set(column[:LOOKED_AT])) <= LOOKED_AT:
        return [map(_Pieces().__getitem__, column)]
    texts, marks = (column, _STR) if types == {str} else (list(map(str, column)), _INT)
    sizes = list(map(len, texts))  # type: ignore[arg-type]
    alike = sizes.count(sizes[0]) == len(sizes)
    before = repeat(marks[sizes[0]]) if alike else map(marks.__getitem__, sizes)
    return [before, texts, repeat(",")]  # type: ignore[list-item]


def digest(values: tuple[Value, ...]) -> str:
    return sha256(canonical(values)).hexdigest()


def link(head: Head, kind: str, values: tuple[Value, ...]) -> Head:
    """The chain's head after one more record of that kind."""
    sequence = head.sequence + 1
    return Head(sequence, digest((head.digest, sequence, kind, *values)))
