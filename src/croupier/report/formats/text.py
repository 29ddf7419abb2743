"""What all writers of a report share: cells as text, parsed prose, and bar charts as SVG."""

import io
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.money import dollars
from croupier.odds.figures import root, rounded
from croupier.report.sheets import Cell, CellKind, Plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLACES = {CellKind.DECIMAL: 8, CellKind.PERCENT: 6}
DIGITS = 8
COLOR, LOSS_COLOR = "#2f5d8a", "#a33b3b"
MOST_LABELS, MOST_LETTERS = 40, 70
MARKS = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|`(?P<code>.+?)`", re.DOTALL)


def shown(cell: Cell, kind: CellKind) -> str:
    """A cell as displayed; words in a column of figures stay words."""
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
    """Eight significant digits, and at least two decimal places."""
    places = 2
    while value and places < DIGITS * 4 and abs(value) * 10**places < 10 ** (DIGITS - 1):
        places += 1
    return rounded(value, places)


class Block(NamedTuple):
    kind: str  # heading, text or item
    spans: tuple[tuple[str, str], ...]  # bold, italic, code or plain; and the words


def blocks(text: str) -> Iterator[Block]:
    """Parses the few marks that our prose uses."""
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


@cache  # a page and a PDF show the same charts
def svg(plot: Plot) -> str:
    """A bar chart: the same text for the same figures."""
    import matplotlib

    # By default, ids in the file are random, and its date is today's.
    with matplotlib.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "path"}):
        made = io.BytesIO()
        _draw(plot).savefig(made, format="svg", metadata={"Date": None, "Creator": None})
    text = made.getvalue().decode("utf-8")
    return text[text.index("<svg") :]


def _draw(plot: Plot) -> "Figure":
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter, StrMethodFormatter

    figure = Figure(figsize=(7, 2.9), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    places = range(len(plot.bars))
    heights = [float(value) for _, value in plot.bars]
    colors = [LOSS_COLOR if height < 0 else COLOR for height in heights]
    axes.bar(places, heights, color=colors, width=0.75)
    every = -(-len(plot.bars) // MOST_LABELS)
    labels = [label for label, _ in plot.bars[::every]]
    crowded = sum(map(len, labels)) > MOST_LETTERS
    axes.set_xticks(list(places[::every]), labels, fontsize=8, rotation=90 if crowded else 0)
    axes.tick_params(axis="y", labelsize=8)
    axes.set_title(plot.title[0].upper() + plot.title[1:], fontsize=10)
    if plot.log:
        axes.set_yscale("log")
        axes.set_ylim(bottom=min(heights) / 3)  # otherwise the rarest bar has no height
        axes.set_ylabel(f"{plot.axis} (log scale)", fontsize=8)
    else:
        axes.axhline(0, color="black", linewidth=0.6)
        number = PercentFormatter(1.0) if plot.percent else StrMethodFormatter("{x:,.0f}")
        axes.yaxis.set_major_formatter(number)
        axes.set_ylabel(plot.axis, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
