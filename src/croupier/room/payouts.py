"""A round as money: what its new events move between a seat's chips, its felt and the tray.

A wager moves from the seat's chips to its felt when it is made. When it is settled, what is lost
goes from the felt to the tray, the rest back to the seat, and winnings come from the tray. So when
a round is over the felt holds nothing. What a jackpot's meter pays is in bank/jackpot.py.
"""

from collections.abc import Iterator

from croupier.bank.ledger import Posting, Reason
from croupier.money import Cents
from croupier.rules.felt import Result, Spot
from croupier.table.events import Settled
from croupier.table.round import Round


def chips_of(table: str, seat: int) -> str:
    return f"table/{table}/chips/{seat}"


def felt_of(table: str, seat: int) -> str:
    return f"table/{table}/felt/{seat}"


def tray_of(table: str) -> str:
    return f"table/{table}/tray"


def felts(table: str, state: Round) -> tuple[str, ...]:
    """The accounts that must be at zero when the round is over."""
    return tuple(felt_of(table, spot.seat) for spot in state.spots)


def postings(table: str, number: str, before: Round | None, after: Round) -> tuple[Posting, ...]:
    """What one act moved, wagers first: nothing is settled that was not put down.

    Ids are made of the round's number and what happened, so the same act gives the same ones.
    """
    made = (_made(table, number, spot, _wagers(before, spot.seat)) for spot in after.spots)
    known = 0 if before is None else len(before.events)
    settled = (
        _settled(table, f"{number}/{place}", event.seat, result)
        for place, event in enumerate(after.events[known:], known)
        if isinstance(event, Settled)
        for result in event.results
    )
    return tuple(posting for part in (*made, *settled) for posting in part)


def _wagers(state: Round | None, seat: int) -> frozenset[str]:
    return frozenset() if state is None else frozenset(state.spot(seat).wagers)


def _made(table: str, number: str, spot: Spot, before: frozenset[str]) -> Iterator[Posting]:
    chips, felt = chips_of(table, spot.seat), felt_of(table, spot.seat)
    for name, stake in spot.wagers.items():
        if name not in before:
            posting_id = f"{number}/{spot.seat}/{name}"
            yield Posting(posting_id, chips, felt, stake, Reason.WAGER, name)


def _settled(table: str, number: str, seat: int, result: Result) -> Iterator[Posting]:
    chips, felt, tray = chips_of(table, seat), felt_of(table, seat), tray_of(table)
    lost = max(-result.net, 0)
    moves = (
        ("lost", felt, tray, lost, Reason.WAGER_LOST),
        ("back", felt, chips, result.stake - lost, Reason.WAGER_RETURNED),
        ("won", tray, chips, max(result.net, 0), Reason.WINNINGS),
    )
    for word, debit, credit, cents, reason in moves:
        if cents:
            posting_id = f"{number}/{seat}/{result.wager}/{word}"
            yield Posting(posting_id, debit, credit, Cents(cents), reason, result.wager)
