"""What the house wins in a night and in a month, and the bankroll it must have ready."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.desk.posting import marks
from croupier.desk.stakes import sides
from croupier.errors import RuleError
from croupier.kernels.arrays import Ints
from croupier.kernels.rounds import EachRound
from croupier.odds.house_edge import Funding
from croupier.odds.solve import solve
from croupier.progress import tracked
from croupier.rules.jackpots import EQUAL, JACKPOT_SPLIT, JACKPOT_TYPE, PROGRESSIVE
from croupier.sim.exact import round_win
from croupier.sim.meters import Life, courses, order_of, whole_rounds
from croupier.sim.nights import Nights, Sample, Share, joined, months, played, sample
from croupier.sim.plan import MOST_ROUNDS, Plan, by_column, plan
from croupier.sim.run import stretches
from croupier.table.table import Table

PERCENTS = tuple(map(Fraction, ("0.1", "1", "5", "25", "50", "75", "95", "99", "99.9")))
SURE = Fraction(99)  # percent of nights for which the bankroll must suffice
PATHS = {"1 night": 1, "1 week": 7, "1 month": 30, "1 year": 365}


class SeatPlay(NamedTuple):
    """How the simulated seats play, all in the same way."""

    stakes: Mapping[str, int]  # of each seat
    strategy: str
    seed: int
    seats: int = 1

    def plan(self, table: Table) -> Plan:
        wagers = sides(table, self.stakes)
        return plan(table, seats=self.seats, seed=self.seed, strategy=self.strategy, wagers=wagers)

    def to_json(self, table: Table) -> dict[str, object]:
        """What every result begins with; amounts are in cents."""
        posted = {"game": table.game.id, "posted": table.posted_ids, **marks(table)}
        who = {"strategy": self.strategy, "seed": self.seed, "seats": self.seats}
        return {**posted, **who, "stakes": dict(self.stakes)}


class NightRequest(NamedTuple):
    """How long a night is, who plays, and for what."""

    rounds: int  # per night
    nights: int
    month: int  # nights per month
    play: SeatPlay
    meters: Mapping[str, MeterRules]


class Period(NamedTuple):
    """Nights, or months: the win of each, and the bankroll that each needed."""

    wins: Sample
    needed: Sample
    theory: Fraction | None  # of one of them

    @property
    def z(self) -> float | None:
        """How many standard errors the mean is from theory."""
        if self.theory is None or not self.wins.error:
            return None
        return float(self.wins.mean - self.theory) / self.wins.error

    @property
    def bankroll(self) -> int | None:
        """The money that covers almost all of them; None if too few were played to tell."""
        return self.needed.percentile(SURE)


class Jackpot(NamedTuple):
    """A meter over all nights."""

    life: Life
    paths: dict[
        str, Sample
    ]  # displays after some nights, over runs that each began with a new meter
    whole: int  # rounds in which the whole of it was won
    chance: Fraction | None  # of that, per round


class NightResult(NamedTuple):
    """The results of the nights."""

    plan: Plan
    night: Period
    month: Period | None
    exact: bool  # whether theory is for exactly these nights, and not only for the long run
    jackpots: dict[str, Jackpot]


def night(table: Table, request: NightRequest) -> NightResult:
    """Plays the nights one after another; a meter carries over from night to night."""
    if request.rounds * request.nights > MOST_ROUNDS:
        raise RuleError(
            f"{request.nights} nights of {request.rounds} rounds are too many", "night/rounds"
        )
    play, wanted = request.play, request.play.plan(table)
    fundings = {sensor: Funding(*one.in_wagers) for sensor, one in request.meters.items()}
    win = round_win(table, wanted, play.stakes, fundings)
    lives = {
        sensor: Life(one, order_of(table.game, sensor, play.seats))
        for sensor, one in request.meters.items()
    }
    columns = by_column(wanted, table.game, play.stakes)
    nights = _nights(wanted, columns, request, lives)
    jackpots = {name: _jackpot(table, life, request) for name, life in lives.items()}
    long = months(nights, request.month) if request.nights >= request.month > 1 else None
    return NightResult(
        wanted,
        _period(nights, win, request.rounds),
        None if long is None else _period(long, win, request.rounds * request.month),
        not any(one.reserve_rate or one.cap for one in request.meters.values()),
        jackpots,
    )


def _nights(
    wanted: Plan, columns: Ints, request: NightRequest, lives: Mapping[str, Life]
) -> Nights:
    meters = wanted.played.meters

    def given(part: EachRound) -> Ints:
        whole = np.zeros(len(part.wins), np.int64)
        for sensor, life in lives.items():
            whole += life.after_rounds(part.claims[:, meters.index(sensor)])
        return whole

    parts = played(wanted, columns, request.rounds, request.nights, given if lives else None)
    total = len(stretches(request.rounds, request.nights))
    return joined(list(tracked("playing nights", parts, total)))


def _period(nights: Nights, win: Fraction | None, rounds: int) -> Period:
    theory = None if win is None else win * rounds
    return Period(sample(nights.wins), sample(-nights.lows), theory)


def _jackpot(table: Table, life: Life, request: NightRequest) -> Jackpot:
    paths = {}
    for name, nights in PATHS.items():
        # The display of a house jackpot does not change.
        if nights <= request.nights and life.rules.kind != HOUSE_JACKPOT:
            (paths[name],) = displayed(life, [nights * request.rounds])
    return Jackpot(life, paths, len(whole_rounds(life.hits)), _chance(table, life))


def displayed(life: Life, marks: Sequence[int]) -> list[Sample]:
    """The display after each number of rounds in `marks`, over as many runs as were played."""
    runs = life.fed // marks[-1]
    shown = np.array(courses(life.rules, life.order, life.hits, marks, runs), np.int64)
    return [sample(column) for column in shown.T]


def _chance(table: Table, life: Life) -> Fraction | None:
    """The chance that any seat wins the whole meter: as often as a meter that winners share is
    emptied.
    """
    shared = {JACKPOT_TYPE: PROGRESSIVE, JACKPOT_SPLIT: EQUAL}
    odds = solve(replace(table, options={**table.options, **shared}))
    emptied = odds.wagers[life.rules.sensor].more["meter_emptied"]
    assert isinstance(emptied, Mapping)
    one = emptied[str(life.seats)]
    return None if one is None else one * life.seats


def night_json(table: Table, request: NightRequest, result: NightResult) -> dict[str, object]:
    month = result.month and {**_period_json(result.month), "nights": request.month}
    return {
        **request.play.to_json(table),
        "rounds": request.rounds,
        "theory_is_exact": result.exact,
        "nights": _period_json(result.night),
        "months": month,
        "jackpots": {name: _jackpot_json(one) for name, one in result.jackpots.items()},
    }


def _period_json(one: Period) -> dict[str, object]:
    wins = one.wins
    return {
        "number": len(wins.ordered),
        "mean": float(wins.mean),
        "se": wins.error,
        "theory": None if one.theory is None else float(one.theory),
        "z": one.z,
        "deviation": wins.deviation,
        "percentiles": {f"{float(p):g}": wins.percentile(p) for p in PERCENTS},
        "losing": share_json(wins.losing),
        "bankroll_99": one.bankroll,
    }


def share_json(share: Share) -> dict[str, object]:
    return {"count": share.many, "share": float(share.share), "se": share.error}


def _jackpot_json(one: Jackpot) -> dict[str, object]:
    return {
        **_rules_json(one.life.rules),
        "after": {
            after: {
                "runs": len(shown.ordered),
                **{str(p): shown.percentile(Fraction(p)) for p in (5, 50, 95)},
            }
            for after, shown in one.paths.items()
        },
        "rounds": one.life.fed,
        "won_whole": one.whole,
        "rounds_to_win": one.life.fed / one.whole if one.whole else None,
        "rounds_to_win_exact": float(1 / one.chance) if one.chance else None,
    }


def _rules_json(rules: MeterRules) -> dict[str, object]:
    """The rules as played, given or by default; rates in percent."""
    if rules.kind == HOUSE_JACKPOT:
        return {"seed": rules.seed}
    return {
        "seed": rules.seed,
        "reseed": rules.reseed,
        "contribution": rules.contribution_rate / 100,
        "reserve": rules.reserve_rate / 100,
        "cap": rules.cap,
    }
