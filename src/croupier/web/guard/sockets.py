"""Open sockets: limits on their number, their messages and their unread messages; closing."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterable

from croupier.bank.clock import passed
from croupier.errors import Refused
from croupier.web.guard.answers import TryLater
from croupier.web.guard.rates import PLAYING, Credits, Rate, Steady
from croupier.web.settings.record import DEFAULTS

UNREAD_MESSAGES, UNREAD_BYTES = 64, 512 * 1024
STOPPING, BACK_SOON = "server/stopping", "the server is restarting; your seat and cards are kept"

log = logging.getLogger("croupier.web")
Close = Callable[[str, str], None]  # with a code and a message; must not wait


class Socket:
    """One open socket. Call `done` once it has ended, for any reason."""

    def __init__(self, desk: "Sockets", account: str, session: str, address: str, close: Close):
        self._desk = desk
        self.account, self.session, self.address = account, session, address
        self.close = close
        self._credits = Credits(desk.rate, desk.steady, most=1)

    def check_message(self) -> None:
        """Call it for every message; if it refuses, close the socket."""
        wait = self._credits.spend("")
        if not wait and self.account:
            wait = self._desk.by_account.spend(self.account)
        if wait:
            _note("rate/messages", self.session)
            raise TryLater("too many messages; wait a little", wait, "rate/messages")

    def done(self) -> None:
        self._desk.leave(self)


class Sockets:
    """All sockets of this process. `end` closes those of a session, for `Sessions.listen`."""

    def __init__(
        self,
        per_account: int = DEFAULTS.sockets_per_person,
        per_address: int = DEFAULTS.sockets_per_address,
        most: int = DEFAULTS.sockets,
        rate: Rate = PLAYING,
        steady: Steady = passed,
    ) -> None:
        self.per_account, self.per_address, self.most = per_account, per_address, most
        self.rate, self.steady = rate, steady
        self.by_account = Credits(Rate(4 * rate.credits, rate.window), steady)
        self._open: dict[str, set[Socket]] = {}  # by session
        self._counts: Counter[str] = Counter()
        self.closed = 0  # so far
        self._stopping = False

    def __len__(self) -> int:
        return self._counts["all"]

    def enter(self, account: str, session: str, address: str, close: Close) -> Socket:
        """Refused if there are too many. Without a sign-in, account and session are empty."""
        if self._stopping:
            raise Refused(BACK_SOON, STOPPING)
        socket = Socket(self, account, session, address, close)
        limits = (self.per_account, self.per_address, self.most)
        keys = _keys(socket)
        for key, most in zip(keys, limits, strict=True):
            if key and self._counts[key] >= most:
                whose = "this room" if key == "all" else key
                _note("rate/sockets", session)
                raise Refused(f"{whose} has {most} open tables; close one first", "rate/sockets")
        self._counts.update(filter(None, keys))
        self._open.setdefault(session, set()).add(socket)
        return socket

    def leave(self, socket: Socket) -> None:
        """May be called twice."""
        of_session = self._open.get(socket.session, set())
        if socket not in of_session:
            return
        of_session.remove(socket)
        self.closed += 1
        if not of_session:
            del self._open[socket.session]
        for key in filter(None, _keys(socket)):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def end(self, session: str, message: str) -> None:
        """Closes all sockets of a session at once."""
        if session:
            _close(self._open.get(session, ()), "session/ended", message)

    def stop(self) -> None:
        """Closes all sockets at once and accepts no more; the pages reconnect later."""
        self._stopping = True
        for of_session in list(self._open.values()):
            _close(of_session, STOPPING, BACK_SOON)


def _note(code: str, session: str) -> None:
    about = {"code": code, "session": session}
    log.warning("refused %s in session %s", code, session or "-", extra={"about": about})


def _close(sockets: Iterable[Socket], code: str, message: str) -> None:
    """A failure to close one does not stop the others."""
    for socket in list(sockets):
        try:
            socket.close(code, message)
        except Exception:
            log.exception("a socket of session %s did not close", socket.session)


def _keys(socket: Socket) -> tuple[str, str, str]:
    account = f"account {socket.account}" if socket.account else ""
    return account, f"address {socket.address}", "all"


class Outbox:
    """The messages waiting for one socket. A client that does not read is disconnected."""

    def __init__(self, messages: int = UNREAD_MESSAGES, size: int = UNREAD_BYTES) -> None:
        self.messages, self.size = messages, size
        self._waiting: deque[str] = deque()
        self._held = 0
        self._some = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, text: str) -> None:
        """Refused if too much is unread; the caller then closes the socket."""
        if len(self._waiting) >= self.messages or self._held + len(text) > self.size:
            raise Refused("your connection is too slow; connect again", "rate/unread")
        self._waiting.append(text)
        self._held += len(text)
        self._some.set()

    def end(self, text: str) -> None:
        """Adds the last message; if too much is unread, it replaces everything."""
        try:
            self.put(text)
        except Refused:
            self._waiting.clear()
            self._held = 0
            self.put(text)

    async def get(self) -> str:
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        text = self._waiting.popleft()
        self._held -= len(text)
        return text
