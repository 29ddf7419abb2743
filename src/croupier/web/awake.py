"""The time in which this server could serve: when it could not, nobody's time runs.

A process may be halted, a machine may sleep, the books may not answer. Players cannot act then,
so the clocks of turns and pauses stand still, but for a second. What the books themselves time
(betting windows, the time for words) is not ours to extend.
"""

from croupier.bank.clock import SECOND, Clock, passed

MOST = SECOND  # from one beat to the next; a server that runs beats four times as often


class Awake:
    """Monotonic milliseconds. Without a beat it stands still soon."""

    def __init__(self, steady: Clock = passed, most: int = MOST) -> None:
        self.steady, self.most = steady, most
        self.lost = 0  # milliseconds in which nobody could be served
        self._beat = steady()

    def __call__(self) -> int:
        return min(self.steady(), self._beat + self.most) - self.lost

    def beat(self) -> bool:
        """The server runs and its books answer; True if that was not so for a while."""
        now = self.steady()
        stood_still = max(0, now - self._beat - self.most)
        self.lost += stood_still
        self._beat = now
        return stood_still > 0


awake = Awake()  # of this process
