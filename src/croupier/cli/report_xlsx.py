"""A report as a workbook: a page for each section, figures as numbers, fractions as text."""

import datetime
import io
import math
import re
from typing import Any

from croupier.cli.report_plots import png
from croupier.cli.report_text import blocks, shown, words
from croupier.odds.report import Kind, Plot, Prose, Report, Section, Sheet
from croupier.odds.report_sheets import Cell

FORMATS = {
    Kind.COUNT: "#,##0",
    Kind.DECIMAL: "0.00000000",
    Kind.PERCENT: "0.000000%",
    Kind.ROOT: "0.0000",
    Kind.DOLLARS: "$#,##0.00",
}
WIDTHS = {Kind.TEXT: 34, Kind.EXACT: 46}
LARGEST_EXACT = 2**53  # a spreadsheet keeps no more digits: beyond it a count is written as text
PLOT_ROWS = 18


def xlsx(report: Report) -> bytes:
    import xlsxwriter

    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"in_memory": True, "strings_to_formulas": False})
    # A date of its own would make every file another one.
    book.set_properties({"title": report.title, "created": datetime.datetime(2000, 1, 1)})
    page = _Page(book)
    for number, section in enumerate(report.sections, 1):
        page.section(f"{number} {section.title}", section)
    book.close()
    return made.getvalue()


class _Page:
    """Writes downwards from the top of a sheet."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.heading = book.add_format({"bold": True, "font_size": 14})
        self.title = book.add_format({"bold": True, "bottom": 1})
        self.small = book.add_format({"italic": True, "font_color": "#555555"})
        self.bold = {"bold": True, "top": 1}
        self.formats: dict[tuple[Kind, bool], Any] = {}

    def section(self, name: str, section: Section) -> None:
        self.sheet = self.book.add_worksheet(re.sub(r"[\[\]:*?/\\]", " ", name)[:31])
        self.sheet.write_string(0, 0, section.title, self.heading)
        self.row = 2
        widths: dict[int, int] = {}
        for part in section.parts:
            if isinstance(part, Prose):
                self._prose(part)
            elif isinstance(part, Plot):
                self._plot(part)
            else:
                self._table(part)
                for place, column in enumerate(part.columns):
                    width = WIDTHS.get(column.kind, 18)
                    widths[place] = max(widths.get(place, 0), width)
        for place, width in widths.items():
            self.sheet.set_column(place, place, width)

    def _prose(self, prose: Prose) -> None:
        for block in blocks(prose.text):
            mark = "– " if block.kind == "item" else ""
            style = self.title if block.kind == "heading" else None
            self.sheet.write_string(self.row, 0, mark + words(block), style)
            self.row += 1
        self.row += 1

    def _plot(self, plot: Plot) -> None:
        image = {"image_data": io.BytesIO(png(plot)), "description": plot.title}
        self.sheet.insert_image(self.row, 0, "plot.png", image)
        self.row += PLOT_ROWS

    def _table(self, sheet: Sheet) -> None:
        self.sheet.write_string(self.row, 0, sheet.title, self.heading)
        self.row += 1
        for place, column in enumerate(sheet.columns):
            self.sheet.write_string(self.row, place, column.name, self.title)
        for row in (*sheet.rows, *([sheet.total] if sheet.total else [])):
            self.row += 1
            for place, (cell, column) in enumerate(zip(row, sheet.columns, strict=True)):
                self._cell(place, cell, column.kind, row is sheet.total)
        self.row += 1
        if sheet.note:
            self.sheet.write_string(self.row, 0, sheet.note, self.small)
        self.row += 2

    def _cell(self, place: int, cell: Cell, kind: Kind, total: bool) -> None:
        style = self._format(kind, total)
        number = value(cell, kind)
        if number is None:
            self.sheet.write_string(self.row, place, shown(cell, kind), style)
        else:
            self.sheet.write_number(self.row, place, number, style)

    def _format(self, kind: Kind, total: bool) -> Any:
        if (kind, total) not in self.formats:
            look: dict[str, Any] = dict(self.bold) if total else {}
            if kind in FORMATS:
                look |= {"num_format": FORMATS[kind], "align": "right"}
            self.formats[kind, total] = self.book.add_format(look)
        return self.formats[kind, total]


def value(cell: Cell, kind: Kind) -> float | None:
    """The number that a spreadsheet may hold, or nothing where it must be text."""
    if isinstance(cell, str) or kind in (Kind.TEXT, Kind.EXACT):
        return None
    if kind is Kind.DOLLARS:
        return float(cell) / 100
    if kind is Kind.ROOT:
        return math.sqrt(cell)
    if isinstance(cell, int) and abs(cell) > LARGEST_EXACT:
        return None
    return float(cell)
