"""The streams that some acts tell or were decided on: an act is stale when they are not as it says.

They are read when the writer's lock is held, so what is checked here holds until it is written.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, func, select

from croupier.bank.act import Act, Part, SeenStreams, StaleAct
from croupier.bank.schema import tables as schema
from croupier.errors import shown


@cache
def _counted(prefix: str) -> Select[Any]:
    """How many streams have names that begin so, and how many events they have together."""
    table = schema.streams
    events = func.coalesce(func.sum(table.c.version), 0)
    return select(func.count(), events).where(table.c.name.startswith(prefix, autoescape=True))


class Streams:
    def __init__(self, connection: Connection, acts: Sequence[Act], found: dict[str, int]) -> None:
        self.versions = found
        self.known = frozenset(found)
        self.moved: set[str] = set()
        self._written: set[str] = set()  # the keys of acts
        self._counted: dict[str, SeenStreams] = {}
        for prefix in {seen.prefix for act in acts for seen in act.seen_all}:
            streams, events = connection.execute(_counted(prefix)).one()
            self._counted[prefix] = SeenStreams(prefix, streams, int(events))

    def check(self, act: Act) -> None:
        """That what the act was decided on still holds."""
        for stream, answered in (*((part.stream, part.version) for part in act.parts), *act.seen):
            version = self.versions.get(stream, 0)
            if version != answered:
                raise StaleAct(
                    f"act {shown(act.key)} answers {stream} #{answered}, which is at #{version}"
                )
        for seen in act.seen_all:
            now = self._counted[seen.prefix]
            if now != seen:
                raise StaleAct(
                    f"act {shown(act.key)} answers {seen.streams} streams {shown(seen.prefix)} with"
                    f" {seen.events} events; there are {now.streams} with {now.events}"
                )
        if missing := act.upon - self._written:
            raise StaleAct(f"act {shown(act.key)} answers {shown(min(missing))}, which is not done")

    def tell(self, part: Part) -> None:
        new = part.stream not in self.versions
        for prefix, (_, streams, events) in self._counted.items():
            if part.stream.startswith(prefix):
                now = SeenStreams(prefix, streams + new, events + len(part.events))
                self._counted[prefix] = now
        self.versions[part.stream] = part.version_after
        self.moved.add(part.stream)

    def done(self, act: Act) -> None:
        self._written.add(act.key)


def names_of(act: Act) -> Iterator[str]:
    """Every stream that the act tells something, or was decided on."""
    for part in act.parts:
        yield part.stream
    for seen in act.seen:
        yield seen.stream
