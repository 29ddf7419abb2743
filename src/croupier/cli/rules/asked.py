"""Which table `croupier rules` is about: one that is described, or one of a room."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from croupier.cli.rules.posted import show_posted, show_posted_poker
from croupier.errors import RuleError
from croupier.games.registry import poker
from croupier.money import Cents
from croupier.rules.limits import DEFAULT_POKER_PROFILE, DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table


@dataclass(frozen=True, slots=True)
class Asked:
    """How a table is to be posted."""

    posted: Mapping[str, str]
    options: Mapping[str, str]
    limits: str | None
    minimums: Mapping[str, Cents]
    maximums: Mapping[str, Cents]
    aggregates: Mapping[str, Cents]
    offers: Sequence[str] | None
    unprinted: bool

    @property
    def is_general(self) -> bool:
        """Nothing is posted: the game as such."""
        return not any(astuple(self))


def of_game(game: str, asked: Asked, *, as_json: bool) -> None:
    """The rules of a table that would be opened so; one that may not be is refused."""
    if poker(game) is not None:
        unread = (asked.posted, asked.minimums, asked.maximums, asked.aggregates, asked.offers)
        if any(unread) or asked.unprinted:
            raise RuleError(
                f"{game} has no posted tables and no wagers against the house; set --option "
                "and --limits",
                "command/bad",
            )
        law = asked.limits or DEFAULT_POKER_PROFILE
        show_posted_poker(open_poker(dict(asked.options), profile=law), as_json=as_json)
        return
    law_of_house = profile(asked.limits or DEFAULT_PROFILE)
    bounds = Limits(law_of_house, asked.minimums, asked.maximums, asked.aggregates)
    table = open_table(
        game,
        posted=asked.posted,
        options=dict(asked.options),
        limits=bounds,
        offers=asked.offers,
        unprinted=asked.unprinted,
    )
    show_posted(table, as_json=as_json)


def of_room(game: str, name: str, bank: str, asked: Asked, *, as_json: bool) -> None:
    """The rules of a table that is open in a room."""
    if game or not asked.is_general:
        raise RuleError("--table names a table as it is posted; leave the rest out", "command/bad")
    from croupier.cli.room.bank import looked_into
    from croupier.room.room import Room
    from croupier.room.tables.poker_state import OpenPoker

    with looked_into(bank) as store:
        state = Room(store).hall.table(name)
    if isinstance(state, OpenPoker):
        show_posted_poker(state.table, as_json=as_json)
    else:
        show_posted(state.table, as_json=as_json)
