"""What a round in a room brought a seat."""

from collections.abc import Mapping

from croupier.money import Cents
from croupier.table.round import Round


def net_of(played: Round, seat: int, paid: Mapping[str, int]) -> Cents:
    """`paid`: what its jackpot wagers were paid in all, where a share of a meter was won."""
    results = played.results[seat].values()
    return Cents(
        sum(
            paid[result.wager] - result.stake if result.wager in paid else result.net
            for result in results
        )
    )
