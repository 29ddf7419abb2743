"""What the server counts of itself. Each counter is written to by one thread (`counters.py`)."""

from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from croupier.room.owner import CommitTiming
from croupier.room.requests.request import DECISIONS, Request
from croupier.web.watch.counters import OTHER, Counter, Family, Histogram, PerSecond

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
RECENT = 2_000  # latencies kept for percentiles …
MINUTE = 60.0  # … of at most this age
SECONDS_SHOWN = 121  # of acts, one of which has just begun
ERRORS_KEPT = 20
FAILED_SIGN_INS = ("sign-in/wrong", "sign-in/code_wrong")


# The attribute of `ServerWatch`, the name and the meaning of each metric.
METRICS = (
    ("acts", "croupier_acts_total", "Acts sent to the room, by what came of them."),
    ("refusals", "croupier_refusals_total", "Refused requests, messages and acts, by code."),
    ("messages", "croupier_messages_total", "Messages of table sockets."),
    ("rounds", "croupier_rounds_total", "Rounds dealt, by game."),
    (
        *("act_seconds", "croupier_act_seconds"),
        "From an act's arrival at a socket until its committed view and answer are written.",
    ),
    ("commit_acts", "croupier_commit_acts", "Acts in a commit."),
    ("commit_seconds", "croupier_commit_seconds", "How long a commit took."),
    (
        *("commit_wait_seconds", "croupier_commit_wait_seconds"),
        "How long the first act of a commit waited for it to begin.",
    ),
    (
        *("commit_failures", "croupier_commit_failures_total"),
        "Commits that the database did not take.",
    ),
    ("coach", "croupier_coach_requests_total", "Questions to the coach."),
    ("coach_seconds", "croupier_coach_seconds", "How long the coach took."),
)


def act_name(request: Request) -> str:
    """The name of the decision; whatever else was asked for is "other"."""
    named = request.decide
    name = named if isinstance(named, str) else str(getattr(named, "decision", ""))
    return name if name in DECISIONS else OTHER


class LoggedError(NamedTuple):
    at: int  # milliseconds since 1970
    event: str
    code: str
    reference: str


class ServerWatch:
    """Written to by the event loop, except for what begins with `commit`: by the room's owner."""

    def __init__(self) -> None:
        self.starting, self.stopping = True, False
        self.acts = Counter("act", "outcome")
        self.refusals = Counter("code")
        self.messages = Counter("direction")
        self.rounds = Counter("game")
        self.act_seconds = Histogram(SECONDS)
        self.coach = Counter("outcome")
        self.coach_seconds = Histogram(SECONDS)
        self.commit_acts = Histogram(SIZES)
        self.commit_seconds = Histogram(SECONDS)
        self.commit_wait_seconds = Histogram(SECONDS)
        self.commit_failures = Counter()
        self.acts_by_second = PerSecond(SECONDS_SHOWN)
        self.errors: deque[LoggedError] = deque(maxlen=ERRORS_KEPT)
        self._latencies: deque[tuple[float, float]] = deque(maxlen=RECENT)

    def acted(self, request: Request, outcome: str) -> None:
        self.acts.add(act_name(request), outcome)
        self.acts_by_second.add()

    def refused(self, code: str) -> None:
        self.refusals.add(code)

    def answered(self, seconds: float) -> None:
        """From an act's arrival until its committed view and its answer were written."""
        self.act_seconds.add(seconds)
        self._latencies.append((monotonic(), seconds))

    def coached(self, outcome: str, seconds: float) -> None:
        """`outcome`: answered or refused."""
        self.coach.add(outcome)
        self.coach_seconds.add(seconds)

    def committed(self, commit: CommitTiming) -> None:
        """In the thread of the room's owner."""
        self.commit_acts.add(commit.acts)
        self.commit_seconds.add(commit.seconds)
        self.commit_wait_seconds.add(commit.waited)
        if commit.failed:
            self.commit_failures.add()

    def latencies(self, *percents: int) -> list[float]:
        """Percentiles of the last minute, in seconds; empty if there was no act."""
        since = monotonic() - MINUTE
        found = sorted(seconds for at, seconds in list(self._latencies) if at >= since)
        return [found[-(-len(found) * percent // 100) - 1] for percent in percents if found]

    def latency_count(self) -> int:
        """Of the last minute, as far as they are kept."""
        since = monotonic() - MINUTE
        return sum(at >= since for at, _ in list(self._latencies))

    def families(self) -> Sequence[Family]:
        return [
            Family(name, _kind(counts := getattr(self, attribute)), meaning, counts.samples())
            for attribute, name, meaning in METRICS
        ]


def _kind(counts: Counter | Histogram) -> str:
    return "counter" if isinstance(counts, Counter) else "histogram"
