"""Whether what is left of a bankroll covers the bets that may follow during the round."""

from collections.abc import Iterator, Mapping

from croupier.money import Cents, dollars
from croupier.rules.follow_ups import ways_to_follow
from croupier.table.options import takes
from croupier.table.table import Table

Bets = Mapping[int, Mapping[str, int]]


def not_covered(table: Table, bets: Bets, bankroll: Cents) -> str:
    """What these bets leave too little money for, in words; nothing if all of it is covered."""
    left = bankroll - sum(sum(stakes.values()) for stakes in bets.values())
    short = list(_short(table, bets, left))
    if not short:
        return ""
    return f"These bets leave you {dollars(left)}. You could not make {', '.join(short)}."


def _short(table: Table, bets: Bets, left: int) -> Iterator[str]:
    """Seat after seat, each making the largest bets that it can still pay."""
    for seat, stakes in bets.items():
        where = f" at seat {seat}" if len(bets) > 1 else ""
        for name, ways in ways_to_follow(table.game, stakes).items():
            legal = [bet for bet in ways if takes(table, name, Cents(bet))]
            paid = [bet for bet in legal if bet <= left]
            if len(paid) < len(legal):
                yield _missed(table, stakes, name, legal, paid) + where
            left -= max(paid, default=0)


def _missed(
    table: Table, stakes: Mapping[str, int], name: str, legal: list[int], paid: list[int]
) -> str:
    if not paid:
        least, most = dollars(min(legal)), dollars(max(legal))
        return f"{name} ({least})" if least == most else f"any {name} ({least} to {most})"
    wager = table.game.wager(name)
    assert wager is not None, f"{table.game.id} has no wager {name!r}"
    times = max(paid) // stakes[wager.part_of]
    return f"a {name} of more than {times}x ({dollars(max(paid))})"
