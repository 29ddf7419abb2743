"""A difference that is declared known: it is one that an audit names so, before it was declared."""

from croupier.room.audit.claims.claimed import Must, Seen
from croupier.room.audit.difference import Difference
from croupier.room.audit.past import Past, check_reason
from croupier.room.people.known_differences import DOING, Declared, KnownDifference


def known(past: Past, act: Seen) -> Must:
    said = dict(act.said)
    by, second, name = said.pop("by"), said.pop("second"), said.pop("name")
    matter = KnownDifference.from_json(said)
    assert isinstance(matter, KnownDifference)
    past.check_two(by, second, DOING)
    check_reason(matter.reason)
    if name != matter.failed.name:
        raise Difference(f"{name} is the name of another difference than it tells")
    if matter.sequence is not None and matter.sequence >= act.sequence:
        raise Difference(f"record {matter.sequence} is declared to differ before it was written")
    past.known[name] = Declared(name, matter.failed.message, by, second, matter.reason)
    return Must()
