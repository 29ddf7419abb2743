"""Waiting in the event loop for what another thread answers.

`asyncio.wrap_future` wakes the loop once for each answer. The room's owner answers a hundred acts
at a time, and waking costs as much as what is done then: here those that come together wake it
once.
"""

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

Value = TypeVar("Value")


class Answers:
    """For one event loop, which is running."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._come: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._woken = False

    async def to(self, asked: Future[Value]) -> Value:
        """Whoever no longer waits withdraws the question, if that is still possible."""
        here: asyncio.Future[Value] = self._loop.create_future()
        asked.add_done_callback(lambda answer: self._came(here, answer))
        try:
            return await here
        except asyncio.CancelledError:
            asked.cancel()
            raise

    def _came(self, here: asyncio.Future[Any], answer: Future[Any]) -> None:
        """In the other thread."""
        self._come.append((here, answer))
        if not self._woken and not self._loop.is_closed():
            self._woken = True
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._woken = False  # first: what comes from now on wakes the loop again
        while self._come:
            here, answer = self._come.popleft()
            if here.done():  # nobody waits any more
                continue
            if answer.cancelled():
                here.cancel()
            elif fault := answer.exception():
                here.set_exception(fault)
            else:
                here.set_result(answer.result())
