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
from croupier.cli.room.arguments import BANK, Bank, By, Expires, Key, Second
from croupier.cli.screen import new_sheet, one_line, screen
from croupier.desk.room.acts import Outcome, act
from croupier.desk.room.answers import answer as answer_of
from croupier.desk.room.answers import proposals_waiting, propose
from croupier.desk.room.bank import looked_into, opened
from croupier.errors import RuleError
from croupier.room.people.matters import Matter

Then = Callable[[Outcome], dict[str, object]]  # for programs; prints it for people


@dataclass(frozen=True)
class ActOptions:
    """The options of every command that does something in the room."""

    by: By
    bank: Bank = BANK
    key: Key = ""
    as_json: AsJson = False

    def do(
        self,
        *about: object,
        work: Callable[..., Outcome] = act,
        new: bool = False,
        doing: str = "",
        then: Then | None = None,
        **more: object,
    ) -> None:
        """Does one act, by its name and arguments, and prints the outcome; `then` shows more."""
        with opened(self.bank, new=new) as room:
            with working(doing) if doing else nullcontext():
                outcome = work(room, self.key, self.by, *about, **more)
            answer, receipt = answer_of(outcome), outcome.receipt
            if not self.as_json:
                _print(answer.text, receipt, own_key=bool(self.key))
            shown = {} if then is None else then(outcome)
        if self.as_json:
            moved = {"moved": answer.data} if answer.data else {}
            write_json({"said": answer.text, **_receipt(receipt), **moved, **shown})


def _print(text: str, receipt: Receipt, *, own_key: bool) -> None:
    """The words; then the names that `room reverse` knows the act by."""
    console = screen()
    console.print(text)
    key = "" if own_key else f", key {receipt.key}"
    console.print(f"record {receipt.last}{key}", style="dim")


def _receipt(receipt: Receipt) -> dict[str, object]:
    names = ("key", "stream", "version", "first", "last")
    return {name: getattr(receipt, name) for name in names}


@dataclass(frozen=True)
class ProposalOptions:
    """The options of every command that proposes what a second person must approve."""

    by: By
    second: Second = ""
    expires: Expires = 24
    bank: Bank = BANK
    key: Key = ""
    as_json: AsJson = False

    @property
    def alone(self) -> ActOptions:
        """For what one person may do alone."""
        return ActOptions(self.by, self.bank, self.key, self.as_json)

    def propose(self, matter: Matter) -> None:
        """The first of two acts."""
        self.alone.do(matter, self.expires, self.second, work=propose)


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
        raise RuleError("--reason is for a refusal; add --refuse", "proposal/reason")
    else:
        how.do("second", number)


def proposals(bank: Bank = BANK, as_json: AsJson = False) -> None:
    """What was proposed and is waiting for a second person.

    Example: [bold]croupier room proposals[/bold]
    """
    with looked_into(bank) as store:
        waiting = proposals_waiting(store)
    if as_json:
        write_json([one.data for one in waiting])
        return
    if not waiting:
        screen().print("Nothing waits for a second person.")
        return
    sheet = new_sheet("Proposals", "number", "by", "what", "expires")
    for one, words in waiting:
        sheet.add_row(str(one.number), one.by, one_line(words), one.expires)
    screen().print(sheet)
    screen().print("To approve one: croupier room second NUMBER --by NAME")
