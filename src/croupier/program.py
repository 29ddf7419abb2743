"""A digest of the program itself, which changes with any file of the package."""

import hashlib
import marshal
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path

# A .pyc file: magic number, flags, mtime and size of the source (4 bytes each), then the code.
PLACES, HEADER = (4, 8, 12), 16
BY_TIME, MASK = 0, 2**32 - 1


def program_hash() -> str:
    """The digest of every file in the package except Python's own bytecode."""
    digest = hashlib.sha256()
    for name, content in sorted(_contents(files("croupier"), "")):
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def running() -> str:
    """The digest at first use in this process; cached, because every act needs it."""
    return program_hash()


def altered() -> list[str]:
    """Bytecode files that Python would run although they do not match their source.

    `program_hash` leaves bytecode out, because each machine compiles its own.
    """
    wrong = []
    for source in sorted(Path(str(files("croupier"))).rglob("*.py")):
        compiled = Path(cache_from_source(str(source)))
        if compiled.is_file() and is_run(compiled, source) and not is_of(compiled, source):
            wrong.append(str(compiled))
    return wrong


def is_run(compiled: Path, source: Path) -> bool:
    """Whether Python would run it: it ignores bytecode whose recorded mtime or size differs."""
    kind, time, size = (
        int.from_bytes(compiled.read_bytes()[at : at + 4], "little") for at in PLACES
    )
    now = source.stat()
    return kind != BY_TIME or (time, size) == (int(now.st_mtime) & MASK, now.st_size & MASK)


def is_of(compiled: Path, source: Path) -> bool:
    try:
        code = marshal.loads(compiled.read_bytes()[HEADER:])
    except (EOFError, TypeError, ValueError):
        return False
    return bool(code == compile(source.read_bytes(), str(source), "exec", dont_inherit=True))


def _contents(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    contents = []
    for entry in folder.iterdir():
        if entry.is_file() and not entry.name.endswith(".pyc"):
            contents.append((prefix + entry.name, entry.read_bytes()))
        elif entry.is_dir() and entry.name != "__pycache__":
            contents += _contents(entry, f"{prefix}{entry.name}/")
    return contents
