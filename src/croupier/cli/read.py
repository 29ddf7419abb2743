"""Reading what a command is given, and writing JSON."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from croupier.errors import BadRecord

LARGEST_INPUT = 64 * 1024 * 1024


def text_of(file: Path | None) -> str:
    """A file's text, or all of standard input."""
    raw = sys.stdin.buffer.read(LARGEST_INPUT + 1) if file is None else file.read_bytes()
    if len(raw) > LARGEST_INPUT:
        raise BadRecord(f"more than {LARGEST_INPUT} bytes; give it in parts", "record/large")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        raise BadRecord(f"not text in UTF-8: {broken}", "record/text") from broken


def lines_as_they_come() -> Iterator[bytes]:
    """Standard input line by line, so that a program may wait for an answer before it asks on."""
    return iter(lambda: sys.stdin.buffer.readline(LARGEST_INPUT), b"")


def write_json(value: object, *, lines: bool = False) -> None:
    indent = None if lines else 2
    sys.stdout.write(json.dumps(value, indent=indent) + "\n")
    if lines:
        sys.stdout.flush()
