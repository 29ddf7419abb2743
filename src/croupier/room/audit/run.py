"""The room's audit: the bank's own, a replay of every round and meter, and a rule for every other
act (room/audit/claims/claims.py).

Windows of the chain are read in parallel. Each replays its rounds and passes on what needs the
whole past: all other acts, and who did what in the rounds. These are checked at the end, in the
order of the chain, and the resulting state must match the snapshots.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.bank.audit.run import AuditedBank, AuditFailed
from croupier.bank.audit.run import audit as audit_bank
from croupier.bank.chain import Head
from croupier.bank.ledger import Purpose
from croupier.bank.meters.events import ESCROW
from croupier.bank.store import Store
from croupier.money import Cents, dollars
from croupier.room.audit import own_sightings
from croupier.room.audit.blinds import check_blinds
from croupier.room.audit.claims.audited_act import Seen, where
from croupier.room.audit.claims.claims import judge, passed_over
from croupier.room.audit.claims.table import check_at_seat
from croupier.room.audit.difference import UNREADABLE, Difference
from croupier.room.audit.meters import MeterAudit, check_meters
from croupier.room.audit.past import Past, PastTable
from croupier.room.audit.snapshots import check_snapshots
from croupier.room.audit.window import Rounds, WindowResult
from croupier.room.books.notable import OF_METERS
from croupier.room.books.witness import (
    ActSeen,
    DealSeen,
    EndSeen,
    LeaveSeen,
    Run,
    Sighting,
    WindowSeen,
)
from croupier.room.names import TABLE
from croupier.room.people.known_differences import Declared, Excuses

COUNTED = ("rounds", "unplayed", "withheld", "waiting", "abandoned", "unused", "unopened")
FOR_METERS = OF_METERS | {Purpose.TRANSFER.value}  # in rounds, and manual


class Audited(NamedTuple):
    """The audit passed up to this head; rounds that were not replayed are not proved."""

    head: Head
    rounds: int  # replayed
    unplayed: int  # other rules dealt them, or their shoes were never revealed
    meters: int
    withheld: int  # words that players committed to and did not open
    waiting: int = 0  # not replayed yet: their shoe is in use and its key unavailable
    abandoned: int = 0  # shoes not dealt to their end …
    unused: int = 0  # … or not at all, because their table closed …
    unopened: int = 0  # … and those of both whose secret was lost
    known: tuple[Declared, ...] = ()  # differences declared known by two people

    @property
    def complete(self) -> bool:
        """Whether every round was replayed."""
        return self.unplayed == 0


def audit(
    store: Store,
    anchor: Head | None = None,
    *,
    workers: int | None = None,
    anchors: Sequence[Head] = (),
) -> Audited:
    """Raises AuditFailed for the first difference that is not declared known."""
    excuse = Excuses(store)
    found = audit_bank(
        store, anchor, watch=Rounds, beside=check_beside, workers=workers, anchors=anchors
    )
    stretches: Sequence[WindowResult] = found.summaries
    meters: MeterAudit = found.beside
    _check_joined(stretches, excuse)
    past = judged(store, found, excuse)
    _check_money(found, meters, excuse)
    check_snapshots(past, found.head.sequence)
    counts = sum((Counter(stretch.counts) for stretch in stretches), Counter(past.shoes))
    numbers = {name: counts[name] for name in COUNTED}
    excused = [*(one for stretch in stretches for one in stretch.excused), *meters.excused]
    known = _known(past, [*excused, *excuse.used])
    return Audited(found.head, meters=meters.meters, known=known, **numbers)


def _known(past: Past, excused: Sequence[AuditFailed]) -> tuple[Declared, ...]:
    """The differences that the audit went past, if they were properly declared known."""
    for failed in sorted(excused, key=lambda one: one.sequence or 0):
        if failed.name not in past.known:
            raise failed
    return tuple(past.known[name] for name in dict.fromkeys(one.name for one in excused))


def _check_joined(stretches: Sequence[WindowResult], excuse: Excuses) -> None:
    """The acts that a window skipped are exactly those that an earlier window followed."""
    skipped = {place for stretch in stretches for place in stretch.skipped}
    followed = {place for stretch in stretches for place in stretch.followed}
    for place in sorted(skipped - followed):
        excuse(AuditFailed("act", place, "an act of a round, and none is in progress there"))


def _check_money(audited: AuditedBank, meters: MeterAudit, excuse: Excuses) -> None:
    """All meter postings come from the meters, and the escrow holds exactly what they do."""
    stand = sum(audited.reasons.get(reason, 0) for reason in FOR_METERS)
    if more := stand - meters.moved:
        words = f"the books have {more} postings more for meters than these moved"
        excuse(AuditFailed("meter", None, words))
    holds = Cents(audited.balances.get(ESCROW, 0))
    if more := holds - meters.due:
        words = f"the escrow holds {dollars(Cents(more))} more than the meters"
        excuse(AuditFailed("meter", None, words))


def check_beside(store: Store, last: int) -> MeterAudit:
    """Checks that follow single streams from their start, which a window of the chain cannot do."""
    excuse = Excuses(store)
    check_blinds(store, last, excuse)
    return check_meters(store, last, excuse)._replace(excused=tuple(excuse.used))


def judged(store: Store, audited: AuditedBank, excuse: Excuses) -> Past:
    """The past, after every act and fact was checked against what came before it."""
    past = Past(store)
    for what in sorted(_all(audited), key=lambda one: one.sequence):
        try:
            if isinstance(what, Seen):
                judge(past, what)
            else:
                _judge_fact(past, what)
        except (Difference, *UNREADABLE) as wrong:
            stream = what.stream if isinstance(what, Seen) else f"{TABLE}{what.table}"
            excuse(AuditFailed("act", what.sequence, f"{where(stream)}: {wrong}"))
            if isinstance(what, Seen):
                passed_over(past, what)
            elif isinstance(what, Run) and what.table in past.tables:
                _ran(past.tables[what.table], what)
    return past


def _all(audited: AuditedBank) -> Iterator[Seen | Sighting]:
    """In the order of the chain: a window follows its last rounds into the next window."""
    before = Counter[str]()
    stretch: WindowResult
    for stretch, moved in zip(audited.summaries, audited.moved, strict=True):
        yield from stretch.facts
        for act, change in stretch.acts:
            yield Seen(act, {name: before[name] + cents for name, cents in change.items()})
        before.update(moved)


def _judge_fact(past: Past, fact: Sighting) -> None:
    table = past.table(fact.table)
    if isinstance(fact, DealSeen | ActSeen) and fact.by is None and past.protocol == 1:
        return  # older books do not name them
    if isinstance(fact, DealSeen):
        past.check_may(fact.by, "deal")
        if empty := [seat for seat in fact.seats if seat not in table.seats]:
            raise Difference(f"seat {empty[0]} is in a round, and nobody sits there")
        if absent := [seat for seat in fact.seats if seat in table.out]:
            raise Difference(f"seat {absent[0]} is dealt a hand, and sits out")
        if not fact.closed and (absent := [seat for seat in fact.seats if seat in table.leaving]):
            raise Difference(f"seat {absent[0]} is dealt in, and leaves after the round before")
        waited_for = table.seats.keys() - table.out - table.leaving if fact.early else set()
        if missing := sorted(waited_for - set(fact.seats)):
            raise Difference(f"a round is dealt while bets are open, without seat {missing[0]}")
        if others := [one for one in fact.players if table.seats.get(one[0]) != one[1]]:
            raise Difference(f"the bets are closed for {others[0][1]} at seat {others[0][0]}")
        own_sightings.check_deal(past, table, fact)
    elif isinstance(fact, EndSeen):
        own_sightings.check_end(past, table, fact)
    elif isinstance(fact, ActSeen) and fact.own:
        past.check_may(fact.by, "bet and keep a word at their own seat")
        if table.seats.get(fact.seat) != fact.by:
            raise Difference(f"{fact.by} bets or keeps a word at seat {fact.seat}, not their own")
        if fact.bets and fact.seat in table.out | table.leaving:
            raise Difference(f"{fact.by} bets at seat {fact.seat}, and sits out or leaves")
        own_sightings.check_bet(past, table, fact)
    elif isinstance(fact, ActSeen) and fact.clock:
        past.check_may(fact.by, "act for a player")
    elif isinstance(fact, ActSeen):
        check_at_seat(past, table, fact.by, fact.seat)
    elif isinstance(fact, LeaveSeen):
        _check_left(table, fact)
    elif isinstance(fact, WindowSeen):
        if fact.number != table.rounds + 1:
            raise Difference(f"bets are opened for round {fact.number}, after {table.rounds}")
    else:
        must = table.rounds + 1, table.opened
        if (fact.first, fact.opened) != must:
            raise Difference(
                f"round {fact.first} of the table as opened at #{fact.opened}, where it must be "
                f"round {must[0]}, opened at #{must[1]}"
            )
        _ran(table, fact)


def _check_left(table: PastTable, fact: LeaveSeen) -> None:
    """A round is in progress at the table, or a large win is unpaid."""
    in_round = table.began < fact.version and not table.began <= table.ended < fact.version
    if any(one.held.seat == fact.seat for one in table.held) or (in_round and not fact.sure):
        return
    raise Difference(f"seat {fact.seat} leaves after a round, and none is in progress")


def _ran(table: PastTable, run: Run) -> None:
    table.rounds, table.began = run.newest, run.began
    table.ended = run.ended or table.ended
    table.last = table.last if run.last is None else run.last
    table.withheld.update(run.withheld)
