"""How the log is written: a line of text, or a JSON object a line for a collector.

What a line is about is in `extra={"about": {…}}`: code, table, person, key, session, duration. A
traceback names files and lines; the message of an exception that is not a refusal is left out,
because it may quote a value: a card, a word.
"""

import json
import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb

from croupier.errors import Refused
from croupier.web.watch.requests import REQUEST
from croupier.web.watch.watch import LoggedError, ServerWatch

log = logging.getLogger("croupier.web")
HERE = Path(__file__).parents[2]  # the package


def about(record: logging.LogRecord) -> Mapping[str, object]:
    found = {"request": getattr(record, "request", ""), **getattr(record, "about", {})}
    return {name: value for name, value in found.items() if value not in ("", None)}


def event_of(record: logging.LogRecord) -> str:
    """The first line: asyncio adds others, with the values of exceptions."""
    return record.getMessage().partition("\n")[0]


def fault_of(record: logging.LogRecord) -> str:
    """The exception in one line, without its message unless it is a refusal."""
    failed = record.exc_info[1] if record.exc_info else None
    if failed is None:
        return ""
    said = str(failed) if isinstance(failed, Refused) else type(failed).__name__
    return f"{said} at {' < '.join(reversed([*_places(failed)]))}"


def _places(failed: BaseException) -> Iterator[str]:
    for frame, line in walk_tb(failed.__traceback__):
        file = Path(frame.f_code.co_filename)
        name = file.relative_to(HERE) if file.is_relative_to(HERE) else file.name
        yield f"{name}:{line}"


class JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": event_of(record),
            **about(record),
        }
        if fault := fault_of(record):
            line["fault"] = fault
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = self.formatTime(record, "%Y-%m-%d %H:%M:%S")
        parts = [at, record.levelname, event_of(record)]
        if name := getattr(record, "request", ""):
            parts.append(f"[{name}]")
        if fault := fault_of(record):
            parts.append(f"({fault})")
        return " ".join(parts)


def with_request(record: logging.LogRecord) -> bool:
    """A filter: the record remembers the request it was made for."""
    record.request = REQUEST.get()
    return True


class Errors(logging.Handler):
    """Keeps the last errors for the operator's page."""

    def __init__(self, watch: ServerWatch) -> None:
        super().__init__(logging.ERROR)
        self.watch = watch
        self.addFilter(with_request)

    def emit(self, record: logging.LogRecord) -> None:
        found = about(record)
        event = " ".join(filter(None, (event_of(record), fault_of(record))))[:500]
        reference = str(found.get("key") or found.get("request", ""))
        at, code = round(record.created * 1000), str(found.get("code", ""))
        self.watch.errors.append(LoggedError(at, event, code, reference))


@contextmanager
def logged(form: str, level: str, watch: ServerWatch) -> Iterator[None]:
    """While the server runs. `form`: text, json, or auto, which is text on a terminal."""
    plain = form == "text" or (form == "auto" and sys.stderr.isatty())
    lines = logging.StreamHandler()
    lines.setFormatter(TextLine() if plain else JsonLine())
    lines.addFilter(with_request)
    root = logging.getLogger()
    before = root.handlers, log.level, threading.excepthook
    root.handlers = [lines, Errors(watch)]
    log.setLevel(level.upper())
    threading.excepthook = _thread_failed
    try:
        yield
    finally:
        root.handlers, log.level, threading.excepthook = before


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        log.error("a thread failed", exc_info=failed.exc_value)
