"""What staff do on the page: acts of the room by name, and proposals that take two people.

Only the room decides who may do what (room/people/roles.py); nothing here repeats it. A second
person approves in their own session: nobody can type another person's name.
"""

import asyncio
from collections.abc import Mapping

from croupier.bank.store import Store
from croupier.desk.printable import one_line
from croupier.desk.room.acts import Answer, outcome
from croupier.desk.room.answers import answer, reversal
from croupier.errors import Refused, RuleError, shown
from croupier.room.names import plain
from croupier.room.people.known_differences import KnownDifference
from croupier.room.people.matters import Matter, Reversal
from croupier.room.people.proposals import MATTERS
from croupier.room.people.roles import Role, composed
from croupier.room.requests.request import DECISIONS, Request
from croupier.web.house import AUTOMATIC, WebHouse
from croupier.web.house_rules import under_house_rules
from croupier.web.people.house import by_itself
from croupier.web.staff.messages import Answered, Proposed, StaffAct

# Decisions whose arguments are names, numbers and texts; `croupier room` opens meters.
BY_NAME = frozenset(
    {
        *("deposit", "withdraw", "buy_in", "cash_out", "fill", "credit", "close_table"),
        *("deal", "act", "open_bets", "time_out", "sit_out", "sit_in", "leave"),
        *("acknowledge", "call_off", "dead_hand", "exposed", "enrol", "dismiss"),
        *("second", "refuse"),
        *("set_limit", "take_break", "exclude"),  # for a player who asks
    }
)
assert set(DECISIONS) >= BY_NAME, "not a decision of the room"


def act_of(by: str, wanted: StaffAct) -> Request:
    if wanted.act not in BY_NAME:
        known = ", ".join(sorted(BY_NAME))
        raise RuleError(f"no act {shown(wanted.act)}; there are: {known}", "request/unknown")
    return Request(wanted.key, by, wanted.act, (), _values(wanted.about))


def _values(about: Mapping[str, str | int | bool | None]) -> dict[str, object]:
    """On the wire a role is a word, and a name is as typed."""
    values: dict[str, object] = {
        name: composed(value) if isinstance(value, str) else value for name, value in about.items()
    }
    if "role" in values:
        try:
            values["role"] = Role(values["role"])
        except ValueError:
            known = ", ".join(role.value for role in Role)
            words = f"no role {shown(values['role'])}; there are: {known}"
            raise RuleError(words, "room/role") from None
    return values


async def proposal_of(house: WebHouse, by: str, wanted: Proposed) -> Request:
    if wanted.what == KnownDifference.what:
        raise RuleError(
            "only what an audit finds is declared known: run croupier audit, then croupier room"
            " known-difference NAME; a second person may approve it on the page",
            "request/unknown",
        )
    kind = MATTERS.get(wanted.what)
    if kind is None:
        known = ", ".join(name for name in MATTERS if name != KnownDifference.what)
        raise RuleError(f"no matter {shown(wanted.what)}; there are: {known}", "request/bad")
    try:
        matter = kind.from_json(wanted.about)
    except (KeyError, TypeError, ValueError) as wrong:
        words = f"{wanted.what}: cannot be read from {shown(wanted.about)}"
        raise RuleError(words, "request/bad") from wrong
    matter = await asyncio.to_thread(_named, house.reader, matter)
    return Request(wanted.key, by, "propose", (matter, wanted.hours))


def _named(store: Store, matter: Matter) -> Matter:
    """The posting to reverse may be named by its record number."""
    if isinstance(matter, Reversal):
        return reversal(store, matter.posting, matter.reason)
    return matter


def _check_automatic(house: WebHouse, request: Request) -> None:
    """Whoever works by itself stays what it is: without it there is no round."""
    name = request.more.get("name")
    if request.decide not in ("enrol", "dismiss") or not isinstance(name, str):
        return
    if house.works_by_itself(name) and name in house.people:
        raise by_itself(name)


async def done(house: WebHouse, request: Request) -> Answered:
    _check_automatic(house, request)
    try:
        receipt = await house.submit(under_house_rules(request))
    except Refused as refused:
        raise plain(refused) from refused
    result = await house.visit(lambda room: answer(outcome(room, request, receipt)))
    return Answered(text=words_of(result), record=receipt.last, moved=dict(result.data))


def words_of(answer: Answer) -> str:
    """On the page a proposal is approved there, not by the command in the answer."""
    if answer.proposal is None:
        return answer.text
    proposal, words = answer.proposal
    others = [name for name in answer.moved["may_approve"] if name not in AUTOMATIC]
    who = " or ".join(others) or "nobody here yet"
    return f"Proposed: {one_line(words)}. Who may approve it, until {proposal.expires}: {who}."
