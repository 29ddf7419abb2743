"""Accounts: the names that may sign in, their passwords and second factors."""

from croupier.bank.sealing import Keys
from croupier.errors import Refused
from croupier.room.people.roles import check_person, composed, is_name
from croupier.web.people import totp
from croupier.web.people.clock import ServerClock
from croupier.web.people.options import Options
from croupier.web.people.passwords import Hasher, check_password
from croupier.web.people.records import NOBODY, PeopleRecords, Person


def totp_name(name: str) -> str:
    """Under which a secret is sealed: moved to another person's row, it does not open."""
    return f"totp/{name}"


class Accounts:
    def __init__(
        self,
        records: PeopleRecords,
        hasher: Hasher,
        keys: Keys,
        options: Options,
        clock: ServerClock,
    ) -> None:
        self.records, self.hasher, self.keys = records, hasher, keys
        self.options, self.clock = options, clock

    async def find(self, name: str) -> Person | None:
        """None also of what nobody can be called; some databases cannot even be asked for it."""
        name = composed(name)
        return await self.records.apart(self.records.person, name) if is_name(name) else None

    async def hash_for(self, name: str, password: str) -> str:
        """The hash of a password that this person may have; a Refused says why they may not."""
        check_person(name)
        check_password(password, name)
        return await self.hasher.hashed(password)

    async def add(self, name: str, hashed: str | None, *, guest: bool = False) -> None:
        """Of a person whom the room knows already: who only wants to be one is enrolled first."""
        check_person(name)
        add = self.records.add_person
        if not await self.records.apart(add, name, self.clock(), hashed, guest=guest):
            raise Refused(f"{name} has an account already; choose another name", "room/person")

    async def put_password(self, name: str, password: str) -> None:
        """By the operator, for one of the staff, or for somebody who forgot theirs; unlocks."""
        name = composed(name)
        hashed = await self.hash_for(name, password)
        if await self.find(name) is None:
            await self.add(name, hashed)
        await self.change(name, password=hashed, guest=0, failures=0, locked=0)

    async def change(self, name: str, **values: str | int | None) -> None:
        await self.records.apart(self.records.change_person, name, **values)

    async def is_password(self, person: Person | None, password: str) -> bool:
        """As much work whether there is such a person or not. An outdated hash is made anew."""
        hashed = person.password if person else None
        right = await self.hasher.matches(hashed, password)
        if right and person and hashed and self.hasher.is_outdated(hashed):
            await self.change(person.name, password=await self.hasher.hashed(password))
        return right

    async def count_failure(self, person: Person | None) -> bool:
        """True if the account is locked by this one. As much work for an unknown name."""
        name = person.name if person else NOBODY
        failures = await self.records.apart(self.records.count_failure, name)
        locks = bool(self.options.lock_after) and failures >= self.options.lock_after
        if locks and person is not None and not person.locked:
            await self.change(person.name, locked=1)
            return True
        return False

    # The second factor

    async def new_totp(self, name: str) -> bytes:
        """A secret that counts once a code of it has been shown."""
        secret = totp.new_secret()
        sealed = await self.records.apart(self.keys.seal, totp_name(name), secret)
        await self.change(name, totp_new=sealed)
        return secret

    async def confirm_totp(self, person: Person, code: str) -> bool:
        if person.totp_new is None or not await self._is_code(person, person.totp_new, code):
            return False
        await self.change(person.name, totp=person.totp_new, totp_new=None)
        return True

    async def is_code(self, person: Person, code: str) -> bool:
        """Each code once."""
        return person.totp is not None and await self._is_code(person, person.totp, code)

    async def remove_totp(self, name: str) -> None:
        """By the operator, when an authenticator is lost."""
        await self.change(composed(name), totp=None, totp_new=None)

    async def _is_code(self, person: Person, sealed: str, code: str) -> bool:
        secret = await self.records.apart(self.keys.opened, totp_name(person.name), sealed)
        # An authenticator knows only the time of day, so the machine's clock is asked for it.
        step = totp.matching_step(secret, code, self.clock.wall())
        if step is None:
            return False
        return await self.records.apart(self.records.use_step, person.name, step)
