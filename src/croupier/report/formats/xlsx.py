"""A report as a workbook: a page for each section, figures as numbers, fractions as text.

Its charts are native, drawn from cells on the last page.
"""

import datetime
import io
import math
import re
from typing import Any

from croupier.report.build import Report
from croupier.report.formats.text import blocks, shown, words
from croupier.report.sheets import Cell, CellKind, Plot, Prose, ReportSheet, Section

FORMATS = {
    CellKind.COUNT: "#,##0",
    CellKind.DECIMAL: "0.00000000",
    CellKind.PERCENT: "0.000000%",
    CellKind.ROOT: "0.0000",
    CellKind.FINE: "General",
    CellKind.DOLLARS: "$#,##0.00",
}
WIDTHS = {CellKind.TEXT: 34, CellKind.EXACT: 46}
LARGEST_EXACT = 2**53  # a spreadsheet's precision: a larger count is written as text
PLOT_ROWS, PLOT_DATA = 18, "Plot data"
LINE, ACROSS = 130, 6  # letters to a line of prose; columns that it spans
MOST_LETTERS = 31


def xlsx(report: Report) -> bytes:
    import xlsxwriter

    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"in_memory": True, "strings_to_formulas": False})
    # With its real creation date no two files would be equal.
    book.set_properties({"title": report.title, "created": datetime.datetime(2000, 1, 1)})
    page = _Page(book)
    for number, section in enumerate(report.sections, 1):
        page.section(f"{number} {section.title}", section)
    page.plot_data()
    book.close()
    return made.getvalue()


class _Page:
    """Writes down a sheet from the top."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.heading = book.add_format({"bold": True, "font_size": 14})
        self.title = book.add_format({"bold": True, "bottom": 1})
        self.small = book.add_format(
            {"italic": True, "font_color": "#555555", "text_wrap": True, "valign": "top"}
        )
        self.bold = {"bold": True, "top": 1}
        self.prose = book.add_format({"text_wrap": True, "valign": "top"})
        self.formats: dict[tuple[CellKind, bool], Any] = {}
        self.plots: list[Plot] = []
        self.plot_row = 0

    def section(self, name: str, section: Section) -> None:
        self.sheet = self.book.add_worksheet(_page_name(name))
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
            if block.kind == "heading":
                self.sheet.write_string(self.row, 0, words(block), self.title)
                self.row += 1
            else:
                self._text(mark + words(block), self.prose)
        self.row += 1

    def _text(self, text: str, style: Any) -> None:
        """Words across the page, on as many lines as they need."""
        self.sheet.set_row(self.row, 15 * math.ceil(len(text) / LINE))
        self.sheet.merge_range(self.row, 0, self.row, ACROSS - 1, text, style)
        self.row += 1

    def _plot(self, plot: Plot) -> None:
        first = self.plot_row + 2  # below the title and the column names
        last = first + len(plot.bars) - 1
        chart = self.book.add_chart({"type": "column"})
        chart.add_series(
            {
                "categories": [PLOT_DATA, first, 0, last, 0],
                "values": [PLOT_DATA, first, 1, last, 1],
                "gap": 40,
            }
        )
        chart.set_title({"name": plot.title, "name_font": {"size": 11}})
        chart.set_legend({"none": True})
        chart.set_x_axis({"label_position": "low"})
        chart.set_y_axis(_axis(plot))
        chart.set_size({"width": 760, "height": 320})
        self.sheet.insert_chart(self.row, 0, chart, {"description": plot.caption})
        self.row += PLOT_ROWS
        self._text(plot.caption, self.small)
        self.row += 1
        self.plots.append(plot)
        self.plot_row = last + 2

    def plot_data(self) -> None:
        """The figures behind every plot."""
        self.sheet, self.row = self.book.add_worksheet(PLOT_DATA), 0
        self.sheet.set_column(0, 2, 30)
        for plot in self.plots:
            kind = CellKind.PERCENT if plot.percent else CellKind.DECIMAL
            self.sheet.write_string(self.row, 0, plot.title, self.title)
            self.row += 1
            for place, name in enumerate(("bar", plot.axis, "exactly")):
                self.sheet.write_string(self.row, place, name, self.title)
            for label, height in plot.bars:
                self.row += 1
                self.sheet.write_string(self.row, 0, label)
                self._cell(1, height, kind, False)
                self._cell(2, height, CellKind.EXACT, False)
            self.row += 2

    def _table(self, sheet: ReportSheet) -> None:
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
            self._text(sheet.note, self.small)
        self.row += 1

    def _cell(self, place: int, cell: Cell, kind: CellKind, total: bool) -> None:
        style = self._format(kind, total)
        number = value(cell, kind)
        if number is None:
            self.sheet.write_string(self.row, place, shown(cell, kind), style)
        else:
            self.sheet.write_number(self.row, place, number, style)

    def _format(self, kind: CellKind, total: bool) -> Any:
        if (kind, total) not in self.formats:
            look: dict[str, Any] = {"valign": "top", **(self.bold if total else {})}
            if kind in WIDTHS:
                look["text_wrap"] = True
            if kind in FORMATS:
                look |= {"num_format": FORMATS[kind], "align": "right"}
            self.formats[kind, total] = self.book.add_format(look)
        return self.formats[kind, total]


def _page_name(title: str) -> str:
    """A spreadsheet allows 31 letters, and not all of them; a longer title is cut after a word."""
    clean = re.sub(r"[\[\]:*?/\\]", " ", title)
    return clean if len(clean) <= MOST_LETTERS else clean[: MOST_LETTERS + 1].rpartition(" ")[0]


def _axis(plot: Plot) -> dict[str, Any]:
    axis: dict[str, Any] = {"name": plot.axis, "num_format": "0.0%" if plot.percent else "#,##0"}
    if plot.log:
        floor = 10.0 ** (math.floor(math.log10(min(height for _, height in plot.bars))) - 1)
        # Bars start at the lowest line, not at the line of 100%.
        axis |= {"log_base": 10, "min": floor, "max": 1, "crossing": floor, "num_format": "0E+0"}
    return axis


def value(cell: Cell, kind: CellKind) -> float | None:
    """The number that a spreadsheet can hold, or None if it must be text."""
    if isinstance(cell, str) or kind in (CellKind.TEXT, CellKind.EXACT):
        return None
    if kind is CellKind.DOLLARS:
        return float(cell) / 100
    if kind is CellKind.ROOT:
        return math.sqrt(cell)
    if isinstance(cell, int) and abs(cell) > LARGEST_EXACT:
        return None
    return float(cell)
