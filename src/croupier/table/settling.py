"""What the wagers of a spot come to: the rule's own kernel in units, and the cents they are."""

from collections.abc import Callable, Iterable, Mapping

from croupier.money import Cents, paid
from croupier.rules.aggregate import shares
from croupier.rules.felt import Felt, Result
from croupier.rules.vocabulary import Settle
from croupier.table.events import Settled
from croupier.table.table import Table


def settlement(
    table: Table,
    step: Settle,
    felt: Felt,
    in_order: Callable[[Settle], Iterable[Felt]],
) -> Settled:
    """What the kernel gives for a spot; `in_order`: all spots that this step settles."""
    facts, results = decided(table, step, felt)
    wager = step.wagers[0]
    limit = table.limits.aggregates.get(wager)
    if limit is not None and results[0].net > 0:
        seats = [one for one in in_order(step) if wager in one.spot.wagers]
        alive = [one for one in seats if not one.spot.dead]
        won = [max(decided(table, step, one)[1][0].net, 0) for one in alive]
        pays = dict(zip((one.spot.seat for one in alive), shares(won, limit), strict=True))
        results = (results[0]._replace(net=pays[felt.spot.seat]),)
    return Settled(felt.spot.seat, results, facts)


def decided(
    table: Table, step: Settle, felt: Felt
) -> tuple[tuple[int | tuple[int, ...], ...], tuple[Result, ...]]:
    """The facts that the kernel is given, and what it makes of them."""
    tables = [table.columns[key] for key, _ in step.tables]
    facts = tuple([fact.of(felt) for fact in step.facts])
    return facts, results_of(step, step.kernel(*facts, *tables), felt.spot.wagers)


def results_of(
    step: Settle, units: tuple[int, ...], stakes: Mapping[str, Cents]
) -> tuple[Result, ...]:
    """What a kernel returned, for the wagers that were made, in cents."""
    why, nets, percent = units[0], units[1:], 0
    if step.meter:
        nets, percent = nets[:-1], nets[-1]
    unit = stakes[step.wagers[0]]
    results = [
        Result(name, stakes[name], paid(net, unit), why, percent)
        for name, net in zip(step.wagers, nets, strict=True)
        if name in stakes
    ]
    return tuple(results)
