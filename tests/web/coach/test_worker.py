"""The process that computes: it ends with the server, and is started again when it dies."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.errors import RuleError
from croupier.table.table import open_table
from croupier.table.view import view
from croupier.web.coach import jobs
from croupier.web.coach.coach import posted_text
from croupier.web.coach.worker import Worker
from tests.desk.test_coach import choices_of

SPLIT = "4-card-split-v2"


def test_it_ends_with_the_pipe_of_whoever_started_it() -> None:
    """So also when the server is killed: nobody tells it then."""
    with subprocess.Popen([sys.executable, "-m", jobs.__name__], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0


def test_it_ends_in_the_middle_of_its_work(tmp_path: Path) -> None:
    """Of many jobs it has done few when the pipe ends."""
    many, file = 200, tmp_path / "answers"
    job = pickle.dumps(("compile_for", (posted_text(open_table(SPLIT)),)))
    with (
        file.open("wb") as answers,
        subprocess.Popen(
            [sys.executable, "-m", jobs.__name__], stdin=subprocess.PIPE, stdout=answers
        ) as process,
    ):
        process.communicate(job * many, timeout=60)
        assert process.returncode == 0
    assert len(file.read_bytes()) < many * len(pickle.dumps(None))


def test_one_that_has_died_is_started_again() -> None:
    worker = Worker("dies")
    try:
        state, _ = next(choices_of(SPLIT, 1, seed=1))
        about = posted_text(state.table), view(state, state.turn)
        first = worker.do("advise", *about).result()
        assert worker.process_id is not None
        os.kill(worker.process_id, signal.SIGKILL)
        with pytest.raises(RuleError, match="ask once more"):
            worker.do("advise", *about).result()
        assert worker.do("advise", *about).result() == first
        running = worker.process_id
    finally:
        worker.close()
    assert running is not None and worker.process_id is None
    with pytest.raises(ProcessLookupError):
        os.kill(running, 0)


def test_a_refusal_comes_back_as_one() -> None:
    state, _ = next(choices_of(SPLIT, 1, seed=1))
    onlooker = view(state)
    refused = jobs.answer("advise", (posted_text(open_table(SPLIT)), onlooker))
    again = pickle.loads(pickle.dumps(refused))
    assert isinstance(again, RuleError) and again.code == "coach/turn"


def test_a_missing_package_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*about: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(jobs, "JOBS", {"advise": lacking})
    refused = jobs.answer("advise", ())
    assert isinstance(refused, RuleError) and refused.code == "extra/missing"
    assert refused.message.startswith("the coach needs numba; install it with: pip install")
    assert "\n" not in refused.message


def test_a_fault_of_ours_is_told_without_its_details(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jobs, "JOBS", {"advise": lambda: 1 // 0})
    refused = jobs.answer("advise", ())
    assert isinstance(refused, RuleError) and refused.code == "server/fault"
    assert "zero" not in refused.message and "ZeroDivisionError" in capsys.readouterr().err
