"""Reads one window of the chain: replays its rounds, and passes on what needs the whole past
(room/audit/run.py).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from croupier.bank.act import AND, Event
from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.records import WholeAct
from croupier.bank.reading import Stretch, events_at, rare
from croupier.bank.store import Store
from croupier.room.audit.claims.audited_act import Seen, where
from croupier.room.audit.claims.claims import asks
from croupier.room.audit.difference import UNREADABLE, Body, Difference
from croupier.room.audit.meters import of_round, part_of
from croupier.room.audit.replay.engines import PostedAs, posted
from croupier.room.audit.replay.inputs import ReplayInputs
from croupier.room.audit.replay.own_stakes import counts_in
from croupier.room.audit.replay.replay import WAITING, Replay
from croupier.room.audit.replay.shuffles import Shuffles
from croupier.room.audit.replay.table_acts import IN_ROUNDS
from croupier.room.audit.replay.whole_round import begins_round
from croupier.room.books.notable import Parts
from croupier.room.books.recall import before_at, shoe_before
from croupier.room.books.witness import Sighting
from croupier.room.cage.cash_postings import BOUGHT, CASHED, DEPOSITED
from croupier.room.names import CAGE, METER, OWN, ROOM, TABLE
from croupier.room.own_limits.state import TAKE_BETS_BACK
from croupier.room.people.floor import APPROVED, FOUNDED
from croupier.room.people.known_differences import Excuses
from croupier.room.tables.mistakes import CALLED_OFF
from croupier.room.tables.shoes import ShoeEnd, in_use, shoe_end
from croupier.room.tables.state import ROUND
from croupier.room.tables.tables import OPENED
from croupier.room.tables.words import NOTHING_STANDS, PendingBets
from croupier.table.shoe import Shoe, read_shoe

COUNTING = {DEPOSITED, BOUGHT, CASHED, CALLED_OFF, ROUND}  # acts that own limits are told of


class ToJudge(NamedTuple):
    """An act for the claims, with the change of some balances since the window began."""

    act: WholeAct
    moved: Mapping[str, int]


class WindowResult(NamedTuple):
    """The result of a window."""

    counts: dict[str, int]  # that room/audit/run.py reports
    acts: list[ToJudge]
    facts: list[Sighting]
    skipped: list[int]  # acts of rounds that began before it …
    followed: list[int]  # … and those after it, of rounds that began in it
    excused: list[AuditFailed]  # differences declared known, rightly or not


class Rounds:
    """Watches a window of the chain and replays every round that begins in it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, Replay] = {}
        self.parts: dict[str, Parts] = {}  # the events that each act sent to meters, by its key
        self.own: dict[str, list[tuple[str, Body]]] = {}  # what they told of own limits, the same
        self.shuffles = Shuffles()
        self.earlier: dict[tuple[str, int], Event] = {}  # most have the table's first shoe
        self.ends: dict[str, ShoeEnd] = {}  # of shoes that end after the window, by commitment
        self.excuse = Excuses(store)
        self.acts: list[ToJudge] = []
        self.followed: list[int] = []

    def see(self, acts: Sequence[WholeAct]) -> None:
        self.earlier = events_at(self.store, list(_before_rounds(acts)))
        bodies = [act.events[0].body for act in acts if act.events]
        self.shuffles = Shuffles([*(event.body for event in self.earlier.values()), *bodies])
        failed: list[AuditFailed] = []
        try:
            self.acts = list(_to_judge(acts, self.excuse))
        except AuditFailed as wrong:
            failed.append(wrong)
        for some in _between_changes(acts):
            for stream, theirs in _by_stream(some).items():
                try:
                    self._see(stream, theirs)
                except AuditFailed as wrong:
                    failed.append(wrong)
        if failed:
            self._finish(failed)

    def _finish(self, failed: list[AuditFailed]) -> None:
        """Checks the acts kept back as well, and raises the earliest failure."""
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
                if key := part_of(act):
                    bodies = [event.body for event in act.events]
                    self.parts.setdefault(key, {})[stream.removeprefix(METER)] = bodies
        elif stream.startswith(OWN) and any(part_of(act) for act in acts):
            for act in acts:
                self.own.setdefault(part_of(act), []).extend(counts_in(act))
        elif stream == ROOM or stream.startswith(OWN):
            for table in self.tables.values():
                table.people_change()

    @property
    def done(self) -> bool:
        return not any(table.in_round for table in self.tables.values())

    def follow(self, act: WholeAct) -> None:
        """After the window: only the rounds that began in it, to their ends."""
        stream = act.act.stream
        table = self.tables.get(stream)
        if table is not None and table.in_round:
            if act.events and act.events[0].kind in IN_ROUNDS:
                self.followed.append(act.act.sequence)
            for event in act.events:
                self.shuffles.learn(event.body)
            self._see(stream, [act])
        elif stream.startswith((METER, OWN)) or stream == ROOM:
            self._see(stream, [act])

    def summary(self) -> WindowResult:
        self._finish([])
        tables = self.tables.values()
        for table in tables:
            table.witness.end_run()
        in_progress = sum(table.passing_over == WAITING for table in tables)
        counts = {
            "rounds": sum(table.rounds for table in tables),
            "unplayed": sum(table.unplayed for table in tables),
            "withheld": sum(table.withheld for table in tables),
            "waiting": sum(table.waiting for table in tables) + in_progress,
        }
        return WindowResult(
            counts,
            self.acts,
            [fact for table in tables for fact in table.witness.facts],
            [place for table in tables for place in table.skipped],
            self.followed,
            self.excuse.used,
        )

    def _new(self, stream: str) -> Replay:
        known, name = _posted.setdefault(self.store, {}), stream.removeprefix(TABLE)

        def posted_at(version: int) -> PostedAs:
            place = stream, version
            found = known.get(place)
            if found is None:
                (event,) = self.store.events(stream, after=version - 1, most=1)
                found = known[place] = posted(name, event.body)
            return found

        def shoe(version: int) -> Shoe:
            event = self.earlier.get((stream, version))
            body = json.loads(event.body) if event else {}
            if "shoe" in body:
                return read_shoe(body["shoe"])
            return shoe_before(self.store, stream, version)

        def game_of(version: int) -> str:
            opened = [one for one in self.store.rare_events(stream, version) if one.kind == OPENED]
            return str(json.loads(opened[-1].body)["config"]["game"])

        def before(version: int) -> PendingBets:
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

        since = _sealed_since(self.store)
        kept = (self.shuffles, self.parts, self.own, since, self.excuse)
        return Replay(name, ReplayInputs(posted_at, game_of, shoe, before, end_of, *kept))


def _to_judge(acts: Sequence[WholeAct], excuse: Excuses) -> Iterator[ToJudge]:
    """All acts except plain ones of rounds and their meter events, which are replayed."""
    others = [act for act in acts if not _is_played(act)]
    _check_parts(acts, excuse)
    wanted: dict[int, Sequence[str]] = {}
    for act in others:
        try:
            wanted[act.act.sequence] = asks(Seen(act, {}))
        except (Difference, *UNREADABLE) as wrong:
            excuse(AuditFailed("act", act.act.sequence, f"{where(act.act.stream)}: {wrong}"))
    names = {name for some in wanted.values() for name in some}
    moved = dict.fromkeys(names, 0)
    for act in acts if names else others:
        if names:
            for _, _, debit, credit, cents, _, _, _, _ in act.postings:
                if debit in names:
                    moved[debit] -= cents
                if credit in names:
                    moved[credit] += cents
        if (asked := wanted.get(act.act.sequence)) is not None:
            yield ToJudge(act, {name: moved[name] for name in asked})


def _is_played(act: WholeAct) -> bool:
    events, stream = act.events, act.act.stream
    if not events:
        return False
    if stream.startswith(TABLE):
        return len(events) == 1 and events[0].kind == ROUND and AND not in act.act.key
    return stream.startswith(METER) and of_round(act)


def _check_parts(acts: Sequence[WholeAct], excuse: Excuses) -> None:
    """A part stands with the act it belongs to: the same request, the same content."""
    if not any(AND in act.act.key for act in acts):
        return
    own = {act.act.key: act for act in acts}
    for act in acts:
        if AND not in act.act.key:
            continue
        whole = own.get(part_of(act))
        if whole is None or (whole.act.content, whole.act.at) != (act.act.content, act.act.at):
            words = f"{where(act.act.stream)}: a part of an act that is none"
            excuse(AuditFailed("act", act.act.sequence, words))
        elif of_round(act) and not whole.act.stream.startswith(TABLE):
            words = f"{where(act.act.stream)}: told of a round by no table"
            excuse(AuditFailed("act", act.act.sequence, words))
        elif not _fits(act, whole):
            words = f"{where(act.act.stream)}: a part of an act that has none such"
            excuse(AuditFailed("act", act.act.sequence, words))


def _fits(part: WholeAct, whole: WholeAct) -> bool:
    """A table's part takes bets back; what is counted under own limits, some acts count."""
    stream, kind = whole.act.stream, whole.events[0].kind if whole.events else ""
    if part.act.stream.startswith(TABLE):
        return stream.startswith(OWN) and kind in TAKE_BETS_BACK
    if part.act.stream.startswith(OWN):
        return kind in COUNTING and (stream == CAGE or stream.startswith(TABLE))
    return True


def _between_changes(acts: Sequence[WholeAct]) -> Iterator[Sequence[WholeAct]]:
    """Splits the acts around those that change who may do what: the room's, and own limits."""
    begin = 0
    for place, act in enumerate(acts):
        if act.act.stream == ROOM or (act.act.stream.startswith(OWN) and not part_of(act)):
            yield acts[begin:place]
            yield acts[place : place + 1]
            begin = place + 1
    yield acts[begin:]


def _by_stream(acts: Sequence[WholeAct]) -> dict[str, list[WholeAct]]:
    """Table by table, which is faster; before them those whose parts tables look up."""
    found: dict[str, list[WholeAct]] = {}
    for act in acts:
        found.setdefault(act.act.stream, []).append(act)
    names = sorted(found, key=lambda name: not name.startswith((METER, OWN)))
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


# How the tables of a store were posted, by stream and version. A reader process uses one store for
# all its windows.
_posted: WeakKeyDictionary[Store, dict[tuple[str, int], PostedAs]] = WeakKeyDictionary()


def _sealed_since(store: Store) -> int:
    """The record since which secrets of shoes are stored sealed."""
    if store not in _since:
        approvals = rare(store, Stretch(1, 2**62), [FOUNDED, APPROVED])
        newer = [
            what for what, _ in approvals if json.loads(what.event.body).get("protocol", 1) > 1
        ]
        _since[store] = newer[0].sequence if newer else 2**62
    return _since[store]


_since: WeakKeyDictionary[Store, int] = WeakKeyDictionary()
