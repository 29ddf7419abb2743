"""The digest of the program itself: any change of a file of it shows."""

import hashlib
import marshal
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path

# A compiled file: a magic number, its kind, the time and the size of its source, then the code.
PLACES, HEADER = (4, 8, 12), 16
BY_TIME, MASK = 0, 2**32 - 1


def program_hash() -> str:
    """Over every file of the package but what Python compiles for itself."""
    digest = hashlib.sha256()
    for name, content in sorted(_contents(files("croupier"), "")):
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def running() -> str:
    """The digest of the program as this process found it: an act asks for it, so it is kept."""
    return program_hash()


def altered() -> list[str]:
    """What Python has compiled, and runs, but would not compile from the source that is there.

    `program_hash` does not look at it, because each machine makes its own.
    """
    wrong = []
    for source in sorted(Path(str(files("croupier"))).rglob("*.py")):
        compiled = Path(cache_from_source(str(source)))
        if compiled.is_file() and is_run(compiled, source) and not is_of(compiled, source):
            wrong.append(str(compiled))
    return wrong


def is_run(compiled: Path, source: Path) -> bool:
    """Python passes over what is older than its source, or of another size."""
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
