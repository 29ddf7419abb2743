"""A player's receipt for a round: the cards and money of their seat, and the proof of the shuffle.

Players may not read the books, so it shows nothing about other seats beyond what the revealed
shuffle shows everybody.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from croupier.bank.ledger import Posting, Purpose
from croupier.bank.reading import Stretch, acts_of, postings_of, rare_of
from croupier.bank.store import Store
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import plays_poker
from croupier.room.books.recall import CorrectedWager, Recalled, backwards, recall, words_of_shoe
from croupier.room.cage.cash_postings import CASHED
from croupier.room.names import TABLE
from croupier.room.own_limits.stakes import gain, own_accounts
from croupier.room.people.roles import NotAllowed, called
from croupier.room.state.hall import Hall
from croupier.room.tables.kinds import WagerOutcome, outcomes_at
from croupier.room.tables.payouts import sides_of
from croupier.room.tables.words import BEFORE_DEAL, BETS_CLOSED, BETS_OPENED
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.table.shoe import read_shoe


class ReceiptStep(NamedTuple):
    """A record before the deal, of the seat or of the whole table."""

    record: int
    what: str  # commitment, bets opened, bet, word kept, bets closed, word opened


class RoundReceipt(NamedTuple):
    table: str
    number: int
    seat: int
    player: str
    began: int  # milliseconds since 1970, UTC
    ended: int
    called_off: str  # the reason; empty if it was not
    state: Round | Hand  # to be shown as the seat sees it
    outcomes: tuple[WagerOutcome, ...]
    chips_before: int  # at the seat, before the deal …
    chips_after: int  # … and after the round, with a win that waits for a supervisor
    timed_out: tuple[str, ...]  # acts made for the seat because time ran out
    payments: tuple[Posting, ...]
    corrections: tuple[CorrectedWager, ...]
    commitment: str
    words: list[dict[str, Any]]  # in the shoe, from all seats
    steps: tuple[ReceiptStep, ...]  # from the house's commitment to the deal
    records: tuple[int, ...]  # of the round's acts
    proof: dict[str, object] | None
    waits: str  # why there is no proof yet


def receipt(
    store: Store, hall: Hall, by: str, table: str, number: int, seat: int = 0
) -> RoundReceipt:
    """The receipt for `seat`, or for the only seat that the player had in the round."""
    found = recall(store, table, number, in_progress=True)
    seat = _own(found, by, seat)
    proof, waits = _proof(hall, found)
    after = _chips_after(store, found, seat)
    return RoundReceipt(
        table,
        number,
        seat,
        by,
        found.began,
        found.ended,
        found.called_off,
        found.round,
        tuple(outcomes_at(found.round, seat)),
        after - gain(table, seat, found.postings),
        after,
        tuple(one.what for one in found.acts if one.timed_out == seat),
        tuple(one for one in found.postings if _moves(one, table, seat)),
        tuple(one for one in found.corrections if one.seat == seat),
        found.shoe.commitment,
        words_of_shoe(store, f"{TABLE}{table}", found.version + 1),
        tuple(_steps(store, found, seat)),
        found.records,
        proof,
        waits,
    )


def _chips_after(store: Store, found: Recalled, seat: int) -> int:
    """The sum of what came and went since the seat was last left, and so empty."""
    stream, last = f"{TABLE}{found.table}", found.records[-1]
    emptied = [
        event.sequence
        for event in rare_of(store, stream, found.version)
        if event.event.kind == CASHED and json.loads(event.event.body)["seat"] == seat
    ]
    part = Stretch(emptied[-1] if emptied else 1, last)
    accounts = own_accounts(found.table, seat)
    moved = [posting for name in accounts for _, _, posting in postings_of(store, part, name)]
    left = [one for one in moved if one.reason is not Purpose.CASH_OUT]
    return gain(found.table, seat, _once(left))


def _once(postings: Iterable[Posting]) -> list[Posting]:
    """A posting between two of the accounts is found twice."""
    return list({one.id: one for one in postings}.values())


def _own(recalled: Recalled, by: str, seat: int) -> int:
    """The player's own seat; nobody gets a receipt for another person's."""
    where = f"round {recalled.number} of table {recalled.table}"
    own = sorted(seat for seat, player in recalled.players.items() if player == by)
    if not own or (seat and seat not in own):
        which = f"seat {seat} in " if seat else ""
        raise NotAllowed(
            f"{called(by)} did not play {which}{where}; a receipt is for the player who did. "
            "Staff who may read the books can recall it: croupier recall."
        )
    if not seat and len(own) > 1:
        raise RuleError(
            f"{by} played seats {' and '.join(map(str, own))} in {where}; say which, such as "
            f"--seat {own[0]}",
            "room/seat",
        )
    return seat or own[0]


def _proof(hall: Hall, recalled: Recalled) -> tuple[dict[str, object] | None, str]:
    """The proof, or why it cannot be shown yet."""
    state = hall.tables[recalled.table]
    if plays_poker(state.game_id) and state.is_open and state.opened == recalled.opened:
        return None, (
            f"the secret would reveal hands that were thrown away unseen; it is shown when table "
            f"{recalled.table} is closed"
        )
    if recalled.proof is not None:
        return recalled.proof, ""
    if not (recalled.round.over or recalled.called_off):
        return None, "the round is not over; the secret is shown when its shoe ends"
    if recalled.shoe_over:
        return None, "never: the house had lost its key when the shoe ended, and could not open it"
    return None, (
        "cards of this shoe are still to come; the secret is shown when the cut card is reached or "
        "the table is closed"
    )


def _moves(posting: Posting, table: str, seat: int) -> bool:
    sides = sides_of(table, seat)
    own = {sides[name] for name in ("chips", "felt", "held")}
    return bool(own & {posting.debit, posting.credit})


def _steps(store: Store, recalled: Recalled, seat: int) -> Iterator[ReceiptStep]:
    """The records that a player compares, in order."""
    stream = f"{TABLE}{recalled.table}"
    since = _committed_at(store, stream, recalled)
    acts = acts_of(store, stream, since - 1, recalled.version - since + 1)
    for number, act in enumerate(acts):
        rows = json.loads(act.events[0].body).get("events", ())
        what = "commitment" if number == 0 else rows[0]["event"] if rows else ""
        own = what in BEFORE_DEAL and rows[0].get("seat") == seat
        if own or what in ("commitment", BETS_OPENED, BETS_CLOSED):
            yield ReceiptStep(act.record, what)


def _committed_at(store: Store, stream: str, recalled: Recalled) -> int:
    """The version of the event that introduced the shoe."""
    for version, _, body in backwards(store, stream, recalled.version):
        shoe = body.get("shoe")
        if shoe is not None and not shoe["first"]:
            if read_shoe(shoe).commitment == recalled.shoe.commitment:
                return version
    raise BadRecord(f"{stream}: no event introduces its shoe", "record/shoe")
