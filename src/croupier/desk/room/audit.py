"""The books are checked and copied: the audit, differences that are known, backups."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from croupier.bank.audit.run import AuditFailed
from croupier.bank.backup.file import backup
from croupier.bank.backup.restore import restore
from croupier.bank.chain import Head
from croupier.bank.store import Store
from croupier.desk.room.bank import check_reader, url_of
from croupier.errors import RuleError
from croupier.room.audit.run import Audited, audit
from croupier.room.names import ROOM
from croupier.room.people.known_differences import KnownDifference


class AuditReport(NamedTuple):
    audited: Audited
    anchors: int  # that the books contain
    seconds: float


def audit_report(
    store: Store, by: str, anchors: Sequence[Head], anchor: Head | None, workers: int | None
) -> AuditReport:
    """Against the anchors kept beside the bank, and one more; AuditFailed names a difference."""
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


def backed_up(store: Store, file: Path) -> int:
    """How many records, of the whole bank, while it is in use; the file is replaced at the end."""
    return backup(store, file).head.sequence


def restored(file: Path, bank: str) -> int:
    """How many records a bank was made of, from a backup, which is checked first."""
    return restore(file, url_of(bank)).head.sequence
