"""A report as one self-contained HTML page."""

from html import escape

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

STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #1c1c1c; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { margin-bottom: 0; } .subtitle { color: #555; margin-top: .2rem; }
h2 { border-bottom: 2px solid #2f5d8a; margin-top: 3rem; } h3 { margin-bottom: .2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 .3rem; font-size: .85rem; }
caption { text-align: left; font-weight: bold; padding-bottom: .3rem; font-size: 1rem; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #ddd; text-align: left;
  vertical-align: top; }
th { border-bottom: 1px solid #888; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.exact { font-size: .7rem; text-align: right; color: #444; overflow-wrap: anywhere;
  min-width: 9rem; }
tfoot td { font-weight: bold; border-top: 1px solid #888; }
.note { color: #555; font-size: .85rem; margin-top: 0; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #555; font-size: .85rem; }
nav ol { columns: 2; }
@media print { h2 { break-before: page; } table, figure { break-inside: avoid; } }
"""
TAGS = {"bold": "strong", "italic": "em", "code": "code"}


def html(report: Report) -> bytes:
    title, contents = escape(report.title), _contents(report)
    body = "\n".join(_section(number, part) for number, part in enumerate(report.sections, 1))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f'<p class="subtitle">{escape(report.subtitle)} ({escape(report.digest)})</p>\n'
        f"{contents}\n{body}\n</body>\n</html>\n"
    ).encode()


def _contents(report: Report) -> str:
    items = (
        f'<li><a href="#s{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(report.sections, 1)
    )
    return f"<nav><ol>{''.join(items)}</ol></nav>"


def _section(number: int, section: Section) -> str:
    parts = "\n".join(_part(part) for part in section.parts)
    heading = f"<h2>{number}. {escape(section.title)}</h2>"
    return f'<section id="s{number}">\n{heading}\n{parts}\n</section>'


def _part(part: SectionPart) -> str:
    if isinstance(part, Prose):
        return _prose(part)
    if isinstance(part, Plot):
        caption = f"<figcaption>{escape(part.caption)}</figcaption>"
        return f'<figure aria-label="{escape(part.title)}">{svg(part)}{caption}</figure>'
    return _sheet(part)


def _prose(prose: Prose) -> str:
    made: list[str] = []
    in_list = False
    for block in blocks(prose.text):
        if in_list != (block.kind == "item"):
            made.append("</ul>" if in_list else "<ul>")
            in_list = not in_list
        tag = {"heading": "h3", "item": "li"}.get(block.kind, "p")
        made.append(f"<{tag}>{_spans(block)}</{tag}>")
    return "\n".join([*made, "</ul>"] if in_list else made)


def _spans(block: Block) -> str:
    return "".join(
        f"<{TAGS[kind]}>{escape(words)}</{TAGS[kind]}>" if kind in TAGS else escape(words)
        for kind, words in block.spans
    )


def _sheet(sheet: ReportSheet) -> str:
    head = "".join(f"<th{_class(c)}>{escape(c.name)}</th>" for c in sheet.columns)
    rows = "\n".join(f"<tr>{_cells(row, sheet.columns)}</tr>" for row in sheet.rows)
    foot = f"<tfoot><tr>{_cells(sheet.total, sheet.columns)}</tr></tfoot>" if sheet.total else ""
    note = f'<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    return (
        f'<div class="wide"><table>\n<caption>{escape(sheet.title)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n{foot}</table></div>\n{note}"
    )


def _cells(row: tuple[Cell, ...], columns: tuple[Column, ...]) -> str:
    return "".join(
        f"<td{_class(column)}>{_cell(cell, column)}</td>"
        for cell, column in zip(row, columns, strict=True)
    )


def _cell(cell: Cell, column: Column) -> str:
    text = escape(shown(cell, column.kind))
    return text.replace("/", "/<wbr>") if column.kind is CellKind.EXACT else text


def _class(column: Column) -> str:
    if column.kind is CellKind.TEXT:
        return ""
    return ' class="exact"' if column.kind is CellKind.EXACT else ' class="figure"'
