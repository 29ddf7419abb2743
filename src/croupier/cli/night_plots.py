"""Pictures of nights and of bands, by matplotlib (the extra `report`)."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.histogram import bins
from croupier.errors import RuleError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from croupier.cli.night import Asked, Found, Stretch
    from croupier.table.table import Table

GAIN, LOSS, THEORY = "#2f5d8a", "#a33b3b", "#333333"
KINDS = (".png", ".svg", ".pdf")
BINS = 60


def check(plot: Path) -> None:
    """Before the work: a file that can be written, and something to draw with."""
    if plot.suffix not in KINDS:
        raise RuleError(f"--plot {plot}; name a file {', '.join(KINDS)}", "plot/format")
    if not plot.parent.is_dir():
        raise RuleError(f"--plot {plot}; there is no folder {plot.parent}", "plot/folder")
    try:
        import matplotlib  # noqa: F401
    except ImportError as missing:
        raise RuleError(
            "a picture needs matplotlib; install croupier[report]", "plot/extra"
        ) from missing


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
    with matplotlib.rc_context({"svg.hashsalt": "croupier"}):
        figure.savefig(plot, dpi=150, metadata=dated)


def save(plot: Path, house: "Table", night: "Found", asked: "Asked") -> None:
    figure = blank(2 if night.month else 1)
    panels = [(f"{asked.nights:,} nights of {night.rounds} rounds", night.night)]
    if night.month:
        many = len(night.month.wins.ordered)
        panels.append((f"{many:,} months of {asked.month} nights", night.month))
    for place, (title, stretch) in enumerate(panels, 1):
        _bars(figure.add_subplot(len(panels), 1, place), f"{house.game.name}: {title}", stretch)
    write(figure, plot)


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
