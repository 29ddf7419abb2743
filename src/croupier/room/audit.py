"""The room's audit: the bank's own, every round replayed against its postings, every meter too."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from croupier.bank.act import AND, Event
from croupier.bank.audit import AuditFailed
from croupier.bank.audit import audit as audit_bank
from croupier.bank.batch import posting_of
from croupier.bank.chain import Head
from croupier.bank.ledger import Reason
from croupier.bank.meter_events import ESCROW
from croupier.bank.reading import Stretch, events_at, rare
from croupier.bank.records import WholeAct
from croupier.bank.store import Store
from croupier.money import Cents, dollars
from croupier.room.audit_blinds import check_blinds
from croupier.room.audit_floor import check_floor
from croupier.room.audit_meters import Meters, check_escrow_only, check_meters
from croupier.room.before import NOTHING_STANDS, Before
from croupier.room.before_audit import before_at
from croupier.room.by_hand import CLOSED, REVERSED
from croupier.room.cage import CAGE
from croupier.room.difference import UNREADABLE, Difference, check_by_hand, check_reversal
from croupier.room.floor import APPROVED, FOUNDED
from croupier.room.lean_replay import OF_METERS, Parts, begins_round
from croupier.room.meters import METER
from croupier.room.play import CALLED_OFF
from croupier.room.recall import shoe_before
from croupier.room.replay import WAITING, Posted, Replay, posted
from croupier.room.shoe_ends import ShoeEnd, in_use, shoe_end
from croupier.room.shoes import SECRET, UNOPENED, UNUSED
from croupier.room.shuffles import Shuffles
from croupier.room.table_state import TABLE
from croupier.table.shoe import Shoe, read_shoe

COUNTED = ("rounds", "unplayed", "withheld", "waiting", "abandoned", "unused", "unopened")
FOR_METERS = OF_METERS | {Reason.TRANSFER.value}  # in rounds, and by hand


class Audited(NamedTuple):
    """All is well up to this head."""

    head: Head
    rounds: int  # replayed
    unplayed: int  # dealt under other rules than these or from shoes never opened, so not replayed
    meters: int
    withheld: int  # words that players committed to, and that were not opened
    waiting: int = 0  # not replayed yet: their shoe is in use, and its key not at hand
    abandoned: int = 0  # shoes that were not dealt to their end …
    unused: int = 0  # … or not at all, as their table closed …
    unopened: int = 0  # … and those of both whose secret nobody could tell


def audit(store: Store, anchor: Head | None = None, *, workers: int | None = None) -> Audited:
    """AuditFailed names the first difference."""
    found = audit_bank(store, anchor, watch=Rounds, beside=check_beside, workers=workers)
    (meters, moved, due), corrections = found.beside
    stand = sum(found.reasons.get(reason, 0) for reason in FOR_METERS)
    if stand != moved:
        raise AuditFailed(
            "meter", None, f"the meters moved {moved} times, and the books have {stand} postings"
        )
    stand = found.reasons.get(Reason.CORRECTION.value, 0)
    if stand != corrections:
        raise AuditFailed(
            "posting", None, f"{corrections} corrections are told, and the books have {stand}"
        )
    holds = Cents(found.balances.get(ESCROW, 0))
    if holds != due:
        raise AuditFailed(
            "meter", None, f"the escrow holds {dollars(holds)}, and the meters {dollars(due)}"
        )
    counts: Counter[str] = sum((Counter(one) for one in found.summaries), Counter())
    return Audited(found.head, meters=meters, **{name: counts[name] for name in COUNTED})


class Rounds:
    """Watches a stretch of the chain: replays every round that begins in it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, Replay] = {}
        self.parts: dict[str, Parts] = {}  # by the key of the act: what it told each meter
        self.shuffles = Shuffles()
        self.earlier: dict[tuple[str, int], Event] = {}  # in which most first shoes stand
        self.counts: Counter[str] = Counter()
        self.ends: dict[str, ShoeEnd] = {}  # of shoes that end after the stretch, by commitment

    def see(self, acts: Sequence[WholeAct]) -> None:
        self.earlier = events_at(self.store, list(_before_rounds(acts)))
        bodies = [act.events[0].body for act in acts if act.events]
        self._count(acts)
        self.shuffles = Shuffles([*(event.body for event in self.earlier.values()), *bodies])
        failed = []
        for stream, some in _by_stream(acts).items():
            try:
                self._see(stream, some)
            except AuditFailed as wrong:
                failed.append(wrong)
        if failed:
            self._finish(failed)

    def _finish(self, failed: list[AuditFailed]) -> None:
        """Rounds that have not ended are read, too; what is wrong first is raised."""
        for table in self.tables.values():
            try:
                table.finish()
            except AuditFailed as wrong:
                failed.append(wrong)
        if failed:
            raise min(failed, key=lambda wrong: wrong.sequence or 0)

    def _see(self, stream: str, acts: Sequence[WholeAct]) -> None:
        if stream.startswith(TABLE):
            if stream not in self.tables:
                self.tables[stream] = self._new(stream)
            self.tables[stream].read(acts)
        elif stream.startswith(METER):
            for act in acts:
                key, is_part, _ = act.act.key.rpartition(f"{AND}{stream}")
                if is_part:
                    told_it = [event.body for event in act.events]
                    self.parts.setdefault(key, {})[stream.removeprefix(METER)] = told_it
            check_escrow_only(acts)
        else:
            for act in acts:
                _check_other(stream, act)

    @property
    def done(self) -> bool:
        return not any(table.in_round for table in self.tables.values())

    def follow(self, act: WholeAct) -> None:
        """After the stretch: only the rounds that began in it, to their ends."""
        table = self.tables.get(act.act.stream)
        if act.act.stream.startswith(METER) or (table is not None and table.in_round):
            for event in act.events:
                self.shuffles.learn(event.body)
            self._see(act.act.stream, [act])

    def _count(self, acts: Sequence[WholeAct]) -> None:
        """The shoes that are abandoned in the stretch; whether truly opened, the replays say."""
        for act in acts:
            if act.events and act.events[0].kind in (CALLED_OFF, CLOSED):
                said = json.loads(act.events[0].body)
                if SECRET in said or UNOPENED in said:
                    self.counts["unused" if said.get("cause") == UNUSED else "abandoned"] += 1
                    self.counts["unopened"] += UNOPENED in said

    def summary(self) -> dict[str, int]:
        tables = self.tables.values()
        self._finish([])
        in_progress = sum(table.passing_over == WAITING for table in tables)
        return {
            **self.counts,
            "rounds": sum(table.rounds for table in tables),
            "unplayed": sum(table.unplayed for table in tables),
            "withheld": sum(table.withheld for table in tables),
            "waiting": sum(table.waiting for table in tables) + in_progress,
        }

    def _new(self, stream: str) -> Replay:
        known = _posted.setdefault(self.store, {})

        def posted_at(version: int) -> Posted:
            place = stream, version
            if place not in known:
                (event,) = self.store.events(stream, after=version - 1, most=1)
                known[place] = posted(event.body)
            return known[place]

        def shoe(version: int) -> Shoe:
            event = self.earlier.get((stream, version))
            told = json.loads(event.body) if event else {}
            if "shoe" in told:
                return read_shoe(told["shoe"])
            return shoe_before(self.store, stream, version)

        def before(version: int) -> Before:
            event = self.earlier.get((stream, version))
            if event is not None and "shoe" in json.loads(event.body):
                return NOTHING_STANDS
            return before_at(self.store, stream, version)

        def end_of(version: int, shoe: Shoe) -> ShoeEnd:
            if shoe.commitment not in self.ends:
                end = shoe_end(self.store, stream, version, shoe)
                if not (end.is_over or shoe.secret):
                    end = ShoeEnd(in_use(self.store, stream, shoe), False)
                self.ends[shoe.commitment] = end
            found, is_over = self.ends[shoe.commitment]
            return ShoeEnd(shoe.with_secret(found.secret) if found.secret else shoe, is_over)

        name, since = stream.removeprefix(TABLE), _sealed_since(self.store)
        return Replay(name, posted_at, shoe, before, end_of, self.shuffles, self.parts, since)


def _check_other(stream: str, act: WholeAct) -> None:
    """Besides tables and meters only the cage moves money, and as it tells."""
    made = [posting_of(row) for row in act.postings]
    if not made:
        return
    try:
        if stream != CAGE:
            raise Difference("it moves money, and is neither a table, a meter nor the cage")
        (event,) = act.events
        if event.kind == REVERSED:
            check_reversal(made)
            return
        check_by_hand(event.kind, "", json.loads(event.body), made)
    except (Difference, *UNREADABLE) as wrong:
        raise AuditFailed("act", act.act.sequence, f"{stream}: {wrong}") from wrong


def _by_stream(acts: Sequence[WholeAct]) -> dict[str, list[WholeAct]]:
    """One table after the other, which is faster; meters first, whose parts tables look up."""
    found: dict[str, list[WholeAct]] = {}
    for act in acts:
        found.setdefault(act.act.stream, []).append(act)
    names = sorted(found, key=lambda name: not name.startswith(METER))
    return {stream: found[stream] for stream in names}


def _before_rounds(acts: Sequence[WholeAct]) -> Iterator[tuple[str, int]]:
    """Stream and version of the event before each table's first act, if that begins a round."""
    known: set[str] = set()
    for act in acts:
        stream = act.act.stream
        if stream not in known and act.events and stream.startswith(TABLE):
            known.add(stream)
            if begins_round(act.events[0].body):
                yield stream, act.act.version - len(act.events)


# How the tables of a store were posted, by stream and version; a reader has one store for all
# its windows.
_posted: WeakKeyDictionary[Store, dict[tuple[str, int], Posted]] = WeakKeyDictionary()


def _sealed_since(store: Store) -> int:
    """The record with which the room went over to books that tell no secret before its time."""
    if store not in _since:
        told = rare(store, Stretch(1, 2**62), [FOUNDED, APPROVED])
        newer = [what for what, _ in told if json.loads(what.event.body).get("protocol", 1) > 1]
        _since[store] = newer[0].sequence if newer else 2**62
    return _since[store]


_since: WeakKeyDictionary[Store, int] = WeakKeyDictionary()


def check_beside(store: Store, last: int) -> tuple[Meters, int]:
    """What no stretch of the chain shows by itself."""
    check_blinds(store, last)
    return check_meters(store, last), check_floor(store, last)
