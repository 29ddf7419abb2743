"""Anchors by themselves: after a commit, when it is time, and never in the way of an act."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from threading import Thread

from sqlalchemy import URL

from croupier.bank.anchors.anchors import AnchorError, Places
from croupier.bank.chain import Head
from croupier.bank.connect import url_for
from croupier.bank.store import Store
from croupier.errors import Refused, RuleError, shown

FILE, COMMAND = "CROUPIER_ANCHORS", "CROUPIER_ANCHOR_COMMAND"
KEY, PUBLIC = "CROUPIER_ANCHOR_KEY", "CROUPIER_ANCHOR_PUBLIC"
EVERY = "CROUPIER_ANCHOR_EVERY"
SECONDS = 60  # from one to the next
OFF = "off"


def places_for(url: str, environment: Mapping[str, str] = os.environ) -> Places:
    """Where the operator says; else beside a bank that is a file."""
    key = environment.get(KEY)
    text = environment.get(COMMAND, "")
    try:
        command = tuple(shlex.split(text))
    except ValueError as broken:
        words = f"{COMMAND} is {shown(text)}, which is not a command: {broken}"
        raise RuleError(words, "anchor/command") from broken
    return Places(file_for(url, environment), command, Path(key) if key else None)


def file_for(url: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    if named := environment.get(FILE):
        return None if named == OFF else Path(named)
    return beside(url_for(url))


def beside(url: URL) -> Path | None:
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(f"{url.database}.anchors")
    return None


def every(environment: Mapping[str, str] = os.environ) -> int:
    text = environment.get(EVERY, str(SECONDS))
    if not text.isascii() or not text.isdigit() or int(text) > 10**9:
        raise RuleError(f"{EVERY} is {shown(text)}; write seconds, such as 60", "anchor/every")
    return int(text)


class Anchoring:
    """Publishes the head when the interval has passed. Failures are kept for the caller."""

    def __init__(self, places: Places, seconds: int = SECONDS) -> None:
        self.places = places
        self.every = 1000 * seconds
        self.failed = 0  # how often
        self.failures: list[str] = []  # in words, since somebody asked last
        self._thread: Thread | None = None
        self._next = self._after_last()

    def _after_last(self) -> int:
        """The last one may be another process's."""
        try:
            found = self.places.file.stat() if self.places.file else None
        except OSError:
            found = None
        if found is None or not found.st_size:
            return 0
        return found.st_mtime_ns // 1_000_000 + self.every

    def after_commit(self, store: Store) -> None:
        """In the background: a file that hangs, or a slow command, keeps nobody waiting."""
        if not (self.places.file or self.places.command):
            return
        now = store.clock()
        if now < self._next or (self._thread is not None and self._thread.is_alive()):
            return
        self._next = now + self.every
        try:
            head = store.head()
        except Refused as failed:
            self._fail(failed.message)
            return
        self._thread = Thread(target=self._publish, args=(head, now))
        self._thread.start()

    def _publish(self, head: Head, now: int) -> None:
        try:
            self.places.publish(head, now)
        except AnchorError as failed:
            self._fail(failed.message)
        except Exception as fault:  # an act that is written is never undone by this
            self._fail(str(fault))

    def _fail(self, why: str) -> None:
        self.failed += 1
        self.failures.append(why)

    def finish(self) -> list[str]:
        """What failed, once all is done that was begun."""
        if self._thread is not None:
            self._thread.join()
        told, self.failures = self.failures, []
        return told
