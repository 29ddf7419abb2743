"""What the stream of proposals may hold; and that whatever takes two people was one's proposal and
another's approval; and which differences they may declare known.
"""

from croupier.bank.act import Event, Part
from croupier.room.audit.claims.claimed import Must, Seen
from croupier.room.audit.difference import Difference
from croupier.room.audit.meters import part_of
from croupier.room.audit.past import Past, check_reason
from croupier.room.people.known_differences import DOING, Declared, KnownDifference
from croupier.room.people.proposal_state import WITHDRAWN, Proposal
from croupier.room.people.proposals import HOUR, MOST_HOURS, check_seconded, matter_of


def proposed(past: Past, act: Seen) -> Must:
    said = Proposal(**act.said)
    past.check_may(said.by, matter_of(said).doing)
    if said.number != past.proposals.last + 1:
        raise Difference(f"proposal {said.number} follows proposal {past.proposals.last}")
    if not said.at < said.until <= said.at + MOST_HOURS * HOUR or said.at > act.whole.act.at:
        raise Difference(f"proposal {said.number} of {said.at} can be approved until {said.until}")
    return _told(past, act)


def refused(past: Past, act: Seen) -> Must:
    """By someone who could have approved it; withdrawn, by its proposer."""
    said = act.said
    proposal = past.proposals.find(said["number"])
    check_reason(said["reason"])
    if (said["by"] == proposal.by) != (act.kind == WITHDRAWN):
        raise Difference(f"{act.kind} by {said['by']}, proposed by {proposal.by}")
    if act.kind != WITHDRAWN:
        past.check_may(said["by"], matter_of(proposal).doing)
    return _told(past, act)


def seconded(past: Past, act: Seen) -> Must:
    """A part of the act that does what was proposed."""
    proposal = past.proposals.find(act.said["number"])
    past.check_two(proposal.by, act.said["by"], matter_of(proposal).doing)
    if act.whole.act.at > proposal.until:
        raise Difference(f"proposal {proposal.number} is approved after it expired")
    past.before_approval = past.proposals
    return _told(past, act)


def _told(past: Past, act: Seen) -> Must:
    first = act.events[0]
    past.proposals = past.proposals.after(Event(first.kind, first.body))
    return Must()


def check_two_acts(past: Past, act: Seen) -> None:
    """An act with its parts, which stand before it. Older books named both people in one act."""
    own = Part(act.stream, 0, tuple(Event(one.kind, one.body) for one in act.events))
    if act.is_part:
        past.parts.setdefault(part_of(act.whole), []).append(own)
        return
    parts, before = past.parts.pop(act.key, []), past.before_approval or past.proposals
    past.before_approval = None
    if past.protocol > 1:
        check_seconded(lambda: before, [*parts, own])


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
