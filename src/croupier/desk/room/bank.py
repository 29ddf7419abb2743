"""Opens a bank: to act in it, to read it, with its anchors, using the program approved for it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote
from warnings import warn

from croupier.bank import anchors
from croupier.bank.chain import Head
from croupier.bank.store import Store, open_store, read_store
from croupier.errors import Notice, RuleError, without_password
from croupier.program import altered, program_hash
from croupier.room.people.roles import check_may
from croupier.room.requests.request import no_room
from croupier.room.room import Room
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table


def url_of(bank: str) -> str:
    """A file name may contain characters that are special in a URL."""
    return bank if "://" in bank else f"sqlite:///{quote(bank)}"


@contextmanager
def opened(bank: str, *, new: bool = False) -> Iterator[Room]:
    """The room, to act in it; unless it is new, its bank must exist.

    Anchors go where the operator says; if one cannot be stored, that is reported and stops nothing.
    """
    url = _named(bank, new=new)
    if new:
        _check_no_anchors(url)
    with open_store(url) as store:
        anchoring = anchors.Anchoring(anchors.places_for(url), anchors.every())
        try:
            yield Room(store, anchors=anchoring)
        finally:
            for failed in anchoring.finish():
                warn(failed, Notice, stacklevel=3)


def _check_no_anchors(url: str) -> None:
    """If there was a bank here before, another must not be started by mistake, or as if nothing had
    happened.
    """
    earlier, file = anchors.file_for(url), _file_of(url)
    if file and not Path(file).exists() and earlier is not None and earlier.exists():
        raise RuleError(
            f"there is no bank {file}, but {earlier} has anchors of one; restore that bank, or"
            " move its anchors away before you start another",
            "anchor/earlier",
        )


def _file_of(url: str) -> str:
    begin = "sqlite:///"
    return unquote(url.removeprefix(begin).partition("?")[0]) if url.startswith(begin) else ""


@contextmanager
def looked_into(bank: str) -> Iterator[Store]:
    """The bank, for reading: nobody waits for us, and its folder may be read-only."""
    with read_store(_named(bank)) as store:
        yield store


def _named(bank: str, *, new: bool = False) -> str:
    url = url_of(bank)
    file = _file_of(url)
    if file and not new and not Path(file).is_file():
        raise RuleError(
            f"there is no bank {without_password(file)}; name one with --bank, or found a room: "
            "croupier room found",
            "bank/missing",
        )
    return url


def check_reader(store: Store, by: str) -> None:
    """Checks that they may read the books; if nobody is named, anyone with access to the bank's
    file may.
    """
    if by:
        check_may(Room(store).hall.floor.people, by, "read the books")


def posted_at(bank: str, name: str) -> Table | PokerTable:
    """The table of that name as it is open in the room."""
    with looked_into(bank) as store:
        return Room(store).hall.table(name).table


def publish_anchor(bank: str) -> tuple[anchors.Anchor, anchors.Places]:
    """Stores the head of the books where the operator says."""
    places = anchors.places_for(url_of(bank))
    with looked_into(bank) as store:
        if not (places.file or places.command):
            raise RuleError(
                f"there is no place for anchors: name a file in {anchors.FILE}, on another machine"
                " if you can",
                "anchor/nowhere",
            )
        return places.publish(store.head(), store.clock()), places


def stored_anchors(bank: str) -> list[Head]:
    """The anchors for an audit, with signatures checked if there is a key; a bank may have none."""
    file = anchors.file_for(url_of(bank))
    if file is None or not (file.exists() or os.environ.get(anchors.FILE)):
        return []
    kept = anchors.read_anchors(file)
    public, key = os.environ.get(anchors.PUBLIC, ""), os.environ.get(anchors.KEY)
    if public or key:
        anchors.check_signed(kept, public or anchors.public_of(Path(str(key))))
    return [Head(one.sequence, one.digest) for one in kept]


class ProgramCheck(NamedTuple):
    """Whether this program is the one approved for the room, and its compiled files match its
    source.
    """

    program: str
    approved: str
    altered: list[str]  # compiled files that do not match their source

    @property
    def right(self) -> bool:
        return self.program == self.approved and not self.altered


def program_check(store: Store) -> ProgramCheck:
    approved = Room(store).hall.floor.program
    if not approved:
        raise no_room()
    return ProgramCheck(program_hash(), approved, altered())
