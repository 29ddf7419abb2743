"""The stream `room`: who works and plays here, and which program may run the room."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from croupier.bank.act import Act, Event
from croupier.bank.ledger import Account, Kind
from croupier.bank.store import StoredStream
from croupier.errors import BadRecord, RuleError
from croupier.room.names import ROOM, ROOM_ACCOUNTS, player_of
from croupier.room.people.names import check_one_script, skeleton
from croupier.room.people.roles import (
    A,
    Role,
    check_may,
    check_person,
    check_reason,
    enrolling,
    unknown,
)
from croupier.room.state.hall import Actor, Hall, Transition, decision
from croupier.room.tables.state import body

FOUNDED, ENROLLED, DISMISSED = "founded", "enrolled", "dismissed"
APPROVED = "program approved"
# The version of the books' format. A room moves to a newer one when a program that supports it is
# approved: earlier records are audited by the old format, later ones must have the new.
PROTOCOL = 2


@dataclass(frozen=True, slots=True)
class Floor:
    people: Mapping[str, Role]
    program: str  # the digest of the program that an administrator approved
    version: int = 0
    protocol: int = 1

    stream: ClassVar[str] = ROOM


@decision("found", "croupier.room.floor.founded")
def founded(hall: Hall, actor: Actor, program: str) -> Transition:
    """A new room: its accounts, its first administrator and its approved program."""
    if hall.floor.version:
        raise RuleError("this room is founded already", "room/founded")
    check_person(actor.by)
    floor = Floor({actor.by: Role.ADMINISTRATOR}, program, protocol=PROTOCOL)
    event = Event(FOUNDED, body({"by": actor.by, "program": program, "protocol": PROTOCOL}))
    return _step(floor, actor, event, ROOM_ACCOUNTS)


@decision("enrol", "croupier.room.floor.enrolled")
def enrolled(hall: Hall, actor: Actor, name: str, role: Role) -> Transition:
    """Adds a person, or changes the role of a member of staff. A player gets an account."""
    floor = hall.floor
    check_person(name)
    old = floor.people.get(name)
    check_may(floor.people, actor.by, enrolling(role))
    if old is role or (Role.PLAYER in (old, role) and old is not None):
        raise RuleError(f"{name} is {A[old]} here already; choose another name", "room/person")
    if old is None:
        check_one_script(name)
        _check_looks(floor, name)
    _check_administrators(floor, name, role)
    accounts = (Account(player_of(name), Kind.PLAYER),) if role is Role.PLAYER else ()
    event = Event(ENROLLED, body({"name": name, "role": role.value, "by": actor.by}))
    more = replace(floor, people={**floor.people, name: role})
    return _step(more, actor, event, accounts)


@decision("dismiss", "croupier.room.floor.dismissed")
def dismissed(hall: Hall, actor: Actor, name: str) -> Transition:
    """Removes a person. A player must have withdrawn their money."""
    floor = hall.floor
    role = floor.people.get(name)
    if role is None:
        raise unknown(name)
    check_may(floor.people, actor.by, enrolling(role))
    sits = [state.name for state in hall.tables.values() if name in state.seats.values()]
    if sits:
        raise RuleError(f"{name} sits at table {sits[0]}; cash out first", "room/person")
    _check_administrators(floor, name, None)
    event = Event(DISMISSED, body({"name": name, "role": role.value, "by": actor.by}))
    people = {who: part for who, part in floor.people.items() if who != name}
    cleared = (player_of(name),) if role is Role.PLAYER else ()
    return _step(replace(floor, people=people), actor, event, cleared=cleared)


@decision("approve", "croupier.room.floor.approved")
def approved(hall: Hall, actor: Actor, program: str, reason: str) -> Transition:
    check_may(hall.floor.people, actor.by, "approve the program")
    check_reason(reason, "why this program may run the room")
    said = {
        "program": program,
        "before": hall.floor.program,
        "reason": reason,
        "by": actor.by,
        "protocol": PROTOCOL,
    }
    after = replace(hall.floor, program=program, protocol=PROTOCOL)
    return _step(after, actor, Event(APPROVED, body(said)))


def _check_looks(floor: Floor, name: str) -> None:
    """Refuses a name that differs from an enrolled one only in capitals, widths or signs."""
    looks = skeleton(name)
    for other in floor.people:
        if skeleton(other) == looks:
            raise RuleError(
                f"{name} looks like {other}, who is enrolled already; choose another name",
                "room/person",
            )


def _check_administrators(floor: Floor, name: str, role: Role | None) -> None:
    left = {**floor.people, name: role}
    if Role.ADMINISTRATOR not in left.values():
        raise RuleError(f"{name} is the last administrator; enrol another first", "room/person")


def _step(
    floor: Floor,
    actor: Actor,
    event: Event,
    accounts: tuple[Account, ...] = (),
    cleared: tuple[str, ...] = (),
) -> Transition:
    after = replace(floor, version=floor.version + 1)
    snapshot = body(
        {
            "people": {who: role.value for who, role in after.people.items()},
            "program": after.program,
            "protocol": after.protocol,
        }
    )
    act = Act(actor.key, ROOM, floor.version, (event,), (), accounts, cleared, snapshot)
    return Transition(act, (after,))


def resumed(stored: StoredStream) -> Floor:
    if not stored.version:
        return Floor({}, "")
    if stored.snapshot is None or stored.events:
        raise BadRecord("the room: every act on it keeps its state, and one did not", "record/room")
    data = json.loads(stored.snapshot)
    people = {name: Role(role) for name, role in data["people"].items()}
    return Floor(people, data["program"], stored.version, data.get("protocol", 1))
