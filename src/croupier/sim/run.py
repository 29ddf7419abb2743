"""A simulation, part by part: whichever engine counts the parts, the totals are the same."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeVar

from croupier.errors import RuleError
from croupier.kernels import rounds as loops
from croupier.kernels.arrays import Ints
from croupier.sim.plan import Plan
from croupier.sim.tally import Tally, empty, figure

Done = TypeVar("Done")

PART = 1 << 20  # rounds that are counted at once
KEPT_PART = 1 << 17  # the same, if the result of each is kept
LOOK = 1 << 24  # rounds between two checks of the precision
ENGINES = ("local", "dask", "gpu")


class Span(NamedTuple):
    """Rounds by number, from `first` up to but excluding `last`."""

    first: int
    last: int


class Engine(NamedTuple):
    """Counts the rounds: given a plan and spans, yields the tally of each span, in order."""

    tallies: Callable[[Plan, Iterator[Span]], Iterator[Tally]]
    part: int = PART  # rounds that it counts at once


def tally_of(plan: Plan, span: Span) -> Tally:
    """Counts these rounds in this thread."""
    tally = empty(plan)
    play(plan, span, plan.counted, tally, loops.NOT_KEPT)
    return tally._replace(rounds=span.last - span.first)


def each_round(plan: Plan, stakes: Ints, span: Span) -> loops.EachRound:
    """The same rounds one by one, in cents: the house's win, and claims on the meters."""
    played = plan.played
    each = loops.no_results(stakes, span.last - span.first, len(played.meters), plan.seats)
    play(plan, span, 0, empty(plan), each)
    return each


def play(plan: Plan, span: Span, counted: int, tally: Tally, each: loops.EachRound) -> None:
    """Adds these rounds to the counted rows of the tally, and records each round in `each`."""
    played, seats = plan.played, plan.seats
    game = played.game
    loops.loop(game)(
        seats,
        loops.RoundNumbers(span.first, span.last, plan.seed),
        loops.How(plan.bets, counted, played.mains, plan.choices, plan.tables, plan.options),
        loops.Into(tally.counts, tally.sums, tally.chosen),
        each,
        loops.room(game.cards_needed(seats), game.seat_choices * seats, seats, played.columns),
    )


def spans(first: int, rounds: int, part: int) -> Iterator[Span]:
    """The rounds from `first` on, in parts that end at multiples of their size."""
    while first < rounds:
        last = min(rounds, first - first % part + part)
        yield Span(first, last)
        first = last


def stretches(rounds: int, many: int) -> list[Span]:
    """`many` stretches of `rounds` rounds each, grouped into parts of whole stretches."""
    step = max(1, KEPT_PART // rounds) * rounds
    whole = rounds * many
    return [Span(first, min(whole, first + step)) for first in range(0, whole, step)]


def in_order(work: Callable[[Span], Done], parts: Iterable[Span]) -> Iterator[Done]:
    """The results of each part, in order, using every core; only a few parts are queued at once."""
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(max_workers=workers) as pool:
        waiting: list[Future[Done]] = []
        try:
            for span in parts:
                waiting.append(pool.submit(work, span))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for part in waiting:
                part.cancel()


local = Engine(lambda plan, parts: in_order(partial(tally_of, plan), parts))


def next_look(rounds: int) -> int:
    """The next number of rounds at which to check the precision: the same for every engine, rarer
    as rounds grow.
    """
    step = max(LOOK, rounds // 64)
    return (rounds + step) // LOOK * LOOK


def precise(tally: Tally, plan: Plan, wanted: Fraction) -> bool:
    """Whether the standard error of the main net is small enough."""
    error = figure(tally, plan, plan.first_row).square_error
    return tally.rounds > 1 and error <= wanted * wanted


def simulated(
    plan: Plan,
    rounds: int,
    *,
    engine: Engine = local,
    begun: Tally | None = None,
    until: Fraction | None = None,
) -> Iterator[Tally]:
    """The tally so far, after every part, until the rounds are done or precise enough."""
    so_far = empty(plan) if begun is None else begun
    if until is None:
        for tally in engine.tallies(plan, spans(so_far.rounds, rounds, engine.part)):
            so_far = so_far + tally
            yield so_far
        return
    last, look = 0, next_look(0)
    while look <= so_far.rounds:
        last, look = look, next_look(look)
    # A resumed run must check only where an uninterrupted one would have.
    done = so_far.rounds == last > 0 and precise(so_far, plan, until)
    while so_far.rounds < rounds and not done:
        stretch = spans(so_far.rounds, min(look, rounds), engine.part)
        for tally in engine.tallies(plan, stretch):
            so_far = so_far + tally
            yield so_far
        done, look = precise(so_far, plan, until), next_look(look)


def engine_of(name: str, scheduler: str | None = None) -> Engine:
    if name not in ENGINES:
        raise RuleError(f"engine {name!r}; there are: {', '.join(ENGINES)}", "simulate/engine")
    if scheduler is not None and name != "dask":
        raise RuleError(f"a scheduler is only for the engine dask, not {name}", "simulate/engine")
    if name == "dask":
        from croupier.sim.dask import cluster

        return cluster(scheduler)
    if name == "gpu":
        from croupier.sim.gpu import gpu

        return gpu
    return local
