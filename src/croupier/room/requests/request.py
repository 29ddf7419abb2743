"""Requests and their outcomes: an act with everything that it depended on, or a refusal."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from croupier.bank.act import KeyTaken, Receipt, check_key, key_taken, request_content
from croupier.bank.faults import BUSY
from croupier.bank.store import FAILED, Store
from croupier.errors import Refused, RuleError, shown
from croupier.program import running
from croupier.room.cage import cage, corrections
from croupier.room.meters import ends, meters
from croupier.room.own_limits import decisions as own_limits
from croupier.room.people import floor, known_differences, proposals, sign_ins
from croupier.room.people.proposals import check_seconded
from croupier.room.requests.text import older_texts, parameters_of, request_text
from croupier.room.requests.values import person, understood
from croupier.room.state.hall import Actor, Hall, Transition
from croupier.room.state.view import HallView, Looked, StreamState, StreamStates
from croupier.room.tables import bets, rounds, seats, tables

MODULES = (
    *(floor, proposals, known_differences, sign_ins),
    *(cage, corrections, own_limits),
    *(tables, bets, seats, rounds),
    *(meters, ends),
)


def _named() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in MODULES:
        for value in vars(module).values():
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "decision"):
                yield value.decision, value


DECISIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(dict(_named()))
assert len(DECISIONS) == len(list(_named())), "two decisions have one name"


def decision_named(name: str) -> Callable[..., Any]:
    if name not in DECISIONS:
        known = ", ".join(sorted(DECISIONS))
        raise RuleError(f"no decision {shown(name)}; there are: {known}", "request/unknown")
    return DECISIONS[name]


Decide = Callable[..., Transition]
UNAPPROVED = (floor.founded, floor.approved)  # allowed to a program that is not approved yet


class Request(NamedTuple):
    """A decision, who asks for it, its arguments, and its idempotency key.

    `requires` is what a front end asks besides, on the hall that the request is decided on.
    """

    key: str
    by: str
    decide: Decide | str  # or its name
    about: tuple[object, ...] = ()
    more: Mapping[str, object] = MappingProxyType({})
    requires: "Callable[[Hall, Request], None] | None" = None

    def understood(self) -> "Request":
        """The request in canonical form; refused if its values are not of the declared types."""
        check_key(self.key)
        about, more = understood(self.function, self.about, self.more)
        return Request(self.key, person(self.by), self.function, about, more, self.requires)

    @property
    def arguments(self) -> dict[str, Any]:
        """By name; those left out are not among them."""
        names = (each.name for each in parameters_of(self.function))
        return dict(zip(names, self.about, strict=False)) | dict(self.more)

    @property
    def function(self) -> Decide:
        return decision_named(self.decide) if isinstance(self.decide, str) else self.decide

    @property
    def text(self) -> str:
        return request_text(self.by, self.function, self.about, self.more)

    def decided(self, hall: Hall, now: int = 0) -> Transition:
        if self.function not in UNAPPROVED:
            check_program(hall.floor)
        if self.requires is not None:
            self.requires(hall, self)
        actor = Actor(self.key, self.by, now, hall.keys)
        step = self.function(hall, actor, *self.about, **self.more)
        check_seconded(lambda: hall.proposals, step.act.parts)
        return step._replace(act=replace(step.act, request=self.text))

    def answer(self, store: Store, content: str, receipt: Receipt) -> Receipt | Refused:
        """The receipt of the act with this key, if its request was the same; or a refusal."""
        if content == request_content(self.key, self.text):
            return receipt
        older = older_texts(store, receipt, self.by, self.function, (self.about, self.more))
        same = any(content == request_content(self.key, text) for text in older)
        return receipt if same else key_taken(receipt)


def check_program(state: floor.Floor) -> None:
    """The room must be founded, and this program the approved one."""
    if not state.version:
        raise no_room()
    if running() != state.program:
        raise RuleError(
            f"this program is {running()[:16]}; the room was approved for {state.program[:16]}: run"
            " that one, or let an administrator approve this one",
            "program/changed",
        )


def no_room() -> RuleError:
    return RuleError("there is no room in this bank yet: croupier room found", "room/founded")


class Decision(NamedTuple):
    """The outcome of a request, and what it depended on."""

    outcome: Transition | Refused
    looked: Looked


def decided(
    requests: Mapping[int, Request],
    states: StreamStates,
    hall_of: Callable[[HallView], Hall],
    now: int,
) -> dict[int, Decision]:
    """Decides each request on the hall as the ones before it would leave it."""
    decisions: dict[int, Decision] = {}
    own, moved = dict[str, StreamState](), defaultdict[str, int](int)
    hall = hall_of(HallView(states, own)).with_moved(moved)
    writers: dict[str, str] = {}  # the key of the act that writes to each stream
    keys: set[str] = set()
    for place, request in requests.items():
        view = HallView(states, own)
        try:
            if request.key in keys:
                raise KeyTaken(f"key {request.key!r}: twice at once")
            keys.add(request.key)
            step = request.decided(replace(hall, view=view), now)
        except Refused as refused:
            if refused.code in (FAILED, BUSY):  # the database did not answer
                raise
            decisions[place] = Decision(refused, view.looked)
            continue
        act = view.looked.named_in(step.act, writers)
        decisions[place] = Decision(step._replace(act=act), view.looked)
        own |= {state.stream: state for state in step.states}
        for posting in act.postings:
            moved[posting.debit] -= posting.cents
            moved[posting.credit] += posting.cents
        writers |= {part.stream: act.key for part in act.parts}
    return decisions
