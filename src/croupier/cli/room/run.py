"""What the commands of a room share: the bank is opened, an act is done, the answer is shown."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote
from uuid import uuid4
from warnings import warn

from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import screen
from croupier.errors import Notice, Refused, RuleError

if TYPE_CHECKING:
    from croupier.bank.act import Receipt
    from croupier.bank.anchors.publishing import Anchoring
    from croupier.bank.store import Store
    from croupier.cli.room.said import Says
    from croupier.room.room import Room
    from croupier.room.state.hall import Step

KEY_LENGTH = 16  # of a key that nobody gave: 64 random bits, and short enough to type


def url_of(bank: str) -> str:
    """A file's name may hold what means something else in a URL."""
    return bank if "://" in bank else f"sqlite:///{quote(bank)}"


@contextmanager
def opened(bank: str, *, new: bool = False) -> "Iterator[Store]":
    """The bank, to do something in it; unless it is a new one it must be there already."""
    from croupier.bank.store import open_store

    url = _named(bank, new=new)
    if new:
        _check_no_anchors(url)
    with open_store(url) as store:
        yield store


def _check_no_anchors(url: str) -> None:
    """Where a bank was before, another is not begun by mistake, or as if nothing had been."""
    from croupier.bank.anchors.publishing import file_for

    anchors, file = file_for(url), _file_of(url)
    if file and not Path(file).exists() and anchors is not None and anchors.exists():
        raise RuleError(
            f"there is no bank {file}, but {anchors} has anchors of one; bring that bank back, or"
            " move its anchors away before another is begun",
            "anchor/earlier",
        )


def _file_of(url: str) -> str:
    begin = "sqlite:///"
    return unquote(url.removeprefix(begin).partition("?")[0]) if url.startswith(begin) else ""


@contextmanager
def looked_into(bank: str) -> "Iterator[Store]":
    """The bank, to be read: nobody waits for us, and it may lie where nothing can be written."""
    from croupier.bank.store import read_store

    with read_store(_named(bank)) as store:
        yield store


def _named(bank: str, *, new: bool = False) -> str:
    url = url_of(bank)
    warn_of_password(bank)
    file = _file_of(url)
    if file and not new and not Path(file).is_file():
        from croupier.bank.faults import without_password

        raise RuleError(
            f"there is no bank {without_password(file)}; name one with --bank, or found a room: "
            "croupier room found",
            "bank/missing",
        )
    return url


def warn_of_password(bank: str) -> None:
    """What stands in the command line, everybody on the machine can read while it runs."""
    if "://" not in bank or not any(bank in word for word in sys.argv):
        return
    from croupier.bank.faults import without_password

    if without_password(bank) != bank:
        warn(
            "the password in --bank can be seen by everybody on this machine; leave it out, and"
            " keep it in ~/.pgpass, or in PGPASSFILE, PGPASSWORD or CROUPIER_BANK",
            Notice,
            stacklevel=2,
        )


@contextmanager
def read_by(bank: str, by: str) -> "Iterator[Store]":
    """The bank, for somebody of the room who may read it; nobody named: whoever has the bank."""
    with looked_into(bank) as store:
        if by:
            from croupier.room.people.roles import check_may
            from croupier.room.room import Room

            check_may(Room(store).hall.floor.people, by, "read the books")
        yield store


def act(
    bank: str,
    by: str,
    key: str,
    decide: "Callable[..., Step]",
    *about: object,
    said: "str | Says",
    as_json: bool,
    new: bool = False,
    doing: str = "",
    then: "Callable[[Room], dict[str, object]] | None" = None,
    **more: object,
) -> None:
    """One act, and what it came to; `then` shows more of it.

    `said` makes the answer of what the act moved (cli/room/said.py); plain words do where it moves
    nothing.
    """
    from croupier.cli.room.said import Answer, outcome
    from croupier.room.books.plain import plain
    from croupier.room.room import Room

    with opened(bank, new=new) as store, anchored(bank) as anchors:
        room = Room(store, anchors=anchors)
        try:
            with working(doing) if doing else nullcontext():
                receipt = room.do(key or uuid4().hex[:KEY_LENGTH], by, decide, *about, **more)
        except Refused as refused:
            raise plain(refused) from refused
        answer = Answer(said) if isinstance(said, str) else said(outcome(room, receipt))
        if not as_json:
            _print(answer.text, receipt, own_key=bool(key))
        shown = {} if then is None else then(room)
    if as_json:
        moved = {"moved": answer.moved} if answer.moved else {}
        write_json({"said": answer.text, **_receipt(receipt), **moved, **shown})


@contextmanager
def anchored(bank: str) -> "Iterator[Anchoring]":
    """Anchors go where the operator says; that one could not be kept is told, and stops nothing."""
    from croupier.bank.anchors.publishing import Anchoring, every, places_for

    anchors = Anchoring(places_for(url_of(bank)), every())
    try:
        yield anchors
    finally:
        for failed in anchors.finish():
            warn(failed, Notice, stacklevel=3)


def _print(text: str, receipt: "Receipt", *, own_key: bool) -> None:
    """The words; then, for `room reverse`, by what the act can be named."""
    console = screen()
    console.print(text, highlight=False, markup=False)
    key = "" if own_key else f", key {receipt.key}"
    console.print(f"record {receipt.last}{key}", style="dim", highlight=False, markup=False)


def _receipt(receipt: "Receipt") -> dict[str, object]:
    names = ("key", "stream", "version", "first", "last")
    return {name: getattr(receipt, name) for name in names}
