"""What takes two people: proposed by one, approved or refused by another."""

import json
from collections.abc import Sequence

from croupier.bank.act import request_content
from croupier.bank.audit.run import AuditFailed
from croupier.bank.chain import Head
from croupier.bank.store import Store
from croupier.desk.printable import one_line
from croupier.desk.room.acts import Answer, Outcome
from croupier.errors import RuleError
from croupier.room.audit.run import audit
from croupier.room.names import PROPOSALS
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.matters import Matter
from croupier.room.people.proposal_state import PROPOSED, WITHDRAWN, Proposal
from croupier.room.people.proposals import expires, matter_of, may_approve
from croupier.room.requests.text import earlier_texts
from croupier.room.room import Room
from croupier.room.state.hall import Hall


def is_older(store: Store, by: str, key: str, matter: Matter, second: str) -> bool:
    """Whether it was done in one act, as before protocol 2, under this key."""
    texts = earlier_texts(by, *matter.older(by, second))
    content, _ = store.done([key]).get(key, ("", None))
    return any(content == request_content(key, text) for text in texts)


def proposal_answer(done: Outcome) -> Answer:
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
    data = proposal.to_json()
    return {"proposal": data.pop("number"), **data, "words": matter_of(proposal).words(hall)}


def refusal_answer(done: Outcome) -> Answer:
    number, withdrawn = done.body["number"], done.done.events[0].kind == WITHDRAWN
    return Answer(f"Proposal {number} is {'withdrawn' if withdrawn else 'refused'}.")


def proposed(room: Room, number: int) -> Proposal:
    """As it was proposed, whatever became of it."""
    for event in room.store.events(PROPOSALS):
        if event.kind == PROPOSED:
            proposal = Proposal(**json.loads(event.body))
            if proposal.number == number:
                return proposal
    raise AssertionError(f"proposal {number} was approved, and never made")


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
