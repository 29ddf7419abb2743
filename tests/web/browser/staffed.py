"""A house for money whose staff have passwords and authenticators; a win waits for a supervisor."""

import asyncio
from hashlib import sha1
from pathlib import Path

from croupier.bank.clock import now
from croupier.bank.connect import url_for
from croupier.bank.sealing import keys_for
from croupier.web.people import totp
from croupier.web.people.accounts import Accounts, totp_name
from croupier.web.people.clock import ServerClock
from croupier.web.people.options import SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.records import open_records
from tests.web.server.house import STAFF, furnished
from tests.web.server.running import PASSWORD


def secret_of(name: str) -> bytes:
    """In place of a random one: the test holds the authenticator, the server is another process."""
    return sha1(name.encode()).digest()


_USED: dict[str, int] = {}  # steps, by name


def code_of(name: str) -> str:
    """Each counts once: the earliest that the server takes and has not seen."""
    step = max(_USED.get(name, 0) + 1, totp.step_at(now()) - totp.WINDOW)
    _USED[name] = step
    return totp.code_of(secret_of(name), step)


def furnish(bank: Path) -> None:
    furnished(bank)
    asyncio.run(_accounts(f"sqlite:///{bank}"))


async def _accounts(url: str) -> None:
    records, keys, hasher = open_records(url), keys_for(url_for(url)), Hasher(memory=8, passes=1)
    accounts = Accounts(records, hasher, keys, SignInOptions(), ServerClock())
    for name in (*STAFF, "pam"):
        await accounts.put_password(name, PASSWORD)
        if name in STAFF:
            await accounts.change(name, totp=keys.seal(totp_name(name), secret_of(name)))
    hasher.close()
    records.close()
