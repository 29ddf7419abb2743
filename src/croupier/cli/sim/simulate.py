"""`croupier simulate`: rounds by the million, each figure beside the exact one."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from croupier.cli.input import number, write_json
from croupier.cli.progress import working
from croupier.cli.screen import Screen, Sheet, screen
from croupier.cli.unprinted import marks, show_mark
from croupier.errors import RuleError
from croupier.odds.figures import MAIN
from croupier.sim.checkpoint import load, save
from croupier.sim.engines import engine_of
from croupier.sim.exact import Exact, exact
from croupier.sim.plan import MOST_ROUNDS, Plan, plan
from croupier.sim.run import Engine, Span, simulated, tally_of
from croupier.sim.tally import Figure, Tally, decisions, empty, figure
from croupier.table.shoe import CUT_CARD
from croupier.table.table import Table

SAVE_EVERY = 20  # seconds


class Asked(NamedTuple):
    """What is to be simulated, as it was typed."""

    rounds: str
    seed: int
    seats: int
    strategy: str
    engine: str
    scheduler: str | None
    until_se: str | None
    wagers: str | None
    checkpoint: Path | None


class Done(NamedTuple):
    tally: Tally
    rounds_per_second: float
    interrupted: bool
    trouble: RuleError | None  # a checkpoint that could not be written, a cluster that is gone


def run(house: Table, asked: Asked, *, as_json: bool) -> int:
    rounds, until = whole(asked.rounds), _precision(asked.until_se)
    wagers = None if asked.wagers is None else [name.strip() for name in asked.wagers.split(",")]
    engine = engine_of(asked.engine, asked.scheduler)
    with working(f"preparing {house.game.name}"):
        wanted = plan(
            house, seats=asked.seats, seed=asked.seed, strategy=asked.strategy, wagers=wagers
        )
        begun = _begun(asked.checkpoint, wanted)
        tally_of(wanted, Span(0, 1))  # compiles the loop, if it has not been compiled before
        compare = exact(house, wanted)
    done = _counted(wanted, rounds, engine, begun, until, asked.checkpoint)
    if done.trouble is not None and done.tally.rounds == 0:
        raise done.trouble  # there is nothing to tell
    if as_json:
        write_json(report(house, wanted, done, compare))
    else:
        _show(house, wanted, done, compare)
    if done.trouble is not None:
        raise done.trouble
    return 130 if done.interrupted else 0


def whole(written: str) -> int:
    """`1e9`, `200_000_000` or `200000000`."""
    rounds = number(written.replace("_", "").replace(",", ""))
    if rounds is None or rounds.denominator != 1 or not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(
            f"--rounds {written!r}; write a whole number from 1 to 1e15, such as 1e9",
            "simulate/rounds",
        )
    return int(rounds)


def _precision(written: str | None) -> Fraction | None:
    if written is None:
        return None
    wanted = number(written)
    if wanted is None or wanted <= 0:
        raise RuleError(
            f"--until-se {written!r}; write a standard error above zero, such as 1e-5",
            "simulate/precision",
        )
    return wanted


def _begun(checkpoint: Path | None, wanted: Plan) -> Tally:
    if checkpoint is None or not checkpoint.exists():
        if checkpoint is not None:
            save(checkpoint, wanted, empty(wanted))  # better now than after an hour
        return empty(wanted)
    return load(checkpoint, wanted)


def _counted(
    wanted: Plan,
    rounds: int,
    engine: Engine,
    begun: Tally,
    until: Fraction | None,
    checkpoint: Path | None,
) -> Done:
    tally, interrupted, trouble = begun, False, None
    start = saved = time.monotonic()
    try:
        with _bar(begun.rounds, rounds) as tell:
            for tally in simulated(wanted, rounds, engine=engine, begun=begun, until=until):
                now = time.monotonic()
                tell(tally.rounds, (tally.rounds - begun.rounds) / max(now - start, 1e-9))
                if checkpoint is not None and now - saved > SAVE_EVERY:
                    saved = now
                    trouble = _saved(checkpoint, wanted, tally)
    except KeyboardInterrupt:
        interrupted = True
    except RuleError as broken:  # a cluster that is gone: what was counted is told first
        trouble = broken
    speed = (tally.rounds - begun.rounds) / max(time.monotonic() - start, 1e-9)
    if checkpoint is not None:
        trouble = _saved(checkpoint, wanted, tally) or trouble
    return Done(tally, speed, interrupted, trouble)


def _saved(checkpoint: Path, wanted: Plan, tally: Tally) -> RuleError | None:
    """A full disk must not cost the rounds that were counted: they go on, and are told."""
    try:
        save(checkpoint, wanted, tally)
    except RuleError as trouble:
        return trouble
    return None


@contextmanager
def _bar(first: int, rounds: int) -> Iterator[Callable[[int, float], None]]:
    console = Screen(stderr=True)
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f}%  {task.fields[said]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("", total=rounds, completed=first, said="")

        def tell(done: int, speed: float) -> None:
            said = f"{done:,} rounds, {speed / 1e6:,.1f} million a second"
            progress.update(task, completed=done, said=said)

        yield tell


def report(house: Table, wanted: Plan, done: Done, compare: Exact) -> dict[str, object]:
    tally = done.tally
    shares = decisions(tally, wanted)
    return {
        "game": wanted.game,
        "posted": dict(wanted.posted),
        **marks(house),
        "rounds": tally.rounds,
        "seed": wanted.seed,
        "seats": wanted.seats,
        "strategy": wanted.strategy,
        "rounds_per_second": round(done.rounds_per_second),
        "interrupted": done.interrupted,
        "wagers": {
            name: _figures(figure(tally, wanted, wanted.row(name)), compare.means.get(name))
            | _meter(tally, wanted, name, compare.meters)
            for name in wanted.wagers
        },
        "main": None
        if wanted.alone
        else _figures(figure(tally, wanted, 0), compare.means.get(MAIN)),
        "decisions": {
            name: {"share": float(share), "exact": _float(compare.decisions.get(name))}
            for name, share in shares.items()
            if share or name in compare.decisions
        },
    }


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _error(found: Figure) -> float | None:
    """The standard error, of which one round tells nothing."""
    return float(found.square_error) ** 0.5 if found.rounds > 1 else None


def _figures(found: Figure, true: Fraction | None) -> dict[str, object]:
    if not found.rounds:
        return {"mean": None, "variance": None, "se": None, "exact": _float(true), "z": None}
    error = _error(found)
    far = float(found.mean - true) if true is not None else None
    return {
        "mean": float(found.mean),
        "variance": None if error is None else float(found.results.variance),
        "se": error,
        "exact": _float(true),
        "z": far / error if far is not None and error else None,
        "hit": float(found.results.win),
        "push": float(found.results.push),
        "results": {str(net): count for net, count in sorted(found.results.counts.items())},
    }


def _meter(
    tally: Tally, wanted: Plan, name: str, shares: Mapping[str, Fraction]
) -> dict[str, object]:
    """Percent of its meter that a jackpot wager won, as a figure of its own."""
    row, true = wanted.meter_row(name), shares.get(name)
    if row is None or not tally.rounds:
        return {}
    percents = _figures(figure(tally, wanted, row), None if true is None else true * 100)
    return {"meter_percent": percents}


def _show(house: Table, wanted: Plan, done: Done, compare: Exact) -> None:
    console = screen()
    tally = done.tally
    stopped = "  (stopped: what there is)" if done.interrupted else ""
    console.print(
        f"{house.game.name}: {tally.rounds:,} rounds of {wanted.seats} "
        f"{'seat' if wanted.seats == 1 else 'seats'}, seed {wanted.seed}, {wanted.strategy} play, "
        f"{done.rounds_per_second / 1e6:,.1f} million rounds a second{stopped}",
        highlight=False,
    )
    show_mark(console, house)
    if house.options.get(CUT_CARD):
        console.print("Every round is dealt from a new shoe: the cut card is not simulated.")
    if not tally.rounds:
        return
    heads = ("wager", "mean", "± s.e.", "exact", "z", "variance", "wins")
    sheet = Sheet(box=None, padding=(0, 1))
    for head in heads:
        sheet.add_column(head, justify="left" if head == "wager" else "right", overflow="fold")
    rows = [] if wanted.alone else [(MAIN, 0)]
    rows += [(name, wanted.row(name)) for name in wanted.wagers]
    for name, row in rows:
        sheet.add_row(*_row(name, figure(tally, wanted, row), compare.means.get(name)))
    console.print(sheet, highlight=False)
    shares = Sheet("choice", "simulated", "exact", box=None, padding=(0, 2))
    for name, share in decisions(tally, wanted).items():
        true = compare.decisions.get(name)
        if share or true:
            known = "" if true is None else f"{float(true):.4%}"
            shares.add_row(name, f"{float(share):.4%}", known)
    if shares.row_count:
        console.print(shares, highlight=False)


def _row(name: str, found: Figure, true: Fraction | None) -> list[str | Text]:
    error = _error(found)
    z = "" if true is None or not error else f"{float(found.mean - true) / error:+.2f}"
    far = abs(float(z)) if z else 0.0
    colour = "red" if far > 4 else "yellow" if far > 3 else "green"
    return [
        name,
        f"{float(found.mean):+.6f}",
        "" if error is None else f"{error:.6f}",
        "" if true is None else f"{float(true):+.6f}",
        Text(z, colour),
        "" if error is None else f"{float(found.results.variance):.3f}",
        f"{float(found.results.win):.3%}",
    ]
