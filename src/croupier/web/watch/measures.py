"""What is measured when somebody asks: sockets, sessions, memory, the length of the chain."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from croupier import __version__
from croupier.web.watch import process
from croupier.web.watch.counters import Family, MetricSample, Number, exposition
from croupier.web.watch.health import Health
from croupier.web.watch.watch import FAILED_SIGN_INS


class ServerSizes(NamedTuple):
    """Of parts of the server, now."""

    sockets: int
    viewers: int
    sessions: int
    tables: int  # open
    served: int  # open tables with a dealer


class Measures:
    def __init__(self, health: Health, sizes: Callable[[], ServerSizes]) -> None:
        self.health, self.watch, self.sizes = health, health.watch, sizes

    @property
    def queue(self) -> int:
        owner = self.health.owner()
        return 0 if owner is None else owner.waiting

    @property
    def records(self) -> int:
        owner = self.health.owner()
        return 0 if owner is None else owner.head

    def text(self) -> str:
        """For a metrics collector."""
        return exposition([*self.watch.families(), *self._now()])

    def _now(self) -> Sequence[Family]:
        sizes, failed = self.sizes(), self.watch.refusals.total(*FAILED_SIGN_INS)
        return [
            counter("croupier_sign_in_failures_total", "Wrong passwords and codes.", failed),
            gauge("croupier_sockets", "Open table sockets.", sizes.sockets),
            gauge("croupier_viewers", "Sockets that get the views of a table.", sizes.viewers),
            gauge("croupier_sessions", "Open sessions.", sizes.sessions),
            gauge("croupier_tables", "Open tables.", sizes.tables),
            gauge("croupier_tables_served", "Open tables with a dealer.", sizes.served),
            gauge("croupier_owner_queue", "Acts and reads that wait for the owner.", self.queue),
            gauge("croupier_records", "Length of the chain of the books.", self.records),
            Family(
                "croupier_info",
                "gauge",
                "The version of the program.",
                [MetricSample("", {"version": __version__}, 1)],
            ),
            gauge("process_resident_memory_bytes", "Memory in use.", process.resident_bytes()),
            counter("process_cpu_seconds_total", "Processor time.", process.cpu_seconds()),
            gauge("process_start_time_seconds", "Start, since 1970.", process.BEGAN),
            gauge("process_open_fds", "Open files and sockets.", process.open_files()),
        ]


def gauge(name: str, meaning: str, value: Number) -> Family:
    return Family(name, "gauge", meaning, [MetricSample("", {}, value)])


def counter(name: str, meaning: str, value: Number) -> Family:
    return Family(name, "counter", meaning, [MetricSample("", {}, value)])
