"""Two people declare a difference known that an audit found and that stays in the books.

This repairs and hides nothing: every later audit reports it, with who declared it and why, and
continues. A break of the chain itself cannot be declared known: nothing after it is proved.
"""

import json
from dataclasses import dataclass
from typing import NamedTuple

from croupier.bank.act import Act, Event
from croupier.bank.audit.books import AuditFailed
from croupier.bank.store import Store
from croupier.room.names import DIFFERENCES
from croupier.room.people.matters import Matter, MustSay
from croupier.room.people.roles import check_reason, check_two
from croupier.room.state.hall import Actor, EventCount, Hall, Transition, decision
from croupier.room.tables.state import body

KNOWN = "difference known"
DOING = "declare a difference known"


class Declared(NamedTuple):
    name: str
    difference: str
    by: str
    second: str
    reason: str


@decision("known_difference", "croupier.room.known.difference_known")
def difference_known(
    hall: Hall,
    actor: Actor,
    kind: str,
    sequence: int | None,
    difference: str,
    second: str,
    reason: str,
) -> Transition:
    """By two people who may read the books."""
    check_two(hall.floor.people, actor.by, second, DOING)
    check_reason(reason, "why the difference stays")
    matter = KnownDifference(kind, sequence, difference, reason)
    event = Event(KNOWN, body(_said(matter, actor.by, second)))
    version = hall.differences
    act = Act(actor.key, DIFFERENCES, version, (event,))
    return Transition(act, (EventCount(DIFFERENCES, version + 1),))


@dataclass(frozen=True, slots=True)
class KnownDifference(Matter):
    what, doing = "known difference", DOING
    decide = staticmethod(difference_known)

    kind: str  # as reported by the audit …
    sequence: int | None
    difference: str
    reason: str  # … and why it stays in the books

    @property
    def failed(self) -> AuditFailed:
        return AuditFailed(self.kind, self.sequence, self.difference)

    def must_say(self, first: str, second: str) -> tuple[MustSay, ...]:
        return (MustSay(KNOWN, _said(self, first, second), DIFFERENCES),)

    def words(self, hall: Hall) -> str:
        return f"declare known: {self.failed.message}: {self.reason}"


def _said(matter: KnownDifference, first: str, second: str) -> dict[str, object]:
    names = {"by": first, "second": second, "name": matter.failed.name}
    return {**matter.to_json(), **names}


class Excuses:
    """Lets an audit continue past differences that somebody declared known; raises all others.

    Whether the declaration is valid is checked at the end, in room/audit/run.py.
    """

    def __init__(self, store: Store) -> None:
        self.names = _names(store)
        self.used: list[AuditFailed] = []

    def __call__(self, failed: AuditFailed) -> None:
        if failed.name not in self.names:
            failed.may_be_known = True
            raise failed
        self.used.append(failed)


def _names(store: Store) -> frozenset[str]:
    """The names of all declared differences, valid or not."""
    events = [event for event in store.events(DIFFERENCES) if event.kind == KNOWN]
    return frozenset(filter(None, map(_name, events)))


def _name(event: Event) -> str:
    try:
        return str(json.loads(event.body)["name"])
    except (LookupError, TypeError, ValueError):
        return ""  # its audit rule says what is wrong
