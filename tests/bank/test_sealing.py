"""Sealed secrets, and the file of the keys that open them."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import make_url

from croupier.bank.sealing import KEY_FILE, KeyMissing, Keys, id_of, key_id, keys_for

SECRET = bytes(range(168))
NAME = "ab" * 32
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))

Written = Callable[[str], Keys]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(text: str) -> Keys:
        file = tmp_path / "some.key"
        file.write_text(text)
        file.chmod(0o600)
        return Keys(file)

    return write


def test_only_the_holder_of_the_key_reads_it(written: Written) -> None:
    keys = written(KEY.hex())
    sealed = keys.seal(NAME, SECRET)
    assert id_of(sealed) == key_id(KEY) and KEY.hex() not in sealed
    assert SECRET.hex() not in sealed and keys.seal(NAME, SECRET) != sealed
    assert written(KEY.hex()).opened(NAME, sealed) == SECRET
    with pytest.raises(KeyMissing, match=f"takes the key {key_id(KEY)}, which is not in .*some"):
        written(OTHER.hex()).opened(NAME, sealed)
    with pytest.raises(KeyMissing, match="not in any file"):
        Keys().opened(NAME, sealed)


def test_it_opens_under_its_own_name_and_unchanged_only(written: Written) -> None:
    keys = written(KEY.hex())
    sealed = keys.seal(NAME, SECRET)
    with pytest.raises(KeyMissing, match="not what key"):
        keys.opened("cd" * 32, sealed)
    for place in (len(key_id(KEY)) + 1, len(sealed) // 2, len(sealed) - 4):
        other = "A" if sealed[place] != "A" else "B"
        with pytest.raises(KeyMissing, match="not what key"):
            keys.opened(NAME, sealed[:place] + other + sealed[place + 1 :])
    for text in ("", "?", "AAAA"):
        with pytest.raises(KeyMissing, match="not what key"):
            keys.opened(NAME, f"{key_id(KEY)}:{text}")


def test_the_first_line_seals_and_every_line_opens(written: Written) -> None:
    """A new key: it is added above the old one, in hex or in Base64."""
    old = written(KEY.hex()).seal(NAME, SECRET)
    keys = written(f"# since Monday\nAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\n\n{KEY.hex()}\n")
    new = keys.seal(NAME, SECRET)
    assert (id_of(new), id_of(old)) == (key_id(OTHER), key_id(KEY))
    assert keys.opened(NAME, old) == keys.opened(NAME, new) == SECRET


def test_a_file_that_came_later_is_found(tmp_path: Path) -> None:
    file = tmp_path / "some.key"
    sealed = Keys(file, may_make=True).seal(NAME, SECRET)
    made = file.read_text()
    file.unlink()
    keys = Keys(file)
    with pytest.raises(KeyMissing):
        keys.opened(NAME, sealed)
    file.write_text(made)
    file.chmod(0o600)
    assert keys.opened(NAME, sealed) == SECRET


def test_the_file_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    """Many processes need it at the same moment: all seal with the same key."""
    file, count = tmp_path / "a folder" / "bank.db.key", 16
    barrier = Barrier(count)

    def seal(_: int) -> str:
        barrier.wait()
        return Keys(file, may_make=True).seal(NAME, SECRET)

    with ThreadPoolExecutor(count) as crew:
        made = list(crew.map(seal, range(count)))
    assert len({id_of(one) for one in made}) == 1
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["bank.db.key"]
    assert all(Keys(file).opened(NAME, one) == SECRET for one in made)


@pytest.mark.parametrize("text", ["", "\n# nothing\n", "abcd", "x" * 64, KEY.hex()[:-2], "é" * 32])
def test_what_is_not_a_key_is_refused_and_not_shown(written: Written, text: str) -> None:
    with pytest.raises(KeyMissing) as error:
        written(text).seal(NAME, SECRET)
    assert error.value.code in ("key/bad", "key/unread")
    assert not text.strip() or text not in str(error.value)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_a_file_that_others_may_read_is_refused(written: Written, tmp_path: Path) -> None:
    keys = written(KEY.hex())
    (tmp_path / "some.key").chmod(0o640)
    with pytest.raises(KeyMissing, match="chmod 600"):
        keys.seal(NAME, SECRET)


def test_the_operators_own_file_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is not mounted must not lead to a new key."""
    file = tmp_path / "operator.key"
    monkeypatch.setenv(KEY_FILE, str(file))
    keys = keys_for(make_url("sqlite:///bank.db"))
    with pytest.raises(KeyMissing, match="there is no key file"):
        keys.seal(NAME, SECRET)
    assert not file.exists()


def test_where_keys_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_FILE, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert keys_for(make_url("sqlite:////a/bank.db")).file == Path("/a/bank.db.key")
    state = tmp_path / "croupier"
    assert keys_for(make_url("postgresql://me:pw@db:5433/house")).file == (
        state / "db_5433_house.key"
    )
    odd = keys_for(make_url("postgresql:///ho%2F..use")).file
    assert odd is not None and odd.parent == state
