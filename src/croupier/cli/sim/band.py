"""`croupier band`: how far the house's win may be off theory before it is no longer chance."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.screen import Sheet, screen
from croupier.cli.sim.simulate import whole
from croupier.cli.stakes import sides, stakes_of
from croupier.cli.unprinted import marks, show_mark
from croupier.errors import RuleError
from croupier.money import Cents, dollars, parse_dollars
from croupier.odds.band import LEVELS, OUTSIDE, Band, Bounds, bounds
from croupier.sim.plan import plan
from croupier.sim.theory import Strays, round_variance, round_win
from croupier.table.table import Table

SIZES = tuple(10**power for power in range(3, 8))


class Asked(NamedTuple):
    """As it was typed."""

    rounds: str
    actual: str | None
    ante: str
    side: str
    seats: int
    strategy: str
    seed: int


class Found(NamedTuple):
    stakes: Mapping[str, int]
    rounds: int
    win: Fraction  # of the house, in a round
    strays: Strays
    actual: Cents | None

    def theory(self, rounds: int) -> Fraction:
        return self.win * rounds

    def within(self, rounds: int, level: Fraction) -> Bounds:
        return bounds(self.theory(rounds), self.strays.variance * rounds, level)

    @property
    def verdict(self) -> Band | None:
        if self.actual is None:
            return None
        return Band(self.actual, self.theory(self.rounds), self.strays.variance * self.rounds)


def run(house: Table, asked: Asked, *, plot: Path | None, as_json: bool) -> None:
    if plot is not None:
        from croupier.cli.sim.band_plot import save
        from croupier.cli.sim.night_plots import check

        check(plot)
    found_ = found(house, asked)
    if as_json:
        write_json(report(house, found_, asked))
    else:
        _show(house, found_, asked)
    if plot is not None:
        save(plot, house, found_)


def found(house: Table, asked: Asked) -> Found:
    rounds = whole(asked.rounds)
    actual = None if asked.actual is None else parse_dollars(asked.actual)
    stakes = stakes_of(house, asked.ante, asked.side)
    for name in house.game.jackpots:
        if name in stakes:
            raise RuleError(f"{name}: meters have books of their own; leave it out", "band/meter")
    with working(f"{house.game.name}, a round's win"):
        wanted = plan(
            house,
            seats=asked.seats,
            seed=asked.seed,
            strategy=asked.strategy,
            wagers=sides(house, stakes),
        )
        win = round_win(house, wanted, stakes)
        if win is None:
            raise RuleError(
                f"--strategy {asked.strategy}: no exact theory of it with these wagers; there is "
                "one of optimal play, and of rules-N without a wager on the cards bought",
                "band/theory",
            )
        strays = round_variance(house, wanted, stakes)
    return Found(stakes, rounds, win, strays, actual)


def sizes(found_: Found) -> list[int]:
    return sorted({*SIZES, found_.rounds})


def report(house: Table, found_: Found, asked: Asked) -> dict[str, object]:
    """Money is in cents."""
    verdict = found_.verdict
    return {
        "game": house.game.id,
        "posted": house.posted_ids,
        **marks(house),
        "strategy": asked.strategy,
        "seats": asked.seats,
        "stakes": dict(found_.stakes),
        "round": {
            "theory": float(found_.win),
            "deviation": float(found_.strays.variance) ** 0.5,
            "deviation_se": found_.strays.error,
            "simulated_rounds": found_.strays.simulated,
        },
        "rounds": found_.rounds,
        "bands": {str(rounds): _bands(found_, rounds) for rounds in sizes(found_)},
        "actual": found_.actual,
        "deviations": verdict and verdict.deviations,
        "verdict": verdict and verdict.verdict,
    }


def _bands(found_: Found, rounds: int) -> dict[str, object]:
    ranges = {f"{float(level):.0%}": list(found_.within(rounds, level)) for level in LEVELS}
    return {"theory": float(found_.theory(rounds)), **ranges}


def _show(house: Table, found_: Found, asked: Asked) -> None:
    console = screen()
    staked = ", ".join(f"{name} {dollars(stake)}" for name, stake in found_.stakes.items())
    deviation = float(found_.strays.variance) ** 0.5
    seats = "seat" if asked.seats == 1 else "seats"
    console.print(
        f"{house.game.name}: the house's win, {asked.seats} {seats}, {asked.strategy} play\n"
        f"Each seat: {staked}\nA round: {_money(float(found_.win))} on average, exact;\n"
        f"standard deviation {_money(deviation)}, {_how_known(found_.strays)}",
        highlight=False,
    )
    show_mark(console, house)
    sheet = Sheet(box=None, padding=(0, 2, 0, 0))
    for head in ("rounds", "theory", *(f"{float(level):.0%} are in" for level in LEVELS)):
        sheet.add_column(head, justify="right", overflow="fold")
    for rounds in sizes(found_):
        ranges = (found_.within(rounds, level) for level in LEVELS)
        cells = (f"{_round(low)} to {_round(high)}" for low, high in ranges)
        style = "bold" if rounds == found_.rounds else None
        sheet.add_row(f"{rounds:,}", _round(float(found_.theory(rounds))), *cells, style=style)
    console.print(sheet, highlight=False)
    if found_.verdict is not None:
        _show_verdict(console, found_.verdict)


def _how_known(strays: Strays) -> str:
    if not strays.simulated:
        return "exact"
    return f"± {_money(strays.error)} from {strays.simulated:,} simulated rounds"


def _show_verdict(console: Console, verdict: Band) -> None:
    outside = verdict.verdict == OUTSIDE
    rare = f"outside of {float(LEVELS[-1]):.0%}: hardly chance, look into it"
    console.print(
        f"Actual {dollars(verdict.win)}: {verdict.deviations:+.2f} standard deviations off theory\n"
        f"{rare if outside else f'{verdict.verdict}: chance explains it'}",
        highlight=False,
        style="bold yellow" if outside else "green",
    )


def _money(cents: float) -> str:
    return dollars(round(cents))


def _round(cents: float) -> str:
    """Whole dollars: a band is no sharper."""
    return dollars(round(cents / 100) * 100)
