"""Acts at a table that are not part of a round, but depend on it or on the bets."""

from dataclasses import replace

from croupier.room.audit.difference import Body, Difference
from croupier.room.cage.cash_postings import ACKNOWLEDGED, BOUGHT, CASHED, CLOSED
from croupier.room.tables.kinds import seats_in
from croupier.room.tables.mistakes import CALLED_OFF, EXPOSED, WORD
from croupier.room.tables.seats import LEAVES, OF_SEATS, SAT_OUT
from croupier.room.tables.shoes import CLOSED_EARLY, UNUSED, with_revealed_secret
from croupier.room.tables.state import ROUND
from croupier.room.tables.tables import OPENED
from croupier.room.tables.words import PendingBets
from croupier.table.poker.hand import Hand
from croupier.table.round import Play
from croupier.table.shoe import Shoe

# Acts that a round depends on, or that are allowed only within a round, or only between rounds.
BESIDE = (CALLED_OFF, OPENED, WORD, EXPOSED, BOUGHT, CASHED, CLOSED, ACKNOWLEDGED)
READ = {ROUND, *BESIDE, *OF_SEATS}
IN_ROUNDS = (ROUND, CALLED_OFF, EXPOSED)


def check_closed(shoe: Shoe, data: Body) -> None:
    """Closing a table reveals its shoe, and says whether it was used."""
    with_revealed_secret(replace(shoe, secret=b""), data)
    cause = CLOSED_EARLY if shoe.first or shoe.entropy else UNUSED
    if data["cause"] != cause:
        raise Difference(f"it is closed with a shoe that is {cause}; told is {data['cause']}")


def check_chips(before: PendingBets, now: Play | Hand | None, kind: str, data: Body) -> None:
    """Nobody buys in or cashes out during a round, nor when about to be dealt in."""
    seat = data["seat"]
    if before.is_closed(seat) or (now is not None and seat in seats_in(now)):
        raise Difference(f"{data['player']} has {kind} in the middle of a round")


def check_seat(before: PendingBets, kind: str, data: Body) -> None:
    """A player with a bet for the next round neither sits out nor leaves."""
    seat, player = data["seat"], data["player"]
    if kind == SAT_OUT and (before.is_closed(seat) or seat in before.bets):
        raise Difference(f"{player} has {kind} at seat {seat}, and has bet")
    if kind == LEAVES and not before.is_closed(seat) and seat in before.bets:
        raise Difference(f"{player} leaves seat {seat}, and has bet")
