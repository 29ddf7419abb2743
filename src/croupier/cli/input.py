"""What a command reads, and how it writes JSON."""

import json
import sys
from collections.abc import Callable, Collection
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from croupier.errors import BadRecord, RuleError, shown
from croupier.files import TooLarge, content_of_any

LARGEST_INPUT = 64 * 1024 * 1024
LONGEST_NUMBER = 40  # digits
WRITTEN = {str: "it in quotes", bool: "true or false", int: "a whole number"}
V = TypeVar("V", str, bool, int)


def text_of(file: Path | None) -> str:
    """A file's text, or all of standard input."""
    large = BadRecord(f"more than {LARGEST_INPUT} bytes; give it in parts", "record/large")
    if file is None:
        raw = sys.stdin.buffer.read(LARGEST_INPUT + 1)
        if len(raw) > LARGEST_INPUT:
            raise large
    else:
        try:
            raw = content_of_any(file, LARGEST_INPUT)
        except TooLarge as more:
            raise large from more
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        raise BadRecord(f"not text in UTF-8: {broken}", "record/text") from broken


def number(written: str) -> Fraction | None:
    """`1e9`, `0.5`, `1_000`, `1/3`; None if it is not a number, or too large."""
    text = written.strip()
    try:
        if "/" in text:
            return Fraction(text) if len(text) < LONGEST_NUMBER else None
        value = Decimal(text)
        if not value.is_finite() or abs(value.adjusted()) > LONGEST_NUMBER:
            return None
        return Fraction(value)
    except (ArithmeticError, ValueError):
        return None


def write_json(value: object, *, lines: bool = False) -> None:
    indent = None if lines else 2
    sys.stdout.write(json.dumps(value, indent=indent) + "\n")
    if lines:
        sys.stdout.flush()


def batch(keys: Collection[str], answer: Callable[[dict[str, Any], str], object]) -> int:
    """One response per line for one JSON object per line; 1 if any was refused.

    `answer` gets the line's object without nulls, and the name of the line for its errors. A
    program may wait for each response before it sends the next line.
    """
    refused = False
    lines = iter(lambda: sys.stdin.buffer.readline(LARGEST_INPUT), b"")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = answer(_said(line, f"line {number}", keys), f"line {number}")
        except RuleError as error:
            refused = True
            row = refusal_json(error)
        write_json(row, lines=True)
    return 1 if refused else 0


def refusal_json(error: RuleError) -> dict[str, object]:
    return {"error": {"code": error.code, "message": error.message}}


def _said(line: bytes, where: str, keys: Collection[str]) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as broken:
        raise BadRecord(f"{where} is not JSON: {broken}", "state/json") from broken
    if not isinstance(said, dict) or set(said) - set(keys):
        raise BadRecord(f"{where}: {shown(said)}; known keys: {', '.join(keys)}")
    return {key: value for key, value in said.items() if value is not None}


def value_of(said: dict[str, Any], key: str, where: str, usual: V) -> V:
    """The value of a key, which must have the type of its default."""
    value = said.get(key, usual)
    if type(value) is not type(usual):
        raise BadRecord(f"{where}: {key} = {shown(value)}; write {WRITTEN[type(usual)]}")
    return value
