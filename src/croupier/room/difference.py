"""How the books differ from what the rules make of a round, or of an act by hand, in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.bank.ledger import Posting, Reason
from croupier.errors import Refused
from croupier.room.by_hand import moved_by
from croupier.room.table_state import body

Told = dict[str, Any]
# What comes of a body that is JSON, but not what such an act tells; and what the rules refuse.
UNREADABLE = (Refused, AttributeError, LookupError, TypeError, ValueError)


class Difference(Exception):
    """What the books say, and what the rules make of it."""


def check_postings(number: int, must: Sequence[Posting], does: Sequence[Posting]) -> None:
    if list(must) == list(does):
        return
    for right, written in zip(must, does, strict=False):
        if right != written:
            raise Difference(f"round {number} moves {_text(right)}; the books say {_text(written)}")
    if len(must) > len(does):
        raise Difference(f"round {number} moves {_text(must[len(does)])}; the books do not")
    raise Difference(f"the books say {_text(does[len(must)])}; round {number} moves no such thing")


def check_by_hand(kind: str, table: str, data: Told, made: Sequence[Posting]) -> None:
    """Deposits, chips, fills and the like moved what was told; all else moved nothing."""
    must = [replace(one, id=kind) for one in moved_by(kind, table, "", data)]
    does = [replace(one, id=kind) for one in made]
    if must != does:
        right, written = ("; ".join(map(_text, some)) or "nothing" for some in (must, does))
        raise Difference(f"{kind} moves {right}; the books say {written}")


def check_reversal(made: Sequence[Posting]) -> None:
    """The ledger knows what it must move: what it reverses, back."""
    if len(made) != 1 or made[0].reason is not Reason.REVERSAL:
        raise Difference("a reversal is one posting")


def first_difference(events: Sequence[Told], written: Sequence[Told]) -> str:
    for mine, theirs in zip(events, written, strict=False):
        if mine != theirs:
            return f"{body(mine)}, not {body(theirs)}"
    return f"{len(events)} events, not {len(written)}"


def _text(posting: Posting) -> str:
    return (
        f"{posting.cents} cents from {posting.debit} to {posting.credit}"
        f" ({posting.reason.value}, {posting.id})"
    )
