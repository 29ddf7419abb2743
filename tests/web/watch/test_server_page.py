"""What the operator's page shows, from counts that are made here."""

from typing import Any

import pytest

from croupier.errors import Refused
from croupier.room.owner import CommitTiming
from croupier.room.requests.request import Request
from croupier.web.staff.messages import ServerTimes
from croupier.web.staff.server import MOST_REFUSALS, server_of
from croupier.web.watch.counters import Histogram
from croupier.web.watch.health import Health
from croupier.web.watch.measures import Measures, ServerSizes
from croupier.web.watch.watch import ERRORS_KEPT, LoggedError, ServerWatch


def shown(watch: ServerWatch) -> Any:
    health = Health(watch, lambda: None)
    return server_of(Measures(health, lambda: ServerSizes(3, 2, 5, 7, 6)))


def test_a_server_that_has_done_nothing() -> None:
    found = shown(ServerWatch())
    assert (found.ready, found.reasons) == (False, ("starting",))
    assert found.answers == found.commits == ServerTimes(count=0, half=0, most=0, longest=0)
    assert len(found.acts) == 120 and found.acted == 0 and not found.errors
    assert (found.sockets, found.viewers, found.sessions) == (3, 2, 5)
    assert (found.tables, found.served) == (7, 6)
    assert found.memory > 10_000_000 and found.cpu > 0


def test_what_was_counted() -> None:
    watch = ServerWatch()
    watch.starting = False
    for decide in ("bet", "bet", "no such act"):
        watch.acted(Request("k", "pam", decide), "done")
    for milliseconds in (10, 20, 30, 40):
        watch.answered(milliseconds / 1000)
    watch.committed(CommitTiming(3, 0.004, 0.0004, failed=False))
    watch.committed(CommitTiming(1, 0.2, 0.009, failed=True))
    watch.coached("answered", 0.0302)
    watch.coach.add("refused")
    for number in range(MOST_REFUSALS + 5):
        watch.refused(f"code/{number:02}")
    watch.refused("sign-in/wrong")
    watch.refused("sign-in/wrong")
    for number in range(ERRORS_KEPT + 1):
        watch.errors.append(LoggedError(number, "an act failed", "server/fault", "abc"))
    found = shown(watch)
    assert found.ready and found.acted == 3
    assert watch.acts.counts == {("bet", "done"): 2, ("other", "done"): 1}
    assert found.answers == ServerTimes(count=4, half=20, most=40, longest=40)
    assert found.commits == ServerTimes(count=2, half=5, most=250, longest=250)  # bounds
    assert found.waits == ServerTimes(count=2, half=1, most=10, longest=10)
    assert (found.commit_failures, found.coach_refused) == (1, 1)
    assert found.coach == ServerTimes(count=1, half=50, most=50, longest=50)
    assert [one.name for one in found.refusals][:2] == ["sign-in/wrong", "code/00"]
    assert len(found.refusals) == MOST_REFUSALS and found.failed_sign_ins == 2
    assert len(found.errors) == ERRORS_KEPT and found.errors[0].at == ERRORS_KEPT


@pytest.mark.parametrize(
    "values, percent, bound", [((), 50, 0), ((1, 2, 3), 50, 2), ((1, 2, 3), 95, 5), ((9,), 1, 5)]
)
def test_the_bound_that_so_many_kept(values: tuple[int, ...], percent: int, bound: int) -> None:
    histogram = Histogram((1, 2, 5))
    for value in values:
        histogram.add(value)
    assert histogram.within(percent) == bound


def test_refusals_are_counted_by_their_code_only() -> None:
    watch = ServerWatch()
    watch.refused(Refused("pam has the ace of spades", "act/stale").code)
    assert watch.refusals.counts == {("act/stale",): 1}
