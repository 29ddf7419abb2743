"""Sessions: who is signed in. Only the digest of a session's random token is stored.

Sessions are held in memory and in the store. When one ends, the listeners are called at once,
before anything is written, so that open sockets close.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import NamedTuple

from croupier.bank.clock import Clock
from croupier.errors import Refused
from croupier.room.people.roles import Role
from croupier.web.people.options import MINUTE, SECOND_FACTOR, SignInOptions
from croupier.web.people.records import PeopleRecords
from croupier.web.people.tables import Session

TOKEN_SIZE = 32  # bytes: 256 random bits
ID_SIZE = 6
KEPT_EVERY = MINUTE  # how often last activity is written
SessionListener = Callable[[Session, str], None]  # with the reason as a sentence

BY_THEMSELVES = "You signed out."
REPLACED = "You signed in again, here or elsewhere."
ENDED = "This session was ended."
TIMED_OUT = "You were signed out after a while without activity."
CHANGED = "Your password, your second factor or a lock was changed."
TOO_LONG = "You were signed out because your session reached its maximum length."


class Admission(NamedTuple):
    """The token goes only into the cookie."""

    token: str
    session: Session


def new_id() -> str:
    return secrets.token_hex(ID_SIZE)


class Changed(Refused):
    """The account was locked, or changed while somebody signed in with what it had been."""

    code = "session/ended"


class Visitor(NamedTuple):
    """Someone who is signed in, with their current role."""

    session: Session
    role: Role

    @property
    def entitled(self) -> bool:
        """Whether they may act in their role; some staff need a second factor."""
        return self.role not in SECOND_FACTOR or bool(self.session.confirmed)


def digest_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    def __init__(self, records: PeopleRecords, options: SignInOptions, clock: Clock) -> None:
        self.records, self.options, self.clock = records, options, clock
        self._by_digest = {one.digest: one for one in records.all_sessions()}
        self._unwritten: set[str] = set()  # digests of sessions used since the last write
        self._ending: set[str] = set()  # ended, but not yet in the store
        self._written = clock()
        self._listeners: list[SessionListener] = []
        self._changes = 0  # of all accounts, as of the last look

    def __len__(self) -> int:
        return len(self._by_digest)

    def listen(self, listener: SessionListener) -> None:
        """The listener is called the moment a session ends, and must not wait."""
        self._listeners.append(listener)

    async def begin(
        self,
        name: str,
        *,
        guest: bool = False,
        confirmed: bool = False,
        previous: int | None = None,
        replacing: str | None = None,
        generation: int | None = None,
        id_: str = "",
    ) -> Admission:
        """A new session; the one that the browser had (`replacing`, its token) ends.

        Refused if the account was locked, or changed since the generation that was verified.
        """
        if len(self._by_digest) >= self.options.sessions:
            raise Refused("too many people are signed in; try again later", "session/full")
        token, now = secrets.token_urlsafe(TOKEN_SIZE), self.clock()
        session = Session(
            digest_of(token), id_ or new_id(), name, int(guest), int(confirmed), now, now, previous
        )
        old = self._by_digest.get(digest_of(replacing)) if replacing else None
        ended = [*([old] if old else []), *self._too_many(name, old)]
        digests = sorted(self._ending | {one.digest for one in ended})
        put = self.records.put_session
        if not await self.records.apart(put, session, digests, generation):
            raise Changed(CHANGED)
        self._remove(ended, REPLACED)
        self._ending.difference_update(digests)
        self._by_digest[session.digest] = session
        return Admission(token, session)

    def find(self, token: str | None, *, acts: bool = True) -> Session | None:
        """The session of a token, if it has not ended; `acts` counts as activity."""
        session = self._by_digest.get(digest_of(token)) if token else None
        if session is None or self.fault(session) is not None:
            return None
        if acts:
            self.touch(session)
        return session

    def touch(self, session: Session) -> None:
        if session.digest in self._by_digest:
            session.seen = self.clock()
            self._unwritten.add(session.digest)

    def is_open(self, session: Session) -> bool:
        return session.digest in self._by_digest and self.fault(session) is None

    def fault(self, session: Session, now: int | None = None) -> str | None:
        """Why the session has expired, as a sentence; None if it has not."""
        now, chosen = self.clock() if now is None else now, self.options
        idle, longest = (
            (chosen.guest_idle, chosen.guest_longest)
            if session.guest
            else (chosen.idle, chosen.longest)
        )
        if now - session.began >= longest:
            return TOO_LONG
        return TIMED_OUT if now - session.seen >= idle else None

    def counts(self) -> Counter[str]:
        """How many are open, by name."""
        now = self.clock()
        return Counter(one.name for one in self._by_digest.values() if self.fault(one, now) is None)

    @property
    def names(self) -> set[str]:
        return {one.name for one in self._by_digest.values()}

    def of(self, name: str) -> list[Session]:
        return [one for one in self._by_digest.values() if one.name == name]

    async def end(self, sessions: Iterable[Session], why: str = ENDED) -> None:
        self._remove(sessions, why)
        await self._write_ended()

    async def end_all(self, name: str, why: str = ENDED, *, but: Session | None = None) -> None:
        await self.end([one for one in self.of(name) if one is not but], why)

    async def sweep(self) -> None:
        """Ends expired sessions, which also closes their sockets."""
        over: dict[str, list[Session]] = {}
        now = self.clock()
        for session in self._by_digest.values():
            if why := self.fault(session, now):
                over.setdefault(why, []).append(session)
        for why, sessions in over.items():
            self._remove(sessions, why)
        await self._write_ended()
        await self._end_older()
        if now - self._written >= KEPT_EVERY:
            await self.write_seen()

    async def _end_older(self) -> None:
        """Those that began before a change that another process made, whatever it told."""
        changes = await self.records.apart(self.records.changes)
        if changes == self._changes:
            return
        found = await self.records.apart(self.records.generations, sorted(self.names))
        older = [
            one
            for one in self._by_digest.values()
            if one.generation < found.get(one.name, one.generation)
        ]
        await self.end(older, CHANGED)
        self._changes = changes

    async def write_seen(self) -> None:
        """Also called at shutdown, so that a restart costs nobody idle time."""
        self._written = self.clock()
        digests, self._unwritten = self._unwritten, set()
        found = [self._by_digest[one] for one in digests if one in self._by_digest]
        await self.records.apart(self.records.put_seen, {one.digest: one.seen for one in found})

    async def _write_ended(self) -> None:
        """Retried until it succeeds: otherwise a restart would reopen ended sessions."""
        if digests := sorted(self._ending):
            await self.records.apart(self.records.end_sessions, digests)
            self._ending.difference_update(digests)

    def _too_many(self, name: str, old: Session | None) -> list[Session]:
        own = sorted((one for one in self.of(name) if one is not old), key=lambda one: one.seen)
        return own[: max(0, len(own) + 1 - self.options.per_account)]

    def _remove(self, sessions: Iterable[Session], why: str) -> None:
        for session in sessions:
            if self._by_digest.pop(session.digest, None) is not None:
                self._ending.add(session.digest)
                for listener in self._listeners:
                    listener(session, why)
