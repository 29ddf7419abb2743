"""Opens everything that signing in needs, and runs what it needs in the background."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from croupier.bank.clock import SECOND
from croupier.bank.connect import url_for
from croupier.bank.sealing import keys_for
from croupier.errors import Refused
from croupier.web.people.accounts import Accounts
from croupier.web.people.clock import ServerClock
from croupier.web.people.door import Door
from croupier.web.people.house import House
from croupier.web.people.options import MINUTE, SignInOptions
from croupier.web.people.passwords import Hasher
from croupier.web.people.records import open_records
from croupier.web.people.sessions import Sessions

log = logging.getLogger("croupier.web")
Drifted = Callable[[int], Awaitable[None]]  # called with the drift in milliseconds


def open_door(
    bank: str,
    house: House,
    options: SignInOptions | None = None,
    clock: ServerClock | None = None,
    hasher: Hasher | None = None,
) -> Door:
    """`bank` is a database URL (`desk.room.bank.url_of`); sign-in data is created on first use."""
    options, clock = options or SignInOptions(), clock or ServerClock()
    records = open_records(bank)
    accounts = Accounts(records, hasher or Hasher(), keys_for(url_for(bank)), options, clock)
    return Door(house, accounts, Sessions(records, options, clock))


@asynccontextmanager
async def attended(door: Door, drifted: Drifted | None = None) -> AsyncIterator[Door]:
    """For the lifespan of an app: ends sessions on time, and closes everything at the end."""
    await finish(door)
    watching = asyncio.create_task(watch(door, drifted))
    try:
        yield door
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await door.sessions.write_seen()
        door.accounts.hasher.close()
        door.accounts.records.close()


async def watch(door: Door, drifted: Drifted | None = None) -> None:
    """Ends expired sessions every second, and compares the clocks every minute."""
    compared = 0
    while True:
        try:
            await door.sweep()
            if door.clock() - compared >= MINUTE:
                compared = door.clock()
                await finish(door)
                await compare_clocks(door, drifted)
        except Refused as failed:  # the store may be busy or unreachable for a while
            log.warning("%s", failed)
        await asyncio.sleep(SECOND / 1000)


async def finish(door: Door) -> None:
    try:
        await door.deeds.finish()
    except Refused as failed:
        log.warning("accounts: what is in the books could not be done yet: %s", failed)


async def compare_clocks(door: Door, drifted: Drifted | None = None) -> None:
    """With the database server's clock, shared by all processes; or with the machine's."""
    records = door.accounts.records
    apart = door.clock.new_drift(await records.apart(records.clock))
    if apart and drifted is not None:
        await drifted(apart)
