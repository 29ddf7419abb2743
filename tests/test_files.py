"""A file is replaced whole, or stays as it was."""

import os
from pathlib import Path

import pytest

from croupier.files import put


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
    with pytest.raises(OSError, match="no plain file"):
        put(tmp_path, b"")
