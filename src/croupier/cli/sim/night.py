"""`croupier night`: what the house wins in a night and in a month, and what it must have ready."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.cli.progress import working
from croupier.cli.sim.night_meters import meters_of
from croupier.cli.stakes import sides, stakes_of
from croupier.errors import RuleError
from croupier.kernels.rounds import Told
from croupier.odds.solve import solve
from croupier.progress import told
from croupier.room.meters.funding import funding
from croupier.room.meters.nights import Life, courses, whole_rounds
from croupier.sim.nights import Nights, joined, months, played
from croupier.sim.plan import MOST_ROUNDS, Plan, plan
from croupier.sim.run import stretches
from croupier.sim.stakes import by_column
from croupier.sim.summary import Spread, spread
from croupier.sim.theory import round_win
from croupier.table.table import Table

Ints = NDArray[np.int64]
PATHS = {"1 night": 1, "1 week": 7, "1 month": 30, "1 year": 365}


class Asked(NamedTuple):
    """A night as it was typed."""

    hours: str
    hands: int
    seats: int
    ante: str
    side: str
    nights: int
    month: int
    strategy: str
    meters: Sequence[str]
    seed: int


class Stretch(NamedTuple):
    """Nights, or months: what was won in each, and the money that each needed."""

    wins: Spread
    needed: Spread
    theory: Fraction | None  # of one of them


class Display(NamedTuple):
    """A display after so many nights, over runs that each began with a new meter."""

    after: str
    shown: Spread


class Jackpot(NamedTuple):
    life: Life
    paths: list[Display]
    whole: int  # rounds in which it was won whole
    chance: Fraction | None  # of that, in a round


class Found(NamedTuple):
    plan: Plan
    stakes: Mapping[str, int]
    rounds: int  # of a night
    night: Stretch
    month: Stretch | None
    exact: bool  # theory is that of these very nights, and not of the long run alone
    jackpots: dict[str, Jackpot]


def found(house: Table, asked: Asked) -> Found:
    rounds = rounds_of(asked.hours, asked.hands)
    if rounds * asked.nights > MOST_ROUNDS:
        raise RuleError(f"{asked.nights} nights of {rounds} rounds are too many", "night/rounds")
    stakes = stakes_of(house, asked.ante, asked.side)
    rules = meters_of(house, stakes, asked.meters)
    with working(f"{house.game.name}, {asked.nights:,} nights"):
        wanted = plan(
            house,
            seats=asked.seats,
            seed=asked.seed,
            strategy=asked.strategy,
            wagers=sides(house, stakes),
        )
        fundings = {sensor: funding(one) for sensor, one in rules.items()}
        win = round_win(house, wanted, stakes, fundings)
        lives = {sensor: Life(one, asked.seats) for sensor, one in rules.items()}
        nights = _nights(wanted, by_column(wanted, house.game, stakes), rounds, asked.nights, lives)
        jackpots = {name: _jackpot(house, life, rounds, asked) for name, life in lives.items()}
    long = months(nights, asked.month) if asked.nights >= asked.month > 1 else None
    return Found(
        wanted,
        stakes,
        rounds,
        _stretch(nights, win, rounds),
        None if long is None else _stretch(long, win, rounds * asked.month),
        not any(one.reserve_rate or one.cap for one in rules.values()),
        jackpots,
    )


def rounds_of(hours: str, hands: int) -> int:
    """The rounds of a night: a part of a round at the end is not played."""
    try:
        long = Fraction(hours) if len(hours) < 20 and "e" not in hours.lower() else Fraction(0)
    except (ValueError, ZeroDivisionError):
        long = Fraction(0)
    if not 0 < long <= 10_000 or long * hands < 1:
        raise RuleError(
            f"--hours {hours!r} of {hands} rounds; write hours above zero, such as 8 or 7.5, with "
            "at least one round in them",
            "night/hours",
        )
    return int(long * hands)


def _nights(
    wanted: Plan, columns: Ints, rounds: int, nights: int, lives: Mapping[str, Life]
) -> Nights:
    meters = wanted.played.meters

    def given(part: Told) -> Ints:
        whole = np.zeros(len(part.wins), np.int64)
        for sensor, life in lives.items():
            whole += life.after_rounds(part.claims[:, meters.index(sensor)])
        return whole

    parts = played(wanted, columns, rounds, nights, given if lives else None)
    return joined(list(told("playing nights", parts, len(stretches(rounds, nights)))))


def _stretch(nights: Nights, win: Fraction | None, rounds: int) -> Stretch:
    theory = None if win is None else win * rounds
    return Stretch(spread(nights.wins), spread(-nights.lows), theory)


def _jackpot(house: Table, life: Life, rounds: int, asked: Asked) -> Jackpot:
    paths = []
    for name, nights in PATHS.items():
        # The display of a house jackpot does not move.
        if nights <= asked.nights and life.rules.kind != HOUSE_JACKPOT:
            (shown,) = displayed(life, [nights * rounds])
            paths.append(Display(name, shown))
    return Jackpot(life, paths, len(whole_rounds(life.hits)), _chance(house, life))


def displayed(life: Life, marks: Sequence[int]) -> list[Spread]:
    """The display after so many rounds, at each mark, over as many runs as were played."""
    runs = life.fed // marks[-1]
    shown = np.array(courses(life.rules, life.seats, life.hits, marks, runs), np.int64)
    return [spread(column) for column in shown.T]


def _chance(house: Table, life: Life) -> Fraction | None:
    """That any seat wins the whole: as often as a meter that winners share is emptied."""
    shared = {"jackpot_type": "progressive", "jackpot_split": "equal"}
    odds = solve(replace(house, options={**house.options, **shared}))
    emptied = odds.wagers[life.rules.sensor].more["meter_emptied"]
    assert isinstance(emptied, Mapping)
    one = emptied[str(life.seats)]
    return None if one is None else one * life.seats


def run(house: Table, asked: Asked, *, plot: Path | None, as_json: bool) -> None:
    from croupier.cli.sim.night_show import report, show

    if plot is not None:
        from croupier.cli.sim.night_plots import check, save

        check(plot)
    night = found(house, asked)
    if as_json:
        from croupier.cli.input import write_json

        write_json(report(house, night, asked))
    else:
        show(house, night, asked)
    if plot is not None:
        save(plot, house, night, asked)
