"""Files are replaced atomically; reads are limited in size."""

import os
import tempfile
from errno import EFBIG
from pathlib import Path
from select import POLLIN, poll
from stat import S_IMODE, S_ISDIR, S_ISFIFO, S_ISREG

PRIVATE = 0o600  # readable by the owner only
PATIENCE = 2_000  # milliseconds to wait for the writer of a named pipe


class TooLarge(OSError):
    """A file larger than the limit for its kind."""


def content_of(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes; otherwise an OSError."""
    return _content(path, most, plain=True)


def content_of_any(path: Path, most: int) -> bytes:
    """The same, also for pipes and devices, whose size is not known in advance."""
    return _content(path, most, plain=False)


def _content(path: Path, most: int, *, plain: bool) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe without a writer would block
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if S_ISDIR(about.st_mode) or (plain and not S_ISREG(about.st_mode)):
            raise OSError(0, "not a regular file", str(path))
        if about.st_size > most:
            raise TooLarge(EFBIG, f"it is larger than {most:,} bytes", str(path))
        begun = _first(path, handle) if S_ISFIFO(about.st_mode) else b""
        os.set_blocking(handle, True)
        content = begun + file.read(most + 1)
    if len(content) > most:
        raise TooLarge(EFBIG, f"it is larger than {most:,} bytes", str(path))
    return content


def _first(path: Path, pipe: int) -> bytes:
    """The first byte of a pipe, if it has arrived; refused if no writer has it open."""
    waiting = poll()
    waiting.register(pipe, POLLIN)
    begun = bool(waiting.poll(PATIENCE))
    try:
        first = os.read(pipe, 1)
    except BlockingIOError:  # a writer has the pipe open but has not written yet
        return b""
    if not first and not begun:
        raise OSError(0, "nothing is being written to it", str(path))
    return first


def put_new(path: Path, text: str) -> None:
    """Creates a private file atomically; never overwrites one, so the first of two writers wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        _sync(path.parent)
    finally:
        os.unlink(draft)


def put(path: Path, content: bytes, mode: int | None = None) -> None:
    """Replaces the file's content atomically; on an OSError the old content stays.

    Without a mode, the permissions stay as they are.
    """
    if path.exists() and not path.is_file():
        raise OSError(0, "not a regular file")
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, _mode(path) if mode is None else mode)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The permissions of the existing file, or those of a new one."""
    if path.exists():
        return S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync(folder: Path) -> None:
    """Flushes the folder, so that the file's name survives a crash as well."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
