"""Pictures of nights and of bands, by matplotlib (the extra `report`)."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.sim.histogram import bins
from croupier.errors import RuleError
from croupier.extras import check_installed
from croupier.files import put

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from croupier.cli.sim.night import Asked, Found, Stretch
    from croupier.room.meters.nights import Life
    from croupier.sim.summary import Spread
    from croupier.table.table import Table

GAIN, LOSS, THEORY = "#2f5d8a", "#a33b3b", "#333333"
KINDS = (".png", ".svg", ".pdf")
BINS = 60
YEAR, FEWEST, POINTS = 365, 20, 40  # nights, runs, points of a meter's course


def check(plot: Path) -> None:
    """Before the work: a file that can be written, and something to draw with."""
    if plot.suffix not in KINDS:
        raise RuleError(f"--plot {plot}; name a file {', '.join(KINDS)}", "plot/format")
    if not plot.parent.is_dir():
        raise RuleError(f"--plot {plot}; there is no folder {plot.parent}", "plot/folder")
    if plot.exists() and not plot.is_file():
        raise RuleError(f"--plot {plot}; that is no plain file", "plot/folder")
    check_installed("a picture", "matplotlib")


def blank(rows: int) -> "Figure":
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.4 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def write(figure: "Figure", plot: Path) -> None:
    """The same figures make the same file."""
    import matplotlib

    dated = {"Date": None} if plot.suffix == ".svg" else {}
    if plot.suffix == ".pdf":
        dated = {"CreationDate": None}
    made = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "croupier"}):
        figure.savefig(made, format=plot.suffix[1:], dpi=150, metadata=dated)
    try:
        put(plot, made.getvalue())
    except OSError as broken:
        raise RuleError(
            f"--plot {plot} cannot be written ({broken.strerror}); what it held before is kept."
            " Free some space or name another file",
            "plot/unwritable",
        ) from broken


def save(plot: Path, house: "Table", night: "Found", asked: "Asked") -> None:
    known = night.jackpots if asked.nights >= FEWEST else {}
    moving = {name: one for name, one in known.items() if one.paths}
    rows = 1 + (night.month is not None) + len(moving)
    figure = blank(rows)
    panels = [(f"{asked.nights:,} nights of {night.rounds} rounds", night.night)]
    if night.month:
        many = len(night.month.wins.ordered)
        panels.append((f"{many:,} months of {asked.month} nights", night.month))
    for place, (title, stretch) in enumerate(panels, 1):
        _bars(figure.add_subplot(rows, 1, place), f"{house.game.name}: {title}", stretch)
    for place, (name, one) in enumerate(moving.items(), len(panels) + 1):
        _meter(figure.add_subplot(rows, 1, place), name, one.life, night.rounds)
    write(figure, plot)


def _meter(axes: Any, name: str, life: "Life", rounds: int) -> None:
    """The display as nights go by, for as long as twenty runs of so many nights were played."""
    from croupier.cli.sim.night import displayed

    last = min(YEAR, max(1, life.fed // rounds // FEWEST))
    nights = sorted({max(1, last * step // POINTS) for step in range(1, POINTS + 1)})
    found = displayed(life, [rounds * many for many in nights])
    low, middle, high = ([_dollars(one, percent) for one in found] for percent in (5, 50, 95))
    axes.fill_between(nights, low, high, color=GAIN, alpha=0.25, linewidth=0, label="5% to 95%")
    axes.plot(nights, middle, color=GAIN, label="median")
    axes.set_xlabel("nights since the meter was new", fontsize=8)
    axes.yaxis.set_major_formatter(in_dollars())
    dressed(axes, f"{name}: what is displayed, in {life.fed // rounds // last:,} runs")
    axes.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def _dollars(shown: "Spread", percent: int) -> float:
    cents = shown.percentile(Fraction(percent))
    assert cents is not None, f"{len(shown.ordered)} runs are too few"
    return cents / 100


def _bars(axes: Any, title: str, stretch: "Stretch") -> None:
    found = bins(stretch.wins.ordered, BINS)
    wide = (found[0].high - found[0].low) / 100
    axes.bar(
        [one.low / 100 for one in found],
        [one.many for one in found],
        width=wide * 0.92,
        align="edge",
        color=[LOSS if one.high <= 0 else GAIN for one in found],
    )
    lost = stretch.wins.losing
    if stretch.theory is not None:
        axes.axvline(float(stretch.theory) / 100, color=THEORY, linestyle="--", linewidth=1)
        axes.text(
            float(stretch.theory) / 100, 1.0, " theory", transform=axes.get_xaxis_transform(),
            va="top", fontsize=8,
        )  # fmt: skip
    losing = f"{float(lost.share):.1%} lose" if lost.many else "none loses"
    dressed(axes, f"{title}; {losing}")
    axes.set_xlabel("the house's win (the outermost bars hold all that is beyond)", fontsize=8)
    axes.xaxis.set_major_formatter(in_dollars())


def in_dollars(*, cents: bool = False) -> Any:
    from matplotlib.ticker import FuncFormatter

    digits = 2 if cents else 0
    return FuncFormatter(lambda x, _: f"{'-' if x < 0 else ''}${abs(x):,.{digits}f}")


def dressed(axes: Any, title: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
