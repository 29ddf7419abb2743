"""Audit rules for people: enrollment, program approvals, sign-ins, proposals, known differences.

Every act that takes two people must have been proposed by one and approved by another.
"""

from collections.abc import Sequence

from croupier.bank.act import Event, Part
from croupier.bank.ledger import Account, Kind
from croupier.room.audit.claims.audited_act import Must, Seen
from croupier.room.audit.difference import Difference
from croupier.room.audit.meters import part_of
from croupier.room.audit.past import Past, check_reason
from croupier.room.names import ROOM_ACCOUNTS, player_of
from croupier.room.people.floor import PROTOCOL
from croupier.room.people.known_differences import DOING, Declared, KnownDifference
from croupier.room.people.proposal_state import WITHDRAWN, Proposal
from croupier.room.people.proposals import HOUR, MOST_HOURS, check_seconded, matter_of
from croupier.room.people.roles import Role, check_person, enrolling
from croupier.room.people.sign_ins import check_session, doing


def founded(past: Past, act: Seen) -> Must:
    """The first act of a room: before it, nobody could do anything."""
    said = act.said
    if past.versions:
        raise Difference("the room is founded, and has a past already")
    check_person(said["by"])
    past.people = {said["by"]: Role.ADMINISTRATOR}
    past.program, past.protocol = _text(said["program"]), _protocol(said)
    return Must(accounts=ROOM_ACCOUNTS)


def enrolled(past: Past, act: Seen) -> Must:
    name, role, by = act.said["name"], Role(act.said["role"]), act.said["by"]
    check_person(name)
    past.check_may(by, enrolling(role))
    old = past.people.get(name)
    if old is role or (Role.PLAYER in (old, role) and old is not None):
        raise Difference(f"{name} is enrolled as {role.value}, and was a {old.value}")
    past.people[name] = role
    _check_administrators(past)
    return Must(accounts=(Account(player_of(name), Kind.PLAYER),) if role is Role.PLAYER else ())


def dismissed(past: Past, act: Seen) -> Must:
    name, role, by = act.said["name"], Role(act.said["role"]), act.said["by"]
    if past.people.get(name) is not role:
        raise Difference(f"{name}, {role.value}, is dismissed, and was not that")
    past.check_may(by, enrolling(role))
    sits = [table.name for table in past.tables.values() if name in table.seats.values()]
    if sits:
        raise Difference(f"{name} is dismissed, and sits at table {sits[0]}")
    if role is Role.PLAYER and act.after[player_of(name)]:
        raise Difference(f"{name} is dismissed, and has {act.after[player_of(name)]} cents here")
    del past.people[name]
    _check_administrators(past)
    return Must()


def deposit_of_dismissed(act: Seen) -> Sequence[str]:
    said = act.said
    return [player_of(said["name"])] if said["role"] == Role.PLAYER.value else []


def approved(past: Past, act: Seen) -> Must:
    said = act.said
    past.check_may(said["by"], "approve the program")
    check_reason(said["reason"])
    if said["before"] != past.program:
        raise Difference(
            f"a program is approved after {said['before'][:16]}; approved was {past.program[:16]}"
        )
    past.program, past.protocol = _text(said["program"]), _protocol(said, past.protocol)
    return Must()


def _protocol(said: dict[str, object], before: int = 1) -> int:
    """The protocol of the books: absent in those of older programs, and never lowered."""
    now = said.get("protocol", 1)
    if type(now) is not int or not before <= now <= PROTOCOL:
        raise Difference(
            f"the books are kept by protocol {now!r} from here on, after {before};"
            f" this program knows {PROTOCOL}"
        )
    return now


def _check_administrators(past: Past) -> None:
    if Role.ADMINISTRATOR not in past.people.values():
        raise Difference("no administrator is left")


def _text(program: object) -> str:
    if not isinstance(program, str):
        raise Difference(f"{program!r} is not a program")
    return program


def sign_in(past: Past, act: Seen) -> Must:
    """A sign-in has exactly these fields: credentials never enter the books."""
    said = act.said
    if set(said) != {"by", "name", "session", "detail"}:
        raise Difference(f"{act.kind} tells {sorted(said)}: nothing claims it")
    past.check_may(said["by"], doing(said["by"], said["name"], act.kind))
    if said["name"] not in past.people:
        raise Difference(f"{said['name']}: {act.kind}, and nobody of that name is enrolled")
    check_session(act.kind, said["session"], said["detail"])
    return Must()


# What takes two people


def proposed(past: Past, act: Seen) -> Must:
    said = Proposal(**act.said)
    past.check_may(said.by, matter_of(said).doing)
    if said.number != past.proposals.last + 1:
        raise Difference(f"proposal {said.number} follows proposal {past.proposals.last}")
    if not said.at < said.until <= said.at + MOST_HOURS * HOUR or said.at > act.whole.act.at:
        raise Difference(f"proposal {said.number} of {said.at} can be approved until {said.until}")
    return _proposal_event(past, act)


def refused(past: Past, act: Seen) -> Must:
    """Refused by someone who could have approved it, or withdrawn by its proposer."""
    said = act.said
    proposal = past.proposals.find(said["number"])
    check_reason(said["reason"])
    if (said["by"] == proposal.by) != (act.kind == WITHDRAWN):
        raise Difference(f"{act.kind} by {said['by']}, proposed by {proposal.by}")
    if act.kind != WITHDRAWN:
        past.check_may(said["by"], matter_of(proposal).doing)
    return _proposal_event(past, act)


def seconded(past: Past, act: Seen) -> Must:
    """Part of the act that carries out the proposal."""
    proposal = past.proposals.find(act.said["number"])
    past.check_two(proposal.by, act.said["by"], matter_of(proposal).doing)
    if act.whole.act.at > proposal.until:
        raise Difference(f"proposal {proposal.number} is approved after it expired")
    past.before_approval = past.proposals
    return _proposal_event(past, act)


def _proposal_event(past: Past, act: Seen) -> Must:
    first = act.events[0]
    past.proposals = past.proposals.after(Event(first.kind, first.body))
    return Must()


def check_two_acts(past: Past, act: Seen) -> None:
    """Checks an act with its parts, which precede it. Older books named both people in one act."""
    own = Part(act.stream, 0, tuple(Event(one.kind, one.body) for one in act.events))
    if act.of == "own":  # nothing there takes two people
        return
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
