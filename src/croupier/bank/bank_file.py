"""The file of a bank in SQLite: its owner's alone from the first byte, and read without a trace."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from urllib.parse import quote

from croupier.bank.faults import WAIT_SECONDS, StoreError

PRIVATE = 0o600  # for its owner's eyes
OTHERS = 0o077
CANNOT_WRITE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
BESIDE = ("", "-wal", "-shm")  # SQLite gives these the mode that the file has when it makes them


def make_private(path: str) -> None:
    """Makes the file before SQLite does, which would let others read it; or takes that from them.

    What fails here fails again when SQLite opens the file, and it says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
        return
    for end in BESIDE:
        with suppress(OSError):
            if S_IMODE(os.stat(path + end).st_mode) & OTHERS:
                os.chmod(path + end, PRIVATE)


def open_to_others(path: str) -> bool:
    """Whether anybody but the owner may read or change it."""
    try:
        return bool(S_IMODE(os.stat(path).st_mode) & OTHERS)
    except OSError:
        return False


class FileReader:
    """Opens a file to read it. Where not even SQLite's own two files beside it can be made, it is
    read as one that nobody changes, and then it is seen to that nobody did.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.uri = f"file:{quote(os.path.abspath(path))}?mode="
        self.was_alone = not Path(f"{path}-wal").exists()
        self.seen: tuple[int, ...] | None = None

    def tidy(self) -> None:
        """A reader cannot remove the two files that SQLite made for it; one who might write, and
        does not, has SQLite remove them if nobody else needs them.
        """
        if self.was_alone and Path(f"{self.path}-wal").exists():
            with suppress(sqlite3.Error):
                _tried(f"{self.uri}rw", 0).close()

    def connect(self) -> sqlite3.Connection:
        try:
            return _tried(f"{self.uri}ro")
        except sqlite3.OperationalError as failed:
            if failed.sqlite_errorcode & 0xFF not in CANNOT_WRITE or not os.access(
                self.path, os.R_OK
            ):
                raise
        if self._unwritten():
            raise StoreError(
                f"{self.path}-wal holds acts that are not in {self.path} yet, and to read both"
                " SQLite must write beside them: copy the two to a folder that can be written",
                "store/cannot_open",
            )
        self.seen = self._now()
        return _tried(f"{self.uri}ro&immutable=1")

    def check(self) -> None:
        if self.seen is not None and (self._unwritten() or self.seen != self._now()):
            raise StoreError(
                f"somebody writes to {self.path}, in a folder that we cannot write in: read a copy,"
                " or try again when nobody does",
                "store/changed",
            )

    def _unwritten(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and log.stat().st_size > 0

    def _now(self) -> tuple[int, ...]:
        found = os.stat(self.path)
        return found.st_ino, found.st_size, found.st_mtime_ns


def _tried(uri: str, wait: int = WAIT_SECONDS) -> sqlite3.Connection:
    """SQLite opens nothing before the first question."""
    connection = sqlite3.connect(uri, timeout=wait, uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection
