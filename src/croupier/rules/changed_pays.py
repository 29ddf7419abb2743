"""What-if paytables: a printed table with some pays changed. For design only, never posted."""

from collections.abc import Mapping

from croupier.errors import RuleError
from croupier.rules.paytable import Paytable, Row, table_steps

MOST_PAY = 1_000_000  # keeps every solver's sums within 64 bits
WORDS = {"loss": "Loss", "push": "Push"}


def changed(table: Paytable, pays: Mapping[str, str], column: str = "") -> Paytable:
    """The table with the pays of the labeled rows replaced, in the named column.

    Without a column: in "pays", or in every column if none has that name.
    """
    places = _places(table, column)
    cells = {_label(table, label): _cell(table, label, pay) for label, pay in pays.items()}
    rows = tuple(
        row._replace(printed=_printed(row, places, cells[row.label])) if row.label in cells else row
        for row in table.rows
    )
    changes = ", ".join(f"{label}={cell}" for label, cell in cells.items())
    where = f"{table.id} with {column} {changes}" if column else f"{table.id} with {changes}"
    steps = table_steps(table.columns, rows, where)
    if set(steps) != set(table.steps):
        raise RuleError(f"{where}: one row must stay a share of the meter", "pays/meter")
    return table._replace(id=where, rows=rows, steps=steps)


def _places(table: Paytable, column: str) -> list[int]:
    """The indexes of the printed columns that change."""
    if column and column not in table.columns:
        known = ", ".join(table.columns)
        raise RuleError(
            f"table {table.id} has no column {column!r}; it has: {known}", "pays/column"
        )
    wanted = column or ("pays" if "pays" in table.columns else "")
    return [place for place, name in enumerate(table.columns) if wanted in ("", name)]


def _label(table: Paytable, label: str) -> str:
    """A row by its label, in any case. The row for all other hands cannot be changed."""
    known = {row.label.casefold(): row.label for row in table.rows if row.floor > 0}
    if label.strip().casefold() not in known:
        raise RuleError(
            f"table {table.id} has no row {label!r} to change; it has: {', '.join(known.values())}",
            "pays/row",
        )
    return known[label.strip().casefold()]


def _cell(table: Paytable, label: str, pay: str) -> str:
    written = pay.strip()
    word = WORDS.get(written.casefold(), written)
    if word in WORDS.values() and not table.stake_is_gone:
        return word
    if not (written.isascii() and written.isdigit() and int(written[:8]) <= MOST_PAY):
        words = "" if table.stake_is_gone else ", Push or Loss"
        raise RuleError(
            f"{label}={pay}; write a whole number up to {MOST_PAY}{words}", "pays/number"
        )
    return str(int(written))


def _printed(row: Row, places: list[int], cell: str) -> tuple[str, ...]:
    return tuple(cell if place in places else printed for place, printed in enumerate(row.printed))
