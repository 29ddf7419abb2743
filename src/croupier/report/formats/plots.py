"""A report's bar charts, as SVG: the same text for the same figures."""

import io
from typing import TYPE_CHECKING

from croupier.report.sheets import Plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOUR, LOSS_COLOUR = "#2f5d8a", "#a33b3b"
MOST_LABELS, MOST_LETTERS = 40, 70


def svg(plot: Plot) -> str:
    import matplotlib

    # Names inside the file are otherwise random, and the date is that of the day.
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
    colours = [LOSS_COLOUR if height < 0 else COLOUR for height in heights]
    axes.bar(places, heights, color=colours, width=0.75)
    every = -(-len(plot.bars) // MOST_LABELS)
    labels = [label for label, _ in plot.bars[::every]]
    crowded = sum(map(len, labels)) > MOST_LETTERS
    axes.set_xticks(list(places[::every]), labels, fontsize=8, rotation=90 if crowded else 0)
    axes.tick_params(axis="y", labelsize=8)
    axes.set_title(plot.title[0].upper() + plot.title[1:], fontsize=10)
    if plot.log:
        axes.set_yscale("log")
        axes.set_ylim(bottom=min(heights) / 3)  # else the rarest bar has no height
        axes.set_ylabel(f"{plot.axis} (log scale)", fontsize=8)
    else:
        axes.axhline(0, color="black", linewidth=0.6)
        number = PercentFormatter(1.0) if plot.percent else StrMethodFormatter("{x:,.0f}")
        axes.yaxis.set_major_formatter(number)
        axes.set_ylabel(plot.axis, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
