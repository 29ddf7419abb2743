"""The kinds of settings, and how each is read and written.

A kind reads what a file gives (TOML) and what a variable or a flag gives (text) in the same way.
This module imports nothing of the server, so that help stays quick.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Misread(ValueError):
    """The argument says what would be right."""


@dataclass(frozen=True)
class Text:
    metavar = "TEXT"

    def read(self, given: object) -> str:
        if not isinstance(given, str):
            raise Misread('write text, in quotes in a file: "…"')
        return given

    def written(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class HostPort(Text):
    """Empty, or an address with a port."""

    metavar = "ADDRESS:PORT"

    def read(self, given: object) -> str:
        text = super().read(given)
        host, _, port = text.rpartition(":")
        if text and not (host and port.isascii() and port.isdigit() and 0 < int(port) < 65_536):
            raise Misread("write an address and a port, such as 127.0.0.1:9100")
        return text


@dataclass(frozen=True)
class OneOf(Text):
    """One of several words."""

    words: Sequence[str]

    @property
    def metavar(self) -> str:  # type: ignore[override]
        return "|".join(self.words)

    def read(self, given: object) -> str:
        if given not in self.words:
            raise Misread(f"write one of {', '.join(self.words)}")
        return str(given)


@dataclass(frozen=True)
class Texts(Text):
    """Several texts; in a variable, separated by commas."""

    metavar = "TEXT"

    def read(self, given: object) -> tuple[str, ...]:  # type: ignore[override]
        if isinstance(given, str):
            given = [part.strip() for part in given.split(",") if part.strip()]
        if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
            raise Misread('write a list of texts: ["…", "…"]')
        return tuple(given)

    def written(self, value: object) -> str:
        assert isinstance(value, tuple)
        return f"[{', '.join(json.dumps(one, ensure_ascii=False) for one in value)}]"


@dataclass(frozen=True)
class Switch:
    metavar = ""

    def read(self, given: object) -> bool:
        if isinstance(given, bool):
            return given
        word = given.lower() if isinstance(given, str) else ""
        if word not in YES + NO:
            raise Misread("write true or false")
        return word in YES

    def written(self, value: object) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class Count:
    least: int
    most: int
    metavar = "NUMBER"

    def read(self, given: object) -> int:
        if isinstance(given, str) and given.isascii() and given.replace("_", "").isdigit():
            given = int(given) if len(given) < 20 else self.most + 1
        if isinstance(given, bool) or not isinstance(given, int):
            raise Misread(f"write a whole number from {self.least} to {self.most}")
        if not self.least <= given <= self.most:
            raise Misread(f"it may be {self.least} to {self.most}")
        return given

    def written(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Time:
    """A length of time, held in milliseconds; without a unit, seconds."""

    least: int
    most: int
    metavar = "TIME"

    def read(self, given: object) -> int:
        milliseconds = self._milliseconds(given)
        if milliseconds is None:
            raise Misread("write a time such as 30s, 15m, 12h or 7d")
        if not self.least <= milliseconds <= self.most:
            raise Misread(f"it may be {in_words(self.least)} to {in_words(self.most)}")
        return milliseconds

    def _milliseconds(self, given: object) -> int | None:
        if isinstance(given, int) and not isinstance(given, bool):
            return given * UNITS["s"]
        if not isinstance(given, str):
            return None
        number = given.rstrip("".join(UNITS))
        unit = UNITS.get(given[len(number) :] or "s")
        if unit is None or not (number.isascii() and number.isdigit()) or len(number) > 15:
            return None
        return int(number) * unit

    def written(self, value: object) -> str:
        assert isinstance(value, int)
        return f'"{in_words(value)}"'


def in_words(milliseconds: int) -> str:
    """In the largest unit that leaves a whole number: `15m`, `90s`."""
    for unit, size in reversed(UNITS.items()):
        if milliseconds % size == 0 and (milliseconds or unit == "s"):
            return f"{milliseconds // size}{unit}"
    raise AssertionError("a millisecond divides every whole number of them")


SettingKind = Text | Switch | Count | Time
