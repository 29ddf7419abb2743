"""A cluster has the same counts as one machine, even if a worker is killed in the middle."""

import os
import signal
import sys

import numpy as np
import pytest
from distributed import Client, LocalCluster

from croupier.errors import RuleError
from croupier.sim import dask
from croupier.sim.plan import plan
from croupier.sim.run import Span, simulated, spans, tally_of
from croupier.table.table import open_table

PART = 1 << 16


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as started:
        yield started


@pytest.fixture(scope="module")
def wanted():
    made = plan(open_table("four-card-prime"), seats=2, seed=13)
    tally_of(made, Span(0, 1))  # the workers find the compiled loop in the cache
    return made


def equal(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def last(tallies):
    (*_, tally) = tallies
    return tally


def test_the_cluster_s_numbers_are_those_of_one_machine(cluster, wanted):
    engine = dask.cluster(cluster.scheduler_address)._replace(part=PART)
    assert equal(last(simulated(wanted, 10 * PART + 77, engine=engine)),
                 tally_of(wanted, Span(0, 10 * PART + 77)))  # fmt: skip


def test_a_killed_worker_changes_nothing(cluster, wanted):
    with Client(cluster) as client:
        before = {info["pid"] for info in client.run(lambda: {"pid": os.getpid()}).values()}
        assert len(before) == 2
        total, killed = None, None
        for number, tally in enumerate(dask.counted(client, wanted, spans(0, 40 * PART, PART))):
            total = tally if total is None else total + tally
            if number == 3:
                killed = min(before)
                os.kill(killed, signal.SIGKILL)
        client.wait_for_workers(2, timeout=60)
        after = {info["pid"] for info in client.run(lambda: {"pid": os.getpid()}).values()}
    assert killed not in after
    assert equal(total, tally_of(wanted, Span(0, 40 * PART)))


def test_the_last_copy_of_the_plan_may_die_with_its_worker(cluster, wanted):
    """The scheduler reduces copies on its own: only one worker may hold the plan."""
    with Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        total = None
        for number, tally in enumerate(dask.counted(client, wanted, spans(0, 40 * PART, PART))):
            total = tally if total is None else total + tally
            if number == 3:
                pids = client.run(os.getpid)
                (holders,) = [
                    where for key, where in client.who_has().items() if "copied" in str(key)
                ]
                for holder in holders:
                    os.kill(pids[holder], signal.SIGKILL)
        client.wait_for_workers(2, timeout=60)
    assert equal(total, tally_of(wanted, Span(0, 40 * PART)))


def test_a_worker_with_other_rules_is_refused(wanted):
    with pytest.raises(RuleError) as refused:
        dask.on_worker(wanted, Span(0, 1), "0" * 64)
    assert refused.value.code == "simulate/rules"


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "nonsense", "tcp://", "tcp://:8786", "tcp://h:x"]
)
def test_a_bad_address_is_a_plain_error(address, monkeypatch):
    monkeypatch.setattr(dask, "PATIENCE", 1)
    with pytest.raises(RuleError, match="no Dask scheduler answers") as refused:
        dask.connected(address)
    assert refused.value.code == "simulate/scheduler"


def test_nothing_else_imports_dask():
    """It takes a second, which a local simulation should not pay."""
    import subprocess

    code = "import croupier.sim.run, croupier.sim.run, sys; print('distributed' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
