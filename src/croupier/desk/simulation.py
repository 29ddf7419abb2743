"""Rounds by the million, counted and compared with exact figures; bots that play each other."""

import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from croupier.bots.players import Match, bot, matched, named, names_of
from croupier.desk.posting import marks
from croupier.errors import RuleError
from croupier.games.registry import poker_game
from croupier.odds.figures import MAIN, rounded
from croupier.sim.checkpoint import load, save
from croupier.sim.exact import Exact, exact
from croupier.sim.plan import Plan, plan
from croupier.sim.run import Engine, Span, engine_of, simulated, tally_of
from croupier.sim.tally import Figure, Tally, decisions, empty, figure
from croupier.table.poker.table import open_poker
from croupier.table.table import Table

SAVE_EVERY = 20  # seconds


class SimulationRequest(NamedTuple):
    """What to simulate, with which engine, and until when."""

    rounds: int
    seed: int
    seats: int
    strategy: str
    wagers: Sequence[str] | None  # side wagers; None: all
    until: Fraction | None  # this standard error of the main net
    engine: str
    scheduler: str | None
    checkpoint: Path | None


class Simulation(NamedTuple):
    """Ready to run: a plan, the counts so far, and the exact figures to compare with."""

    request: SimulationRequest
    plan: Plan
    engine: Engine
    begun: Tally
    exact: Exact


class Counted(NamedTuple):
    """The counts so far; `trouble`: a checkpoint or a cluster that failed."""

    tally: Tally
    rounds_per_second: float
    interrupted: bool
    trouble: RuleError | None


def prepared(table: Table, request: SimulationRequest) -> Simulation:
    """Refuses whatever can be refused now, and compiles the loop."""
    engine = engine_of(request.engine, request.scheduler)
    wanted = plan(
        table,
        seats=request.seats,
        seed=request.seed,
        strategy=request.strategy,
        wagers=request.wagers,
    )
    begun = _begun(request.checkpoint, wanted)
    tally_of(wanted, Span(0, 1))
    return Simulation(request, wanted, engine, begun, exact(table, wanted))


def _begun(checkpoint: Path | None, wanted: Plan) -> Tally:
    if checkpoint is None or not checkpoint.exists():
        if checkpoint is not None:
            save(checkpoint, wanted, empty(wanted))  # better now than after an hour
        return empty(wanted)
    return load(checkpoint, wanted)


def counted(simulation: Simulation, progress: Callable[[int, float], None]) -> Counted:
    """Plays all rounds; `progress` gets the rounds so far and the rounds per second."""
    request, wanted, _, begun, _ = simulation
    tally, interrupted, trouble = begun, False, None
    start = saved = time.monotonic()
    parts = simulated(
        wanted, request.rounds, engine=simulation.engine, begun=begun, until=request.until
    )
    try:
        for tally in parts:
            now = time.monotonic()
            progress(tally.rounds, (tally.rounds - begun.rounds) / max(now - start, 1e-9))
            if request.checkpoint is not None and now - saved > SAVE_EVERY:
                saved = now
                trouble = _saved(request.checkpoint, wanted, tally)
    except KeyboardInterrupt:
        interrupted = True
    except RuleError as broken:  # a lost cluster: report first what was counted
        trouble = broken
    speed = (tally.rounds - begun.rounds) / max(time.monotonic() - start, 1e-9)
    if request.checkpoint is not None:
        trouble = _saved(request.checkpoint, wanted, tally) or trouble
    return Counted(tally, speed, interrupted, trouble)


def _saved(checkpoint: Path, wanted: Plan, tally: Tally) -> RuleError | None:
    """A full disk must not cost the counted rounds: the simulation continues and reports them."""
    try:
        save(checkpoint, wanted, tally)
    except RuleError as trouble:
        return trouble
    return None


class ComparedFigure(NamedTuple):
    """The counted results of a wager, and its exact mean, if known."""

    sample: Figure
    exact: Fraction | None

    @property
    def error(self) -> float | None:
        """The standard error; unknown after one round."""
        return float(self.sample.square_error) ** 0.5 if self.sample.rounds > 1 else None

    @property
    def z(self) -> float | None:
        """How many standard errors the count is from the exact mean."""
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
    """How often each action was chosen, and how often it should be."""
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
    """Percent of its meter that a jackpot wager won, as a separate figure."""
    tally, wanted = result.tally, simulation.plan
    row, true = wanted.meter_row(name), simulation.exact.meters.get(name)
    if row is None or not tally.rounds:
        return {}
    percent = None if true is None else true * 100
    return {"meter_percent": _figure_json(ComparedFigure(figure(tally, wanted, row), percent))}


class BotResult(NamedTuple):
    """What one bot won, in chips and in big blinds per hundred hands."""

    bot: str
    net: int
    bb_per_100: Fraction
    standard_error: Fraction


class BotMatch(NamedTuple):
    """Every bot played every seat of the same deals."""

    game: str  # its id
    hands: int
    deals: int
    bots: Sequence[BotResult]


def bot_match(
    name: str, bots: str, hands: int, stack: int, seed: int, options: Mapping[str, str]
) -> BotMatch:
    """`bots`: names in seat order, separated by commas."""
    game = poker_game(name)
    names = named(bots, game)
    if not 2 <= len(names) <= game.seats_max:
        known = ", ".join(names_of(game))
        raise RuleError(
            f"bots {bots!r}; write 2 to {game.seats_max} of {known}, with commas", "simulate/bots"
        )
    table = open_poker(game.id, dict(options), seat_count=len(names))
    players = [bot(name, game) for name in names]
    matches = matched(table, players, -(-hands // len(names)), stack, seed)
    big = table.number("big_blind")
    results = [_result(name, match, big) for name, match in zip(names, matches, strict=True)]
    return BotMatch(game.id, matches[0].hands, matches[0].deals, results)


def _result(name: str, match: Match, big: int) -> BotResult:
    return BotResult(name, match.total, match.mean * 100 / big, match.error_per_100(big))


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
