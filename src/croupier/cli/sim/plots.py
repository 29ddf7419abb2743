"""Pictures of nights and of bands, by matplotlib (the extra `report`)."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from croupier.cli.sim.night import bins
from croupier.desk.night import NightRequest, NightResult, Period, displayed
from croupier.desk.risk import BandResult
from croupier.errors import RuleError
from croupier.files import put
from croupier.odds.house_edge import LEVELS
from croupier.sim.meters import Life
from croupier.sim.nights import Sample
from croupier.table.table import Table

GAIN, LOSS, THEORY = "#2f5d8a", "#a33b3b", "#333333"
BINS = 60
YEAR, FEWEST, POINTS = 365, 20, 40  # nights, runs, points of a meter's course


def save_night(plot: Path, table: Table, request: NightRequest, result: NightResult) -> None:
    known = result.jackpots if request.nights >= FEWEST else {}
    moving = {name: one for name, one in known.items() if one.paths}
    rows = 1 + (result.month is not None) + len(moving)
    figure = _blank(rows)
    panels = [(f"{request.nights:,} nights of {request.rounds} rounds", result.night)]
    if result.month:
        many = len(result.month.wins.ordered)
        panels.append((f"{many:,} months of {request.month} nights", result.month))
    for place, (title, period) in enumerate(panels, 1):
        _bars(figure.add_subplot(rows, 1, place), f"{table.game.name}: {title}", period)
    for place, (name, one) in enumerate(moving.items(), len(panels) + 1):
        _meter(figure.add_subplot(rows, 1, place), name, one.life, request.rounds)
    _write(figure, plot)


def _meter(axes: Any, name: str, life: Life, rounds: int) -> None:
    """The display night by night, for as many nights as at least twenty runs lasted."""
    last = min(YEAR, max(1, life.fed // rounds // FEWEST))
    nights = sorted({max(1, last * step // POINTS) for step in range(1, POINTS + 1)})
    samples = displayed(life, [rounds * many for many in nights])
    low, middle, high = ([_dollars(one, percent) for one in samples] for percent in (5, 50, 95))
    axes.fill_between(nights, low, high, color=GAIN, alpha=0.25, linewidth=0, label="5% to 95%")
    axes.plot(nights, middle, color=GAIN, label="median")
    axes.set_xlabel("nights since the meter was new", fontsize=8)
    axes.yaxis.set_major_formatter(_in_dollars())
    _dressed(axes, f"{name}: what is displayed, in {life.fed // rounds // last:,} runs")
    axes.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))


def _dollars(shown: Sample, percent: int) -> float:
    cents = shown.percentile(Fraction(percent))
    assert cents is not None, f"{len(shown.ordered)} runs are too few"
    return cents / 100


def _bars(axes: Any, title: str, period: Period) -> None:
    bars = bins(period.wins.ordered, BINS)
    wide = (bars[0].high - bars[0].low) / 100
    axes.bar(
        [one.low / 100 for one in bars],
        [one.many for one in bars],
        width=wide * 0.92,
        align="edge",
        color=[LOSS if one.high <= 0 else GAIN for one in bars],
    )
    lost = period.wins.losing
    if period.theory is not None:
        axes.axvline(float(period.theory) / 100, color=THEORY, linestyle="--", linewidth=1)
        axes.text(
            float(period.theory) / 100, 1.0, " theory", transform=axes.get_xaxis_transform(),
            va="top", fontsize=8,
        )  # fmt: skip
    losing = f"{float(lost.share):.1%} lose" if lost.many else "none loses"
    _dressed(axes, f"{title}; {losing}")
    axes.set_xlabel("the house's win (the outermost bars include everything beyond)", fontsize=8)
    axes.xaxis.set_major_formatter(_in_dollars())


def save_band(plot: Path, table: Table, band: BandResult) -> None:
    """The average win per round, by rounds played: the band narrows to theory."""
    figure = _blank(1)
    axes = figure.add_subplot()
    first, *_, last = band.sizes
    points = [round(first * (last / first) ** (step / 200)) for step in range(201)]
    for level, shade in zip(reversed(LEVELS), (0.2, 0.35), strict=True):
        ranges = [band.within(rounds, level) for rounds in points]
        axes.fill_between(
            points,
            [low / rounds / 100 for (low, _), rounds in zip(ranges, points, strict=True)],
            [high / rounds / 100 for (_, high), rounds in zip(ranges, points, strict=True)],
            color=GAIN,
            alpha=shade,
            linewidth=0,
            label=f"{float(level):.0%} are in",
        )
    axes.axhline(float(band.win) / 100, color=THEORY, linestyle="--", linewidth=1, label="theory")
    if band.actual is not None:
        axes.plot(band.rounds, band.actual / band.rounds / 100, "o", color=LOSS, label="actual")
    axes.set_xscale("log")
    axes.set_xlabel("rounds", fontsize=8)
    axes.set_ylabel("the house's win in a round, on average", fontsize=8)
    axes.yaxis.set_major_formatter(_in_dollars(cents=True))
    _dressed(axes, f"{table.game.name}: actual against theory")
    axes.legend(fontsize=8, frameon=False)
    _write(figure, plot)


def _blank(rows: int) -> Figure:
    figure = Figure(figsize=(8, 3.4 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _write(figure: Figure, plot: Path) -> None:
    """The same figures make the same file."""
    dated = {"Date": None} if plot.suffix == ".svg" else {}
    if plot.suffix == ".pdf":
        dated = {"CreationDate": None}
    content = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "croupier"}):
        figure.savefig(content, format=plot.suffix[1:], dpi=150, metadata=dated)
    try:
        put(plot, content.getvalue())
    except OSError as broken:
        raise RuleError(
            f"--plot {plot} cannot be written ({broken.strerror}); its previous content is kept."
            " Free some space or name another file",
            "plot/unwritable",
        ) from broken


def _in_dollars(*, cents: bool = False) -> Any:
    digits = 2 if cents else 0
    return FuncFormatter(lambda x, _: f"{'-' if x < 0 else ''}${abs(x):,.{digits}f}")


def _dressed(axes: Any, title: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
