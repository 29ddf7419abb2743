"""Paytables: each printed table is a step function of one score, stored as data, as printed.

A row pays every hand from its floor (an example hand, or points) up to the floor of the row above.
The operator chooses which table to post; the rules only look up a prize.

Tables that a rulebook prints as a set are posted together and not mixed. A game declares its sets
beside its tables: `[GAME.sets]`, each set with the tables of every group.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from croupier.cards.card import parse
from croupier.cards.scales import SCALES, Scale, Score
from croupier.errors import BadPaytable, UnknownPaytable
from croupier.money import DOLLAR, Cents, dollars, paid

Steps = tuple[tuple[int, int], ...]

LOSS = -1
PUSH = 0
TO_1, FOR_1 = "to 1", "for 1"  # "to 1": a winner also gets the stake back; "for 1": only the prize
NO_TABLES = ("about", "sets")  # keys of a game's section that are not groups of tables
PERCENTS = {str(percent) for percent in range(1, 101)}


def prize(steps: Sequence[Sequence[int]], score: int) -> int:
    """The pay of the highest row that this score reaches."""
    pays = LOSS
    for row in range(
        len(steps) - 1, -1, -1
    ):  # by index, so that a compiled loop allocates no row; most scores reach only the lowest
        if score < steps[row][0]:
            break
        pays = steps[row][1]
    return pays


def numbered(steps: Steps) -> Steps:
    """The table with row numbers as pays, 0 the lowest: `prize` then returns the row reached."""
    return tuple((floor, len(steps) - row) for row, (floor, _) in enumerate(steps, 1))


def for_1(pay: int) -> int:
    """The net of a pay "for 1": the stake is not returned."""
    return pay - 1


class Row(NamedTuple):
    label: str
    floor: Score
    printed: tuple[str, ...]  # one cell for each column, as printed
    reachable: bool = True


class Paytable(NamedTuple):
    group: str
    id: str
    printed_id: str
    title: str
    source: str
    odds: str  # as displayed: "to 1", "for 1", or for another fixed wager, such as "for $5"
    scale: Scale
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    steps: Mapping[str, Steps]

    def row(self, score: int) -> Row:
        return next(row for row in self.rows if score >= row.floor)

    @property
    def stake_is_gone(self) -> bool:
        """Whether pays are "for 1": a winner does not also get the stake back."""
        return self.odds != TO_1

    def net_of(self, pay: int) -> int:
        """The net of a wager, in units of the stake, when a row pays this much."""
        return for_1(pay) if self.stake_is_gone else pay

    def net(self, score: int) -> int:
        """The net of a wager with this score, in units of the stake."""
        return self.net_of(prize(self.steps["pays"], score))

    def multiplied(self, wager: Cents) -> "Paytable":
        """The table as displayed for a fixed wager other than the printed one dollar.

        "Pays are multiplied accordingly and displayed" (Four Card Prime, E note 5, F note 6); a
        percentage is of the meter and does not change with the wager.
        """
        if wager == DOLLAR:
            return self
        rows = tuple(
            row._replace(printed=tuple(_multiplied(cell, wager) for cell in row.printed))
            for row in self.rows
        )
        return self._replace(rows=rows, odds=f"for {dollars(wager)}")

    def cell(self, score: int, column: str = "pays") -> str:
        places = [place for place, name in enumerate(self.columns) if column in name.split(" and ")]
        return self.row(score).printed[places[0]]

    def says(self, score: int, column: str = "pays") -> str:
        """The row reached, as a dealer would say it: `table AB-01, Trips: 10 to 1`."""
        row, cell = self.row(score), self.cell(score, column)
        pays = {"-": "nothing", "$0": "nothing", "-1": "Loss"}.get(cell, cell)
        if pays[-1].isdigit():
            pays = f"{pays} {self.odds}"
        if pays.endswith("%"):
            pays = f"{pays} of the meter"
        return f"table {self.id}, {row.label}: {pays}"


class PaytableGroup(NamedTuple):
    """Alternative tables for a wager, of which one is posted. The first is the default."""

    name: str
    tables: tuple[Paytable, ...]

    def table(self, name: str) -> Paytable:
        """The table with that id, printed or short, in any case."""
        wanted = name.strip().casefold()
        for table in self.tables:
            if wanted in (table.id.casefold(), table.printed_id.casefold()):
                return table
        known = ", ".join(table.id for table in self.tables)
        raise UnknownPaytable(f"no table {name!r} for {self.name}; known: {known}")


def load(package: str, game: str) -> dict[str, PaytableGroup]:
    tables = {name: part for name, part in section(package, game).items() if name not in NO_TABLES}
    return groups(tables, f"{package} {game}")


def how_to_play(package: str, game: str) -> str:
    """The game explained to a player: `how_to_play` under `[GAME.about]`."""
    about = section(package, game).get("about", {})
    if not isinstance(about, dict) or "how_to_play" not in about:
        raise BadPaytable(f"{package} {game}: [{game}.about] must hold how_to_play")
    return str(about["how_to_play"]).strip()


def section(package: str, game: str) -> dict[str, object]:
    """A game's section in its package's `paytables.toml`."""
    data = _read(package)
    if game not in data:
        raise BadPaytable(f"{package}: paytables.toml has no [{game}]; it has: {', '.join(data)}")
    return data[game]


@cache
def _read(package: str) -> dict[str, dict[str, object]]:
    text = (files(package) / "paytables.toml").read_text("utf-8")
    return tomllib.loads(text)


def groups(data: Mapping[str, object], where: str) -> dict[str, PaytableGroup]:
    made = {}
    for name, section in data.items():
        if not isinstance(section, dict):
            raise BadPaytable(f"{where}: {name} is not a group of tables; write [{name}] with rows")
        made[name] = _group(name, section, f"{where} {name}")
    return made


def _group(name: str, section: Mapping[str, object], where: str) -> PaytableGroup:
    missing = {"title", "source", "hands", "odds", "ids", "rows"} - set(section)
    if missing:
        raise BadPaytable(f"{where}: {', '.join(sorted(missing))} missing")
    ids = _words(section, "ids", where)
    printed_ids = _words(section, "printed_ids", where) if "printed_ids" in section else ids
    if not ids or len(set(ids)) != len(ids) or len(printed_ids) != len(ids):
        raise BadPaytable(f"{where}: ids must differ, with one printed id each: {ids}")
    if section["hands"] not in SCALES:
        raise BadPaytable(f"{where}: hands = {section['hands']!r}; known: {', '.join(SCALES)}")
    if section["odds"] not in (TO_1, FOR_1):
        raise BadPaytable(f"{where}: odds = {section['odds']!r}; known: {TO_1}, {FOR_1}")
    tables = (
        _table(name, section, place, id_, printed_ids[place], f"{where} {id_}")
        for place, id_ in enumerate(ids)
    )
    return PaytableGroup(name, tuple(tables))


def _words(section: Mapping[str, object], key: str, where: str) -> list[str]:
    found = section[key]
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise BadPaytable(f"{where}: {key} = {found!r}; write a list of words")
    return found


def _table(
    group: str, section: Mapping[str, object], place: int, id_: str, printed_id: str, where: str
) -> Paytable:
    scale, odds = SCALES[str(section["hands"])], str(section["odds"])
    columns = _words(section, "columns", where) if "columns" in section else ["pays"]
    rows = _rows(section, scale, place, columns, where)
    if (
        rows[-1].floor != 0
    ):  # not printed: a hand that reaches no row loses ("for 1", the stake is already gone)
        rows.append(Row("Others", Score(0), ("Loss" if odds == TO_1 else "-",) * len(columns)))
    _check_floors(rows, where)
    return Paytable(
        group=group,
        id=id_,
        printed_id=printed_id,
        title=str(section["title"]),
        source=str(section["source"]),
        odds=odds,
        scale=scale,
        columns=tuple(columns),
        rows=tuple(rows),
        steps=table_steps(columns, rows, where),
    )


def _rows(
    section: Mapping[str, object], scale: Scale, place: int, columns: Sequence[str], where: str
) -> list[Row]:
    printed_rows, ids = section["rows"], _words(section, "ids", where)
    if not isinstance(printed_rows, list) or not printed_rows:
        raise BadPaytable(f"{where}: rows = {printed_rows!r}; write a list of rows")
    unreachable = _words(section, "unreachable", where) if "unreachable" in section else []
    rows = []
    for printed in printed_rows:
        if not isinstance(printed, list) or len(printed) != 2 + len(ids):
            raise BadPaytable(f"{where}: the row {printed} needs a label, a floor and a cell an id")
        label, floor, cells = str(printed[0]), printed[1], printed[2 + place]
        cells = cells if isinstance(cells, list) else [cells]
        if len(cells) != len(columns):
            raise BadPaytable(f"{where}: {label} pays {cells}; the columns are {columns}")
        shown = tuple(str(cell) for cell in cells)
        rows.append(Row(label, _floor(scale, floor), shown, label not in unreachable))
    labels = [row.label for row in rows]
    strange = [label for label in unreachable if label not in labels]
    if strange or len(set(labels)) != len(labels):
        raise BadPaytable(f"{where}: {strange or labels}; each row's label stands in rows once")
    return rows


def _floor(scale: Scale, floor: object) -> Score:
    if isinstance(floor, int):
        return Score(floor)
    return Score(0) if floor == "any" else scale.score(parse(str(floor)))


def _check_floors(rows: Sequence[Row], where: str) -> None:
    for above, below in pairwise(rows):
        if above.floor <= below.floor:
            raise BadPaytable(
                f"{where}: {above.label} stands above {below.label} but is not the higher hand"
            )


def table_steps(columns: Sequence[str], rows: Sequence[Row], where: str) -> dict[str, Steps]:
    """A step function for each column; one printed column may have two names.

    Cells in percent of a meter yield a second step function, named `<column> percent`.
    """
    steps: dict[str, Steps] = {}
    for place, column in enumerate(columns):
        cells = [(row.floor, *_pay(row.printed[place], where)) for row in rows]
        for name in column.split(" and "):
            steps[name] = tuple((floor, pay) for floor, pay, _ in cells)
            if any(percent for _, _, percent in cells):
                steps[name + " percent"] = tuple((floor, percent) for floor, _, percent in cells)
    return steps


def _multiplied(cell: str, wager: Cents) -> str:
    digits = cell.removeprefix("$").replace(",", "")
    return dollars(paid(int(digits), wager)) if digits.isdigit() else cell


def _pay(cell: str, where: str) -> tuple[int, int]:
    """A printed cell as (units or dollars, percent of the meter)."""
    if cell in ("Loss", "-1"):
        return LOSS, 0
    if cell in ("Push", "-"):
        return PUSH, 0
    if cell.endswith("%") and cell[:-1] in PERCENTS:
        return 0, int(cell[:-1])
    digits = cell.removeprefix("$").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12):
        raise BadPaytable(f"{where}: {cell!r} is not a prize; write 25, $25, 10%, Push, Loss or -")
    return int(digits), 0


class PrintedSet(NamedTuple):
    name: str
    ids: Mapping[str, tuple[str, ...]]  # by group: the ids of its tables; the first is the default

    def holds(self, posted: Mapping[str, str]) -> bool:
        """Whether the posted tables belong to this set, in every group that it lists."""
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
    """The sets of one game, checked; empty if its tables may be posted in any combination."""
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
