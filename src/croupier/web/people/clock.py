"""One clock for a process: it starts with the machine's and then only counts what has passed.

So a machine's clock that is set does not lengthen a session, nor end one early. How far the two are
apart is checked, and logged.
"""

import logging

from croupier.bank.clock import SECOND, Clock, now, passed

APART = SECOND  # so much is worth an entry in the log
log = logging.getLogger("croupier.web")


class ServerClock:
    """Milliseconds since 1970, UTC; never less than before."""

    def __init__(self, wall: Clock = now, steady: Clock = passed) -> None:
        self.wall, self.steady = wall, steady
        self._began = wall() - steady()
        self._told = 0

    def __call__(self) -> int:
        return self._began + self.steady()

    def drift(self, other: int | None = None) -> int:
        """How far another clock is ahead of ours: the machine's, or a database server's."""
        return (self.wall() if other is None else other) - self()

    def new_drift(self, other: int | None = None) -> int:
        """The same, logged, if it has changed by a second since it was logged last; otherwise 0."""
        apart = self.drift(other)
        if abs(apart - self._told) < APART:
            return 0
        self._told = apart
        log.warning("clock/drift: %+d ms", apart)
        return apart
