"""Passwords: which ones are refused, and their Argon2id hashes.

No rule requires capitals or symbols. Common passwords and the person's own name are refused.
"""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TypeVar
from unicodedata import category

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from croupier.errors import Refused

R = TypeVar("R")
SHORTEST, LONGEST = 8, 128  # characters
MEMORY, PASSES, LANES = 19 * 1024, 2, 1  # KiB; the floor that OWASP recommends
AT_ONCE, WAITING = 2, 32  # hashes; more would slow down the tables

ROWS = (
    *("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "azertyuiop"),
    *("asdfghjkl", "zxcvbnm", "yxcvbnm", "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "!@#$%^&*()"),
)
RUNS = tuple(row for each in ROWS for row in (each, each[::-1]))
LEET = str.maketrans("0134578@$!", "oieastbasi")
MOST_RUNS, SHORTEST_RUN, FEWEST_SIGNS, FEWEST_OWN = 3, 3, 4, 4


def check_password(password: str, name: str) -> None:
    if len(password) < SHORTEST:
        raise Refused(f"a password has at least {SHORTEST} characters", "password/short")
    if len(password) > LONGEST:
        raise Refused(f"a password has at most {LONGEST} characters", "password/long")
    if any(category(sign) in ("Cc", "Cs") for sign in password):
        raise Refused("a password cannot contain control characters", "password/text")
    if is_common(password):
        raise Refused("this password is too common; choose another", "password/common")
    if _is_name(password.casefold(), name.casefold()):
        raise Refused("your password is too close to your name; choose another", "password/name")


def is_common(password: str) -> bool:
    plain = password.casefold()
    word = _word_of(plain)
    return (
        not common().isdisjoint({plain, word, word.translate(LEET), plain.translate(LEET)})
        or len(set(plain)) < FEWEST_SIGNS
        or _is_run(plain)
        or _is_repeated(plain)
    )


def _word_of(plain: str) -> str:
    """Strips up to four digits or symbols at each end: `password123!` becomes `password`."""
    begin, end = 0, len(plain)
    while begin < 4 and begin < end and not plain[begin].isalpha():
        begin += 1
    while end > len(plain) - 4 and end > begin and not plain[end - 1].isalpha():
        end -= 1
    return plain[begin:end]


def _is_run(plain: str) -> bool:
    """Whether it is a few runs along the keyboard or alphabet: `qwertyasdf`, `abcd4321`."""
    rest, runs = plain, 0
    while rest:
        longest = next(
            (n for n in range(len(rest), SHORTEST_RUN - 1, -1) if any(rest[:n] in r for r in RUNS)),
            0,
        )
        runs += 1
        if not longest or runs > MOST_RUNS:
            return False
        rest = rest[longest:]
    return True


def _is_repeated(plain: str) -> bool:
    """Whether it repeats a short part or a common word."""
    size = len(plain)
    for unit in range(1, size // 2 + 1):
        if plain[:unit] * (size // unit) + plain[: size % unit] == plain:
            return unit <= 3 or plain[:unit] in common()
    return False


def _is_name(plain: str, name: str) -> bool:
    """Whether it is the name, forward or backward, with little else."""
    left = min(
        (plain.replace(one, "") for one in (name, name[::-1]) if one), key=len, default=plain
    )
    return left != plain and (len(left) < FEWEST_OWN or _is_run(left) or len(set(left)) == 1)


@cache
def common() -> frozenset[str]:
    text = (files(__package__) / "common_passwords.txt").read_text("utf-8")
    lines = (line.strip() for line in text.splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))


class Hasher:
    """Argon2id in threads: at most `AT_ONCE` hashes at a time, with at most `WAITING` requests."""

    def __init__(self, memory: int = MEMORY, passes: int = PASSES, lanes: int = LANES) -> None:
        self._argon = PasswordHasher(passes, memory, lanes, type=Type.ID)
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        # For unknown names: the same work, and never a match.
        self._dummy = self._argon.hash(secrets.token_urlsafe())

    async def hashed(self, password: str) -> str:
        return await self._apart(lambda: self._argon.hash(password))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Without a hash the answer is no, after the same time."""
        right = await self._apart(lambda: self._verified(hashed or self._dummy, password))
        return right and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash has other parameters; it is renewed while the password is known."""
        return self._argon.check_needs_rehash(hashed)

    def close(self) -> None:
        self._threads.shutdown()

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._argon.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _apart(self, work: Callable[[], R]) -> R:
        if self._waiting >= WAITING:
            raise Refused("too many people are signing in; try again in a moment", "sign-in/busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
