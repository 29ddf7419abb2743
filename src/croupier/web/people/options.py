"""The house's options for signing in. Times are in milliseconds."""

from dataclasses import dataclass

from croupier.room.people.roles import Role
from croupier.web.settings.record import DEFAULTS

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# They see what others may not, or move other people's money: a password is not enough.
SECOND_FACTOR = frozenset({Role.FLOOR, Role.AUDITOR, Role.ADMINISTRATOR})


@dataclass(frozen=True)
class SignInOptions:
    idle: int = DEFAULTS.session_idle
    longest: int = DEFAULTS.session_longest
    guest_idle: int = DEFAULTS.guest_idle  # a guest who is signed out cannot return
    guest_longest: int = DEFAULTS.guest_longest
    fresh: int = 10 * MINUTE  # how recent a sign-in must be to change the second factor
    lock_after: int = DEFAULTS.lock_after  # failures; 0: never. N.J.A.C. 13:69O-1.4(i) asks for 3
    guests: bool = DEFAULTS.guests
    per_account: int = DEFAULTS.sessions_per_person
    sessions: int = DEFAULTS.sessions  # in total
    requests: int = DEFAULTS.messages  # in a session, in 20 seconds
    # New names in an hour: each is enrolled in the books. Whoever is on the machine itself could
    # write to the books anyway.
    guests_per_address: int = DEFAULTS.guests_per_address
    guests_from_here: int = DEFAULTS.guests_from_here
    issuer: str = "Croupier"  # shown in an authenticator
