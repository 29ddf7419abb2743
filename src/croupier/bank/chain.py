"""A hash chain: each record's digest is taken over its content and the digest before it.

So a changed byte shows at its own record, and a record that was changed together with its digest
shows at the next. Whoever can rewrite the whole chain is caught by a digest kept elsewhere.
"""

from dataclasses import dataclass
from hashlib import sha256

Value = str | int | None


@dataclass(frozen=True, slots=True)
class Head:
    """The chain's last record: how many there are, and the digest over all of them."""

    sequence: int
    digest: str


START = Head(0, "0" * 64)


def canonical(values: tuple[Value, ...]) -> bytes:
    """Bytes that no other values have: each value's type, its length, its text.

    >>> canonical(("wager", 500, None))
    b's5:wager,i3:500,n0:,'
    """
    pieces = [  # an audit spends half its time here, so nothing is called that need not be
        f"s{len(value)}:{value},"
        if type(value) is str and value.isascii()
        else f"i{len(text := str(value))}:{text},"
        if type(value) is int
        else "n0:,"
        if value is None
        else _rare(value)
        for value in values
    ]
    return _bytes("".join(pieces))


def _rare(value: object) -> str:
    if isinstance(value, str):
        return f"s{len(_bytes(value))}:{value},"
    text = ascii(value)  # nothing we wrote, so it looks like none
    return f"x{len(text)}:{text},"


def _bytes(text: str) -> bytes:
    # What a damaged file or a careless caller holds may be no text; it still has its own bytes.
    return text.encode("utf-8", "surrogatepass")


def digest(values: tuple[Value, ...]) -> str:
    return sha256(canonical(values)).hexdigest()


def link(head: Head, kind: str, values: tuple[Value, ...]) -> Head:
    """The chain's head after one more record of that kind."""
    sequence = head.sequence + 1
    return Head(sequence, digest((head.digest, sequence, kind, *values)))
