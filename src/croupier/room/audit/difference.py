"""A difference between the books and what the rules produce, in words."""

from collections.abc import Sequence
from typing import Any

from croupier.bank.ledger import Posting
from croupier.errors import Refused
from croupier.room.tables.state import body

Body = dict[str, Any]
# Raised by a body that is JSON but not that of such an act, and by refusals of the rules.
UNREADABLE = (Refused, AttributeError, LookupError, TypeError, ValueError)


class Difference(Exception):
    """The books say one thing, and the rules produce another."""


def check_postings(number: int, must: Sequence[Posting], does: Sequence[Posting]) -> None:
    if list(must) == list(does):
        return
    for right, written in zip(must, does, strict=False):
        if right != written:
            raise Difference(f"round {number} moves {_text(right)}; the books say {_text(written)}")
    if len(must) > len(does):
        raise Difference(f"round {number} moves {_text(must[len(does)])}; the books do not")
    raise Difference(f"the books say {_text(does[len(must)])}; round {number} moves no such thing")


def check_moved(kind: str, must: Sequence[Posting], does: Sequence[Posting]) -> None:
    """A manual act moved exactly what its rule says."""
    if list(must) != list(does):
        right, written = ("; ".join(map(_text, some)) or "nothing" for some in (must, does))
        raise Difference(f"{kind} moves {right}; the books say {written}")


def first_difference(events: Sequence[Body], written: Sequence[Body]) -> str:
    for mine, theirs in zip(events, written, strict=False):
        if mine != theirs:
            return f"{body(mine)}, not {body(theirs)}"
    return f"{len(events)} events, not {len(written)}"


def _text(posting: Posting) -> str:
    return (
        f"{posting.cents} cents from {posting.debit} to {posting.credit}"
        f" ({posting.reason.value}, {posting.id}"
        f"{f', of {posting.reverses}' if posting.reverses else ''})"
    )
