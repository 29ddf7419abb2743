"""What transcripts of all games share: lines, options, refused acts, the comparison at the end."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from croupier.errors import BadRecord, RuleError
from croupier.rules.felt import OptionValue


class Try(NamedTuple):
    """An act that was refused, at a version of the round: so many events had happened."""

    version: int
    seat: int
    action: str
    code: str


def line(who: str, rest: str) -> str:
    return f"{who:<7} {rest}".rstrip()


def try_lines(tries: Iterable[Try], version: int) -> Iterator[str]:
    for refused in tries:
        if refused.version == version:
            yield line(f"seat {refused.seat}", f"tries {refused.action}, refused: {refused.code}")


def tried(said: str) -> str:
    """The act of a line that tells of a refused one."""
    return said.partition(", refused")[0]


def refusal(act: Callable[[int, str], object], version: int, seat: int, action: str) -> Try:
    try:
        act(seat, action)
    except RuleError as refused:
        return Try(version, seat, action, refused.code)
    raise BadRecord(f"seat {seat} tries {action!r}: it is legal", "record/transcript")


def option_texts(options: Mapping[str, OptionValue], usual: Mapping[str, OptionValue]) -> str:
    """The options that are not as usual."""
    return ", ".join(
        f"{name}={_option_text(options[name])}"
        for name, default in usual.items()
        if options[name] != default
    )


def _option_text(value: OptionValue) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def pairs(written: str, between: str) -> dict[str, str]:
    read = {}
    for item in written.split(between) if written else ():
        name, equals, value = item.partition("=")
        if not equals:
            raise BadRecord(f"{item!r} is not name=value", "record/transcript")
        read[name] = value
    return read


def numbered(written: str) -> Iterator[tuple[int, str]]:
    for number, read in enumerate(written.strip().splitlines(), start=1):
        yield number, read.rstrip()


def check_there(header: Mapping[str, object], words: Iterable[str]) -> None:
    for word in words:
        if word not in header:
            raise BadRecord(f"no line {word!r}: not a transcript", "record/transcript")


@contextmanager
def named(number: int) -> Iterator[None]:
    """What the rules refuse is told with the number of the line that asked for it."""
    try:
        yield
    except RuleError as refused:
        raise BadRecord(f"line {number}: {refused.message}", refused.code) from refused


def compare(written: str, played: str) -> None:
    """Line for line; the first that comes out other is named."""
    theirs, ours = written.strip().splitlines(), played.strip().splitlines()
    for number, (said, expected) in enumerate(zip(theirs, ours, strict=False), start=1):
        if said.rstrip() != expected:
            raise BadRecord(
                f"line {number} says {said.rstrip()!r}; the rules give {expected!r}",
                "record/transcript",
            )
    if len(theirs) != len(ours):
        raise BadRecord(
            f"{len(theirs)} lines; the round played again has {len(ours)}", "record/transcript"
        )
