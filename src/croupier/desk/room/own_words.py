"""The words that players commit to, stored on their own machine until they are opened.

Nobody else has them: a lost word counts as withheld. The files are readable only by their owner.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from croupier import fair
from croupier.desk.room.bank import looked_into, url_of
from croupier.desk.sittings.saved import default_folder
from croupier.desk.sittings.sitting import check_typed
from croupier.errors import RuleError, without_password
from croupier.files import put_new
from croupier.room.room import Room
from croupier.table.shoe import Shoe

MOST_KEPT = 500  # files; the oldest are removed


class OwnWord(NamedTuple):
    """A player's word for a shoe, as commitments; empty if the shoe takes none."""

    house: str  # the house's commitment to the shoe
    given: str  # the commitment to the word


class OwnWords(NamedTuple):
    """Whose words, for which table and seat, and the key of the act that needs one."""

    bank: str
    table: str
    seat: int
    player: str
    key: str

    def for_bet(self, typed: str, *, betting: bool) -> OwnWord:
        """The word for a bet; empty if the shoe is in use, or if the bet is being taken back."""

        def shoe_now() -> str:
            shoe = self._shoe
            if typed and shoe.first:
                raise RuleError(
                    f"table {self.table}: cards of this shoe are already dealt, so it takes no"
                    " more words; bet without --word",
                    "room/words",
                )
            return shoe.commitment if betting and not shoe.first else ""

        house = self._about(shoe_now)
        return self._committed(house, typed) if house else OwnWord("", "")

    def to_commit(self, typed: str) -> OwnWord:
        return self._committed(self._about(), typed)

    def to_open(self) -> str:
        file = self._file("shoe", self._about())
        if not file.exists():
            raise RuleError(
                f"no word of {self.player} for table {self.table} seat {self.seat} is stored on"
                " this machine; it is on the one where they bet",
                "word/missing",
            )
        return _read(file)["word"]

    def _committed(self, house: str, typed: str) -> OwnWord:
        """Commits to a new word for the shoe, or to the one already stored for it."""
        if not typed.isprintable():
            raise RuleError(f"{typed!r} has invisible characters", "shoe/word")
        new = {"commitment": house, "word": fair.new_word(check_typed(typed))}
        word = _first(self._file("shoe", house), new)["word"]
        if typed and not word.startswith(f"{typed} "):
            raise RuleError(
                f"another word is already stored for this shoe, and cannot be changed; use"
                f" {typed!r} for the next one",
                "word/kept",
            )
        return OwnWord(house, fair.word_commitment(house, self.seat, self.player, word))

    def _about(self, now: Callable[[], str] | None = None) -> str:
        """The commitment of the shoe that the act with this key is about: the current one, or the
        one when the act was first sent. So an act can be repeated after the shoe has changed.
        """
        now = now or (lambda: self._shoe.commitment)
        if not self.key:
            return now()
        file = self._file("key", self.key)
        return (_read(file) if file.exists() else _first(file, {"about": now()}))["about"]

    @property
    def _shoe(self) -> Shoe:
        with looked_into(self.bank) as store:
            return Room(store).hall.table(self.table).shoe

    def _file(self, kind: str, of: str) -> Path:
        """The same bank gives the same file, from whatever folder it is named, and with whatever
        password.
        """
        url = without_password(url_of(self.bank))
        if url.startswith("sqlite:///"):
            url = str(Path(unquote(url.removeprefix("sqlite:///"))).resolve())
        parts = (kind, url, self.table, self.seat, self.player, of)
        name = sha256(json.dumps(parts).encode()).hexdigest()[:32]
        return default_folder() / "words" / f"{name}.json"


def _first(file: Path, content: Mapping[str, str]) -> dict[str, str]:
    """Writes the content if the file is new, and returns what the file contains: if two processes
    write, both get the first one's.
    """
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
