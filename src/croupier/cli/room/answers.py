"""A command does an act at the desk, and shows what came of it."""

from collections.abc import Callable
from contextlib import nullcontext

from croupier.bank.act import Receipt
from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import screen
from croupier.desk.room.acts import Says, act
from croupier.desk.room.answers import answer as answer_of
from croupier.desk.room.bank import anchored, opened
from croupier.room.room import Room
from croupier.room.state.hall import Step


def do(
    bank: str,
    by: str,
    key: str,
    decide: Callable[..., Step] | str,
    *about: object,
    as_json: bool,
    said: Says = answer_of,
    new: bool = False,
    doing: str = "",
    then: Callable[[Room], dict[str, object]] | None = None,
    **more: object,
) -> None:
    """One act, and what it came to; `then` shows more of it."""
    with opened(bank, new=new) as store, anchored(bank) as anchors:
        room = Room(store, anchors=anchors)
        with working(doing) if doing else nullcontext():
            outcome = act(room, key, by, decide, *about, **more)
        answer, receipt = said(outcome), outcome.receipt
        if not as_json:
            _print(answer.text, receipt, own_key=bool(key))
        shown = {} if then is None else then(room)
    if as_json:
        moved = {"moved": answer.moved} if answer.moved else {}
        write_json({"said": answer.text, **_receipt(receipt), **moved, **shown})


def _print(text: str, receipt: Receipt, *, own_key: bool) -> None:
    """The words; then, for `room reverse`, by what the act can be named."""
    console = screen()
    console.print(text, highlight=False, markup=False)
    key = "" if own_key else f", key {receipt.key}"
    console.print(f"record {receipt.last}{key}", style="dim", highlight=False, markup=False)


def _receipt(receipt: Receipt) -> dict[str, object]:
    names = ("key", "stream", "version", "first", "last")
    return {name: getattr(receipt, name) for name in names}
