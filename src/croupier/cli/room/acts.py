"""Acts, and proposals to a second person: `croupier room second`, `proposals`, …"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated

import typer

from croupier.bank.act import Receipt
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, By, Expires, Key, Reason, Second
from croupier.cli.screen import new_sheet, one_line, screen
from croupier.desk.room.acts import Says, act
from croupier.desk.room.answers import answer as answer_of
from croupier.desk.room.answers import as_data, is_older
from croupier.desk.room.bank import anchored, kept_anchors, looked_into, opened
from croupier.desk.room.books import difference_named
from croupier.errors import RuleError
from croupier.room.people.matters import Matter
from croupier.room.people.proposals import expires
from croupier.room.room import Room
from croupier.room.state.hall import Step


@dataclass(frozen=True)
class ActOptions:
    """Of every command that does something in the room."""

    by: By
    bank: Bank = BANK
    key: Key = ""
    as_json: AsJson = False

    def do(
        self,
        decide: Callable[..., Step] | str,
        *about: object,
        said: Says = answer_of,
        new: bool = False,
        doing: str = "",
        then: Callable[[Room], dict[str, object]] | None = None,
        **more: object,
    ) -> None:
        """One act, and what it came to; `then` shows more of it."""
        with opened(self.bank, new=new) as store, anchored(self.bank) as anchors:
            room = Room(store, anchors=anchors)
            with working(doing) if doing else nullcontext():
                outcome = act(room, self.key, self.by, decide, *about, **more)
            answer, receipt = said(outcome), outcome.receipt
            if not self.as_json:
                _print(answer.text, receipt, own_key=bool(self.key))
            shown = {} if then is None else then(room)
        if self.as_json:
            moved = {"moved": answer.moved} if answer.moved else {}
            write_json({"said": answer.text, **_receipt(receipt), **moved, **shown})


def _print(text: str, receipt: Receipt, *, own_key: bool) -> None:
    """The words; then, for `room reverse`, by what the act can be named."""
    console = screen()
    console.print(text)
    key = "" if own_key else f", key {receipt.key}"
    console.print(f"record {receipt.last}{key}", style="dim")


def _receipt(receipt: Receipt) -> dict[str, object]:
    names = ("key", "stream", "version", "first", "last")
    return {name: getattr(receipt, name) for name in names}


@dataclass(frozen=True)
class ProposalOptions:
    """Of every command that proposes what a second person must approve."""

    by: By
    second: Second = ""
    expires: Expires = 24
    bank: Bank = BANK
    key: Key = ""
    as_json: AsJson = False

    @property
    def alone(self) -> ActOptions:
        """For what one person may do."""
        return ActOptions(self.by, self.bank, self.key, self.as_json)

    def propose(self, matter: Matter) -> None:
        """The first of two acts; or the receipt of the one act that it was before protocol 2."""
        if self.key:
            with looked_into(self.bank) as store:
                older = is_older(store, self.by, self.key, matter, self.second)
            if older:
                decide, about, more = matter.older(self.by, self.second)
                self.alone.do(decide, *about, **more)
                return
        if self.second:
            raise RuleError(
                f"{self.second} approves it by an act of their own: leave --second out, and the "
                "answer says how",
                "room/second",
            )
        self.alone.do("propose", matter, self.expires)


def second(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The proposal's number.")],
    *,
    refuse: Annotated[
        bool, typer.Option("--refuse", help="Refuse it; or withdraw one of your own.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why it is refused; it is recorded.")] = "",
    how: ActOptions,
) -> None:
    """Approve what somebody else proposed, which carries it out; or refuse it.

    Example: [bold]croupier room second 41 --by ada[/bold]

    Example: [bold]croupier room second 41 --refuse --reason "wrong slip" --by ada[/bold]
    """
    if refuse:
        how.do("refuse", number, reason)
    elif reason:
        raise RuleError("--reason is why it is refused; add --refuse", "proposal/reason")
    else:
        how.do("second", number)


def known_difference(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `croupier audit` names it.")],
    reason: Reason,
    how: ProposalOptions,
) -> None:
    """Propose to mark a difference found by the audit as known, so that later audits go on.

    It stays in the books, and every audit reports it, with who declared it and why. The audit is
    run first. An auditor or an administrator proposes, another approves it: room second.

    Example: [bold]croupier room known-difference act-117-3f9a1c2e7b5d4086 --by ann
    --reason "a fill that was written twice; see the report of November 16"[/bold]
    """
    with looked_into(how.bank) as store, working("Auditing"):
        matter = difference_named(store, name, reason, kept_anchors(how.bank))
    how.propose(matter)


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
        screen().print("Nothing waits for a second person.")
        return
    sheet = new_sheet("Proposals", "number", "by", "what", "expires")
    for proposal, row in zip(waiting, rows, strict=True):
        what = one_line(str(row["words"]))
        sheet.add_row(str(proposal.number), proposal.by, what, expires(proposal))
    screen().print(sheet)
    screen().print("To approve one: croupier room second NUMBER --by NAME")
