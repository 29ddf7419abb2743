"""What the operator does outside the server: sets first and forgotten passwords."""

import asyncio

from croupier.bank.connect import url_for
from croupier.bank.sealing import keys_for
from croupier.desk.room.bank import opened, url_of
from croupier.room.people.roles import check_may, unknown
from croupier.room.people.sign_ins import PASSWORD_CHANGED
from croupier.web.people.accounts import Accounts
from croupier.web.people.clock import ServerClock
from croupier.web.people.options import SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.records import open_records


def put_password(bank: str, by: str, name: str, password: str, key: str) -> None:
    """Sets the password of an enrolled person; the books record it, and by whom."""
    with opened(bank) as room:
        people = room.hall.floor.people
        check_may(people, by, "change accounts of others")
        if name not in people:
            raise unknown(name)
        asyncio.run(_put(url_of(bank), name, password))
        room.do(key, by, "log_sign_in", name, PASSWORD_CHANGED, "", f"by {by}")


async def _put(url: str, name: str, password: str) -> None:
    records, hasher = open_records(url), Hasher()
    try:
        accounts = Accounts(records, hasher, keys_for(url_for(url)), SignInOptions(), ServerClock())
        await accounts.put_password(name, password)
    finally:
        hasher.close()
        records.close()
