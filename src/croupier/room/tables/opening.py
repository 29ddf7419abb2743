"""A table as it is opened, and what there was before under its name."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from croupier.bank.ledger import Account
from croupier.odds.house_edge import Worth
from croupier.room.tables.shoes import Abandoned
from croupier.room.tables.words import Before

if TYPE_CHECKING:
    from croupier.room.state.hall import AnyTable


class History(NamedTuple):
    """Fields of the new table, by their names."""

    rounds: int
    rules: str
    opened: int  # the version of the event that opens it
    version: int
    abandoned: tuple[Abandoned, ...]
    before: Before


class Opening(NamedTuple):
    """A table before its first event."""

    state: "AnyTable"
    accounts: tuple[Account, ...]
    worth: Sequence[Worth] = ()
    said: Mapping[str, object] = {}  # that only this kind of table has in its first event
