"""Encrypts secrets in the books that their readers must not know, with a key stored elsewhere.

The operator's key is in a file that is neither in the database nor in its backups. Each secret is
sealed with AES-256-GCM under its own key, derived from the operator's key and the secret's name: so
no key is used twice, and a sealed text that is changed or moved to another name does not open.
"""

import base64
import hmac
import os
import re
import secrets
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL

from croupier.errors import Refused
from croupier.files import put_new

if TYPE_CHECKING:  # loaded only to seal or open
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_FILE = "CROUPIER_KEY_FILE"  # environment variable with the operator's file
KEY_SIZE, NONCE_SIZE = 32, 12
TAG = b"croupier 1 sealed secret"
MOST_KEYS = 1000  # lines of a file


class KeyMissing(Refused):
    code = "room/sealed"


class Keys:
    """The keys of one bank: the first line of the file seals, every line opens."""

    def __init__(self, file: Path | None = None, *, may_make: bool = False) -> None:
        self.file = file
        self.may_make = may_make  # a missing file; but one that the operator names must exist
        self._keys: dict[str, bytes] = {}  # by id, in the order of the file

    def seal(self, name: str, secret: bytes) -> str:
        """Encrypts a secret for holders of the key."""
        if not self._keys:
            self._keys = self._read() if self._is_there() else self._create()
        id_, key = next(iter(self._keys.items()))
        nonce = secrets.token_bytes(NONCE_SIZE)
        sealed = nonce + _cipher(key, name).encrypt(nonce, secret, TAG)
        return f"{id_}:{base64.b64encode(sealed).decode()}"

    def opened(self, name: str, sealed: str) -> bytes:
        """The secret; KeyMissing says which key is needed, and which file was searched."""
        id_, _, text = sealed.partition(":")
        if id_ not in self._keys and self._is_there():
            self._keys = self._read()
        if id_ not in self._keys:
            raise KeyMissing(
                f"it takes the key {id_}, which is not in {self.file or 'any file'}: bring the "
                f"key file that was beside the bank when this was sealed, name it in {KEY_FILE}, "
                "or add its line to that file"
            )
        from cryptography.exceptions import InvalidTag

        try:
            raw = base64.b64decode(text, validate=True)
            nonce, mixed = raw[:NONCE_SIZE], raw[NONCE_SIZE:]
            return _cipher(self._keys[id_], name).decrypt(nonce, mixed, TAG)
        except (InvalidTag, ValueError):
            raise KeyMissing(f"what is sealed there is not what key {id_} sealed") from None

    def _is_there(self) -> bool:
        return self.file is not None and self.file.exists()

    def _read(self) -> dict[str, bytes]:
        assert self.file is not None
        try:
            if os.name == "posix" and self.file.stat().st_mode & 0o077:
                raise KeyMissing(f"others may read {self.file}: chmod 600 it first", "key/open")
            lines = self.file.read_text("ascii").split("\n", MOST_KEYS)[:MOST_KEYS]
        except (OSError, UnicodeDecodeError) as unread:
            raise KeyMissing(f"cannot read {self.file}: {_why(unread)}", "key/unread") from unread
        keys = [_key(line.strip()) for line in lines if line.strip() and not line.startswith("#")]
        if not keys or None in keys:
            raise KeyMissing(
                f"{self.file} is not a key file: each line is 32 random bytes in hex or Base64",
                "key/bad",
            )
        return {key_id(key): key for key in keys if key is not None}

    def _create(self) -> dict[str, bytes]:
        """Creates the file; if two processes do so at once, both use the first."""
        if self.file is None or not self.may_make:
            raise KeyMissing(
                f"there is no key file {self.file}: {KEY_FILE} names it; bring it, or make one of "
                "32 random bytes in hex, readable by nobody else",
                "key/missing",
            )
        try:
            put_new(self.file, f"{secrets.token_hex(KEY_SIZE)}\n")
        except OSError as failed:
            raise KeyMissing(f"cannot make {self.file}: {_why(failed)}", "key/unmade") from failed
        return self._read()


NO_KEYS = Keys()


def keys_for(url: URL) -> Keys:
    """The keys of a bank: in the operator's file, beside the bank's, or in the user's home."""
    if named := os.environ.get(KEY_FILE):
        return Keys(Path(named))
    if url.get_backend_name() == "sqlite":
        return Keys(Path(f"{url.database}.key"), may_make=True)
    state = os.environ.get("XDG_STATE_HOME")
    folder = Path(state) if state else Path.home() / ".local" / "state"
    parts = (url.host or "local", str(url.port or 5432), url.database or "")
    name = "_".join(re.sub(r"[^A-Za-z0-9.-]", "-", part) for part in parts)
    return Keys(folder / "croupier" / f"{name}.key", may_make=True)


def key_id(key: bytes) -> str:
    """Identifies a key without revealing anything about it."""
    return sha256(b"croupier 1 key id" + key).hexdigest()[:12]


def id_of(sealed: str) -> str:
    return sealed.partition(":")[0]


def _key(line: str) -> bytes | None:
    try:
        key = bytes.fromhex(line) if len(line) == 2 * KEY_SIZE else base64.b64decode(line)
    except ValueError:
        return None
    return key if len(key) == KEY_SIZE else None


def _why(failed: Exception) -> str:
    return getattr(failed, "strerror", None) or "not a text file"


def _cipher(key: bytes, name: str) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(hmac.digest(key, TAG + b"\0" + name.encode(), sha256))
