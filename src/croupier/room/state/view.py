"""The states of a room's streams: each is read on first use, and every lookup is noted.

An act names the versions of the streams that it was decided on: if one has changed when the act is
written, the act is stale. A refusal is valid while everything that it read is unchanged.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeVar, cast

from croupier.bank.act import Act, SeenStream, SeenStreams
from croupier.bank.store import Store, StoredStream


class StreamState(Protocol):
    @property
    def stream(self) -> str: ...

    @property
    def version(self) -> int: ...


ReadBack = Callable[[str, StoredStream], StreamState | None]


class StreamStates:
    """The known states of a room's streams; unknown ones are read."""

    def __init__(self, store: Store, read_back: ReadBack) -> None:
        self._store = store
        self._read_back = read_back
        self._whole: frozenset[str] = frozenset()  # prefixes of which every stream is known
        self.known: dict[str, StreamState] = {}  # only reads add to it; `learn` replaces it
        self._new: dict[str, int] = {}  # versions

    def one(self, stream: str) -> StreamState | None:
        """The state of a stream; None if there is no such stream."""
        if stream not in self.known:
            found = self._store.stored_streams([stream])
            self._add({stream: found.get(stream, StoredStream(0))})
        return self.known.get(stream)

    def all(self, prefix: str) -> dict[str, StreamState]:
        """The states of all streams with this prefix."""
        if prefix not in self._whole:
            lacking = [one for one in self._store.streams(prefix) if one not in self.known]
            self._add(self._store.stored_streams(lacking))
            self._whole |= {prefix}
        return {name: one for name, one in self.known.items() if name.startswith(prefix)}

    def read(self, prefixes: Collection[str]) -> None:
        """Reads all streams with these prefixes again, in one consistent read."""
        self.forget()
        self._add(self._store.stored_streams(prefixes=prefixes))
        self._whole = frozenset(prefixes)

    def _add(self, streams: Mapping[str, StoredStream]) -> None:
        for stream, kept in streams.items():
            state = self._read_back(stream, kept)
            if state is not None:
                self.known[stream] = state
                self._new[stream] = state.version

    def learn(self, states: Sequence[StreamState]) -> None:
        """Adds states that are in the books now, in a new mapping: views hold the old one."""
        self.known = {**self.known, **{state.stream: state for state in states}}
        self._new |= {state.stream: state.version for state in states}

    def newly_known(self) -> dict[str, int]:
        """The versions of the streams that were read or learned since the last call."""
        new, self._new = self._new, {}
        return new

    def forget(self) -> None:
        self.known, self._whole, self._new = {}, frozenset(), {}

    def refresh(
        self, streams: Collection[str] = (), prefixes: Collection[str] = ("",)
    ) -> frozenset[str]:
        """Forgets the streams that have changed, and returns their names."""
        begin = tuple(prefixes)
        known = {
            name: state.version
            for name, state in self.known.items()
            if name in streams or name.startswith(begin)
        }
        now = self._store.versions(streams, prefixes)
        changed = frozenset(
            name for name in known.keys() | now.keys() if known.get(name, 0) != now.get(name, 0)
        )
        if changed:
            self.known = {one: state for one, state in self.known.items() if one not in changed}
            self._whole = frozenset(kind for kind in self._whole if not any_of(changed, kind))
        return changed


def any_of(streams: Collection[str], prefix: str) -> bool:
    return any(stream.startswith(prefix) for stream in streams)


class Looked(NamedTuple):
    """What a decision read: single streams, and prefixes (all streams of a kind)."""

    streams: Mapping[str, int]  # with their versions
    kinds: Mapping[str, SeenStreams]

    def touches(self, changed: Collection[str]) -> bool:
        return any(stream in changed for stream in self.streams) or any(
            any_of(changed, kind) for kind in self.kinds
        )

    def named_in(self, act: Act, writers: Mapping[str, str]) -> Act:
        """The act with its preconditions; `writers` are the earlier acts of the same commit.

        The streams that it writes to are preconditions anyway, and a prefix includes its streams.
        """
        written, kinds = {part.stream for part in act.parts}, tuple(self.kinds)
        seen = tuple(
            SeenStream(stream, version)
            for stream, version in self.streams.items()
            if stream not in written and not stream.startswith(kinds)
        )
        upon = {writers[stream] for stream in self.streams if stream in writers}
        if kinds:
            upon |= {key for stream, key in writers.items() if stream.startswith(kinds)}
        return replace(act, seen=seen, seen_all=tuple(self.kinds.values()), upon=frozenset(upon))


class HallView:
    """The streams as they would be after acts not yet in the books; every lookup is noted."""

    def __init__(self, states: StreamStates, own: Mapping[str, StreamState]) -> None:
        self._states = states
        self._own = own
        self._streams: dict[str, int] = {}
        self._kinds: dict[str, SeenStreams] = {}

    @property
    def looked(self) -> Looked:
        return Looked(self._streams, self._kinds)

    def one(self, stream: str) -> StreamState | None:
        state = self._own[stream] if stream in self._own else self._states.one(stream)
        self._streams[stream] = 0 if state is None else state.version
        return state

    def all(self, prefix: str) -> list[str]:
        own = {name: one for name, one in self._own.items() if name.startswith(prefix)}
        found = {**self._states.all(prefix), **own}
        events = sum(state.version for state in found.values())
        self._kinds[prefix] = SeenStreams(prefix, len(found), events)
        return sorted(found)

    def aside(self) -> "HallView":
        """A view for messages only, whose lookups are not noted."""
        return HallView(self._states, self._own)


Named = TypeVar("Named", bound=StreamState)


class ByName(Mapping[str, Named]):
    """The streams of one kind, by name: a room's tables, or its meters."""

    def __init__(self, view: HallView, prefix: str) -> None:
        self._view = view
        self._prefix = prefix

    def __getitem__(self, name: str) -> Named:
        state = self._view.one(self._prefix + name)
        if state is None:
            raise KeyError(name)
        return cast(Named, state)

    def __iter__(self) -> Iterator[str]:
        return (stream.removeprefix(self._prefix) for stream in self._view.all(self._prefix))

    def __len__(self) -> int:
        return len(self._view.all(self._prefix))
