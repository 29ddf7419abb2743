"""An act is done, and answered by what it moved, not by what was asked for.

So the answer is also true of an act that is sent again: the books say what was done the first time.
A command passes `do` a function from an `Outcome` to an `Answer`; or plain words, where no money
moves.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, NamedTuple
from uuid import uuid4

from croupier.bank.act import Receipt
from croupier.bank.reading import Done, act_of
from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.room.bank import anchored, opened
from croupier.cli.screen import screen
from croupier.errors import Refused
from croupier.money import dollars
from croupier.room.books.plain import plain
from croupier.room.cage import cash_postings as by_hand
from croupier.room.room import Room
from croupier.room.state.hall import Step
from croupier.room.tables.state import TABLE

KEY_LENGTH = 16  # of a key that nobody gave: 64 random bits, and short enough to type


class Answer(NamedTuple):
    """Words for people, in dollars and names; the same for programs, in cents."""

    text: str
    moved: Mapping[str, object] = {}


class Outcome(NamedTuple):
    """An act as the books have it, and the room as it is now."""

    room: Room
    receipt: Receipt
    done: Done

    @property
    def body(self) -> dict[str, Any]:
        """What the act told first."""
        return dict(json.loads(self.done.events[0].body))

    @property
    def table(self) -> str:
        return self.receipt.stream.removeprefix(TABLE)

    def balance(self, account: str) -> int:
        """Of an account now."""
        return self.room.store.balance(account)


Says = Callable[[Outcome], Answer]


def outcome(room: Room, receipt: Receipt) -> Outcome:
    return Outcome(room, receipt, act_of(room.store, receipt))


def do(
    bank: str,
    by: str,
    key: str,
    decide: Callable[..., Step],
    *about: object,
    said: str | Says,
    as_json: bool,
    new: bool = False,
    doing: str = "",
    then: Callable[[Room], dict[str, object]] | None = None,
    **more: object,
) -> None:
    """One act, and what it came to; `then` shows more of it.

    `said` makes the answer of what the act moved; plain words do where it moves
    nothing.
    """
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


def _print(text: str, receipt: Receipt, *, own_key: bool) -> None:
    """The words; then, for `room reverse`, by what the act can be named."""
    console = screen()
    console.print(text, highlight=False, markup=False)
    key = "" if own_key else f", key {receipt.key}"
    console.print(f"record {receipt.last}{key}", style="dim", highlight=False, markup=False)


def _receipt(receipt: Receipt) -> dict[str, object]:
    names = ("key", "stream", "version", "first", "last")
    return {name: getattr(receipt, name) for name in names}


def players_at(act: Outcome) -> dict[int, str]:
    """Who sits where: as now, or as it was when an act that is sent again was done."""
    state = act.room.hall.tables[act.table]
    if state.version == act.receipt.version:
        return dict(sorted(state.seats.items()))
    players: dict[int, str] = {}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == by_hand.BOUGHT:
            bought = json.loads(event.body)
            players[bought["seat"]] = bought["player"]
    return dict(sorted(players.items()))


def tray_words(tray: int) -> str:
    """A tray below zero owes chips: a win was larger, or poker's chips were sold without a fill."""
    return f"the tray has {dollars(tray)}" if tray >= 0 else f"the tray is {dollars(-tray)} short"
