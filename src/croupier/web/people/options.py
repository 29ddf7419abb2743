"""The house's options for signing in. Times are in milliseconds."""

from dataclasses import dataclass

from croupier.room.people.roles import Role

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# They see what others may not, or move other people's money: a password is not enough.
SECOND_FACTOR = frozenset({Role.FLOOR, Role.AUDITOR, Role.ADMINISTRATOR})


@dataclass(frozen=True)
class SignInOptions:
    idle: int = 15 * MINUTE
    longest: int = 12 * HOUR
    guest_idle: int = DAY  # a guest who is signed out cannot return
    guest_longest: int = 7 * DAY
    fresh: int = 10 * MINUTE  # how recent a sign-in must be to change the second factor
    lock_after: int = 0  # failures; 0: never. N.J.A.C. 13:69O-1.4(i) asks for 3
    guests: bool = True
    per_account: int = 10  # sessions per person
    sessions: int = 50_000  # sessions in total
    issuer: str = "Croupier"  # shown in an authenticator
