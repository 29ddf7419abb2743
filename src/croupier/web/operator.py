"""What the operator does outside the server: sets passwords, removes second factors."""

import asyncio
from collections.abc import Awaitable, Callable

from croupier.bank.connect import url_for
from croupier.bank.sealing import keys_for
from croupier.desk.room.bank import opened, url_of
from croupier.room.people.roles import check_may, unknown
from croupier.room.people.sign_ins import FACTOR_CHANGED
from croupier.room.room import Room
from croupier.web.house import AUTOMATIC
from croupier.web.people.accounts import Accounts
from croupier.web.people.clock import ServerClock
from croupier.web.people.deeds import Deeds, Doer
from croupier.web.people.house import by_itself, is_logged
from croupier.web.people.options import SignInOptions
from croupier.web.people.others import NO_FACTOR, REMOVED
from croupier.web.people.passwords import Hasher
from croupier.web.people.records import open_records


class BooksOf:
    """The books of a room that this process has opened."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def log_sign_in(
        self, name: str, what: str, session: str, detail: str, *, by: str = "", key: str = ""
    ) -> bool:
        about = (name, what, session, detail)
        return not self.room.do(key, by, "log_sign_in", *about).repeated

    async def has_logged(self, key: str, name: str, what: str, by: str) -> bool:
        return is_logged(self.room.store, key, name, what, by)


def put_password(bank: str, by: str, name: str, password: str, key: str) -> None:
    """Sets the password of an enrolled person; the books record it, and by whom."""
    if name in AUTOMATIC:
        raise by_itself(name)
    doer = Doer(by, key=key, detail=f"by {by}")
    _changed(bank, by, name, lambda deeds: deeds.set_password(doer, name, password))


def remove_factor(bank: str, by: str, name: str, key: str) -> None:
    """Removes the second factor of someone who has lost their authenticator."""
    doer = Doer(by, key=key, detail=f"{REMOVED} by {by}")
    _changed(bank, by, name, lambda deeds: deeds.change(doer, name, FACTOR_CHANGED, NO_FACTOR))


def _changed(bank: str, by: str, name: str, change: Callable[[Deeds], Awaitable[object]]) -> None:
    with opened(bank) as room:
        people = room.hall.floor.people
        check_may(people, by, "change accounts of others")
        if name not in people:
            raise unknown(name)
        asyncio.run(_carried_out(url_of(bank), room, change))


async def _carried_out(url: str, room: Room, change: Callable[[Deeds], Awaitable[object]]) -> None:
    records, hasher = open_records(url), Hasher()
    try:
        accounts = Accounts(records, hasher, keys_for(url_for(url)), SignInOptions(), ServerClock())
        await change(Deeds(accounts, BooksOf(room)))
    finally:
        hasher.close()
        records.close()
