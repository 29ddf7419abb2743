"""What all writers of a report share: cells as text, and prose taken apart."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from croupier.money import dollars
from croupier.odds.figures import root, rounded
from croupier.report.sheets import Cell, CellKind

PLACES = {CellKind.DECIMAL: 8, CellKind.PERCENT: 6}
DIGITS = 8
MARKS = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|`(?P<code>.+?)`", re.DOTALL)


def shown(cell: Cell, kind: CellKind) -> str:
    """A cell as it is read; words in a column of figures stay words."""
    if isinstance(cell, str):
        return cell
    if kind is CellKind.DOLLARS:
        return dollars(int(cell))
    if isinstance(cell, int):
        return f"{cell:,}" if kind is CellKind.COUNT else str(cell)
    if kind is CellKind.ROOT:
        return root(cell, 4)
    if kind is CellKind.PERCENT:
        return rounded(cell * 100, PLACES[kind]) + "%"
    if kind is CellKind.FINE:
        return fine(cell)
    if kind is CellKind.DECIMAL:
        return rounded(cell, PLACES[kind])
    return f"{cell.numerator}/{cell.denominator}"


def fine(value: Fraction) -> str:
    """Eight digits from the first that is not zero, and no fewer than two places."""
    places = 2
    while value and places < DIGITS * 4 and abs(value) * 10**places < 10 ** (DIGITS - 1):
        places += 1
    return rounded(value, places)


class Block(NamedTuple):
    kind: str  # heading, text or item
    spans: tuple[tuple[str, str], ...]  # bold, italic, code or plain; and the words


def blocks(text: str) -> Iterator[Block]:
    """The few marks that our prose uses."""
    for lump in re.split(r"\n\s*\n|\n(?=### |- )|(?<=\n)(?=### )", text.strip()):
        first, _, rest = lump.strip().partition("\n")
        if first.startswith("### "):
            yield Block("heading", spans(first[4:]))
            if rest.strip():
                yield Block("text", spans(rest))
        elif first.startswith("- "):
            yield Block("item", spans(lump.strip()[2:]))
        elif first:
            yield Block("text", spans(lump))


def spans(text: str) -> tuple[tuple[str, str], ...]:
    flat, end, found = " ".join(text.split()), 0, []
    for mark in MARKS.finditer(flat):
        found.append(("plain", flat[end : mark.start()]))
        kind = mark.lastgroup or "plain"
        found.append((kind, mark[kind]))
        end = mark.end()
    found.append(("plain", flat[end:]))
    return tuple((kind, words) for kind, words in found if words)


def words(block: Block) -> str:
    return "".join(part for _, part in block.spans)
