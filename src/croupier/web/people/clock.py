"""One clock for the process: it starts at the machine's time and then counts steadily.

So setting the machine's clock neither lengthens a session nor ends it early. The drift between the
two is checked and logged.
"""

import logging

from croupier.bank.clock import SECOND, Clock, now, passed

APART = SECOND  # drift that is logged
log = logging.getLogger("croupier.web")


class ServerClock:
    """Milliseconds since 1970, UTC; never goes back."""

    def __init__(self, wall: Clock = now, steady: Clock = passed) -> None:
        self.wall, self.steady = wall, steady
        self._began = wall() - steady()
        self._told = 0

    def __call__(self) -> int:
        return self._began + self.steady()

    def drift(self, other: int | None = None) -> int:
        """How far another clock is ahead: the machine's, or that of a database server."""
        return (self.wall() if other is None else other) - self()

    def new_drift(self, other: int | None = None) -> int:
        """Logs and returns the drift if it changed by a second since the last log; otherwise 0."""
        apart = self.drift(other)
        if abs(apart - self._told) < APART:
            return 0
        self._told = apart
        log.warning("clock/drift: %+d ms", apart)
        return apart
