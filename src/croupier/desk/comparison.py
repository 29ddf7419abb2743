"""What a simulation counted, beside the exact figures."""

from fractions import Fraction
from typing import NamedTuple

from croupier.desk.marks import marks
from croupier.desk.simulation import BotMatch, Counted, Simulation
from croupier.odds.figures import MAIN, rounded
from croupier.sim.tally import Figure, decisions, figure
from croupier.table.table import Table


class ComparedFigure(NamedTuple):
    """The results of a wager as they were counted, and its exact mean, where that is known."""

    sample: Figure
    exact: Fraction | None

    @property
    def error(self) -> float | None:
        """The standard error; unknown after one round."""
        return float(self.sample.square_error) ** 0.5 if self.sample.rounds > 1 else None

    @property
    def z(self) -> float | None:
        """How many standard errors the count is away from the exact mean."""
        error = self.error
        return (
            float(self.sample.mean - self.exact) / error
            if self.exact is not None and error
            else None
        )


def counted_figures(simulation: Simulation, result: Counted) -> dict[str, ComparedFigure]:
    """By wager, the main game first unless a wager is made alone."""
    wanted, exact = simulation.plan, simulation.exact.means
    rows = {} if wanted.alone else {MAIN: 0}
    rows.update({name: wanted.row(name) for name in wanted.wagers})
    return {
        name: ComparedFigure(figure(result.tally, wanted, row), exact.get(name))
        for name, row in rows.items()
    }


def counted_choices(
    simulation: Simulation, result: Counted
) -> dict[str, tuple[Fraction, Fraction | None]]:
    """How often each action was chosen, and should be."""
    exact = simulation.exact.decisions
    shares = decisions(result.tally, simulation.plan)
    return {name: (share, exact.get(name)) for name, share in shares.items()}


def simulation_json(table: Table, simulation: Simulation, result: Counted) -> dict[str, object]:
    tally, wanted, exact = result.tally, simulation.plan, simulation.exact
    figures = counted_figures(simulation, result)
    return {
        "game": wanted.game,
        "posted": dict(wanted.posted),
        **marks(table),
        "rounds": tally.rounds,
        "seed": wanted.seed,
        "seats": wanted.seats,
        "strategy": wanted.strategy,
        "rounds_per_second": round(result.rounds_per_second),
        "interrupted": result.interrupted,
        "wagers": {
            name: _figure_json(figures[name]) | _meter_json(simulation, result, name)
            for name in wanted.wagers
        },
        "main": None if wanted.alone else _figure_json(figures[MAIN]),
        "decisions": {
            name: {"share": float(share), "exact": _float(true)}
            for name, (share, true) in counted_choices(simulation, result).items()
            if share or name in exact.decisions
        },
    }


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _figure_json(compared: ComparedFigure) -> dict[str, object]:
    sample, true = compared
    if not sample.rounds:
        return {"mean": None, "variance": None, "se": None, "exact": _float(true), "z": None}
    error = compared.error
    return {
        "mean": float(sample.mean),
        "variance": None if error is None else float(sample.results.variance),
        "se": error,
        "exact": _float(true),
        "z": compared.z,
        "hit": float(sample.results.win),
        "push": float(sample.results.push),
        "results": {str(net): count for net, count in sorted(sample.results.counts.items())},
    }


def _meter_json(simulation: Simulation, result: Counted, name: str) -> dict[str, object]:
    """Percent of its meter that a jackpot wager won, as a figure of its own."""
    tally, wanted = result.tally, simulation.plan
    row, true = wanted.meter_row(name), simulation.exact.meters.get(name)
    if row is None or not tally.rounds:
        return {}
    percent = None if true is None else true * 100
    return {"meter_percent": _figure_json(ComparedFigure(figure(tally, wanted, row), percent))}


def match_json(match: BotMatch, seed: int) -> dict[str, object]:
    bots = [
        {
            **one._asdict(),
            "bb_per_100": rounded(one.bb_per_100, 3),
            "standard_error": rounded(one.standard_error, 3),
        }
        for one in match.bots
    ]
    return {**match._asdict(), "seed": seed, "bots": bots}
