"""`croupier room second`, `room proposals`, and what every command does that takes two people."""

import json
from collections.abc import Mapping

from croupier.bank.act import asked_content
from croupier.cli.input import write_json
from croupier.cli.room import floor as room_floor
from croupier.cli.room import meter_said as room_meter_said
from croupier.cli.room import said as room_said
from croupier.cli.room.run import act, looked_into
from croupier.cli.room.said import Answer, Outcome, Says
from croupier.cli.room.show import new_sheet
from croupier.cli.screen import one_line, screen
from croupier.errors import RuleError
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.matters import Award, Banking, Correction, Drawing, Matter, Reversal
from croupier.room.people.meter_matters import MeterChange, MeterEnd, MeterLink, MeterOpening
from croupier.room.people.proposal_state import PROPOSED, WITHDRAWN, Proposal
from croupier.room.people.proposals import (
    expires,
    matter_of,
    may_approve,
    proposed,
    refused,
    seconded,
)
from croupier.room.requests.text import earlier_texts
from croupier.room.room import Room
from croupier.room.state.hall import Hall
from croupier.room.state.streams import PROPOSALS

SAID: Mapping[str, Says] = {
    Reversal.what: room_said.reversed_,
    Correction.what: room_floor.corrected,
    Banking.what: room_said.banked,
    Drawing.what: room_said.banked,
    Award.what: room_said.awarded,
    MeterChange.what: room_meter_said.changed,
    MeterLink.what: room_meter_said.changed,
    MeterEnd.what: room_meter_said.discontinued,
    MeterOpening.what: room_meter_said.is_open,
    KnownDifference.what: room_said.known,
}


def propose(
    bank: str, by: str, key: str, matter: Matter, second: str, hours: int, *, as_json: bool
) -> None:
    """The first of two acts; or the receipt of the one act that it was before protocol 2."""
    if key and _is_older(bank, by, key, matter, second):
        decide, about, more = matter.older(by, second)
        act(bank, by, key, decide, *about, said=SAID[matter.what], as_json=as_json, **more)
        return
    if second:
        raise RuleError(
            f"{second} approves it by an act of their own: leave --second out, and the answer says"
            " how",
            "room/second",
        )
    act(bank, by, key, proposed, matter, hours, said=_proposed, as_json=as_json)


def _is_older(bank: str, by: str, key: str, matter: Matter, second: str) -> bool:
    texts = earlier_texts(by, *matter.older(by, second))
    with looked_into(bank) as store:
        content, _ = store.done([key]).get(key, ("", None))
    return any(content == asked_content(key, text) for text in texts)


def _proposed(done: Outcome) -> Answer:
    hall, proposal = done.room.hall, Proposal(**done.body)
    words, until = one_line(matter_of(proposal).words(hall)), expires(proposal)
    others = may_approve(hall, proposal)
    who = " or ".join(others)
    text = (
        f"Proposed: {words}.\nA second person ({who}) approves it until {until}:"
        f" croupier room second {proposal.number} --by {others[0]}"
    )
    return Answer(text, {**as_data(hall, proposal), "may_approve": others})


def as_data(hall: Hall, proposal: Proposal) -> dict[str, object]:
    """For programs."""
    told = proposal.to_json()
    return {"proposal": told.pop("number"), **told, "words": matter_of(proposal).words(hall)}


def second(
    bank: str, by: str, key: str, number: int, *, refuse: bool, reason: str, as_json: bool
) -> None:
    if refuse:
        act(bank, by, key, refused, number, reason, said=_refused, as_json=as_json)
    elif reason:
        raise RuleError("--reason is why it is refused; add --refuse", "proposal/reason")
    else:
        act(bank, by, key, seconded, number, said=_seconded(number), as_json=as_json)


def _refused(done: Outcome) -> Answer:
    number, withdrawn = done.body["number"], done.done.events[0].kind == WITHDRAWN
    return Answer(f"Proposal {number} is {'withdrawn' if withdrawn else 'refused'}.")


def _seconded(number: int) -> Says:
    """What was proposed, then what came of it."""

    def says(done: Outcome) -> Answer:
        proposal = _told(done.room, number)
        answer = SAID[proposal.what](done)
        words = one_line(matter_of(proposal).words(done.room.hall))
        text = f"Proposal {number}, by {proposal.by}: {words}.\n{answer.text}"
        return Answer(text, {**answer.moved, "proposal": number, "first": proposal.by})

    return says


def _told(room: Room, number: int) -> Proposal:
    """As it was proposed, whatever became of it."""
    for event in room.store.events(PROPOSALS):
        if event.kind == PROPOSED:
            proposal = Proposal(**json.loads(event.body))
            if proposal.number == number:
                return proposal
    raise AssertionError(f"proposal {number} was approved, and never made")


def proposals(bank: str, *, as_json: bool) -> None:
    with looked_into(bank) as store:
        room = Room(store)
        waiting = room.hall.proposals.waiting(store.clock())
        rows = [as_data(room.hall, one) for one in waiting]
    if as_json:
        write_json(rows)
        return
    if not waiting:
        screen().print("Nothing waits for a second person.", highlight=False)
        return
    sheet = new_sheet("Proposals", "number", "by", "what", "expires")
    for proposal, row in zip(waiting, rows, strict=True):
        what = one_line(str(row["words"]))
        sheet.add_row(str(proposal.number), proposal.by, what, expires(proposal))
    screen().print(sheet)
    screen().print("To approve one: croupier room second NUMBER --by NAME", highlight=False)
