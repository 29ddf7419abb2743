"""The words that players commit to, kept on their own machine until they are opened.

Nobody else has them: a word that is lost counts as withheld. Files are for their owner's eyes.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from croupier import fair
from croupier.desk.room.bank import url_of
from croupier.desk.sittings.saved import default_folder
from croupier.desk.sittings.words import check_typed
from croupier.errors import RuleError, without_password
from croupier.files import put_new

MOST_KEPT = 500  # files; the oldest go


class WordsPlace(NamedTuple):
    """Whose words, and where they are for."""

    bank: str
    table: str
    seat: int
    player: str


def place_of(bank: str, table: str, seat: int, player: str) -> WordsPlace:
    """One bank is one, from whatever folder it is named, and with whatever password."""
    url = without_password(url_of(bank))
    if url.startswith("sqlite:///"):
        url = str(Path(unquote(url.removeprefix("sqlite:///"))).resolve())
    return WordsPlace(url, table, seat, player)


def keep(place: WordsPlace, commitment: str, typed: str) -> str:
    """The word for the shoe of that commitment: a new one, or the one that is kept already."""
    if not typed.isprintable():
        raise RuleError(f"{typed!r} has characters that cannot be seen", "shoe/word")
    new = {"commitment": commitment, "word": fair.new_word(check_typed(typed))}
    word = _first(_file("shoe", *place, commitment), new)["word"]
    if typed and not word.startswith(f"{typed} "):
        raise RuleError(
            f"another word is kept for this shoe already, and cannot be changed; {typed!r} can be"
            " in the next one",
            "word/kept",
        )
    return word


def kept(place: WordsPlace, commitment: str) -> str:
    file = _file("shoe", *place, commitment)
    if not file.exists():
        raise RuleError(
            f"no word of {place.player} for table {place.table} seat {place.seat} is kept on this"
            " machine; it is where they bet",
            "word/missing",
        )
    return _read(file)["word"]


def about(place: WordsPlace, key: str, now: Callable[[], str]) -> str:
    """The commitment of the shoe that the act of this key is about: as it is now, or as it was when
    the act was first sent. So an act can be sent again after the shoe has changed.
    """
    if not key:
        return now()
    file = _file("key", *place, key)
    return (_read(file) if file.exists() else _first(file, {"about": now()}))["about"]


def _file(*parts: object) -> Path:
    name = sha256(json.dumps(parts).encode()).hexdigest()[:32]
    return default_folder() / "words" / f"{name}.json"


def _first(file: Path, content: Mapping[str, str]) -> dict[str, str]:
    """What the file holds: this, if it is new; of two processes both take the first one's."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            _drop_old(file.parent)
            put_new(file, json.dumps(content))
    except OSError as failed:
        raise RuleError(f"cannot write {file}: {failed.strerror}", "word/file") from failed
    return _read(file)


def _drop_old(folder: Path) -> None:
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    for file in files[: -MOST_KEPT + 1]:
        file.unlink(missing_ok=True)


def _read(file: Path) -> dict[str, str]:
    try:
        content = json.loads(file.read_bytes()[:10_000])
        if isinstance(content, dict) and all(isinstance(one, str) for one in content.values()):
            return content
    except (OSError, ValueError, RecursionError):
        pass
    raise RuleError(f"{file} holds no word; move it away", "word/file")
