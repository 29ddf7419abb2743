"""The state of the stream `proposals`: those that wait for a second person."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from croupier.bank.act import Event
from croupier.bank.store import StoredStream
from croupier.errors import RuleError, shown
from croupier.room.books.days import Days
from croupier.room.names import PROPOSALS

PROPOSED, SECONDED = "proposed", "seconded"
WITHDRAWN, REFUSED = "proposal withdrawn", "proposal refused"
REMEMBERED = 20  # closed proposals, to explain a late approval


@dataclass(frozen=True, slots=True)
class Proposal:
    number: int
    by: str
    what: str
    about: Mapping[str, Any]
    at: int  # milliseconds since 1970, UTC
    until: int

    @property
    def expires(self) -> str:
        return f"{Days().shown(self.until)} UTC"

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Proposals:
    """The open proposals, and the outcomes of the latest closed ones."""

    open: Mapping[int, Proposal] = field(default_factory=dict)
    closed: Mapping[int, str] = field(default_factory=dict)
    last: int = 0  # number
    version: int = 0

    stream: ClassVar[str] = PROPOSALS

    def find(self, number: int) -> Proposal:
        if number in self.open:
            return self.open[number]
        waiting = ", ".join(map(str, self.open)) or "none"
        if number in self.closed:
            raise RuleError(f"proposal {number} was {self.closed[number]}", "proposal/closed")
        raise RuleError(
            f"there is no open proposal {shown(number)}; open: {waiting}", "proposal/unknown"
        )

    def waiting(self, now: int) -> list[Proposal]:
        return [one for one in self.open.values() if now <= one.until]

    def after(self, event: Event) -> "Proposals":
        """The proposals after an event of their stream."""
        said = json.loads(event.body)
        number, version = said["number"], self.version + 1
        if event.kind == PROPOSED:
            proposal = Proposal(**said)
            gone = [one for one in self.open.values() if one.until < proposal.at]
            closed = {one.number: f"proposed by {one.by} and expired" for one in gone}
            left = {one: self.open[one] for one in self.open if one not in closed}
            return Proposals(
                {**left, number: proposal}, self._closed(closed), max(self.last, number), version
            )
        became = {SECONDED: "approved", WITHDRAWN: "withdrawn", REFUSED: "refused"}[event.kind]
        left = {one: self.open[one] for one in self.open if one != number}
        closed = self._closed({number: f"{became} by {said['by']}"})
        return replace(self, open=left, closed=closed, version=version)

    def _closed(self, more: Mapping[int, str]) -> dict[int, str]:
        return dict(sorted({**self.closed, **more}.items())[-REMEMBERED:])

    def to_json(self) -> dict[str, object]:
        return {
            "open": [proposal.to_json() for proposal in self.open.values()],
            "closed": [[number, became] for number, became in self.closed.items()],
            "last": self.last,
        }


def resumed(stored: StoredStream) -> Proposals:
    """Every act on the stream keeps a snapshot."""
    if stored.snapshot is None:
        return Proposals()
    data = json.loads(stored.snapshot)
    waiting = {one["number"]: Proposal(**one) for one in data["open"]}
    found = Proposals(
        waiting, dict(data["closed"]), data["last"], stored.version - len(stored.events)
    )
    for event in stored.events:
        found = found.after(event)
    return found
