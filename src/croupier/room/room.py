"""A room on its books: decisions are made in order, committed together, and answered after that.

The states that it shows are never ahead of the books. After a crash, a new Room on the same store
continues where the last one stopped.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from croupier.bank.act import KeyTaken, Receipt, StaleAct
from croupier.bank.anchors import Anchoring
from croupier.bank.sealing import NO_KEYS, Keys, keys_for
from croupier.bank.store import Commit, Store, StoredStream
from croupier.bank.written import Balances
from croupier.errors import BadRecord, Refused
from croupier.money import Cents
from croupier.room.books.recall import ended
from croupier.room.meters import meters
from croupier.room.names import CAGE, DIFFERENCES, METER, OWN, PROPOSALS, ROOM, SIGN_INS, TABLE
from croupier.room.own_limits import state as own_limits
from croupier.room.people import floor, proposal_state
from croupier.room.requests.request import Decide, Decision, Request, decided
from croupier.room.state.hall import EventCount, Hall, KnownTable, Transition, WorthOf, exactly
from croupier.room.state.view import HallView, StreamState, StreamStates
from croupier.room.tables.kinds import resumed
from croupier.room.tables.state import unread

TRIES = 2  # to decide a stale act again; after that, with all other writers locked out


class Trial(NamedTuple):
    """The outcome of deciding some requests and writing their acts."""

    unsure: dict[int, Decision]  # refused or stale, maybe because of an outdated state
    came_about: bool = True  # everything decided was written
    others: bool = False  # some acts were in the books already


class Room:
    """`worth_of` computes what a table is worth to the house when it opens: exactly, unless a
    rehearsal passes a quick estimate.

    `anchors` publishes the head of the chain from time to time, after a commit.
    """

    def __init__(
        self, store: Store, worth_of: WorthOf = exactly, anchors: Anchoring | None = None
    ) -> None:
        self.store = store
        self.anchors = anchors
        self.worth_of = worth_of
        self.keys = keys_for(store.engine.url)
        self._states = StreamStates(store, partial(read_back, keys=self.keys))
        self._balances = Balances(store.balances_of)

    @property
    def hall(self) -> Hall:
        """The states read so far, as the books had them then; the others are read on demand."""
        return self._hall(HallView(self._states, self._states.known))

    def _hall(self, view: HallView) -> Hall:
        store = self.store
        past = partial(ended, store)
        keys, check = self.keys, store.check
        return Hall(view, store.balance, store.posting, past, self.worth_of, keys, check)

    def _deciding(self, view: HallView) -> Hall:
        """With balances from memory, as long as nobody else has written."""
        return replace(self._hall(view), balance=self._balance)

    def _balance(self, account: str) -> Cents:
        found = self._balances.of([account])
        return found[account] if found else self.store.balance(account)  # which says why not

    def read(self) -> None:
        """Reads the whole hall again, in one consistent read."""
        self._states.read((ROOM, CAGE, PROPOSALS, DIFFERENCES, SIGN_INS, TABLE, METER, OWN))

    def balances(self, names: Collection[str]) -> dict[str, Cents]:
        """Of accounts, as of the last commit or refresh; without those that do not exist."""
        return self._balances.of(names)

    def balances_at(
        self, names: Collection[str], versions: Mapping[str, int]
    ) -> dict[str, Cents] | None:
        """The same as of these versions of streams; None if others have written to one since."""
        before, found = self._balances.reads, self._balances.of(names)
        if self._balances.reads == before:  # what is in memory is as old as the states are
            return found
        return found if self.store.versions(list(versions), ()) == versions else None

    def newly_known(self) -> dict[str, int]:
        """The versions of the streams that were read or written since the last call."""
        return self._states.newly_known()

    def refresh(self) -> None:
        """Forgets states that other processes have changed; they are read again on demand."""
        self._balances.follow(self.store.head().sequence)
        self._states.refresh()

    def do(
        self, key: str, by: str, decide: Decide | str, *about: object, **more: object
    ) -> Receipt:
        """One act: in the books when this returns, or refused and nothing changed.

        `decide` is a decision, or its name (docs/room.md lists them).
        """
        (answer,) = self.do_all([Request(key, by, decide, about, more)])
        if isinstance(answer, Refused):
            raise answer
        return answer

    def do_all(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Acts of several people in one commit, decided in order, each separately.

        An act whose key is in the books already is not decided again: its receipt is the answer, or
        KeyTaken if that key was used for something else.
        A StoreError means that the database failed; send the same requests again, with their keys.
        """
        requests, answers = _understood(requests)
        try:
            for _ in range(TRIES):
                trial = self._try(requests, answers, self.store.commit_many)
                unanswered = self._unanswered(trial, requests, answers)
                if not unanswered:
                    break
            else:
                unanswered = self._try_alone(requests, answers)
        except BaseException:
            self._states.forget()  # the database did not answer
            raise
        if self.anchors is not None:
            self.anchors.after_commit(self.store)
        return [answers.get(place) or unanswered[place] for place in range(len(requests))]

    def _try_alone(
        self, requests: Sequence[Request], answers: dict[int, Receipt | Refused]
    ) -> dict[int, Refused]:
        """With all other writers locked out: a decision on many streams is soon stale again."""
        with self.store.alone() as commit:
            self._states.refresh()
            trial = self._try(requests, answers, commit)
        self._states.refresh()
        return {place: _refused(one) for place, one in trial.unsure.items()}

    def _try(
        self, requests: Sequence[Request], answers: dict[int, Receipt | Refused], commit: Commit
    ) -> Trial:
        """Decides each on the hall as the ones before it would leave it, then writes them."""
        left = [place for place in range(len(requests)) if place not in answers]
        done, head = self.store.done_at_head([requests[place].key for place in left])
        self._balances.follow(head)
        for place in left:
            if (request := requests[place]).key in done:
                answers[place] = request.answer(self.store, *done[request.key])
        open_ones = {place: requests[place] for place in left if place not in answers}
        decisions = decided(open_ones, self._states, self._deciding, self.store.clock())
        steps = {
            place: one.outcome
            for place, one in decisions.items()
            if isinstance(one.outcome, Transition)
        }
        before = self.store.written
        written = commit([step.act for step in steps.values()]) if steps else []
        if self.store.written is not before:
            self._balances.learn(self.store.written)
        unsure = {place: one for place, one in decisions.items() if place not in steps}
        came_about, others, learned = True, bool(done), list[StreamState]()
        for (place, step), receipt in zip(steps.items(), written, strict=True):
            if isinstance(receipt, StaleAct):
                unsure[place] = decisions[place]._replace(outcome=receipt)
            else:
                answers[place] = receipt
            if isinstance(receipt, Receipt) and not receipt.repeated:
                learned += step.states
            else:
                came_about = False
                others |= isinstance(receipt, Receipt)
        if learned:
            self._states.learn(learned)
        return Trial(unsure, came_about, others)

    def _unanswered(
        self,
        trial: Trial,
        requests: Sequence[Request],
        answers: dict[int, Receipt | Refused],
    ) -> dict[int, Refused]:
        """A refusal is final if all it depended on is unchanged; changed states are forgotten.

        Nor is it one if another process has written the same act just before the states were read.
        """
        unsure = trial.unsure
        if trial.others:
            changed = self._states.refresh()
        elif unsure:
            streams = {stream for one in unsure.values() for stream in one.looked.streams}
            kinds = {kind for one in unsure.values() for kind in one.looked.kinds}
            changed = self._states.refresh(streams, kinds)
        final = [
            place
            for place, one in unsure.items()
            if trial.came_about
            and not isinstance(one.outcome, KeyTaken)
            and not one.looked.touches(changed)
        ]
        done = self.store.done([requests[place].key for place in final]) if final else {}
        for place in final:
            refusal, request = _refused(unsure.pop(place)), requests[place]
            known = done.get(request.key)
            answers[place] = request.answer(self.store, *known) if known else refusal
        return {place: _refused(one) for place, one in unsure.items()}


def _refused(decision: Decision) -> Refused:
    assert isinstance(decision.outcome, Refused)
    return decision.outcome


def _understood(requests: Sequence[Request]) -> tuple[list[Request], dict[int, Receipt | Refused]]:
    """The requests in canonical form; malformed ones are refused at once."""
    answers: dict[int, Receipt | Refused] = {}
    asked = list(requests)
    for place, request in enumerate(requests):
        try:
            asked[place] = request.understood()
        except Refused as refused:
            answers[place] = refused
    return asked, answers


# The state of a stream, from its snapshot and events


BROKEN = (KeyError, TypeError, ValueError, AttributeError)  # Refused is a ValueError


def read_back(stream: str, stored: StoredStream, keys: Keys = NO_KEYS) -> StreamState | None:
    """None if there is no such table or meter, or if no room has such a stream."""
    try:
        return _state(stream, stored, keys)
    except Refused:
        raise
    except (*BROKEN, RecursionError) as broken:
        what = type(broken).__name__
    raise BadRecord(
        f"{stream}: its state in the books cannot be read ({what}); `croupier audit` says more",
        "record/snapshot",
    )


def _state(stream: str, stored: StoredStream, keys: Keys) -> StreamState | None:
    if stream == ROOM:
        return floor.resumed(stored)
    if stream in (CAGE, DIFFERENCES, SIGN_INS):
        return EventCount(stream, stored.version)
    if stream == PROPOSALS:
        return proposal_state.resumed(stored)
    if stream.startswith(OWN):
        return own_limits.resumed(stream.removeprefix(OWN), stored)
    if stored.version and stream.startswith(TABLE):
        return _table(stream.removeprefix(TABLE), stored, keys)
    if stored.version and stream.startswith(METER):
        return meters.resumed(stream.removeprefix(METER), stored)
    return None


def _table(name: str, stored: StoredStream, keys: Keys) -> KnownTable:
    if stored.snapshot is None:
        raise BadRecord(f"table {name}: no state of it was ever kept", "record/snapshot")
    try:
        data = json.loads(stored.snapshot)
        try:
            return resumed(stored.version - len(stored.events), data, stored.events, keys)
        except BROKEN as broken:
            reason = broken.message if isinstance(broken, Refused) else repr(broken)
            return unread(name, data, stored.version, reason)
    except BROKEN as broken:
        message = f"table {name}: its state in the books cannot be read ({broken!r})"
        raise BadRecord(message, "record/snapshot") from broken
