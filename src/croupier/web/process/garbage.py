"""When Python looks for garbage in a server's memory.

Python frees what nothing refers to at once; its collector is for what refers to itself, and play
leaves none of that behind. By default it nevertheless goes through all memory every few hundred
acts: a third of the time of a server with a thousand tables, and half a second each time, in which
every table waits. What does leave some behind are connections: some 40 kB each.
"""

import gc
from time import monotonic

YOUNG = 50_000  # new objects, before the collector looks at those
MIDDLE = 20  # of these looks, before it looks at what has survived them
SELDOM = 1_000  # and so on for all memory: practically never by itself …
EVERY = 10 * 60  # … but every ten minutes (seconds) …
CLOSED = 500  # … and whenever so many connections have been closed


class Garbage:
    def __init__(self) -> None:
        self._due = 0.0  # not begun
        self._closed = 0  # at the last time

    def collect(self, closed: int) -> None:
        """If it is due; `closed` connections there were so far. Called first when the room is
        ready: all that is there then stays as long as the server runs, and is not looked at again.
        """
        now = monotonic()
        if now < self._due and closed - self._closed < CLOSED:
            return
        gc.collect()
        self._closed = closed
        if not self._due:
            gc.freeze()
            gc.set_threshold(YOUNG, MIDDLE, SELDOM)
        self._due = now + EVERY
