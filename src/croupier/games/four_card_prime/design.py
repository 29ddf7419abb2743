"""Four Card Prime's paytables that can be designed, and how each is priced."""

from collections.abc import Callable

from croupier.errors import RuleError
from croupier.games.four_card_prime.counts import counted
from croupier.games.four_card_prime.exact import played, side_results
from croupier.games.four_card_prime.rules import FOUR_CARD_PRIME
from croupier.odds.design.prices import Price, Priced, Recipe
from croupier.odds.figures import House
from croupier.odds.hand_counts import five_card_counts

BONUSES = ("win_bonus", "bad_beat_bonus")  # their pays change how a hand is played


def side(wager: str) -> Callable[[House], Price]:
    def prepare(house: House) -> Price:
        counts, hands = counted(house), five_card_counts()

        def price(house: House) -> Priced:
            wagers = side_results(house, counts, hands)
            if wager not in wagers:
                raise RuleError(f"this table does not offer the {wager}", "design/not_offered")
            return Priced(wagers[wager].mean, wagers[wager])

        return price

    return prepare


def main(house: House) -> Price:
    counts = counted(house)

    def price(house: House) -> Priced:
        results, _, _ = played(house, counts)
        return Priced(results.mean, results)

    return price


RECIPES = {
    **{
        wager.table: Recipe(wager.table, side(wager.name))
        for wager in FOUR_CARD_PRIME.wagers
        if wager.table
    },
    **{group: Recipe(group, main, decides=True) for group in BONUSES},
}
