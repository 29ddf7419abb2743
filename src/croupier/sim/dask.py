"""The same rounds on a Dask cluster: parts go to any free worker, and are returned in order.

A part depends only on its plan and its span, so a part lost with its worker is counted again by
another, and the sums equal those of a single machine exactly.
"""

import logging
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from distributed import CancelledError, Client
from distributed.scheduler import KilledWorker

from croupier.errors import RuleError
from croupier.games.registry import rules_hash
from croupier.sim.plan import Plan
from croupier.sim.run import PART, Engine, Span, tally_of
from croupier.sim.tally import Tally

AHEAD = 4  # parts queued per thread of the cluster
PATIENCE = 10  # seconds to find the scheduler


def cluster(scheduler: str | None) -> Engine:
    """An engine that counts on this cluster; without an address, on a local one."""

    def count(plan: Plan, parts: Iterator[Span]) -> Iterator[Tally]:
        with connected(scheduler) as client:
            yield from counted(client, plan, parts)

    return Engine(count, 4 * PART)


def connected(scheduler: str | None) -> Any:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our errors say the same
    if scheduler is None:
        return Client(processes=True, dashboard_address=None)
    try:
        _knock(scheduler)
        return Client(scheduler, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError, TypeError) as broken:
        raise RuleError(
            f"no Dask scheduler answers at {scheduler!r} ({broken}); start one with "
            "`dask scheduler` and name it, such as tcp://HOST:8786",
            "simulate/scheduler",
        ) from broken


def _knock(scheduler: str) -> None:
    """Detects a malformed address, or one where nothing listens, before Dask is started."""
    parts = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
    if parts.scheme in ("tcp", "tls"):
        if not parts.hostname or parts.port is None:
            raise ValueError("it has no host or no port")
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()


def counted(client: Any, plan: Plan, parts: Iterator[Span]) -> Iterator[Tally]:
    # Sent as the result of a task, not as data: if the workers that hold it die, it is sent again.
    sent = client.submit(copied, plan, pure=False)
    waiting: list[Any] = []
    try:
        for span in parts:
            # pure=False: a part requested again is counted again.
            waiting.append(client.submit(on_worker, sent, span, rules_hash(), pure=False))
            if len(waiting) > AHEAD * max(1, sum(client.nthreads().values())):
                yield _result(waiting.pop(0))
        while waiting:
            yield _result(waiting.pop(0))
    finally:
        client.cancel(waiting)


def _result(part: Any) -> Tally:
    try:
        tally: Tally = part.result()
    except KilledWorker as broken:
        raise RuleError(
            f"every worker that counted a part of this simulation died ({broken}); look at the "
            "workers' own logs",
            "simulate/workers",
        ) from broken
    except (CancelledError, OSError, TimeoutError) as broken:
        raise RuleError(
            f"the Dask scheduler is gone ({broken!r}); restart it, and resume from a checkpoint",
            "simulate/scheduler",
        ) from broken
    return tally


def copied(plan: Plan) -> Plan:
    return plan


def on_worker(plan: Plan, span: Span, rules: str) -> Tally:
    if rules != rules_hash():
        raise RuleError(
            f"a worker has rules {rules_hash()[:12]}, and the plan was made under {rules[:12]}; "
            "install the same version of Croupier everywhere",
            "simulate/rules",
        )
    return tally_of(plan, span)
