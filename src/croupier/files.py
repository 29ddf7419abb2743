"""A file is replaced whole, or stays as it was."""

import os
import tempfile
from pathlib import Path
from stat import S_IMODE

PRIVATE = 0o600  # for its owner's eyes


def put(path: Path, content: bytes, mode: int | None = None) -> None:
    """The content takes the file's place; where that fails, with an OSError, the last one stays.

    Without a mode, who may read it is not changed.
    """
    if path.exists() and not path.is_file():
        raise OSError(0, "it is no plain file")
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
    """Who may read it: those who might before, or whoever may read a new file."""
    if path.exists():
        return S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
