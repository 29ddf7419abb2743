"""One thread owns a Room: requests from any thread are gathered, committed together and answered.

A commit costs about the same for one act and for a hundred, so requests that arrive close together
share one. Every method here may be called from any thread, and none of them waits except `close`:
they return futures (`asyncio.wrap_future` awaits one). The Room belongs to the owner's thread:
nobody else may call it. States of tables, meters and people are immutable, so what `look` returns
of them may be kept and read anywhere; the Hall itself may not, because it reads on demand.
"""

import math
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from croupier.bank.act import Receipt
from croupier.bank.faults import StoreError
from croupier.errors import Refused, RuleError
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import Hall

MOST = 100  # requests in one commit
GATHER = 0.005  # seconds from the first request to its commit, while others may join it
FAILING = 3.0  # seconds for which that counts
BEHIND = -1  # no head of any chain: the next refresh finds something new
PAUSES = (0.05, 0.2, 1.0)  # seconds before the same requests are sent to a failed database again

Value = TypeVar("Value")


class Pace(NamedTuple):
    """How acts are gathered into commits."""

    gather: float = GATHER
    most: int = MOST


class News(NamedTuple):
    """What is new in the books, for a listener: each act once, in the order of the books."""

    receipts: tuple[Receipt, ...]  # of our own acts; empty if other processes wrote
    streams: Mapping[str, int]  # with new events: their versions


NewsListener = Callable[[News], object]


class CommitTiming(NamedTuple):
    """How one commit went, in seconds."""

    acts: int
    seconds: float
    waited: float  # from the submission of the first of them
    failed: bool  # the database did not take it


CommitListener = Callable[[CommitTiming], object]


@dataclass(slots=True, eq=False)
class _Submission:
    request: Request
    answer: Future[Receipt] = field(default_factory=Future)
    since: float = field(default_factory=monotonic)


@dataclass(slots=True, eq=False)
class _Visit:
    read: Callable[[Room], Any]
    answer: Future[Any] = field(default_factory=Future)


Task = TypeVar("Task", _Submission, _Visit)


class Owner:
    """Owns `room` until `close`. Other processes may write to the same bank: see `refresh`.

    `listener` is called in the owner's thread after each commit, after the futures are answered. It
    must be quick and must not wait for this owner. If the database fails it, it is told again with
    the next news or at the next refresh; any other failure is reported as an unhandled exception of
    the thread, and the owner continues. `on_commit` is told how each commit went, in the same way.
    """

    def __init__(
        self,
        room: Room,
        listener: NewsListener = lambda news: None,
        *,
        gather: float = GATHER,
        most: int = MOST,
        pauses: tuple[float, ...] = PAUSES,
        on_commit: CommitListener = lambda commit: None,
    ) -> None:
        self._room = room
        self._listener, self._on_commit = listener, on_commit
        self._gather_seconds, self._most, self._pauses = gather, most, pauses
        self._queue: deque[_Submission | _Visit] = deque()
        self._changed = threading.Condition()  # guards the queue and `_closed`
        self._closed = False
        self._failed = -math.inf  # when acts could last not be written, by `monotonic`
        self._head = room.store.head().sequence  # as of the last refresh
        self._turned = monotonic()
        self._unread = False  # the last refresh could not read the books
        self._told = room.store.versions()
        self._untold: dict[str, int] = {}  # the database failed the listener
        room.refresh()
        self._thread = threading.Thread(target=self._run, name="owner of the room", daemon=True)
        self._thread.start()

    def submit(self, request: Request) -> Future[Receipt]:
        """The receipt once the act is in the books; a Refused if it was refused.

        A StoreError says that the database failed several times: the outcome is unknown, so submit
        the same request again, with its key. Requests are decided in the order of submission. One
        that is canceled before its commit began is not decided at all.
        """
        return self._enqueue(_Submission(request)).answer

    def look(self, read: Callable[[Hall], Value]) -> "Future[Value]":
        """Calls `read` with the hall, after every request submitted earlier."""
        return self.visit(lambda room: read(room.hall))

    def visit(self, read: Callable[[Room], Value]) -> "Future[Value]":
        """The same with the room and its store: receipts, past rounds. It must only read."""
        return self._enqueue(_Visit(read)).answer

    def refresh(self) -> "Future[frozenset[str]]":
        """The streams that other processes have written to; the listener is called with them.

        If nothing is new this reads one row, so a server may call it several times a second.
        """
        return self._enqueue(_Visit(lambda _: self._refreshed())).answer

    @property
    def waiting(self) -> int:
        """How many tasks are in the queue."""
        return len(self._queue)

    @property
    def head(self) -> int:
        """The last record of the books, as of the last refresh."""
        return max(0, self._head)

    @property
    def silent(self) -> float:
        """Seconds since it last had nothing to do, or finished something; see `refresh`."""
        return monotonic() - self._turned

    @property
    def fails(self) -> bool:
        """Whether the books could not be read at the last refresh, or not written just now."""
        return self._unread or monotonic() - self._failed < FAILING

    def close(self) -> None:
        """Answers everything submitted so far, then ends; the store remains open."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def __enter__(self) -> "Owner":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _enqueue(self, task: Task) -> Task:
        with self._changed:
            if self._closed:
                task.answer.set_exception(RuleError("the room's server is closed", "owner/closed"))
            else:
                self._queue.append(task)
                self._changed.notify()
        return task

    # In the owner's thread

    def _run(self) -> None:
        while tasks := self._next():
            tasks = [task for task in tasks if task.answer.set_running_or_notify_cancel()]
            acts = [task for task in tasks if isinstance(task, _Submission)]
            if acts:
                self._commit(acts)
            for task in tasks:
                if isinstance(task, _Visit):
                    _visit(task, self._room)
            self._turned = monotonic()

    def _next(self) -> list[_Submission | _Visit]:
        """Waits for tasks; an empty list means that the owner is closed and all is done.

        Requests submitted during a commit are taken at once; the first one after a pause waits for
        others to join it.
        """
        with self._changed:
            if not self._queue:
                self._changed.wait_for(lambda: self._queue or self._closed)
                self._wait_for_others()
            return self._taken()

    def _wait_for_others(self) -> None:
        end = monotonic() + self._gather_seconds
        while self._acts_waiting in range(1, self._most) and not self._closed:
            left = end - monotonic()
            if left <= 0:
                return
            self._changed.wait(left)

    @property
    def _acts_waiting(self) -> int:
        return sum(isinstance(task, _Submission) for task in self._queue)

    def _taken(self) -> list[_Submission | _Visit]:
        """Tasks from the front of the queue that are done together: acts, then reads.

        A repeated key waits for the next commit, when the books have its receipt.
        """
        tasks: list[_Submission | _Visit] = []
        keys: set[str] = set()
        while self._queue:
            task = self._queue[0]
            if isinstance(task, _Submission):
                if task.request.key in keys or len(keys) == self._most:
                    break
                keys.add(task.request.key)
            tasks.append(self._queue.popleft())
        return tasks

    def _commit(self, acts: list[_Submission]) -> None:
        began = monotonic()
        try:
            answers = self._written([act.request for act in acts])
        except Exception as failed:
            if len(acts) == 1 or isinstance(failed, StoreError):
                self._measure(acts, began, failed=isinstance(failed, StoreError))
                for act in acts:
                    act.answer.set_exception(failed)
                return
            for act in acts:  # a bug: only the request that causes it gets the exception
                self._commit([act])
            return
        self._measure(acts, began)
        for act, answer in zip(acts, answers, strict=True):
            if isinstance(answer, Refused):
                act.answer.set_exception(answer)
            else:
                act.answer.set_result(answer)
        receipts = [one for one in answers if isinstance(one, Receipt)]
        self._tell(receipts, self._room.newly_known())

    def _measure(self, acts: list[_Submission], began: float, *, failed: bool = False) -> None:
        now = monotonic()
        self._failed = now if failed else -math.inf
        commit = CommitTiming(len(acts), now - began, began - acts[0].since, failed)
        try:
            self._on_commit(commit)
        except Exception:
            self._report()

    def _written(self, requests: list[Request]) -> list[Receipt | Refused]:
        for pause in self._pauses:
            try:
                return self._room.do_all(requests)
            except StoreError:
                self._failed = monotonic()
                sleep(pause)
        try:
            return self._room.do_all(requests)
        except StoreError:
            self._failed = monotonic()
            raise

    def _refreshed(self) -> frozenset[str]:
        store = self._room.store
        try:
            head, own = store.head().sequence, store.written
        except StoreError:
            self._unread = True
            raise
        self._unread = False
        if head == self._head or (head == own.last and own.after <= self._head):
            self._head = head  # all since the last refresh is ours, and was told
            return frozenset()
        versions = store.versions()
        self._room.refresh()
        self._head = head  # read first: the next refresh finds anything later
        return self._tell([], versions)

    def _tell(self, receipts: list[Receipt], versions: Mapping[str, int]) -> frozenset[str]:
        """Calls the listener with what it does not know yet.

        A receipt may be for an act that was written just before the database failed; then the room
        has not read its stream again. A receipt for an old act that was sent again is not news.
        """
        own = [one for one in receipts if one.version > self._told.get(one.stream, 0)]
        now = {**self._untold, **versions}
        for one in own:
            now[one.stream] = max(one.version, now.get(one.stream, 0))
        new = {one: version for one, version in now.items() if version > self._told.get(one, 0)}
        if new:
            try:
                self._listener(News(tuple(own), new))
            except StoreError:
                self._head, self._untold = BEHIND, new
                return frozenset()
            except Exception:
                self._report()
        self._told |= new
        self._untold = {}
        return frozenset(new)

    def _report(self) -> None:
        """A listener has failed."""
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self._thread)))


def _visit(task: _Visit, room: Room) -> None:
    try:
        task.answer.set_result(task.read(room))
    except Exception as failed:
        task.answer.set_exception(failed)
