"""Heads of the chain, stored elsewhere, so that the chain cannot be replaced by another.

Anyone with write access to the database could write a whole new chain, or restore an older copy. An
anchor says how many records there were at a time and the digest over all of them: the chain must
still pass through it. Anchors are lines of JSON, one after the other, in a file that should be
where the database's owner cannot change it; each may be signed with an Ed25519 key.
"""

import json
import os
import re
import shlex
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

from croupier.bank.audit.books import AuditFailed
from croupier.bank.chain import Head
from croupier.bank.connect import url_for
from croupier.bank.schema import tables as schema
from croupier.bank.store import Store
from croupier.errors import Refused, RuleError, shown

if TYPE_CHECKING:  # loaded only when a key is used
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_SIZE = 32  # of Ed25519: random bytes


def signer(private: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private)


def public_key(private: bytes) -> bytes:
    return signer(private).public_key().public_bytes_raw()


def is_signed(public: bytes, message: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signed, message)
    except (InvalidSignature, ValueError):  # ValueError: not a key
        return False
    return True


TAG = "croupier anchor"  # prefix of signed messages, unique to anchors
COMMAND_SECONDS = 20
LONGEST_LINE = 1000
MOST_BYTES = 2**30  # of a file to read: thirteen years of an anchor a minute
CHUNK = 500
PRIVATE = 0o600
HEX = re.compile("[0-9a-f]{64}")


class AnchorError(Refused):
    code = "anchor/failed"


class Anchor(NamedTuple):
    sequence: int
    digest: str
    at: int  # milliseconds since 1970, UTC, by the publisher's clock
    signature: str = ""

    @property
    def line(self) -> str:
        data: dict[str, object] = {"sequence": self.sequence, "digest": self.digest, "at": self.at}
        if self.signature:
            data["signature"] = self.signature
        return json.dumps(data)

    @property
    def message(self) -> bytes:
        return f"{TAG}\n{self.sequence}\n{self.digest}\n{self.at}".encode()


# Keys


def make_key(path: Path) -> str:
    """A new private key in a new file that only its owner can read; returns the public key."""
    key = os.urandom(KEY_SIZE)
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(f"{key.hex()}\n")
    except OSError as failed:
        raise AnchorError(f"cannot make {path}: {failed.strerror}", "anchor/key") from failed
    return public_key(key).hex()


def _private(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        with path.open("rb") as opened:
            text = opened.read(LONGEST_LINE)
    except OSError as failed:
        raise AnchorError(f"cannot read {path}: {failed.strerror}", "anchor/key") from failed
    if os.name == "posix" and mode & 0o077:
        raise AnchorError(f"others may read {path}: chmod 600 it first", "anchor/key")
    try:
        return _key(text.decode("ascii"))
    except ValueError as broken:
        words = f"{path} is not a key; make one: croupier room anchor-key"
        raise AnchorError(words, "anchor/key") from broken


def _key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if len(key) != KEY_SIZE:
        raise ValueError(text)
    return key


def public_of(path: Path) -> str:
    return public_key(_private(path)).hex()


# Writing


class Places(NamedTuple):
    """Where anchors go, and how they are signed. Without a place nothing is published."""

    file: Path | None = None
    command: tuple[str, ...] = ()  # the operator's; gets the line on standard input
    key: Path | None = None

    def publish(self, head: Head, at: int) -> Anchor:
        """Tries every place, then returns the anchor, or raises AnchorError if one failed."""
        anchor = Anchor(head.sequence, head.digest, at)
        if self.key is not None:
            signed = signer(_private(self.key)).sign(anchor.message)
            anchor = anchor._replace(signature=signed.hex())
        tasks: list[Callable[[str], None]] = []
        if self.file is not None:
            tasks.append(self._append)
        if self.command:
            tasks.append(self._run)
        failed = []
        for task in tasks:
            try:
                task(f"{anchor.line}\n")
            except (OSError, subprocess.SubprocessError) as wrong:
                failed.append(str(wrong))
        if failed:
            raise AnchorError(f"no anchor was kept: {'; '.join(failed)}")
        return anchor

    def _append(self, line: str) -> None:
        assert self.file is not None
        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
        file = os.open(self.file, flags, PRIVATE)
        with os.fdopen(file, "wb") as opened:
            opened.write(
                line.encode("ascii")
            )  # one write, so that lines of two processes do not mix
            opened.flush()
            if stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                os.fsync(opened.fileno())

    def _run(self, line: str) -> None:
        subprocess.run(
            self.command,
            input=line.encode("ascii"),
            stdout=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=True,
        )


# Reading


def read_anchors(path: Path) -> list[Anchor]:
    """All lines of a file in order; AuditFailed names one that is not an anchor."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise AuditFailed("anchor", None, f"{path} has {size:,} bytes, too many to be read")
        with path.open("rb") as opened:
            return list(_read(path, opened))
    except OSError as failed:
        raise AuditFailed("anchor", None, f"{path} cannot be read: {failed.strerror}") from failed


def _read(path: Path, opened: Any) -> Iterator[Anchor]:
    number = 0
    while line := opened.readline(LONGEST_LINE):
        number += 1
        if not line.endswith(b"\n") and not opened.read(1):
            return  # the machine stopped while writing it
        anchor = _parsed(line)
        if anchor is None:
            raise AuditFailed("anchor", None, f"line {number} of {path} is not an anchor")
        yield anchor


def _parsed(line: bytes) -> Anchor | None:
    try:
        data = json.loads(line)
        found = Anchor(**data)
    except (ValueError, TypeError, RecursionError):
        return None
    kinds = [type(part) for part in found]
    if kinds != [int, str, int, str] or not 0 <= found.sequence < 2**63:
        return None
    well = HEX.fullmatch(found.digest) and re.fullmatch("([0-9a-f]{2})*", found.signature)
    return found if well else None


# Checking


def check_signed(anchors: Sequence[Anchor], public: str) -> None:
    """The last anchor must be signed with that key.

    That covers the earlier ones: its digest is over all records before it. Anyone who rewrites the
    file could leave signatures out, so the last anchor must have one.
    """
    try:
        key = _key(public)
    except ValueError as broken:
        words = f"{shown(public)} is not a public key: 64 hexadecimal digits"
        raise AnchorError(words, "anchor/key") from broken
    for anchor in anchors[-1:]:
        if not anchor.signature:
            raise AuditFailed("anchor", anchor.sequence, "the last anchor is not signed")
        if not is_signed(key, anchor.message, bytes.fromhex(anchor.signature)):
            raise AuditFailed(
                "anchor", anchor.sequence, "its signature is not by the key that was given"
            )


def check_anchors(connection: Connection, heads: Sequence[Head], last: int) -> None:
    """The chain, whose digests are correct, must pass through all of them."""
    wanted = sorted({(head.sequence, head.digest) for head in heads if head.sequence})
    for start in range(0, len(wanted), CHUNK):
        some = wanted[start : start + CHUNK]
        stand = _digests(connection, [sequence for sequence, _ in some])
        for sequence, digest in some:
            if sequence not in stand:
                raise AuditFailed(
                    "anchor",
                    sequence,
                    f"the books end at record {last}: {sequence - last} records that were there"
                    " when this anchor was kept are lost",
                )
            if stand[sequence] != digest:
                raise AuditFailed(
                    "anchor", sequence, "the chain does not pass through the anchor: it is another"
                )


def _digests(connection: Connection, sequences: Sequence[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for table in schema.CHAINED:
        columns = select(table.c.sequence, table.c.digest)
        rows = connection.execute(columns.where(table.c.sequence.in_(sequences)))
        found |= {row.sequence: row.digest for row in rows}
    return found


# Publishing: after a commit, when the interval has passed, without delaying any act


FILE, COMMAND = "CROUPIER_ANCHORS", "CROUPIER_ANCHOR_COMMAND"
KEY, PUBLIC = "CROUPIER_ANCHOR_KEY", "CROUPIER_ANCHOR_PUBLIC"
EVERY = "CROUPIER_ANCHOR_EVERY"
SECONDS = 60  # from one to the next
OFF = "off"


def places_for(url: str, environment: Mapping[str, str] = os.environ) -> Places:
    """The operator's places, or a file next to a bank that is a file."""
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
    bank = url_for(url)
    is_file = bank.get_backend_name() == "sqlite" and bank.database
    return Path(f"{bank.database}.anchors") if is_file else None


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
        self.failed = 0  # count
        self.failures: list[str] = []  # messages since the last `finish`
        self._thread: Thread | None = None
        self._next = self._after_last()

    def _after_last(self) -> int:
        """The last anchor may be from another process."""
        try:
            found = self.places.file.stat() if self.places.file else None
        except OSError:
            found = None
        if found is None or not found.st_size:
            return 0
        return found.st_mtime_ns // 1_000_000 + self.every

    def after_commit(self, store: Store) -> None:
        """In the background, so that a slow file or command delays nobody."""
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
        except Exception as fault:  # the act is written already; this must not undo it
            self._fail(str(fault))

    def _fail(self, why: str) -> None:
        self.failed += 1
        self.failures.append(why)

    def finish(self) -> list[str]:
        """Waits for the publishing in progress, then returns the failures."""
        if self._thread is not None:
            self._thread.join()
        failures, self.failures = self.failures, []
        return failures
