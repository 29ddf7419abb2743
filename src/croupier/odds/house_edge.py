"""What a table as posted is worth to the house, wager by wager: for its books, and for the check
that no posted table favours the player.

Figures are for one wager at one seat, the main game played as is best for it, per unit of the stake
that stands before the deal. What is bet later (raises, plays, second and third bets) is within it.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from croupier.errors import RuleError
from croupier.games.figures import figures_of
from croupier.odds.figures import Distribution, House
from croupier.odds.hand_counts import WHOLE_DECK, five_card_counts
from croupier.odds.jackpots.cost import cost
from croupier.odds.jackpots.wager import Funding
from croupier.odds.worth import Worth
from croupier.rules.vocabulary import Wager


class Offering(House, Protocol):
    """A house that also says what may be bet before the deal."""

    @property
    def offers(self) -> tuple[Wager, ...]: ...


def theory(
    house: Offering,
    *,
    jackpots: Mapping[str, Funding] | None = None,
    seats: int = 1,
    deck: Sequence[int] | None = None,
) -> tuple[Worth, ...]:
    """One worth for each separate wager that the table offers, in their order.

    A jackpot has one only where `jackpots` says how its meter is filled. `seats` make that wager:
    others' hands pay envy, and winners share a meter. Where that is not counted, it has none.
    """
    funded = dict(jackpots or {})
    _check(house, funded, seats)
    found = figures_of(house.game.id).worths(house, deck)
    for wager, funding in funded.items():
        found[wager] = _jackpot(house, wager, funding, seats, deck or WHOLE_DECK)
    worths = (found.get(wager.name) for wager in house.offers)
    return tuple(worth for worth in worths if worth is not None)


def worth_of(wager: str, results: Distribution) -> Worth:
    """The worth of a wager with these results of the player."""
    return Worth(wager, -results.mean, results.variance)


Found = dict[str, Worth | None]


def _jackpot(
    house: House, wager: str, funding: Funding, seats: int, deck: Sequence[int]
) -> Worth | None:
    made = house.game.wager(wager)
    assert made is not None, wager
    counts = five_card_counts(deck).scored(house.posted[made.table].scale)
    paid = cost(house, made.table, counts, funding, seats, deck)
    return None if paid is None else Worth(wager, 1 - paid.mean, paid.variance)


def _check(house: Offering, funded: Mapping[str, Funding], seats: int) -> None:
    figures_of(house.game.id, "a table of it cannot open")
    if not 1 <= seats <= house.game.seats_max:
        raise RuleError(f"{seats} seats; {house.game.id} has 1 to {house.game.seats_max}")
    played = [wager.name for wager in house.offers if wager.name in house.game.jackpots]
    for name, funding in funded.items():
        if name not in played:
            right = ", ".join(played) or "none"
            raise RuleError(
                f"{house.game.id}: {name!r} plays for no meter here; these do: {right}",
                "meter/none",
            )
        accrues = funding.contribution or funding.reserve
        if accrues and house.options["jackpot_type"] == "house":
            raise RuleError(f"{name}: no wager accrues to a house jackpot", "meter/house")
