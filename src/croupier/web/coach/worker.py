"""A process that computes for the coach, from the server's side."""

import pickle
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any

from croupier.errors import RuleError

STOPPED = "the coach has stopped and is started again; ask once more"


class Worker:
    """Does one job after another. The process is started by the first, and again if it has died.

    A thread of the server waits for each answer; it computes nothing itself.
    """

    def __init__(self, name: str) -> None:
        self._waits = ThreadPoolExecutor(1, name)
        self._process: subprocess.Popen[bytes] | None = None
        self._closing, self._starting = False, Lock()

    def do(self, job: str, *about: object) -> "Future[Any]":
        return self._waits.submit(self._answer, job, about)

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    def _answer(self, job: str, about: tuple[object, ...]) -> object:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump((job, about), process.stdin)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._stop()
            raise RuleError(STOPPED, "coach/stopped") from None
        if isinstance(answer, RuleError):
            raise answer
        return answer

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self._closing:
                raise RuleError("the server is stopping", "server/stopping")
            if self._process is None or self._process.poll() is not None:
                self._stop()
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "croupier.web.coach.jobs"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is the server's; this ends with its pipe
                )
            return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        with self._starting:
            self._closing = True
            if self._process is not None:
                self._process.kill()
        self._waits.shutdown(cancel_futures=True)
        self._stop()
