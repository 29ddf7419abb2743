"""Every figure printed in the rulebooks beside ours, with a verdict."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.games.figures import figures_of, solved
from croupier.games.four_card_split import exact as four_card_split
from croupier.odds.decimals import rounded
from croupier.odds.figures import MAIN, House
from croupier.odds.hand_counts import four_card_counts
from croupier.odds.printed_figures import (
    DRAWINGS,
    DRAWN,
    MISPRINTS,
    V2_COMBINATIONS,
    V2_TOTALS,
)
from croupier.progress import told


class Check(NamedTuple):
    game: str
    figure: str
    printed: str
    ours: Fraction
    shown: str  # ours, as the print would show it
    verdict: str  # agrees, misprint, unreachable, favours the player; or DIFFERS
    why: str = ""  # of any verdict but the first and the last


def verify(open_house: Callable[..., House], games: Sequence[str] = ()) -> list[Check]:
    """All checks of these games, in the order of the documents."""
    return [check for game in games or solved() for check in verify_game(open_house, game)]


def verify_game(open_house: Callable[..., House], game: str) -> list[Check]:
    """The checks of one game; a rulebook that prints no figure has none."""
    return figures_of(game).printed(open_house, game)


def _split_edges(
    open_house: Callable[..., House],
    game: str,
    printed: dict[str, str],
    places: int,
    sign: int,
) -> list[Check]:
    checks = []
    usual = open_house(game)
    price = four_card_split.prepare(usual)  # one count for all tables
    for blind, figure in told(f"edges of {usual.game.name}", printed.items(), len(printed)):
        house = open_house(game, posted={"blind": blind})  # with the ante table of its set
        ours = price(house)[MAIN] * sign * 100
        kind = "player net" if sign > 0 else "overall house edge"
        checks.append(compared(game, f"{blind} {kind} (%)", figure, ours, rounded(ours, places)))
    return checks


def compared(game: str, figure: str, printed: str, ours: Fraction, shown: str) -> Check:
    """Ours beside the print; where it is known to be wrong, why."""
    if shown == printed:
        return Check(game, figure, printed, ours, shown, "agrees")
    why = MISPRINTS.get((game, figure), "")
    return Check(game, figure, printed, ours, shown, "misprint" if why else "DIFFERS", why)


def _combinations(house: House) -> list[Check]:
    counts = four_card_counts()
    total = sum(counts.values())
    table = house.posted["blind"]
    found: dict[str, int] = {row.label: 0 for row in table.rows}
    paying = 0
    for score, count in counts.items():
        row = table.row(score)
        found[row.label] += count
        paying += 0 if row.printed[0].startswith("-") else count
    figures: list[tuple[str, str | None, Fraction, int]] = []
    for label, (combinations, frequency, hands_a_hit) in V2_COMBINATIONS.items():
        ours = found[label]
        figures.append((f"{label} combinations", str(combinations), Fraction(ours), 0))
        figures.append((f"{label} frequency (%)", frequency, Fraction(ours * 100, total), 4))
        figures.append((f"{label} hands a hit", hands_a_hit, Fraction(total, ours), 0))
    for (label, combined, share), ours in zip(V2_TOTALS, (paying, total), strict=True):
        figures.append((f"{label}, combinations", combined, Fraction(ours), 0))
        places = len(share.partition(".")[2])
        figures.append((f"{label}, frequency (%)", share, Fraction(ours * 100, total), places))
    return [
        compared(house.game.id, name, printed, value, rounded(value, places))
        for name, printed, value, places in figures
        if printed is not None
    ]


def _drawings(open_house: Callable[..., House], game: str) -> list[Check]:
    """The drawings of the layout beside the tables that they show."""
    posted = open_house(game, posted={"blind": DRAWN[game]}).posted
    checks = []
    for drawing in DRAWINGS[game]:
        # Where drawn and instant winners have columns of their own, these rows pay the same.
        pays = {row.label: row.printed[0] for row in posted[drawing.group].rows}
        for label, printed in drawing.pays.items():
            ours, name = Fraction(pays[label]), f"{drawing.what} {label} (to 1)"
            checks.append(compared(game, name, str(printed), ours, pays[label]))
    return checks
