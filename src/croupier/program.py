"""The digest of the program itself: any change of a file of it shows."""

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable


def program_hash() -> str:
    """Over every file of the package but what Python compiles for itself."""
    digest = hashlib.sha256()
    for name, content in sorted(_contents(files("croupier"), "")):
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _contents(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_file() and not entry.name.endswith(".pyc"):
            found.append((prefix + entry.name, entry.read_bytes()))
        elif entry.is_dir() and entry.name != "__pycache__":
            found += _contents(entry, f"{prefix}{entry.name}/")
    return found
