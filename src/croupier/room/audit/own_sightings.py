"""No round leaves out what it must count under the limits of a player, nor deals in who may not
play; checked against the past, from what windows of the chain saw (room/books/witness.py).
"""

from croupier.room.audit.claims.own_limits import check_none_at_stake
from croupier.room.audit.difference import Difference
from croupier.room.audit.past import Past, PastTable
from croupier.room.books.witness import ActSeen, DealSeen, EndSeen
from croupier.room.own_limits.checks import check_awake


def check_deal(past: Past, table: PastTable, fact: DealSeen) -> None:
    """Whose bets were closed before is dealt in whatever they decided since."""
    for seat in fact.seats:
        if not fact.closed:
            check_awake(past.own_limits(table.seats[seat]), fact.at)
        _check_told(past, table, seat, told=seat in fact.told, closed=fact.closed)


def check_bet(past: Past, table: PastTable, fact: ActSeen) -> None:
    player = table.seats[fact.seat]
    if fact.bets:
        check_awake(past.own_limits(player), fact.at)
        _check_told(past, table, fact.seat, told=fact.told, closed=False)
    elif fact.frees:
        check_none_at_stake(past, table.name, {fact.seat: player})


def check_end(past: Past, table: PastTable, fact: EndSeen) -> None:
    check_none_at_stake(past, table.name, {seat: table.seats[seat] for seat in fact.seats})


def _check_told(past: Past, table: PastTable, seat: int, *, told: bool, closed: bool) -> None:
    own = past.own_limits(table.seats[seat])
    counts = (table.name, seat) in own.stakes or (own.counts_play and not closed)
    if counts != told:
        word = "is" if told else "is not"
        raise Difference(f"seat {seat} plays, and the stake of {own.player} {word} counted")
