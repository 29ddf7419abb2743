"""What administrators do to the accounts of others: an event of the books under their name."""

import logging

from croupier.errors import Refused
from croupier.room.people.roles import A, NotAllowed, called, check_may, composed, unknown
from croupier.room.people.sign_ins import (
    FACTOR_CHANGED,
    LOCKED,
    PASSWORD_CHANGED,
    SESSION_ENDED,
    UNLOCKED,
)
from croupier.web.people.deeds import Deeds, Doer
from croupier.web.people.house import House, by_itself
from croupier.web.people.options import SECOND_FACTOR
from croupier.web.people.sessions import ENDED, Sessions, Visitor

NO_FACTOR: dict[str, str | int | None] = {"totp": None, "totp_new": None}
REMOVED = "removed"
log = logging.getLogger("croupier.web")


class Others:
    def __init__(self, house: House, sessions: Sessions, deeds: Deeds) -> None:
        self.house, self.sessions, self.deeds = house, sessions, deeds
        self.accounts = deeds.accounts

    async def end_for(self, by: Visitor, name: str, key: str = "") -> None:
        await self._change_for(by, self._other(by, name), SESSION_ENDED, key, {}, ENDED)

    async def lock(self, by: Visitor, name: str, key: str = "") -> None:
        """Locks an account and signs the person out."""
        name = await self._account(by, name)
        await self._change_for(by, name, LOCKED, key, {"locked": 1}, "The account was locked.")

    async def unlock(self, by: Visitor, name: str, key: str = "") -> None:
        name = await self._account(by, name)
        await self._change_for(by, name, UNLOCKED, key, {"locked": 0, "failures": 0})

    async def set_password(self, by: Visitor, name: str, password: str, key: str = "") -> None:
        """Sets a first password, or a new one for someone who forgot theirs."""
        name = self._other(by, name)
        if name == by.session.name:  # an open session must not be enough for that
            raise Refused("change your own password in your account", "password/own")
        if self.house.works_by_itself(name):
            raise by_itself(name)
        doer = Doer(by.session.name, by.session.id, key)
        if await self.deeds.set_password(doer, name, password) is not None:
            await self.sessions.end_all(name, "The password was changed.")
            self._note(by, name, PASSWORD_CHANGED)

    async def remove_factor(self, by: Visitor, name: str, key: str = "") -> None:
        """For someone who has lost their authenticator and does not need one in their role.

        Of other staff only the operator removes it, at the server: with that and a new password
        one administrator could be both of two people.
        """
        name = await self._account(by, name)
        role = self.house.role_of(name)
        if role in SECOND_FACTOR:
            raise NotAllowed(
                f"{name} is {A[role]}, whose second factor is removed at the server:"
                f" croupier room remove-factor '{name}' --by '{by.session.name}'"
            )
        why = "The second factor was removed."
        await self._change_for(by, name, FACTOR_CHANGED, key, NO_FACTOR, why, REMOVED)

    def _check_changes_others(self, by: Visitor) -> None:
        name = by.session.name
        try:
            check_may({name: by.role}, name, "change accounts of others")
            if not by.entitled:
                raise NotAllowed("set up your second factor first")
        except NotAllowed:
            log.warning("refused role/not_allowed in session %s", by.session.id)
            raise

    def _other(self, by: Visitor, name: str) -> str:
        """The name of somebody enrolled whose account they may change."""
        self._check_changes_others(by)
        if self.house.role_of(composed(name)) is None:
            raise unknown(name)
        return composed(name)

    async def _account(self, by: Visitor, name: str) -> str:
        name = self._other(by, name)
        if await self.accounts.find(name) is None:
            raise Refused(f"{called(name)} has no account; set a password first", "room/person")
        return name

    async def _change_for(
        self,
        by: Visitor,
        name: str,
        what: str,
        key: str,
        values: dict[str, str | int | None],
        why: str = "",
        detail: str = "",
    ) -> None:
        """With a reason why, the person's sessions end."""
        doer = Doer(by.session.name, by.session.id, key, detail)
        if await self.deeds.change(doer, name, what, values) is not None:
            if why:
                await self.sessions.end_all(name, why)
            self._note(by, name, what)

    def _note(self, by: Visitor, name: str, what: str) -> None:
        who = by.session
        log.info("%s: %s, by %s, session %s", what, called(name), called(who.name), who.id)
