"""`croupier report`: the files are made, can be read again, and are the same each time."""

import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as Tree
import zipfile
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.desk.report import report as write_report
from croupier.desk.report import sources, versions, written
from croupier.errors import RuleError
from croupier.games.four_card_prime.rules import HOUSE_JACKPOT_NOTICE
from croupier.odds.solve import solve
from croupier.report.build import Report, build
from croupier.report.formats.pdf import source as typst_source
from croupier.report.formats.text import blocks, shown, words
from croupier.report.formats.xlsx import value
from croupier.report.jackpots import jackpot_section
from croupier.report.sheets import CellKind, Plot, ReportSheet
from croupier.table.table import open_table

RUN = CliRunner()
FileOf = Callable[[str], bytes]


@pytest.fixture(scope="module")
def report() -> Report:
    table = open_table("four-card-prime")
    return build(table, table.limits, sources(), versions())


@pytest.fixture(scope="module")
def file_of(report: Report) -> FileOf:
    """The report as a file: each format is written only once."""
    return cache(partial(written, report))


def test_the_command_writes_a_page_with_every_section(tmp_path: Path) -> None:
    file = tmp_path / "prime.html"
    file.write_text("an older report")
    ran = RUN.invoke(app, ["report", "four-card-prime", "-o", str(file), "--date", "1 May 2025"])
    assert ran.exit_code == 0, ran.output
    page = file.read_text("utf-8")
    assert "1 May 2025" in page and "172100825/<wbr>6313692924" in page and "<svg" in page
    assert page.count("<section") == page.count("</section>") == 14
    assert [path.name for path in tmp_path.iterdir()] == ["prime.html"]


class Nesting(HTMLParser):
    """Fails if an element is closed that was not opened last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in {"meta", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_markup_is_well_nested_and_loads_nothing(file_of: FileOf) -> None:
    page = file_of(".html").decode()
    reader = Nesting()
    reader.feed(page)
    assert reader.open == []
    assert not re.search(r"<(script|link|img|iframe)\b", page)


def test_a_workbook_opens_with_a_sheet_for_each_section(report: Report, file_of: FileOf) -> None:
    with zipfile.ZipFile(BytesIO(file_of(".xlsx"))) as book:
        assert book.testzip() is None
        names = Tree.fromstring(book.read("xl/workbook.xml"))
        sheets = [node.get("name") for node in names.iter() if node.tag.endswith("}sheet")]
        texts = book.read("xl/sharedStrings.xml").decode()
        charts = [name for name in book.namelist() if name.startswith("xl/charts/chart")]
    plots = [part for section in report.sections for part in section.parts if type(part) is Plot]
    assert len(charts) == len(plots) > 5
    assert sheets == [*sheets[: len(report.sections)], "Plot data"]
    assert sheets[0] == "1 Identification" and len(sheets) == len(report.sections) + 1
    assert "172100825/6313692924" in texts


def numbers(book: zipfile.ZipFile, place: int) -> list[float]:
    """The numbers in the cells of one sheet of a workbook, in order."""
    sheet = Tree.fromstring(book.read(f"xl/worksheets/sheet{place}.xml"))
    cells = [node for node in sheet.iter() if node.tag.endswith("}c") and node.get("t") != "s"]
    return [float(node[0].text or "") for node in cells if len(node)]


def test_the_workbook_holds_the_figures_of_the_report(report: Report, file_of: FileOf) -> None:
    with zipfile.ZipFile(BytesIO(file_of(".xlsx"))) as book:
        found = [numbers(book, place) for place in range(1, len(report.sections) + 2)]
    for section, held in zip(report.sections, found[:-1], strict=True):
        tables = [part for part in section.parts if isinstance(part, ReportSheet)]
        rows = [row for part in tables for row in (*part.rows, part.total) if row]
        kinds = [
            [column.kind for column in part.columns]
            for part in tables
            for row in (*part.rows, part.total)
            if row
        ]
        told = [
            value(cell, kind)
            for row, columns in zip(rows, kinds, strict=True)
            for cell, kind in zip(row, columns, strict=True)
        ]
        expected = [number for number in told if number is not None]
        assert held == pytest.approx(expected, rel=1e-14), section.title
    plots = [part for section in report.sections for part in section.parts if type(part) is Plot]
    heights = [float(height) for plot in plots for _, height in plot.bars]
    assert found[-1] == pytest.approx(heights, rel=1e-14)


def test_the_notice_of_house_jackpots_is_in_every_format() -> None:
    house = open_table("four-card-prime", options={"jackpot_type": "house"})
    section = jackpot_section(house, solve(house))
    report = Report("Four Card Prime", "", "", (section,))
    notice = " ".join(HOUSE_JACKPOT_NOTICE.split())
    assert notice in written(report, ".html").decode()
    assert notice in typst_source(report)
    with zipfile.ZipFile(BytesIO(written(report, ".xlsx"))) as book:
        assert notice in book.read("xl/sharedStrings.xml").decode()


def test_a_pdf_has_its_pages(report: Report, file_of: FileOf) -> None:
    made = file_of(".pdf")
    assert made.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", made)) > 2


ALL_FORMATS = """
import sys
from pathlib import Path
from croupier.desk.report import sources, versions, written
from croupier.report.build import build
from croupier.table.table import open_table
table = open_table("four-card-prime")
report = build(table, table.limits, sources(), versions())
for suffix in (".html", ".xlsx", ".pdf"):
    Path(sys.argv[1] + suffix).write_bytes(written(report, suffix))
"""


def test_the_same_figures_make_the_same_file(file_of: FileOf, tmp_path: Path) -> None:
    """In a process with another hash seed and time zone, seconds apart."""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", ALL_FORMATS, str(tmp_path / "prime")]
    subprocess.run(command, check=True, env=environment)
    time.sleep(2)  # the clock of an archive has a resolution of two seconds
    for suffix in (".html", ".xlsx", ".pdf"):
        assert (tmp_path / f"prime{suffix}").read_bytes() == file_of(suffix), suffix


@pytest.mark.parametrize(
    "name, message",
    [
        ("report.doc", ".html, .pdf, .xlsx"),
        ("report", ".html, .pdf, .xlsx"),
        ("folder.pdf", "is not a file"),
        ("none/report.pdf", "there is no folder"),
    ],
)
def test_a_file_that_cannot_be_written(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.pdf").mkdir()
    ran = RUN.invoke(app, ["report", "four-card-prime", "-o", str(tmp_path / name)])
    assert isinstance(ran.exception, RuleError) and message in ran.exception.message


def test_a_missing_package_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ran = RUN.invoke(app, ["report", "four-card-prime", "-o", str(tmp_path / "a.pdf")])
    assert isinstance(ran.exception, RuleError) and "croupier[report]" in ran.exception.message


def test_a_report_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"old")

    def full(source: object, target: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("croupier.desk.report.build", lambda *about: None)
    monkeypatch.setattr("croupier.desk.report.written", lambda *about: b"new")
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space"):
        write_report(open_table("four-card-prime"), file)
    assert file.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


def test_prose_is_parsed() -> None:
    found = list(blocks("### A\nOne **two**\nthree.\n\n- `x` is\n  long\n- *y*"))
    assert [(block.kind, words(block)) for block in found] == [
        ("heading", "A"),
        ("text", "One two three."),
        ("item", "x is long"),
        ("item", "y"),
    ]
    assert found[1].spans[1] == ("bold", "two")


def test_cells() -> None:
    assert shown(123456, CellKind.DOLLARS) == "$1,234.56"
    assert shown("not offered", CellKind.PERCENT) == "not offered"
    assert shown(Fraction(1, 649740), CellKind.FINE) == "0.0000015390772"
    assert shown(Fraction(-5, 2), CellKind.FINE) == "-2.5000000"
    assert shown(Fraction(1670976842105, 10**7), CellKind.FINE) == "167097.68"
    assert shown(Fraction(0), CellKind.FINE) == "0.00"


def test_a_place_that_cannot_be_written_is_refused_before_the_solving() -> None:
    ran = RUN.invoke(app, ["report", "four-card-prime", "-o", "/proc/report.html"])
    assert isinstance(ran.exception, RuleError) and "/proc/report.html" in ran.exception.message
