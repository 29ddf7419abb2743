"""What a table asks for at least, and whether a bankroll covers what may follow."""

from collections.abc import Iterator, Mapping

from croupier.money import Cents, dollars
from croupier.rules.limits import ways_to_follow
from croupier.rules.vocabulary import Wager
from croupier.table.options import takes
from croupier.table.table import Table

Stakes = dict[str, Cents]
Bets = Mapping[int, Mapping[str, int]]


def least_bet(table: Table) -> Cents:
    """The least that one seat can play for."""
    others = [table.limits.least(wager) for wager in alone(table)]
    return min([total(completed(table, {})), *others])


def completed(table: Table, stakes: Mapping[str, Cents]) -> Stakes:
    """With the required wagers that are not made yet, each as low as it can be."""
    whole = dict(stakes)
    for wager in table.offers:
        if wager.required and wager.name not in whole:
            other = whole.get(wager.equals or wager.at_least, Cents(0))
            whole[wager.name] = max(table.limits.least(wager), other)
    return whole


def total(stakes: Mapping[str, int]) -> Cents:
    return Cents(sum(stakes.values()))


def alone(table: Table) -> list[Wager]:
    return [wager for wager in table.offers if wager.alone and table.options[wager.alone]]


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
