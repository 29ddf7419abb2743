"""What is done to accounts: first an event of the books, then the change, and each once.

A deed is put beside the accounts before its event is written, and marked as done in the same
transaction as the change. So one that the books refuse changes nothing; and one that a crash
leaves between the two is finished when it is sent again, or when the server starts. The books
hold nothing of a password: whether a key is sent again with the same one is told by its hash here.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple
from weakref import WeakValueDictionary

from croupier.bank.act import KeyTaken
from croupier.errors import Refused, shown
from croupier.room.people.sign_ins import PASSWORD_CHANGED, UNLOCKED
from croupier.web.people.accounts import Accounts
from croupier.web.people.house import SignInBooks
from croupier.web.people.passwords import check_password
from croupier.web.people.tables import AccountDeed

log = logging.getLogger("croupier.web")
EndsSessions = Callable[[str], Awaitable[None]]
UNKNOWN = "store/"  # refusals after which the event may be in the books


class Doer(NamedTuple):
    """Who does it, in which session, and with which key; `by` is empty for oneself."""

    by: str = ""
    session: str = ""
    key: str = ""
    detail: str = ""

    @property
    def sure_key(self) -> str:
        return self.key or f"account-{secrets.token_hex(8)}"


class Deeds:
    def __init__(
        self, accounts: Accounts, books: SignInBooks, end_sessions: EndsSessions | None = None
    ) -> None:
        self.accounts, self.records, self.books = accounts, accounts.records, books
        self._end_sessions = end_sessions  # of this process, after what an earlier one began
        self._turns = WeakValueDictionary[str, asyncio.Lock]()  # by name

    async def change(
        self,
        doer: Doer,
        name: str,
        what: str,
        values: Mapping[str, str | int | None],
        expected: int | None = None,
    ) -> int | None:
        """The person's generation after it; None if it was done before, and is not done again.

        Refused without a change if the books refuse it, if the key was used for something else, or
        if the person is not of the expected generation.
        """
        async with self._turn(name):
            return await self._carry_out(doer, name, what, values, expected)

    async def set_password(
        self, doer: Doer, name: str, password: str, expected: int | None = None
    ) -> int | None:
        """The same for a password; one that somebody else sets also unlocks the account."""
        async with self._turn(name):
            hashed = await self._hash(name, password, doer.key)
            values: dict[str, str | int | None] = {"password": hashed, "failures": 0}
            if doer.by:
                values |= {"guest": 0, "locked": 0, "made": self.accounts.clock()}
            return await self._carry_out(doer, name, PASSWORD_CHANGED, values, expected)

    async def finish(self) -> None:
        """Does what is in the books and was not done, as after a crash."""
        names = {deed.name for deed in await self.records.apart(self.records.open_deeds)}
        for name in names:
            async with self._turn(name):
                await self._finish(name)

    def _turn(self, name: str) -> asyncio.Lock:
        return self._turns.setdefault(name, asyncio.Lock())

    async def _hash(self, name: str, password: str, key: str) -> str:
        """The hash of the deed with this key, if that has the same password; or a new one."""
        known = await self.records.apart(self.records.deed, key) if key else None
        if known is None:
            return await self.accounts.hash_for(name, password)
        check_password(password, name)
        if not await self.accounts.hasher.matches(known.password, password):
            raise key_taken(key)
        assert known.password is not None, "it would not match"
        return known.password

    async def _carry_out(
        self,
        doer: Doer,
        name: str,
        what: str,
        values: Mapping[str, str | int | None],
        expected: int | None,
    ) -> int | None:
        await self._finish(name)  # in the order of the books
        records, key = self.records, doer.sure_key
        deed = AccountDeed(key, doer.by, name, what, doer.session, doer.detail, json.dumps(values))
        found = await records.apart(records.put_deed, deed, expected)
        if found is None:
            raise overtaken()
        if not found.is_same(deed):
            raise key_taken(key)
        if found.done:
            return None
        if not await self._tell(found) and found is deed:
            await records.apart(records.drop_deed, key)
            raise key_taken(key)  # what was kept of it here is lost
        generation = await records.apart(records.do_deed, found, expected)
        if generation is None:
            log.error("%s, of %s: in the books, and overtaken", what, shown(name))
            raise overtaken()
        return generation

    async def _tell(self, deed: AccountDeed) -> bool:
        """False if the event is in the books already."""
        about = (deed.name, deed.what, deed.session, deed.detail)
        try:
            return await self.books.log_sign_in(*about, by=deed.by, key=deed.key)
        except Refused as refused:
            if not refused.code.startswith(UNKNOWN):
                await self.records.apart(self.records.drop_deed, deed.key)
            raise

    async def _finish(self, name: str) -> None:
        records = self.records
        for deed in await records.apart(records.open_deeds, name):
            if await self.books.has_logged(deed.key, name, deed.what, deed.by or name):
                await records.apart(records.do_deed, deed)
                if self._end_sessions is not None and deed.what != UNLOCKED:
                    await self._end_sessions(name)
            elif not deed.by:  # nobody has the key to send it again
                await records.apart(records.drop_deed, deed.key)


def key_taken(key: str) -> KeyTaken:
    return KeyTaken(f"key {shown(key)} was used for something else; a new act needs its own")


def overtaken() -> Refused:
    return Refused("your account was changed just now; sign in again", "session/ended")
