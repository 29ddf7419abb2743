"""Accounts: the people who can sign in, with their passwords and second factors."""

from croupier.bank.sealing import Keys
from croupier.errors import Refused
from croupier.room.people.roles import check_person, composed, is_name
from croupier.web.people import totp
from croupier.web.people.clock import ServerClock
from croupier.web.people.options import SignInOptions
from croupier.web.people.passwords import Hasher, check_password
from croupier.web.people.records import PeopleRecords
from croupier.web.people.tables import NOBODY, Person


def totp_name(name: str) -> str:
    """The name a secret is sealed under: copied to another person's row, it does not open."""
    return f"totp/{name}"


class Accounts:
    def __init__(
        self,
        records: PeopleRecords,
        hasher: Hasher,
        keys: Keys,
        options: SignInOptions,
        clock: ServerClock,
    ) -> None:
        self.records, self.hasher, self.keys = records, hasher, keys
        self.options, self.clock = options, clock

    async def find(self, name: str) -> Person | None:
        """None also for impossible names, some of which a database cannot even look up."""
        name = composed(name)
        return await self.records.apart(self.records.person, name) if is_name(name) else None

    async def hash_for(self, name: str, password: str) -> str:
        """Hashes a password; refused if the person may not have it."""
        check_person(name)
        check_password(password, name)
        return await self.hasher.hashed(password)

    async def add(self, name: str, hashed: str | None, *, guest: bool = False) -> None:
        """Adds an account for someone who is already enrolled in the room."""
        check_person(name)
        add = self.records.add_person
        if not await self.records.apart(add, name, self.clock(), hashed, guest=guest):
            raise Refused(f"{name} already has an account; choose another name", "room/person")

    async def put_password(self, name: str, password: str) -> None:
        """Without a record in the books: to furnish a room. Also unlocks the account."""
        name = composed(name)
        hashed = await self.hash_for(name, password)
        if await self.find(name) is None:
            await self.add(name, hashed)
        values = {"password": hashed, "guest": 0, "failures": 0, "locked": 0}
        await self.records.apart(self.records.change_credentials, name, None, **values)

    async def change(self, name: str, **values: str | int | None) -> None:
        await self.records.apart(self.records.change_person, name, **values)

    async def is_password(self, person: Person | None, password: str) -> bool:
        """The same work whether or not the person exists. Renews an outdated hash."""
        hashed = person.password if person else None
        right = await self.hasher.matches(hashed, password)
        if right and person and hashed and self.hasher.is_outdated(hashed):
            renewed = await self.hasher.hashed(password)
            await self.records.apart(self.records.renew_hash, person.name, hashed, renewed)
        return right

    async def count_failure(self, person: Person | None) -> bool:
        """True if this failure locks the account. The same work for an unknown name."""
        name = person.name if person else NOBODY
        failures = await self.records.apart(self.records.count_failure, name)
        locks = bool(self.options.lock_after) and failures >= self.options.lock_after
        if locks and person is not None and not person.locked:
            await self.change(person.name, locked=1)
            return True
        return False

    # The second factor

    async def new_totp(self, name: str) -> bytes:
        """A new secret; it takes effect once confirmed with a code."""
        secret = totp.new_secret()
        sealed = await self.records.apart(self.keys.seal, totp_name(name), secret)
        await self.change(name, totp_new=sealed)
        return secret

    async def is_code_of_new(self, person: Person, code: str) -> bool:
        """Whether a code is of the secret that is to be confirmed."""
        return person.totp_new is not None and await self._is_code(person, person.totp_new, code)

    async def is_code(self, person: Person, code: str) -> bool:
        """Whether a code is right; each can be used once."""
        return person.totp is not None and await self._is_code(person, person.totp, code)

    async def _is_code(self, person: Person, sealed: str, code: str) -> bool:
        secret = await self.records.apart(self.keys.opened, totp_name(person.name), sealed)
        # Authenticators follow the time of day, so this uses the machine's clock.
        step = totp.matching_step(secret, code, self.clock.wall())
        if step is None:
            return False
        return await self.records.apart(self.records.use_step, person.name, step)
