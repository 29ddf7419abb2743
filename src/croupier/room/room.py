"""A room on its books: decisions are made in order, committed together, and told after that.

A table, a meter or a person is shown as the books have it, never ahead of them. After a crash, a
new Room on the same store finds everything where it was.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from croupier.bank.act import (
    Event,
    KeyTaken,
    Receipt,
    StaleAct,
    asked_content,
    check_key,
    key_taken,
)
from croupier.bank.store import Store
from croupier.errors import Refused, RuleError
from croupier.program import running
from croupier.room import floor, meters, poker_state, table_state
from croupier.room.asking import asked_text
from croupier.room.cage import CAGE
from croupier.room.hall import AnyTable, Asked, Hall, Step, WorthOf, exactly
from croupier.room.older_asked import older_texts
from croupier.room.recall import ended
from croupier.rules.registry import POKER

Decide = Callable[..., Step]
TRIES = 5  # an act that others made stale is decided on again
UNAPPROVED = (floor.founded, floor.approved)  # what a program may do that nobody has approved yet


class Request(NamedTuple):
    """Something that somebody asks for: a decision, and what it is about."""

    key: str
    by: str
    decide: Decide
    about: tuple[object, ...] = ()
    more: Mapping[str, object] = MappingProxyType({})

    @property
    def text(self) -> str:
        return asked_text(self.by, self.decide, *self.about, **self.more)

    def decided(self, hall: Hall, now: int = 0) -> Step:
        if self.decide not in UNAPPROVED:
            check_program(hall.floor)
        step = self.decide(hall, Asked(self.key, self.by, now), *self.about, **self.more)
        return step._replace(act=replace(step.act, asked=self.text))

    def answer(self, store: Store, content: str, receipt: Receipt) -> Receipt | Refused:
        """When an act with this key is in the books: this one, or another."""
        if content == asked_content(self.key, self.text):
            return receipt
        older = older_texts(store, receipt, self.by, self.decide, self.about, self.more)
        same = any(content == asked_content(self.key, text) for text in older)
        return receipt if same else key_taken(receipt)


def check_program(found: floor.Floor) -> None:
    """That a room is founded, and the program the one which an administrator approved."""
    if not found.version:
        raise no_room()
    if running() != found.program:
        raise RuleError(
            f"this program is {running()[:16]}; the room was approved for {found.program[:16]}: run"
            " that one, or let an administrator approve this one",
            "program/changed",
        )


def no_room() -> RuleError:
    return RuleError("there is no room in this bank yet: croupier room found", "room/founded")


class Room:
    """`worth_of` finds what a table is worth as it opens: exactly, but where a trial is quick."""

    def __init__(self, store: Store, worth_of: WorthOf = exactly) -> None:
        self.store = store
        self.worth_of = worth_of
        self.hall = Hall(floor.Floor({}, ""))
        self._unsure = False  # whether the hall may be behind the books
        self.read()

    def read(self) -> None:
        """The hall as the books have it."""
        store = self.store
        tables = (_table(*self._kept(stream)) for stream in store.streams(table_state.TABLE))
        found = (
            meters.resumed(stream.removeprefix(meters.METER), *self._kept(stream))
            for stream in store.streams(meters.METER)
        )
        self.hall = Hall(
            floor.resumed(*self._kept(floor.ROOM)),
            {state.name: state for state in tables},
            {meter.name: meter for meter in found},
            store.version(CAGE),
            store.balance,
            store.posting,
            partial(ended, store),
            self.worth_of,
        )

    def do(self, key: str, by: str, decide: Decide, *about: object, **more: object) -> Receipt:
        """One act: in the books when this returns, or refused and nothing changed."""
        (answer,) = self.do_all([Request(key, by, decide, about, more)])
        if isinstance(answer, Refused):
            raise answer
        return answer

    def do_all(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Acts of several people in one commit, decided in their order, each by itself.

        An act whose key is in the books already is not decided on again: its receipt is the answer,
        or KeyTaken if that key was used for something else.
        A StoreError says that the database failed; ask for the same again, keys and all.
        """
        answers: dict[int, Receipt | Refused] = {}
        for _ in range(TRIES):
            if self._unsure:
                self.read()
            self._unsure = True  # until the books have answered
            unanswered = self._try(requests, answers)
            self._unsure = bool(unanswered) and self._behind()
            if not unanswered:
                break
        return [answers.get(place) or unanswered[place] for place in range(len(requests))]

    def _try(
        self, requests: Sequence[Request], answers: dict[int, Receipt | Refused]
    ) -> dict[int, Refused]:
        """Answers what is certain. The rest was decided on what then did not come about."""
        left = list(_with_keys(requests, answers))
        done = self.store.done([requests[place].key for place in left])
        for place in left:
            if (request := requests[place]).key in done:
                answers[place] = request.answer(self.store, *done[request.key])
        steps, refusals = self._decided(requests, [place for place in left if place not in answers])
        written = self.store.commit_many([step.act for step in steps.values()])
        came_about = True
        for (place, step), receipt in zip(steps.items(), written, strict=True):
            if isinstance(receipt, Receipt):
                answers[place] = receipt
                self.hall = self.hall.after(step)
                continue
            came_about = False
            (refusals if isinstance(receipt, StaleAct) else answers)[place] = receipt
        if refusals and came_about and not self._behind():
            final = {place: one for place, one in refusals.items() if not isinstance(one, KeyTaken)}
            answers |= final
            refusals = {place: one for place, one in refusals.items() if place not in final}
        return refusals

    def _decided(
        self, requests: Sequence[Request], places: Sequence[int]
    ) -> tuple[dict[int, Step], dict[int, Refused]]:
        """Each on the hall as the ones before it would leave it."""
        hall, steps, refusals = self.hall, dict[int, Step](), dict[int, Refused]()
        keys, now = set[str](), self.store.clock()
        for place in places:
            request = requests[place]
            try:
                if request.key in keys:
                    raise KeyTaken(f"key {request.key!r}: twice at once")
                keys.add(request.key)
                step = request.decided(hall, now)
            except Refused as refused:
                refusals[place] = refused
                continue
            hall = hall.after(step).with_balances(step.act.postings)
            steps[place] = step
        return steps, refusals

    def _behind(self) -> bool:
        """Whether somebody else has written what the hall does not know."""
        hall = self.hall
        known = {state.stream: state.version for state in hall.tables.values()}
        known |= {meter.stream: meter.version for meter in hall.meters.values()}
        known |= {floor.ROOM: hall.floor.version, CAGE: hall.cage}
        return {name: count for name, count in known.items() if count} != self.store.versions()

    def _kept(self, stream: str) -> tuple[int, str | None, list[Event]]:
        kept = self.store.snapshot(stream)
        version, snapshot = (0, None) if kept is None else kept
        return version, snapshot, self.store.events(stream, after=version)


def _with_keys(requests: Sequence[Request], answers: dict[int, Receipt | Refused]) -> Iterator[int]:
    """The places of those that are not answered; a key that cannot be one is refused at once."""
    for place, request in enumerate(requests):
        if place not in answers:
            try:
                check_key(request.key)
            except Refused as refused:
                answers[place] = refused
            else:
                yield place


def _table(version: int, snapshot: str | None, events: Sequence[Event]) -> AnyTable:
    """A table's stream says which machine plays it."""
    assert snapshot is not None, "the first act on a table keeps one"
    data = json.loads(snapshot)
    if data["config"]["game"] in POKER:
        return poker_state.resumed(version, data, events)
    return table_state.resumed(version, data, events)
