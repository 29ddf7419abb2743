"""The shoe after a round that is played again: it goes on, or it is opened and another follows."""

from dataclasses import replace

from croupier.errors import shown
from croupier.room.audit.difference import Body, Difference
from croupier.room.tables.mistakes import CAUSES, MISDEAL
from croupier.room.tables.shoes import SECRET, UNOPENED, with_told_secret
from croupier.table.shoe import Shoe, is_new, read_shoe


def is_older(data: Body) -> bool:
    """Whether it tells the next shoe as older books do, with its secret."""
    return "shoe" in data and "commitment" not in data["shoe"]


def check_follows(shoe: Shoe, data: Body, *, right: bool, over: bool) -> None:
    """The next shoe that the last act of a round tells is a right one, after a shoe that is over
    or goes on; one that is over is opened, and no other."""
    if not right and over:
        raise Difference("the next shoe was touched before its first round")
    if not right:
        raise Difference("the shoe was changed before its end")
    if over and not is_older(data):
        _check_secret(shoe, data)
    elif SECRET in data or UNOPENED in data:
        raise Difference("the shoe is opened before its end")


def _check_secret(shoe: Shoe, data: Body) -> None:
    """The secret that is told is the one that the shoe was committed to."""
    if not shoe.secret or data.get(SECRET) != shoe.secret.hex():
        with_told_secret(replace(shoe, secret=b""), data)


def shoe_after_off(before: Shoe | None, data: Body) -> Shoe:
    """Whatever was the cause, new cards are shuffled."""
    cause, shoe = data.get("cause", MISDEAL), read_shoe(data["shoe"])
    if cause not in CAUSES:
        raise Difference(f"round {data['number']} is called off for {shown(cause)}")
    if before is not None and not is_older(data):
        with_told_secret(replace(before, secret=b""), data)
    if not is_new(shoe, before):
        raise Difference(f"round {data['number']} is called off, and its cards are not replaced")
    return shoe
