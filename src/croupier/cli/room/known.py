"""`croupier room known-difference`: what an audit found, declared known by two people."""

from croupier.bank.audit.run import AuditFailed
from croupier.cli.progress import working
from croupier.cli.room.anchor import kept_anchors
from croupier.cli.room.run import looked_into
from croupier.cli.room.two import propose
from croupier.errors import RuleError
from croupier.room.audit.run import audit
from croupier.room.people.known_differences import KnownDifference


def run(bank: str, by: str, key: str, name: str, reason: str, hours: int, *, as_json: bool) -> None:
    found = _first_difference(bank)
    if found is None:
        raise RuleError("the audit finds no difference that is not known", "audit/passed")
    if found.name != name:
        raise RuleError(
            f"the audit finds {found.name} first: {found.message}; one difference is declared known"
            " after the other",
            "audit/name",
        )
    if not found.may_be_known:
        raise RuleError(
            f"{found.message}: past this an audit cannot go, for nothing that follows it is proved;"
            " go on with a bank made of the last good backup",
            "audit/broken",
        )
    matter = KnownDifference(found.kind, found.sequence, found.what, reason)
    propose(bank, by, key, matter, "", hours, as_json=as_json)


def _first_difference(bank: str) -> AuditFailed | None:
    with looked_into(bank) as store, working("Auditing"):
        try:
            audit(store, anchors=kept_anchors(bank))
        except AuditFailed as failed:
            return failed
    return None
