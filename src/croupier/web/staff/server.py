"""The server as its operator sees it, from what it counts of itself (web/watch)."""

from collections.abc import Sequence

from croupier import __version__
from croupier.web.staff.messages import FloorServer, ServerCount, ServerFault, ServerTimes
from croupier.web.watch import process
from croupier.web.watch.counters import Counter, Histogram
from croupier.web.watch.measures import Measures
from croupier.web.watch.watch import FAILED_SIGN_INS

MOST_REFUSALS = 12
PERCENTS = (50, 95, 99)


def server_of(measures: Measures) -> FloorServer:
    watch, sizes = measures.watch, measures.sizes()
    reasons = measures.health.ready()
    return FloorServer(
        ready=not reasons,
        reasons=tuple(reasons),
        version=__version__,
        uptime=round(process.uptime()),
        acts=tuple(watch.acts_by_second.counts()),
        acted=watch.acts.total(),
        answers=_times(watch.latencies(*PERCENTS), watch.latency_count()),
        commits=_within(watch.commit_seconds),
        waits=_within(watch.commit_wait_seconds),
        commit_failures=watch.commit_failures.total(),
        coach=_within(watch.coach_seconds),
        coach_refused=watch.coach.total("refused"),
        refusals=_most(watch.refusals)[:MOST_REFUSALS],
        rounds=_most(watch.rounds),
        sockets=sizes.sockets,
        viewers=sizes.viewers,
        messages_in=watch.messages.total("in"),
        messages_out=watch.messages.total("out"),
        sessions=sizes.sessions,
        failed_sign_ins=watch.refusals.total(*FAILED_SIGN_INS),
        tables=sizes.tables,
        served=sizes.served,
        queue=measures.queue,
        records=measures.records,
        memory=process.resident_bytes(),
        cpu=round(1000 * process.cpu_seconds()),
        files=process.open_files(),
        errors=tuple(ServerFault(**one._asdict()) for one in reversed(watch.errors)),
    )


def _times(percentiles: Sequence[float], count: int) -> ServerTimes:
    half, most, longest = (_milliseconds(one) for one in percentiles or (0, 0, 0))
    return ServerTimes(count=count, half=half, most=most, longest=longest)


def _within(measured: Histogram) -> ServerTimes:
    """The bounds of the histogram: so long at most."""
    return _times([measured.within(percent) for percent in PERCENTS], measured.count)


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds) if seconds >= 0.001 or not seconds else 1


def _most(counter: Counter) -> tuple[ServerCount, ...]:
    counts = sorted(counter.counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(ServerCount(name=values[0], count=count) for values, count in counts)
