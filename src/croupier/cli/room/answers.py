"""A command does an act at the desk, and shows what came of it."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from croupier.bank.act import Receipt
from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.room.arguments import BANK, Bank, By, Key
from croupier.cli.screen import screen
from croupier.desk.room.acts import Says, act
from croupier.desk.room.answers import answer as answer_of
from croupier.desk.room.bank import anchored, opened
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
