"""What the books of a room answer: its log, the past of a meter, the audit, its program."""

import json
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from croupier.bank.audit.run import AuditFailed
from croupier.bank.chain import Head
from croupier.bank.meters.events import Event
from croupier.bank.meters.jackpot import history
from croupier.bank.meters.meter import Meter, MeterStep, event_from_json
from croupier.bank.reading import Stretch, postings_by_id
from croupier.bank.store import Store
from croupier.desk.room.bank import kept_anchors, looked_into, read_by
from croupier.errors import RuleError
from croupier.program import altered, program_hash
from croupier.room.audit.run import Audited, audit
from croupier.room.books.log import LogEntry, log
from croupier.room.names import METER, ROOM, movement
from croupier.room.people.known_differences import KnownDifference
from croupier.room.requests.request import no_room
from croupier.room.room import Room

WITHIN = (
    "about",
    "change",
    "opening",
    "authority",
)  # what an event holds in parts


class EventLog(NamedTuple):
    entries: list[LogEntry]
    postings: Mapping[str, str]  # those that entries name, in words


def event_log(bank: str, last: int) -> EventLog:
    """The latest significant events. What was reversed by its key has an id after `act:`."""
    with looked_into(bank) as store:
        entries = log(store, Stretch(1, store.head().sequence))[-last:]
        facts = [flat(entry.about) for entry in entries]
        named = [str(about["posting"]) for about in facts if "posting" in about]
        ids = {f"act:{name}": name for name in named} | {name: name for name in named}
        postings = postings_by_id(store, list(ids)).items()
        return EventLog(entries, {ids[id_]: movement(one) for id_, one in postings})


def flat(about: Mapping[str, Any]) -> dict[str, Any]:
    """What a proposal is about has a number of its own, if it is a round."""
    facts = dict(about)
    if "about" in facts:
        facts = {"proposal": facts.pop("number"), **facts}
    for name in WITHIN:
        facts |= facts.pop(name, {})
    return facts


class MeterHistory(NamedTuple):
    meter: Meter  # as it is now
    steps: list[tuple[Event, MeterStep]]  # every event, and what it did


def meter_history(bank: str, name: str) -> MeterHistory:
    with looked_into(bank) as store:
        meter = Room(store).hall.meter(name).meter
        events = [event_from_json(json.loads(one.body)) for one in store.events(METER + name)]
    return MeterHistory(meter, list(history(events)))


class ProgramCheck(NamedTuple):
    """Whether this program is the one approved for the room, and runs as its source says."""

    program: str
    approved: str
    altered: list[str]  # compiled files that are not what their source would make

    @property
    def right(self) -> bool:
        return self.program == self.approved and not self.altered


def program_check(bank: str) -> ProgramCheck:
    with looked_into(bank) as store:
        approved = Room(store).hall.floor.program
    if not approved:
        raise no_room()
    return ProgramCheck(program_hash(), approved, altered())


class AuditReport(NamedTuple):
    audited: Audited
    anchors: int  # that the books contain
    seconds: float


def audit_report(bank: str, by: str, anchor: Head | None, workers: int | None) -> AuditReport:
    """AuditFailed names the first difference."""
    with read_by(bank, by) as store:
        begin, anchors = perf_counter(), kept_anchors(bank)
        audited = audit(store, anchor, workers=workers, anchors=anchors)
        if not store.version(ROOM):
            raise RuleError(
                "there is nothing to audit: no room was ever founded in this bank", "audit/empty"
            )
    return AuditReport(audited, len(anchors), perf_counter() - begin)


def difference_named(
    store: Store, name: str, reason: str, anchors: Sequence[Head]
) -> KnownDifference:
    """The first difference that the audit finds, to be declared known, if it has this name."""
    difference = _first_difference(store, anchors)
    if difference is None:
        raise RuleError("the audit finds no difference that is not known", "audit/passed")
    if difference.name != name:
        raise RuleError(
            f"the audit finds {difference.name} first: {difference.message}; declare one difference"
            " known after the other",
            "audit/name",
        )
    if not difference.may_be_known:
        raise RuleError(
            f"{difference.message}: an audit cannot go past this: nothing after it is proved;"
            " go on with a bank restored from the last good backup",
            "audit/broken",
        )
    return KnownDifference(difference.kind, difference.sequence, difference.what, reason)


def _first_difference(store: Store, anchors: Sequence[Head]) -> AuditFailed | None:
    try:
        audit(store, anchors=anchors)
    except AuditFailed as failed:
        return failed
    return None
