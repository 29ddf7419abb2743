"""A band as a picture."""

from pathlib import Path

from croupier.cli.sim.band import Found, sizes
from croupier.cli.sim.night_plots import GAIN, LOSS, THEORY, blank, dressed, in_dollars, write
from croupier.odds.band import LEVELS
from croupier.table.table import Table


def save(plot: Path, house: Table, band: Found) -> None:
    """The win of a round, on average, by rounds played: the band narrows to theory."""
    figure = blank(1)
    axes = figure.add_subplot()
    first, *_, last = sizes(band)
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
    axes.yaxis.set_major_formatter(in_dollars(cents=True))
    dressed(axes, f"{house.game.name}: actual against theory")
    axes.legend(fontsize=8, frameon=False)
    write(figure, plot)
