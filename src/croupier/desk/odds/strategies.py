"""Optimal play as short lists of rules, with the exact cost of each list."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.desk.marks import marks
from croupier.games.figures import figures_of
from croupier.odds.figures import fraction, rounded
from croupier.odds.strategy.guides import SIZES, Guide, Strategy, guide_of, strategies_of
from croupier.table.table import Table


class Strategies(NamedTuple):
    """How a game is played by rules; what the best play nets, and lists that come near to it."""

    guide: Guide
    best: Fraction
    strategies: list[Strategy]


def strategies(table: Table, sizes: Sequence[int] = ()) -> Strategies:
    """`sizes`: how many rules each list has; as usual if none is named."""
    guide = guide_of(table)
    lists = strategies_of(table, sizes or SIZES)
    return Strategies(guide, figures_of(table.game.id).net(table), lists)


def strategies_json(table: Table, known: Strategies) -> dict[str, object]:
    guide, best, lists = known
    return {
        "game": table.game.id,
        "posted": table.posted_ids,
        **marks(table),
        "how": guide.how,
        "note": guide.note,
        "best_net": fraction(best),
        "strategies": [
            {
                "rules": [
                    {
                        "decision": line.decision,
                        "if": line.condition or None,
                        "then": line.action,
                        "cost_without": None if line.without is None else fraction(line.without),
                    }
                    for line in one.lines
                ],
                "cost": fraction(one.cost),
                "net": fraction(best - one.cost),
                "decimal": {"cost": rounded(one.cost, 10), "net": rounded(best - one.cost, 10)},
            }
            for one in lists
        ],
    }
