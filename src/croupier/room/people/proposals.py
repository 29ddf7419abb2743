"""Two people, two acts: one proposes a matter, another approves it, refuses it, or lets it expire.

The stream `proposals` records all of it. An approval is one act: the approval itself, and the
matter's events and postings, decided again. So neither person types the other's name, and an act
that takes two people is never written without an approval.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from croupier.bank.act import Act, Event, Part, StaleAct
from croupier.bank.meters.meter import BY_HAND
from croupier.errors import BadRecord, RuleError, shown
from croupier.room.cage.cash_postings import AWARDED, BANKED, CORRECTED, DRAWN, REVERSED
from croupier.room.names import CAGE, DIFFERENCES, METER, PROPOSALS, TABLE
from croupier.room.people import proposal_state
from croupier.room.people.known_differences import KNOWN, KnownDifference
from croupier.room.people.matters import AT_CAGE_AND_METERS, Matter
from croupier.room.people.proposal_state import Proposal, Proposals
from croupier.room.people.roles import MAY, NotAllowed, check_may, check_reason, check_two
from croupier.room.state.hall import Actor, Hall, Transition, decision
from croupier.room.tables.state import body

HOUR = 3_600_000  # milliseconds
HOURS, MOST_HOURS = 24, 30 * 24  # that a proposal stays open
KINDS: tuple[type[Matter], ...] = (*AT_CAGE_AND_METERS, KnownDifference)
MATTERS: Mapping[str, type[Matter]] = {kind.what: kind for kind in KINDS}
# The kinds of events that take two people, by stream or prefix of streams.
TAKE_TWO = {
    CAGE: frozenset({REVERSED, BANKED, DRAWN, AWARDED}),
    TABLE: frozenset({REVERSED, CORRECTED}),
    METER: frozenset(BY_HAND),
    DIFFERENCES: frozenset({KNOWN}),
}
METER_OPENED = "opened"


# Decisions


def matter_of(proposal: Proposal) -> Matter:
    kind = MATTERS.get(proposal.what)
    if kind is None:
        raise BadRecord(f"proposal {proposal.number}: {shown(proposal.what)}", "proposal/matter")
    return kind.from_json(proposal.about)


@decision("propose", "croupier.room.proposals.proposed")
def proposed(hall: Hall, actor: Actor, matter: Matter, hours: int = HOURS) -> Transition:
    """The first of two acts. A matter that could not be decided now is refused at once."""
    if not 1 <= hours <= MOST_HOURS:
        raise RuleError(
            f"it expires after {shown(hours)} hours; write 1 to {MOST_HOURS}", "proposal/expires"
        )
    matter = matter.complete(hall)
    someone = _others(hall, actor.by, matter.doing)[0]
    with suppress(StaleAct):  # the approval is decided on the state at that time
        hall.check(matter.decided(hall, actor, someone).act)
    number = hall.proposals.last + 1
    until = actor.now + hours * HOUR
    proposal = Proposal(number, actor.by, matter.what, matter.to_json(), actor.now, until)
    return _step(hall, actor, Event(proposal_state.PROPOSED, body(proposal.to_json())))


def _others(hall: Hall, by: str, doing: str) -> list[str]:
    people = hall.floor.people
    check_may(people, by, doing)
    others = [who for who, role in people.items() if who != by and role in MAY[doing]]
    if not others:
        raise NotAllowed(
            f"It takes two people to {doing}, and nobody but {by} may; an administrator enrols them"
        )
    return others


def may_approve(hall: Hall, proposal: Proposal) -> list[str]:
    return _others(hall, proposal.by, matter_of(proposal).doing)


@decision("second", "croupier.room.proposals.seconded")
def seconded(hall: Hall, actor: Actor, number: int) -> Transition:
    """The second of two acts: carries out the proposal, if that is possible now."""
    proposal = hall.proposals.find(number)
    matter = matter_of(proposal)
    check_two(hall.floor.people, proposal.by, actor.by, matter.doing)
    if actor.now > proposal.until:
        raise RuleError(
            f"proposal {number} expired on {proposal.expires}; it can be proposed again",
            "proposal/expired",
        )
    step = matter.decided(hall, actor._replace(by=proposal.by), actor.by)
    event = Event(proposal_state.SECONDED, body({"number": number, "by": actor.by}))
    after = hall.proposals.after(event)
    part = _part(hall.proposals, event, after)
    act = replace(step.act, also=(*step.act.also, part), until=proposal.until)
    return Transition(act, (*step.states, after))


@decision("refuse", "croupier.room.proposals.refused")
def refused(hall: Hall, actor: Actor, number: int, reason: str) -> Transition:
    """Refused by someone who could approve it, or withdrawn by its proposer."""
    proposal = hall.proposals.find(number)
    kind = proposal_state.WITHDRAWN
    if actor.by != proposal.by:
        check_may(hall.floor.people, actor.by, matter_of(proposal).doing)
        kind = proposal_state.REFUSED
    check_reason(reason, f"why proposal {number} is refused")
    said = {"number": number, "by": actor.by, "reason": reason}
    return _step(hall, actor, Event(kind, body(said)))


def _step(hall: Hall, actor: Actor, event: Event) -> Transition:
    after = hall.proposals.after(event)
    part = _part(hall.proposals, event, after)
    act = Act(actor.key, part.stream, part.version, part.events, snapshot=part.snapshot)
    return Transition(act, (after,))


def _part(before: Proposals, event: Event, after: Proposals) -> Part:
    return Part(PROPOSALS, before.version, (event,), body(after.to_json()))


# Acts that take two people


def check_seconded(proposals: Callable[[], Proposals], parts: Sequence[Part]) -> None:
    """An act that takes two people must be exactly what one proposed and the other approves.

    `proposals` returns those before the act. Both decisions and the audit call this.
    """
    taking = [
        (part.stream, event)
        for part in parts
        for event in part.events
        if takes_two(part.stream, event)
    ]
    events = [one for part in parts if part.stream == PROPOSALS for one in part.events]
    approvals = [json.loads(one.body) for one in events if one.kind == proposal_state.SECONDED]
    if not taking and not approvals:
        return
    if len(approvals) != 1:
        stream, event = taking[0] if taking else (PROPOSALS, events[0])
        raise NotAllowed(
            f"{stream}: {event.kind} takes two people, in two acts; one proposes it, and another"
            " approves it: croupier room second"
        )
    proposal = proposals().find(approvals[0]["number"])
    _check_events(proposal, approvals[0]["by"], taking)


def _check_events(proposal: Proposal, second: str, events: Sequence[tuple[str, Event]]) -> None:
    must = matter_of(proposal).must_say(proposal.by, second)
    same = len(must) == len(events) and all(
        kind == event.kind
        and stream in ("", where)
        and says.items() <= json.loads(event.body).items()
        for (kind, says, stream), (where, event) in zip(must, events, strict=True)
    )
    if not same:
        does = ", ".join(f"{where}: {event.kind} {event.body}" for where, event in events)
        raise NotAllowed(
            f"proposal {proposal.number} by {proposal.by} is {proposal.what} {proposal.about}, and"
            f" what was done is {does or 'nothing'}"
        )


def takes_two(stream: str, event: Event) -> bool:
    family = stream.partition("/")[0] + "/" if "/" in stream else stream
    if event.kind in TAKE_TWO.get(family, ()):
        return True
    if family == METER and event.kind == METER_OPENED:
        return json.loads(event.body).get("carried") is not None
    return False
