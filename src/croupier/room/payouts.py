"""A round as money: what its new events move between a seat's chips, its felt and the tray.

A wager moves from the seat's chips to its felt when it is made. When it is settled, what is lost
goes from the felt to the tray, the rest back to the seat, and winnings come from the tray; a large
one waits for a supervisor. So when a round is over the felt holds nothing. A jackpot wager is "for
1": the tray keeps it, and what it wins the meter tells (room/meters.py).
"""

from collections.abc import Iterable, Iterator, Sequence

from croupier.bank.ledger import Posting, Reason, reversal
from croupier.bank.meter_rules import jackpots
from croupier.errors import BadRecord
from croupier.money import Cents
from croupier.room.accounts import chips_of, felt_of, held_of, tray_of
from croupier.room.table_state import Held
from croupier.rules.felt import Result, Spot
from croupier.rules.limits import Profile
from croupier.table.events import Acted, Event, Opened, Settled
from croupier.table.round import Round, deal
from croupier.table.source import Source
from croupier.table.table import Table


def round_id(table: str, number: int) -> str:
    return f"{table}/{number}"


def felts(table: str, state: Round) -> tuple[str, ...]:
    """The accounts that must be at zero when the round is over."""
    return tuple(felt_of(table, spot.seat) for spot in state.spots)


def new_results(before: Round | None, after: Round) -> Iterator[tuple[int, Result]]:
    """What an act settled: seat and result, in the order of settlement."""
    known = 0 if before is None else len(before.events)
    for event in after.events[known:]:
        if isinstance(event, Settled):
            for result in event.results:
                yield event.seat, result


def is_large(cents: int, law: Profile) -> bool:
    """WAC 230-15-320: a win that a supervisor acknowledges before it is paid."""
    return cents > law.supervisor_above


def large_wins(number: int, before: Round | None, after: Round) -> tuple[Held, ...]:
    """Those of the wagers that the tray pays."""
    sensors, law = jackpots(after.table.game), after.table.limits.profile
    return tuple(
        Held(number, seat, result.wager, result.net)
        for seat, result in new_results(before, after)
        if result.wager not in sensors and is_large(result.net, law)
    )


def postings(table: str, number: int, before: Round | None, after: Round) -> tuple[Posting, ...]:
    """What one act moved, wagers first: nothing is settled that was not put down.

    Ids are made of the round's number and its events so far, so the same act gives the same ones.
    """
    known = 0 if before is None else len(before.events)
    name = f"{round_id(table, number)}/{known}"
    made = [_made(table, name, spot, _wagers(before, spot.seat)) for spot in after.spots]
    settled: dict[int, list[Result]] = {}
    for seat, result in new_results(before, after):
        settled.setdefault(seat, []).append(result)
    sensors, law = jackpots(after.table.game), after.table.limits.profile
    paid = [_settled(table, name, seat, results, sensors, law) for seat, results in settled.items()]
    return tuple(posting for part in (*made, *paid) for posting in part)


def played_again(
    name: str, number: int, table: Table, source: Source, told: Sequence[Event]
) -> Iterator[tuple[Round, tuple[Posting, ...]]]:
    """A round dealt and acted once more: the round after each act, and what it must have moved.

    It is played by the wagers and the acts that were told; whether it then tells the same is for
    whoever asked to compare.
    """
    opening = told[0]
    if not isinstance(opening, Opened):
        raise BadRecord("a round begins with its opening event", "record/event")
    before, after = None, deal(table, opening.wagers, source)
    yield after, postings(name, number, before, after)
    for event in told:
        if isinstance(event, Acted):
            before, after = after, after.act(event.seat, event.action)
            yield after, postings(name, number, before, after)


def taken_back(made: Iterable[Sequence[Posting]]) -> tuple[Posting, ...]:
    """The reversals of all that a round moved, the last first."""
    moved = [posting for part in made for posting in part]
    return tuple(reversal(one, f"{one.id}/off", "called off") for one in reversed(moved))


def _wagers(state: Round | None, seat: int) -> frozenset[str]:
    return frozenset() if state is None else frozenset(state.spot(seat).wagers)


def _made(table: str, name: str, spot: Spot, before: frozenset[str]) -> Iterator[Posting]:
    new = {wager: stake for wager, stake in spot.wagers.items() if wager not in before}
    if new:
        chips, felt = chips_of(table, spot.seat), felt_of(table, spot.seat)
        cents = Cents(sum(new.values()))
        yield Posting(
            f"{name}/{spot.seat}/bet", chips, felt, cents, Reason.WAGER, ", ".join(sorted(new))
        )


def _settled(
    table: str,
    name: str,
    seat: int,
    results: Sequence[Result],
    sensors: Sequence[str],
    law: Profile,
) -> Iterator[Posting]:
    chips, felt, tray = chips_of(table, seat), felt_of(table, seat), tray_of(table)
    held = held_of(table, seat)
    lost = {one.wager: one.stake if one.wager in sensors else max(-one.net, 0) for one in results}
    back = {one.wager: one.stake - lost[one.wager] for one in results}
    won = {one.wager: max(one.net, 0) for one in results if one.wager not in sensors}
    large = {wager: cents for wager, cents in won.items() if is_large(cents, law)}
    small = {wager: cents for wager, cents in won.items() if wager not in large}
    moves = (
        ("lost", felt, tray, lost, Reason.WAGER_LOST),
        ("back", felt, chips, back, Reason.WAGER_RETURNED),
        ("won", tray, chips, small, Reason.WINNINGS),
        ("held", tray, held, large, Reason.WINNINGS),
    )
    for word, debit, credit, amounts, reason in moves:
        cents = Cents(sum(amounts.values()))
        if cents:
            memo = ", ".join(wager for wager, amount in amounts.items() if amount)
            yield Posting(f"{name}/{seat}/{word}", debit, credit, cents, reason, memo)
