"""Aggregate payout limits (WAC 230-15-490): the most that a house pays on one kind of prize in a
deal, to all players together. A house may set one for a wager; it is posted at the table.
"""

from collections.abc import Iterable, Mapping, Sequence

from croupier.errors import BadTable
from croupier.money import Cents, dollars
from croupier.rules.paytable import Paytable
from croupier.rules.vocabulary import Choose, Deal, EachSeat, Game, Settle, Wager

COUNTED_ODDS = 50  # a limit needs prizes of at least this many to 1, and higher ones count as this


def shares(won: Sequence[int], limit: int) -> list[Cents]:
    """What each winner is paid, in the order of settlement: a share in proportion of the limit.

    Rounded down to whole cents; the odd cents go one each to the first winners.
    """
    total = sum(won)
    if total <= limit:
        return [Cents(one) for one in won]
    pays = [limit * one // total for one in won]
    odd = limit - sum(pays)
    for place, one in enumerate(won):
        if one > 0 and odd > 0:
            pays[place] += 1
            odd -= 1
    return [Cents(pay) for pay in pays]


def words(aggregates: Mapping[str, Cents]) -> list[str]:
    """As they are posted at the table."""
    return [
        f"{name}: all players together win at most {dollars(limit)} in a deal"
        for name, limit in aggregates.items()
    ]


def check_aggregates(
    game: Game,
    posted: Mapping[str, Paytable],
    offered: Iterable[Wager],
    aggregates: Mapping[str, Cents],
    most: Mapping[str, Cents],
) -> None:
    """Refuses a limit that the rule does not allow. `most`: the largest stake of each wager."""
    by_name = {wager.name: wager for wager in offered}
    for name, limit in aggregates.items():
        if name not in by_name:
            known = ", ".join(by_name)
            raise BadTable(
                f"an aggregate limit on {name!r}; {game.id} offers: {known}", "limits/aggregate"
            )
        odds = highest_odds(game, posted, by_name[name])
        if odds < COUNTED_ODDS:
            raise BadTable(
                f"an aggregate limit on {name}, whose highest prize is {odds} to 1; it is allowed "
                f"from {COUNTED_ODDS} to 1 on (WAC 230-15-490)",
                "limits/aggregate",
            )
        least = Cents(max(1, most[name] * COUNTED_ODDS))
        if limit < least:
            raise BadTable(
                f"an aggregate limit of {dollars(limit)} on {name}; with wagers up to "
                f"{dollars(most[name])} it is at least {dollars(least)}, the largest wager at the "
                f"highest odds, of which {COUNTED_ODDS} to 1 count (WAC 230-15-490)",
                "limits/aggregate",
            )


def highest_odds(game: Game, posted: Mapping[str, Paytable], wager: Wager) -> int:
    """Of a wager that may have such a limit; others are refused, with the reason."""
    if wager.fixed:
        raise BadTable(
            f"an aggregate limit on {wager.name}; it plays for a meter, and a share of a meter is "
            "no prize by odds (WAC 230-15-490)",
            "limits/aggregate",
        )
    steps = [(step, part) for part in game.flow for step in _settles(part, wager.name)]
    if any(step.wagers != (wager.name,) for step, _ in steps) or wager.table not in posted:
        raise BadTable(
            f"an aggregate limit on {wager.name}; it is for a wager that a posted table pays by "
            "itself",
            "limits/aggregate",
        )
    if any(_serves(part) for _, part in steps):
        raise BadTable(
            f"an aggregate limit on {wager.name}; it is paid before the next seat is served, when "
            "who will share the limit is not yet known",
            "limits/aggregate",
        )
    return max(pay for column in posted[wager.table].steps.values() for _, pay in column)


def _settles(part: object, wager: str) -> list[Settle]:
    steps = part.steps if isinstance(part, EachSeat) else (part,)
    return [step for step in steps if isinstance(step, Settle) and wager in step.wagers]


def _serves(part: object) -> bool:
    """Whether a seat gets cards or chooses, before the next seat's turn."""
    return isinstance(part, EachSeat) and any(isinstance(s, Deal | Choose) for s in part.steps)
