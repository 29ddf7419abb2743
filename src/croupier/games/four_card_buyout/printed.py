"""What Buyout's rulebooks print about points and prizes, compared with our count."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement

from croupier.cards.hands import points
from croupier.games.four_card_buyout.exact import four_card_points, solve
from croupier.games.four_card_buyout.rules import BONUS
from croupier.kernels.card_sets import KINDS
from croupier.odds.combinations import ways_by_row
from croupier.odds.figures import PostedTable, rounded
from croupier.odds.solve import Check, compared
from croupier.progress import tracked

# "4 Aces = 44 Points and is the highest score possible", and "four suited cards could have
# a point value of less than 20".
HIGHEST_SCORE, SUITED_BELOW = 44, 20


def of_one_deck(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    return [*_scores(open_house(game)), *_unreachable(open_house(game))]


def of_six_decks(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    return [*_scores(open_house(game)), *_favors(open_house, game)]


def _scores(table: PostedTable) -> list[Check]:
    """What the rulebooks say about points, checked over every hand of four."""
    counts = four_card_points([table.game.decks] * KINDS)
    highest = max(score for score, count in counts.items() if count)
    suited = combinations_with_replacement(range(13), 4)  # ranks of one suit, over its decks
    dealt = [ranks for ranks in suited if max(map(ranks.count, ranks)) <= table.game.decks]
    least = min(points(ranks) for ranks in dealt)
    below = "agrees" if least < SUITED_BELOW else "DIFFERS"
    printed = f"less than {SUITED_BELOW}"
    game = table.game.id
    return [
        compared(game, "highest score", str(HIGHEST_SCORE), Fraction(highest), f"{highest}"),
        Check(game, "least of four suited cards", printed, Fraction(least), f"{least}", below),
    ]


def _unreachable(table: PostedTable) -> list[Check]:
    """Prizes that no hand can win, proved by counting every hand."""
    counts = four_card_points([table.game.decks] * KINDS)
    paytable = table.posted["bonus"]
    found = {row.label: 0 for row in paytable.rows} | ways_by_row(paytable, counts.items())
    return [
        Check(
            table.game.id,
            f"bonus {row.label} points",
            f"{row.printed[0]} {paytable.odds}",
            Fraction(found[row.label]),
            f"{found[row.label]} hands of four",
            "unreachable" if found[row.label] == 0 else "DIFFERS",
            f"no four cards of one deck score {row.label}",
        )
        for row in paytable.rows
        if not row.reachable
    ]


def _favors(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    """Posted tables that give the player the edge on the bonus."""
    checks = []
    rules = open_house(game).game
    tables = rules.paytables["bonus"].tables
    for table in tracked(f"bonus tables of {rules.name}", tables, len(tables)):
        odds = solve(open_house(game, posted={"bonus": table.id}))
        net = odds.wagers[BONUS].results.mean
        if net > 0:
            checks.append(
                Check(
                    game,
                    f"bonus table {table.id}, net (%)",
                    "no edge printed",
                    net * 100,
                    rounded(net * 100, 2),
                    "favours the player",
                    f"it is worth {rounded(net * 100, 2)}% to the player",
                )
            )
    return checks
