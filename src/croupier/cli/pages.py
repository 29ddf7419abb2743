"""Pages of figures: a name, columns of one kind each, rows; shown as text, CSV or a workbook."""

import csv
import io
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from rich.console import JustifyMethod

from croupier.cli.screen import ScreenTable, new_sheet, one_line
from croupier.extras import check_installed
from croupier.money import dollars

WIDE = ("table", "game", "meter", "wager", "jackpot")
MONEY, PERCENT, NUMBER, TEXT = "money", "percent", "number", "text"
KINDS = {  # anything not listed here is money
    NUMBER: ("rounds", "bets", "wagers", "sd", "hits"),
    PERCENT: ("hold", "of stakes"),
    TEXT: (
        *("", "day", "table", "game", "wager", "band", "meter", "jackpot", "player", "slip"),
        *("change", "reason", "by", "second"),
    ),
}
PageColumn = tuple[str, str]
Columns = tuple[PageColumn, ...]
PageRow = list[Any]
Page = tuple[str, Columns, list[PageRow]]


def columns_of(names: str) -> Columns:
    """`day, table, win`: each name with the kind of its values."""
    kinds = {name: kind for kind, some in KINDS.items() for name in some}
    return tuple((name, kinds.get(name, MONEY)) for name in names.split(", "))


def names_of(columns: Columns) -> list[str]:
    return [name or "name" for name, _ in columns]


def plain(value: Any) -> Any:
    """For programs: cents and counts as whole numbers, everything else as a decimal."""
    return value if value is None or isinstance(value, int | str | float) else float(value)


def written(value: Any, kind: str) -> str:
    if value is None:
        return ""
    if kind == MONEY:
        return dollars(round(value))
    if kind == PERCENT:
        return f"{float(value):.2%}"
    return f"{value:,}" if kind == NUMBER else str(value)


def sheet_of(title: str, columns: Columns, rows: Iterable[PageRow]) -> ScreenTable:
    sheet = new_sheet(one_line(title), style="bold")
    for name, kind in columns:
        justify: JustifyMethod = "left" if kind == TEXT else "right"
        sheet.add_column(name, justify=justify)
    for row in rows:
        cells = [written(cell, kind) for cell, (_, kind) in zip(row, columns, strict=True)]
        sheet.add_row(*map(one_line, cells))
    return sheet


def as_csv(pages: Sequence[Page]) -> bytes:
    """One page after another, each with its name and headings; dollars and shares as decimals."""
    content = io.StringIO()
    writer = csv.writer(content)
    for name, columns, rows in pages:
        writer.writerow([name])
        writer.writerow(names_of(columns))
        for row in rows:
            writer.writerow(
                [_cell(cell, kind) for cell, (_, kind) in zip(row, columns, strict=True)]
            )
        writer.writerow([])
    return content.getvalue().encode()


def _cell(value: Any, kind: str) -> Any:
    if value is None:
        return ""
    if kind == MONEY:
        return f"{float(value) / 100:.2f}"
    if kind == TEXT and str(value).startswith(("=", "+", "-", "@")):
        return f"'{value}"  # a spreadsheet would read it as a formula
    return f"{float(value):.6f}" if kind == PERCENT else value


def as_xlsx(pages: Sequence[Page]) -> bytes:
    check_installed("a workbook", "xlsxwriter")
    xlsxwriter = import_module("xlsxwriter")
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"in_memory": True, "strings_to_formulas": False})
    heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    formats = {
        MONEY: book.add_format({"num_format": "#,##0.00"}),
        PERCENT: book.add_format({"num_format": "0.00%"}),
        NUMBER: book.add_format({"num_format": "General"}),
    }
    for name, columns, rows in pages:
        page = book.add_worksheet(name)
        page.freeze_panes(1, 0)
        for place, (title, _) in enumerate(columns):
            page.write_string(0, place, title, heading)
            page.set_column(place, place, 24 if title in WIDE else 13)
        for at, row in enumerate(rows, 1):
            for place, (cell, (_, kind)) in enumerate(zip(row, columns, strict=True)):
                if cell is None:
                    continue
                if kind == TEXT:
                    page.write_string(at, place, cell)
                else:
                    value = float(cell) / 100 if kind == MONEY else float(cell)
                    page.write_number(at, place, value, formats[kind])
        page.autofilter(0, 0, max(len(rows), 1), len(columns) - 1)
    book.close()
    return content.getvalue()
