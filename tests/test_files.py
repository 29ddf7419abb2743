"""A file is replaced completely, or stays as it was."""

import os
from pathlib import Path

import pytest

from croupier.files import PRIVATE, put


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some.txt"
    before = os.umask(0o027)
    put(file, b"one")
    os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o640
    file.chmod(0o604)
    put(file, b"two")
    assert file.read_bytes() == b"two" and file.stat().st_mode & 0o777 == 0o604

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        put(file, b"three")
    assert file.read_bytes() == b"two" and list(tmp_path.iterdir()) == [file]
    with pytest.raises(OSError, match="not a regular file"):
        put(tmp_path, b"")


def test_a_private_file_is_one_from_its_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever access the process grants to new files, and whoever could read the last one."""
    file = tmp_path / "saved.json"
    file.write_bytes(b"")
    file.chmod(0o666)
    modes: set[int] = set()

    def look(_: int) -> None:
        modes.update(each.stat().st_mode & 0o777 for each in tmp_path.iterdir() if each != file)

    monkeypatch.setattr(os, "fsync", look)
    before = os.umask(0)
    put(file, b"secret", PRIVATE)
    os.umask(before)
    assert modes == {0o600}
    assert file.stat().st_mode & 0o777 == 0o600
