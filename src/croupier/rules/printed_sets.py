"""Paytables that a rulebook prints as sets: each set is posted as a whole, and they are not mixed.

A game states them once, beside its tables: `[GAME.sets]`, each set with the tables of every group.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import BadPaytable
from croupier.rules.paytable import PaytableGroup, section


class PrintedSet(NamedTuple):
    name: str
    ids: Mapping[str, tuple[str, ...]]  # the tables of each group; the first is the default

    def holds(self, posted: Mapping[str, str]) -> bool:
        """Whether all of these tables belong to it, as far as it speaks of their groups."""
        return all(posted.get(group, ids[0]) in ids for group, ids in self.ids.items())

    @property
    def words(self) -> str:
        """`Set I (ante I with blind 1a, 1b, 1c or 1d)`."""
        return f"{self.name} ({together({group: _or(ids) for group, ids in self.ids.items()})})"


def together(posted: Mapping[str, str]) -> str:
    """`ante I with blind 2a`."""
    return " with ".join(f"{group} {id_}" for group, id_ in posted.items())


def _or(ids: tuple[str, ...]) -> str:
    *most, last = ids
    return f"{', '.join(most)} or {last}" if most else last


def load_sets(
    package: str, game: str, paytables: Mapping[str, PaytableGroup]
) -> tuple[PrintedSet, ...]:
    """The sets of one game, checked; none where its tables may be posted in any combination."""
    where = f"{package} [{game}.sets]"
    sets = []
    for name, groups in section(package, game).get("sets", {}).items():  # type: ignore[attr-defined]
        if set(groups) - set(paytables):
            raise BadPaytable(f"{where}: {name} names {sorted(groups)}; known: {list(paytables)}")
        for group, ids in groups.items():
            known = [table.id for table in paytables[group].tables]
            if not ids or not set(ids) <= set(known):
                raise BadPaytable(f"{where}: {name} has {group} {ids}; known: {known}")
        sets.append(PrintedSet(name, {group: tuple(ids) for group, ids in groups.items()}))
    if len({tuple(one.ids) for one in sets}) > 1:
        raise BadPaytable(f"{where}: every set must name the same groups, in the same order")
    return tuple(sets)
