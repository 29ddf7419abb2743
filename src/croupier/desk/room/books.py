"""The books of a room: the master game report, the reconciliation of its meters, the audit, known
differences, backups."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.chain import Head
from croupier.bank.meters.events import MeterEvent
from croupier.bank.meters.jackpot import history
from croupier.bank.meters.meter import Meter, MeterStep, event_from_json
from croupier.bank.store import Store
from croupier.desk.room.bank import check_reader, url_of
from croupier.errors import RuleError
from croupier.room.audit.run import Audited, audit
from croupier.room.books.books import TableLine, Total, books, totals
from croupier.room.books.days import Days
from croupier.room.books.reconcile import Reconciled, ReconcileLine, reconciled
from croupier.room.meters.holdings import AccrualLine, ExplainedChange, accruals
from croupier.room.names import METER, ROOM
from croupier.room.people.known_differences import KnownDifference
from croupier.room.room import Room


class MeterHistory(NamedTuple):
    meter: Meter  # as it is now
    steps: list[tuple[MeterEvent, MeterStep]]  # every event, and its effect


def meter_history(store: Store, name: str) -> MeterHistory:
    meter = Room(store).hall.meter(name).meter
    events = [event_from_json(json.loads(one.body)) for one in store.events(METER + name)]
    return MeterHistory(meter, list(history(events)))


class MasterReport(NamedTuple):
    """By table and day; by game; by day, and all days; and the jackpots by day."""

    tables: list[TableLine]
    games: list[Total]
    days: list[Total]
    jackpots: list[AccrualLine]


def master_report(
    store: Store, by: str, calendar: Days, first: date | None, last: date | None
) -> MasterReport:
    check_reader(store, by)
    lines = books(store, calendar, first, last)
    by_day = totals(lines, lambda line: line.day.isoformat())
    return MasterReport(
        lines,
        totals(lines, lambda line: line.game),
        [*by_day, *totals(lines, lambda line: "all")],
        accruals(store, calendar, first, last),
    )


class MetersReconciled(NamedTuple):
    """Whether both methods agree, for all meters; the details, for those requested."""

    whole: Reconciled
    lines: list[ReconcileLine]
    changes: list[ExplainedChange]  # made by people


def reconciliation(
    store: Store, by: str, calendar: Days, first: date | None, last: date | None, meter: str = ""
) -> MetersReconciled:
    """Reconciles one meter, or all of them."""
    check_reader(store, by)
    if meter:
        Room(store).hall.meter(meter)  # refuses an unknown name
    whole = reconciled(store, calendar, first, last)
    lines = [line for line in whole.lines if meter in ("", line.meter)]
    names = {line.meter for line in lines}
    return MetersReconciled(whole, lines, [one for one in whole.changes if one.meter in names])


class AuditReport(NamedTuple):
    audited: Audited
    anchors: int  # that the books contain
    seconds: float


def audit_report(
    store: Store, by: str, anchors: Sequence[Head], anchor: Head | None, workers: int | None
) -> AuditReport:
    """Audits against the stored anchors and one more; AuditFailed names a difference."""
    check_reader(store, by)
    begin = perf_counter()
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
            f"the audit finds {difference.name} first: {difference.message}; declare differences"
            " known one after another",
            "audit/name",
        )
    if not difference.may_be_known:
        raise RuleError(
            f"{difference.message}: an audit cannot go past this, so nothing after it is proved;"
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


def backed_up(store: Store, file: Path) -> int:
    """Backs up the whole bank while it is in use, replacing the file at the end; returns the number
    of records.
    """
    return backup(store, file).sequence


def restored(file: Path, bank: str) -> int:
    """Restores a bank from a backup, which is checked first; returns the number of records."""
    return restore(file, url_of(bank)).sequence
