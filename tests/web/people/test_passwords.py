"""Checklist items 8, 9 and 10: hashes and their cost, which passwords are refused."""

import asyncio
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.web.people import passwords
from croupier.web.people.passwords import (
    LONGEST,
    WAITING,
    Hasher,
    check_password,
    common,
    is_common,
)


def fault(password: str, name: str = "pam") -> str:
    try:
        check_password(password, name)
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    "password, code",
    [
        ("1234567", "password/short"),
        ("", "password/short"),
        ("p4#Zq9!x", ""),
        ("correct staple horse", ""),
        ("x1" * 60 + "abcdefgh", ""),  # 128
        ("x1" * 60 + "abcdefghi", "password/long"),
        ("ein Haus am Meer", ""),
        ("密码是一只红色的猫", ""),
        ("lowercase only here", ""),  # no rule of composition
        ("83920174652", ""),
        ("tab\tin the middle", "password/text"),
        ("nul\0in the middle", "password/text"),
        ("half \ud800 a pair", "password/text"),
    ],
)
def test_item_9_which_passwords_are_refused(password: str, code: str) -> None:
    assert fault(password) == code


TRIED_FIRST = """
password PASSWORD iloveyou 12345678 password1 Passw0rd! p@ssw0rd2024 qwertyui aaaaaaaa abababab
abcabcabc monkeymonkey abcd4321 qwertyasdf 1qaz2wsx 987654321 croupier Jackpot777 !!casino!!
letmein123
"""


@pytest.mark.parametrize("password", TRIED_FIRST.split())
def test_item_9_what_everybody_tries_first(password: str) -> None:
    assert fault(password) == "password/common"


@pytest.mark.parametrize(
    "name, password, good",
    [
        ("Penelope", "penelope", False),
        ("Penelope", "Penelope12", False),
        ("Penelope", "epolenep!", False),
        ("Penelope", "penelope12345678", False),
        ("Penelope", "penelopepenelope", False),
        ("Penelope", "penelope has four cats", True),
        ("J", "Jiggling jam jars", True),
        ("Élodie M", "élodie m", False),
    ],
)
def test_item_9_a_name_is_no_password(name: str, password: str, good: bool) -> None:
    assert fault(password, name) == ("" if good else "password/name")


def test_item_9_the_list() -> None:
    words = common()
    assert len(words) >= 200 and all(word == word.casefold().strip() for word in words)
    source = (Path(passwords.__file__).parent / "common_passwords.txt").read_text("utf-8")
    assert source.startswith("#") and "published" in source  # where it is from
    assert all(is_common(word) for word in words)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=8, max_size=LONGEST))
def test_item_9_anything_else_is_taken_whole(password: str) -> None:
    """No rule raises anything but a Refused, and none but the common ones and the name."""
    assert fault(password) in ("", "password/common", "password/name")


def test_item_9_a_password_is_not_cut() -> None:
    async def trial() -> None:
        hasher = Hasher(memory=8, passes=1)
        whole = "ä" * 60 + "x1" * 34
        assert len(whole) == LONGEST
        hashed = await hasher.hashed(whole)
        assert await hasher.matches(hashed, whole)
        for other in (whole[:-1], whole[:72], whole + "x", whole.upper(), whole + " "):
            assert not await hasher.matches(hashed, other)
        hasher.close()

    asyncio.run(trial())


def test_item_8_the_parameters_are_in_the_hash() -> None:
    async def trial() -> None:
        hasher = Hasher()
        hashed = await hasher.hashed("seventeen wet otters")
        assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert await hasher.matches(hashed, "seventeen wet otters")
        assert not await hasher.matches(hashed, "eighteen wet otters")
        assert await hasher.hashed("seventeen wet otters") != hashed  # its salt is new
        assert not hasher.is_outdated(hashed)
        assert hasher.is_outdated(hashed.replace("t=2", "t=1"))
        hasher.close()

    asyncio.run(trial())


class Slow(Hasher):
    """Waits until it is let go, and counts how many work at once."""

    def __init__(self) -> None:
        super().__init__(memory=8, passes=1)
        self.go, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = self.count = 0

    def _verified(self, hashed: str, password: str) -> bool:
        with self.lock:
            self.now, self.count = self.now + 1, self.count + 1
            self.most = max(self.most, self.now)
        self.go.wait()
        with self.lock:
            self.now -= 1
        return super()._verified(hashed, password)


def test_item_8_few_at_once_and_few_wait() -> None:
    async def trial() -> None:
        hasher = Slow()
        tries = [asyncio.ensure_future(hasher.matches(None, "x")) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="sign-in/busy"):
            await hasher.matches(None, "x")
        hasher.go.set()
        assert await asyncio.gather(*tries) == [False] * WAITING
        assert 1 <= hasher.most <= 2 and hasher.count == WAITING
        assert not await hasher.matches(None, "x")  # there is room again
        hasher.close()

    asyncio.run(trial())


@pytest.mark.parametrize("hashed", ["", "nonsense", "$argon2id$v=19$m=8,t=1,p=1$x$y"])
def test_item_10_a_damaged_hash_is_a_wrong_password(hashed: str) -> None:
    async def trial() -> bool:
        hasher = Hasher(memory=8, passes=1)
        try:
            return await hasher.matches(hashed, "x")
        finally:
            hasher.close()

    assert not asyncio.run(trial())
