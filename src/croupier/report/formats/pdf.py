"""A report as a PDF, typeset by Typst from source generated here."""

from croupier.report.build import Report
from croupier.report.formats.text import Block, blocks, shown, svg
from croupier.report.sheets import (
    Cell,
    CellKind,
    Column,
    Plot,
    Prose,
    ReportSheet,
    Section,
    SectionPart,
)

HEAD = """
#set document(title: TITLE, date: none)
#set page(paper: "us-letter", margin: (x: 2cm, y: 2.2cm), numbering: "1 / 1",
  header: context if counter(page).get().first() > 1 {
    set text(8pt, luma(110))
    grid(columns: (1fr, auto), text(TITLE), text(DIGEST))
    v(-0.6em)
    line(length: 100%, stroke: 0.3pt + gray)
  })
#set text(font: "Libertinus Serif", size: 10pt, lang: "en")
#set par(justify: false)
#set heading(numbering: "1.")
#show heading.where(level: 1): it => { v(1.6em, weak: true); it; v(0.4em) }
#show heading.where(level: 2): set heading(numbering: none)
#show heading.where(level: 2): set text(11pt)
#show table.cell.where(y: 0): set text(weight: "bold")
#set table(stroke: (x, y) => (bottom: if y == 0 { 0.7pt } else { 0.2pt + gray }), inset: 3.5pt)
#show table: set text(8pt)
#v(5cm)
#text(26pt, weight: "bold", TITLE)\\
#text(13pt, SUBTITLE)\\
#text(9pt, luma(90), DIGEST)
#v(1cm)
#outline(depth: 1, title: none)
#pagebreak()
"""
MARKS = {"bold": "strong", "italic": "emph"}
TOGETHER = 20  # rows: a table with at most this many is not broken, and keeps its note
NARROW, WIDEST = 22, 90
SHORT = 38


def pdf(report: Report) -> bytes:
    import typst

    made = typst.compile(source(report).encode(), format="pdf", ignore_system_fonts=True)
    if not isinstance(made, bytes):
        raise TypeError("Typst returned several documents instead of one")
    return made


def source(report: Report) -> str:
    """The report as Typst source."""
    head = HEAD.replace("SUBTITLE", quoted(report.subtitle)).replace("TITLE", quoted(report.title))
    head = head.replace("DIGEST", quoted(report.digest))
    return head + "\n".join(_section(section) for section in report.sections)


def quoted(text: str) -> str:
    """A Typst string: nothing in it is read as markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _section(section: Section) -> str:
    parts = "\n".join(_part(part) for part in section.parts)
    return f"#heading(level: 1, {quoted(section.title)})\n{parts}"


def _part(part: SectionPart) -> str:
    if isinstance(part, Prose):
        return "\n\n".join(_block(block) for block in blocks(part.text)) + "\n"
    if isinstance(part, Plot):
        image = f'image(bytes({quoted(svg(part))}), format: "svg", width: 88%)'
        caption = f"text(8pt, fill: luma(90), {quoted(part.caption)})"
        return f"#block(breakable: false, above: 1.4em, {image} + {caption})"
    return _sheet(part)


def _block(block: Block) -> str:
    inner = " + ".join(_span(kind, words) for kind, words in block.spans)
    if block.kind == "heading":
        return f"#heading(level: 2, {inner})"
    return f"#list({inner})" if block.kind == "item" else f"#par({inner})"


def _span(kind: str, words: str) -> str:
    if kind == "code":
        return f"raw({quoted(words)})"
    text = f"text({quoted(words)})"
    return f"{MARKS[kind]}({text})" if kind in MARKS else text


def _sheet(sheet: ReportSheet) -> str:
    widths = ", ".join(_width(sheet, place) for place in range(len(sheet.columns)))
    sides = ", ".join("left" if c.kind is CellKind.TEXT else "right" for c in sheet.columns)
    head = ", ".join(f"text({quoted(column.name)})" for column in sheet.columns)
    rows = [_row(row, sheet.columns) for row in sheet.rows]
    if sheet.total:
        rows.append(f"table.hline(stroke: 0.7pt), {_row(sheet.total, sheet.columns)}")
    note = f"#text(8pt, fill: luma(90), {quoted(sheet.note)})\n" if sheet.note else ""
    body = ",\n  ".join(rows)
    whole = (
        f"#heading(level: 2, {quoted(sheet.title)})\n"
        f"#table(columns: ({widths}), align: ({sides}),\n"
        f"  table.header({head}),\n  {body}\n)\n{note}"
    )
    return whole if len(rows) > TOGETHER else f"#block(breakable: false)[\n{whole}]\n"


def _width(sheet: ReportSheet, place: int) -> str:
    """As wide as its content; long words and long fractions share the remaining width."""
    kind = sheet.columns[place].kind
    rows = [*sheet.rows, sheet.total] if sheet.total else sheet.rows
    longest = max((len(shown(row[place], kind)) for row in rows), default=0)
    if kind not in (CellKind.EXACT, CellKind.TEXT) or longest <= NARROW:
        return "auto"
    return f"{min(longest, WIDEST)}fr"


def _row(row: tuple[Cell, ...], columns: tuple[Column, ...]) -> str:
    return ", ".join(_cell(cell, column) for cell, column in zip(row, columns, strict=True))


def _cell(cell: Cell, column: Column) -> str:
    text = shown(cell, column.kind)
    if column.kind is not CellKind.EXACT:
        return f"text({quoted(text)})"
    top, slash, bottom = text.partition("/")
    if len(text) <= SHORT or not slash:
        return f"text(7pt, {quoted(_broken(text))})"
    # A long fraction takes two lines, and may break between any two groups of digits.
    return f"text(6pt, {quoted(_broken(top) + '/')} + linebreak() + {quoted(_broken(bottom))})"


def _broken(digits: str) -> str:
    """Digits with invisible places to break."""
    return "\u200b".join(digits[place : place + 10] for place in range(0, len(digits), 10))
