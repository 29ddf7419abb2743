"""Sign-in, recognition and sign-out of people.

Nothing here knows HTTP: `api.py` reads requests and sets cookies.
"""

import asyncio
import logging
import secrets
from collections.abc import Collection

from croupier.errors import Refused
from croupier.room.people.names import check_one_script, is_of_the_house
from croupier.room.people.roles import (
    Role,
    called,
    check_person,
    composed,
)
from croupier.room.people.sign_ins import (
    FACTOR_CHANGED,
    LOCKED,
    SESSION_ENDED,
    SIGN_IN_REFUSED,
    SIGNED_IN,
    SIGNED_OUT,
)
from croupier.web.guard.address import THIS_MACHINE
from croupier.web.guard.answers import TryLater
from croupier.web.guard.rates import WINDOW, Credits, Rate
from croupier.web.people import totp
from croupier.web.people.accounts import Accounts
from croupier.web.people.deeds import Deeds, Doer
from croupier.web.people.house import House
from croupier.web.people.options import HOUR
from croupier.web.people.others import Others
from croupier.web.people.passwords import check_password
from croupier.web.people.sessions import (
    BY_THEMSELVES,
    Admission,
    Changed,
    Sessions,
    Visitor,
    new_id,
)
from croupier.web.people.tables import Person, Session
from croupier.web.people.throttle import Throttle

log = logging.getLogger("croupier.web")

SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # for guests' names: no two look alike
WRONG = "name and password do not match, or the account is locked"


def _credits(given: Credits | None, most: int, window: int) -> Credits:
    return Credits(Rate(most, window)) if given is None else given  # an empty one is false


class Door:
    def __init__(
        self,
        house: House,
        accounts: Accounts,
        sessions: Sessions,
        throttle: Throttle | None = None,
        new_names: Credits | None = None,
        requests: Credits | None = None,
    ) -> None:
        self.house, self.accounts, self.sessions = house, accounts, sessions
        self.options, self.clock = accounts.options, accounts.clock
        self.deeds = Deeds(accounts, house, sessions.end_all)
        self.others = Others(house, sessions, self.deeds)
        self.throttle = Throttle() if throttle is None else throttle
        self.new_names = _credits(new_names, self.options.guests_per_address, HOUR)
        self.new_names_here = _credits(None, self.options.guests_from_here, HOUR)
        self.requests = _credits(requests, self.options.requests, WINDOW)
        self._recording: set[asyncio.Task[None]] = set()  # log entries being written

    # Who is signed in

    def visitor(self, token: str | None, *, acts: bool = True) -> Visitor | None:
        session = self.sessions.find(token, acts=acts)
        role = self._role_of(session.name) if session else None
        return Visitor(session, role) if session and role else None

    def _role_of(self, name: str) -> Role | None:
        """Of a person who may sign in."""
        return None if self.house.works_by_itself(name) else self.house.role_of(name)

    def signed_in(self, token: str | None, *, acts: bool = True) -> Visitor:
        """Refused without a session or after too many requests. Staff may lack a second factor."""
        visitor = self.visitor(token, acts=acts)
        if visitor is None:
            raise Refused("sign in first", "session/missing")
        if wait := self.requests.spend(visitor.session.id):
            if self.requests.is_first_cut(visitor.session.id):
                about = {"code": "rate/requests", "session": visitor.session.id}
                told = ("refused rate/requests in session %s", visitor.session.id)
                log.warning(*told, extra={"about": about})
            raise TryLater("too many requests; wait a little", wait)
        return visitor

    def entitled(self, token: str | None, *, acts: bool = True) -> Visitor:
        """For all routes and sockets except those for signing in."""
        visitor = self.signed_in(token, acts=acts)
        if not visitor.entitled:
            raise Refused("set up your second factor first", "session/second_factor")
        return visitor

    # Coming in

    async def guest(self, address: str, old: str | None = None) -> Admission:
        if not self.options.guests:
            raise Refused("this room does not take guests; sign up", "role/guest")
        self._check_new(address)
        for _ in range(5):
            name = "Guest-" + "".join(secrets.choice(SIGNS) for _ in range(6))
            if self.house.role_of(name) is None:
                break
        await self.house.enrol(name, guest=True)
        await self.accounts.add(name, None, guest=True)
        return await self._begin(name, SIGNED_IN, old, "a guest", guest=True)

    async def sign_up(
        self, name: str, password: str, address: str, old: str | None = None
    ) -> Admission:
        name = composed(name)
        check_person(name)
        check_one_script(name)
        if is_of_the_house(name):
            raise Refused(f"{name} is not allowed as a name here; choose another", "room/name")
        check_password(password, name)
        self._check_new(address)
        if self.house.role_of(name) is not None or await self.accounts.find(name) is not None:
            raise Refused(f"{name} is taken; choose another name", "room/person")
        hashed = await self.accounts.hash_for(name, password)
        # In this order, so that no account belongs to a person enrolled for another reason.
        await self.house.enrol(name, guest=False)
        await self.accounts.add(name, hashed)
        await self.accounts.change(name, last_sign_in=self.clock())
        return await self._begin(name, SIGNED_IN, old, "a new account")

    async def sign_in(
        self, name: str, password: str, code: str, address: str, old: str | None = None
    ) -> Admission:
        """The same refusal for an unknown name, a wrong password and a locked account."""
        name = composed(name)
        self.throttle.begin(name, address)
        person = await self.accounts.find(name)
        right = await self.accounts.is_password(person, password)
        if person is None or not right or person.locked or self._role_of(name) is None:
            await self._failed(person, "password")
            raise Refused(WRONG, "sign-in/wrong")
        await self._check_code(person, code)
        self.throttle.succeeded(name, address)
        try:
            entry = await self._begin(
                name,
                SIGNED_IN,
                old,
                confirmed=person.totp is not None,
                previous=person.last_sign_in,
                generation=person.generation,
            )
        except Changed:  # while the password was verified
            await self._failed(person, "password")
            raise Refused(WRONG, "sign-in/wrong") from None
        await self.accounts.change(name, failures=0, last_sign_in=self.clock())
        return entry

    async def _check_code(self, person: Person, code: str) -> None:
        if person.totp is None:
            return
        if not code:
            raise Refused("enter the code from your authenticator", "sign-in/code")
        if not await self.accounts.is_code(person, code):
            await self._failed(person, "code")
            raise Refused("this code is wrong or was used; wait for the next", "sign-in/code_wrong")

    # For everyone

    async def sign_out(self, visitor: Visitor) -> None:
        await self.sessions.end([visitor.session], BY_THEMSELVES)
        await self._log(visitor.session, SIGNED_OUT)

    async def end_sessions(self, visitor: Visitor) -> None:
        """Ends all sessions of the person, including this one."""
        await self.sessions.end_all(visitor.session.name)
        await self._log(visitor.session, SESSION_ENDED, "all, by themselves")

    async def change_password(
        self, visitor: Visitor, old: str, new: str, address: str, token: str | None = None
    ) -> Admission:
        """Ends all sessions; this browser gets a new one."""
        name = visitor.session.name
        self.throttle.begin(name, address)
        person = await self.accounts.find(name)
        if not await self.accounts.is_password(person, old):
            await self._failed(person, "old password")
            raise Refused("the old password is wrong", "password/wrong")
        self.throttle.succeeded(name, address)
        doer = Doer(session=new_id())  # of the session that begins with it
        expected = visitor.session.generation
        generation = await self.deeds.set_password(doer, name, new, expected)
        await self.sessions.end_all(name, "The password was changed.", but=visitor.session)
        return await self._renewed(visitor, doer.session, token, generation)

    async def new_totp(self, visitor: Visitor) -> tuple[str, str]:
        """A new secret and its URI, to be confirmed with a code.

        It takes a recent sign-in: a session left open must not be enough, for the first one
        neither. Whoever set it up could keep the account.
        """
        session = visitor.session
        if session.guest:
            raise Refused("guests have no password and no second factor", "role/guest")
        if self.clock() - session.began > self.options.fresh:
            raise Refused(
                "sign in again to set up or change your second factor", "session/not_fresh"
            )
        secret = await self.accounts.new_totp(session.name)
        return totp.written(secret), totp.uri_of(session.name, secret, self.options.issuer)

    async def confirm_totp(
        self, visitor: Visitor, code: str, address: str, token: str | None = None
    ) -> Admission:
        name = visitor.session.name
        self.throttle.begin(name, address)
        person = await self.accounts.find(name)
        if person is None or not await self.accounts.is_code_of_new(person, code):
            raise Refused("this code is wrong or was used; wait for the next", "totp/wrong")
        self.throttle.succeeded(name, address)
        doer, values = Doer(session=new_id()), {"totp": person.totp_new, "totp_new": None}
        expected = visitor.session.generation
        generation = await self.deeds.change(doer, name, FACTOR_CHANGED, values, expected)
        await self.sessions.end_all(name, "The second factor was changed.", but=visitor.session)
        return await self._renewed(visitor, doer.session, token, generation, confirmed=True)

    # Whose sessions end

    async def ended_elsewhere(self, names: Collection[str]) -> None:
        """Ends sessions after, for example, a password change by a command or another server."""
        for name in names:
            await self.sessions.end_all(name)

    async def sweep(self) -> None:
        """Call it every second: ends expired sessions and those of dismissed people."""
        for name in self.sessions.names:
            if self._role_of(name) is None:
                await self.sessions.end_all(name)
        await self.sessions.sweep()

    # Helpers

    def _check_new(self, address: str) -> None:
        """Limits the new names per address: each stays in the books forever."""
        names = self.new_names_here if address in THIS_MACHINE else self.new_names
        if wait := names.spend(address):
            raise TryLater("too many new names from your address", wait, "rate/new_names")

    async def _begin(
        self,
        name: str,
        what: str,
        old: str | None,
        detail: str = "",
        *,
        guest: bool = False,
        confirmed: bool = False,
        previous: int | None = None,
        generation: int = 0,
    ) -> Admission:
        """Begins a session, but only if the books can record it."""
        entry = await self.sessions.begin(
            name,
            guest=guest,
            confirmed=confirmed,
            previous=previous,
            replacing=old,
            generation=generation,
        )
        try:
            await self._log(entry.session, what, detail)
        except BaseException:
            await self.sessions.end([entry.session])
            raise
        return entry

    async def _renewed(
        self,
        visitor: Visitor,
        id_: str,
        token: str | None,
        generation: int | None,
        *,
        confirmed: bool = False,
    ) -> Admission:
        """A new session for this browser, as the books have it already."""
        old = visitor.session
        entry = await self.sessions.begin(
            old.name,
            confirmed=confirmed or bool(old.confirmed),
            previous=old.previous,
            replacing=token,
            generation=generation,
            id_=id_,
        )
        log.info("changed what %s signs in with, session %s", called(old.name), id_)
        return entry

    async def _failed(self, person: Person | None, what: str) -> None:
        """Unknown names are not recorded: they may be passwords typed into the wrong field.

        The refusal does not wait for the books, or it would come sooner for unknown names.
        """
        name = person.name if person else ""
        whose = called(name) if name else "an unknown name"
        log.warning("failed sign-in (%s) of %s", what, whose, extra={"about": {"person": name}})
        locked = await self.accounts.count_failure(person)
        recording = asyncio.create_task(self._record_failure(name, what, locked=locked))
        self._recording.add(recording)
        recording.add_done_callback(self._recording.discard)

    async def _record_failure(self, name: str, what: str, *, locked: bool) -> None:
        try:
            await self.house.log_sign_in(name, SIGN_IN_REFUSED, "", what)
            if locked:
                about = {"person": name}
                log.warning("locked the account of %s", called(name), extra={"about": about})
                await self.house.log_sign_in(name, LOCKED, "", "too many failures")
        except Refused as failed:
            log.error("a failed sign-in is not in the books: %s", failed.code)

    async def recorded(self) -> None:
        """Waits until everything is in the books."""
        while self._recording:
            await asyncio.wait(self._recording)

    async def _log(self, session: Session, what: str, detail: str = "") -> None:
        said = f"{what}, {detail}" if detail else what
        about = {"person": session.name, "session": session.id}
        told = ("%s: %s, session %s", said, called(session.name), session.id)
        log.info(*told, extra={"about": about})
        await self.house.log_sign_in(session.name, what, session.id, detail)
