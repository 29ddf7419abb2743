"""Jackpot meters over simulated nights: the bank's own meters, funded and hit as in a room.

Hits are rare, and contributions to a meter simply add up, so all rounds up to the next hit are one
event of the meter; its cost to the house is spread over them, to the cent.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.bank.meters.events import HOUSE, Claim, MeterOpened, MeterSettled, Wagered
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import Meter, MeterStep
from croupier.bank.meters.rules import MeterRules
from croupier.kernels.arrays import Ints
from croupier.kernels.rounds import Percents
from croupier.money import Cents
from croupier.rules.jackpots import WHOLE
from croupier.rules.vocabulary import Game, Settle, program


class Hits(NamedTuple):
    """The claims of a round, in order of settlement."""

    round: int
    percents: tuple[int, ...]


def order_of(game: Game, sensor: str, seats: int) -> list[int]:
    """The places of the seats, in the order in which the game's flow settles this wager."""
    return [
        place
        for step, place in program(game.flow, seats)
        if isinstance(step, Settle) and sensor in step.wagers
    ]


def hits_of(claims: Percents, first: int, order: Sequence[int]) -> list[Hits]:
    """The rounds in which anything was won; `claims[round, seat]`."""
    return [
        Hits(first + int(at), tuple(int(claims[at, seat]) for seat in order if claims[at, seat]))
        for at in np.nonzero(claims.any(axis=1))[0]
    ]


class Life:
    """A meter over many nights; its wagers are settled in the order of these seats."""

    def __init__(self, rules: MeterRules, order: Sequence[int]) -> None:
        self.rules, self.order = rules, order
        self.meter: Meter = after(None, MeterOpened(rules)).meter
        self.fed = 0  # rounds
        self.hits: list[Hits] = []

    def after_rounds(self, claims: Percents) -> Ints:
        """Plays the next rounds; returns what the house paid in each, to the meter or for hits."""
        first, given = self.fed, np.zeros(len(claims), np.int64)
        hits = hits_of(claims, first, self.order)
        self.hits += hits
        end = first + len(claims) - 1
        for hit in hits if hits and hits[-1].round == end else [*hits, Hits(end, ())]:
            begun, at = self.fed - first, hit.round - first
            fed, paid = self.until(hit)
            given[begun : at + 1] = shared_out(fed, at + 1 - begun)
            given[at] += paid
        return given

    def until(self, hits: Hits) -> tuple[int, int]:
        """Plays the rounds up to this one, and its claims; returns what the house paid for each."""
        number = hits.round + 1
        wagers = self.seats * (number - self.fed)
        fed = after(self.meter, Wagered(self.table, number, self.rules.wager, wagers))
        claims = tuple(Claim(f"seat {i}", each, Cents(0)) for i, each in enumerate(hits.percents))
        paid = after(fed.meter, MeterSettled(self.table, number, claims))
        self.meter, self.fed = paid.meter, number
        return from_house(fed), from_house(paid)

    @property
    def seats(self) -> int:
        return len(self.order)

    @property
    def table(self) -> str:
        return self.rules.tables[0]


def from_house(step: MeterStep) -> int:
    """What an event took from the house, less what it gave back."""
    out = sum(transfer.cents for transfer in step.transfers if transfer.debit == HOUSE)
    back = sum(transfer.cents for transfer in step.transfers if transfer.credit == HOUSE)
    return out - back


def shared_out(cents: int, rounds: int) -> Ints:
    """Divides cents evenly over rounds; each partial sum is rounded down."""
    return np.diff(cents * np.arange(rounds + 1, dtype=np.int64) // rounds)


def courses(
    rules: MeterRules, order: Sequence[int], hits: Sequence[Hits], marks: Sequence[int], runs: int
) -> list[list[Cents]]:
    """The display of each run at every mark (a number of rounds); a run ends at the last mark.

    Each run begins with a new meter.
    """
    by_run: dict[int, list[Hits]] = {}
    for hit in hits:
        run, at = divmod(hit.round, marks[-1])
        by_run.setdefault(run, []).append(hit._replace(round=at))
    unhit = _course(rules, order, (), marks)
    return [
        _course(rules, order, by_run[run], marks) if run in by_run else unhit for run in range(runs)
    ]


def _course(
    rules: MeterRules, order: Sequence[int], hits: Sequence[Hits], marks: Sequence[int]
) -> list[Cents]:
    life, shown, at = Life(rules, order), [], 0
    for mark in marks:
        while at < len(hits) and hits[at].round < mark:
            life.until(hits[at])
            at += 1
        if life.fed < mark:
            life.until(Hits(mark - 1, ()))
        shown.append(life.meter.shown)
    return shown


def whole_rounds(hits: Sequence[Hits]) -> list[int]:
    """The rounds in which the whole meter was won, by one seat or by several."""
    return [hit.round for hit in hits if WHOLE in hit.percents]
