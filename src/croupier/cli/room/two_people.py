"""What takes two people takes two acts: `room second`, `proposals`, `known-difference`."""

import json
from typing import Annotated

import typer

from croupier.bank.act import asked_content
from croupier.bank.audit.run import AuditFailed
from croupier.cli.books.anchors import kept_anchors
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.answers import Answer, Outcome, Says, do
from croupier.cli.room.arguments import BANK, EXPIRES, Bank, By, Expires, Key, Reason
from croupier.cli.room.bank import looked_into
from croupier.cli.room.matters import ANSWERS
from croupier.cli.screen import new_sheet, one_line, screen
from croupier.errors import RuleError
from croupier.room.audit.run import audit as audited
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.matters import Matter
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


def second(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The proposal's number.")],
    by: By,
    refuse: Annotated[
        bool, typer.Option("--refuse", help="Refuse it; or withdraw one of your own.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why it is refused; it is written down.")] = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Approve what somebody else proposed, which carries it out; or refuse it.

    Example: [bold]croupier room second 41 --by ada[/bold]

    Example: [bold]croupier room second 41 --refuse --reason "wrong slip" --by ada[/bold]
    """
    if refuse:
        do(bank, by, key, refused, number, reason, said=_refusal_answer, as_json=as_json)
    elif reason:
        raise RuleError("--reason is why it is refused; add --refuse", "proposal/reason")
    else:
        do(bank, by, key, seconded, number, said=_approval_answer(number), as_json=as_json)


def known_difference(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `croupier audit` names it.")],
    by: By,
    reason: Reason,
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to mark a difference found by the audit as known, so that later audits go on.

    It stays in the books, and every audit tells it, who declared it and why. The audit is run
    first. An auditor or an administrator proposes, another approves it: room second.

    Example: [bold]croupier room known-difference act-117-3f9a1c2e7b5d4086 --by ann
    --reason "a fill that was written twice; see the report of November 16"[/bold]
    """
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
    propose(bank, by, key, matter, "", expires, as_json=as_json)


def proposals(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """What was proposed and awaits a second person.

    Example: [bold]croupier room proposals[/bold]
    """
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


def propose(
    bank: str, by: str, key: str, matter: Matter, second: str, hours: int, *, as_json: bool
) -> None:
    """The first of two acts; or the receipt of the one act that it was before protocol 2."""
    if key and _is_older(bank, by, key, matter, second):
        decide, about, more = matter.older(by, second)
        do(bank, by, key, decide, *about, said=ANSWERS[matter.what], as_json=as_json, **more)
        return
    if second:
        raise RuleError(
            f"{second} approves it by an act of their own: leave --second out, and the answer says"
            " how",
            "room/second",
        )
    do(bank, by, key, proposed, matter, hours, said=_proposal_answer, as_json=as_json)


def _is_older(bank: str, by: str, key: str, matter: Matter, second: str) -> bool:
    texts = earlier_texts(by, *matter.older(by, second))
    with looked_into(bank) as store:
        content, _ = store.done([key]).get(key, ("", None))
    return any(content == asked_content(key, text) for text in texts)


def _proposal_answer(done: Outcome) -> Answer:
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


def _refusal_answer(done: Outcome) -> Answer:
    number, withdrawn = done.body["number"], done.done.events[0].kind == WITHDRAWN
    return Answer(f"Proposal {number} is {'withdrawn' if withdrawn else 'refused'}.")


def _approval_answer(number: int) -> Says:
    """What was proposed, then what came of it."""

    def says(done: Outcome) -> Answer:
        proposal = _told(done.room, number)
        answer = ANSWERS[proposal.what](done)
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


def _first_difference(bank: str) -> AuditFailed | None:
    with looked_into(bank) as store, working("Auditing"):
        try:
            audited(store, anchors=kept_anchors(bank))
        except AuditFailed as failed:
            return failed
    return None
