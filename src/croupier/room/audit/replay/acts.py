"""One act of a round by the engine: what it makes of the last state, and moves; which shoe follows.

room/audit/replay/replay.py goes from act to act with it.
"""

from dataclasses import replace

from croupier.bank.ledger import Posting
from croupier.errors import shown
from croupier.room.audit.difference import (
    Difference,
    Told,
)
from croupier.room.books.notable import (
    Parts,
)
from croupier.room.tables import payouts, poker_payouts
from croupier.room.tables.rounds import CAUSES, MISDEAL
from croupier.room.tables.shoe_ends import told_secret
from croupier.room.tables.shoes import SECRET, UNOPENED
from croupier.table.poker import hand as poker
from croupier.table.poker import record as poker_record
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions
from croupier.table.round import Round, deal
from croupier.table.shoe import Shoe, dealt, ends, follows, is_new, read_shoe, source
from croupier.table.table import Table


def dealt_again(table: Table | PokerTable, shoe: Shoe, data: Told) -> Round | Hand:
    opening, deck = data["events"][0], source(shoe)
    if isinstance(table, PokerTable):
        stacks = {int(seat): chips for seat, chips in opening["stacks"].items()}
        positions = Positions(*(opening[name] for name in Positions._fields))
        posts = poker_record.posts_in(data["events"])
        return poker.deal(table, stacks, positions, deck.cards, posts)
    wagers = {int(seat): stakes for seat, stakes in opening["wagers"].items()}
    return deal(table, wagers, deck)


def acted_again(last: Round | Hand, data: Told) -> Round | Hand:
    first = data["events"][0]
    if first["event"] == "discarded":
        return last.act(first["seat"], f"discard {first['cards']}".strip())
    if first["event"] == "exposed" and isinstance(last, Hand):
        return last.expose(first["seat"], first["number"])
    if first["event"] == "voided":
        if isinstance(last, Hand):
            return last.void(first["seat"])
        return last.void(first["seat"], forfeit=first["forfeit"])
    return last.act(first["seat"], first["action"])


def moved_again(
    name: str, number: int, last: Round | Hand | None, now: Round | Hand
) -> tuple[Posting, ...]:
    if isinstance(now, Hand):
        assert not isinstance(last, Round)
        return poker_payouts.postings(name, number, last, now)
    assert not isinstance(last, Hand)
    return payouts.postings(name, number, last, now)


def is_older(data: Told) -> bool:
    """Whether it tells the next shoe as older books do, with its secret."""
    return "commitment" not in data.get("shoe", {"commitment": ""})


def check_shoe(table: Table | PokerTable, shoe: Shoe, now: Round | Hand, data: Told) -> None:
    """After a round its shoe goes on, or it is opened and a new one follows."""
    following = read_shoe(data["shoe"])
    if isinstance(table, Table) and isinstance(now, Round):
        cards = len(dealt(now))
        right, over = follows(shoe, cards, following, table), ends(shoe, cards, table)
    else:  # every hand of poker has a shuffle of its own
        right, over = is_new(following, shoe), True
    if not right and over:
        raise Difference("the next shoe was touched before its first round")
    if not right:
        raise Difference("the shoe was changed before its end")
    if over and not is_older(data):
        told_secret(replace(shoe, secret=b""), data)
    elif SECRET in data or UNOPENED in data:
        raise Difference("the shoe is opened before its end")


def shoe_after_off(before: Shoe | None, data: Told) -> Shoe:
    """Whatever was the cause, new cards are shuffled."""
    cause, shoe = data.get("cause", MISDEAL), read_shoe(data["shoe"])
    if cause not in CAUSES:
        raise Difference(f"round {data['number']} is called off for {shown(cause)}")
    if before is not None and not is_older(data):
        told_secret(replace(before, secret=b""), data)
    if not is_new(shoe, before):
        raise Difference(f"round {data['number']} is called off, and its cards are not replaced")
    return shoe


def check_parts(number: int, must: Parts, does: Parts) -> None:
    if must != does:
        raise Difference(f"round {number} tells the meters {must}; the books say {does}")
