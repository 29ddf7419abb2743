"""Every figure printed in the rulebooks beside ours, with a verdict."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from croupier.odds import four_card_buyout, four_card_split
from croupier.odds.decimals import rounded
from croupier.odds.figures import House
from croupier.odds.hand_counts import four_card_counts
from croupier.progress import told

# "Overall House Edge", 4 Card Split V1, and "Player Net", V2: in percent of one ante, as printed.
V1_EDGES = {
    "1a": "0.9636",
    "1b": "0.6681",
    "1c": "0.3726",
    "1d": "0.2248",
    "2a": "2.2319",
    "2b": "2.9766",
    "2c": "1.9364",
}
V2_NETS = {
    "P1": "-0.269",
    "P2": "-0.609",
    "P3": "-1.053",
    "P4": "-1.171",
    "P5": "-1.293",
    "P6": "-1.409",
    "P7": "-1.649",
    "P8": "-1.945",
    "P9": "-2.093",
    "P10": "-0.324",
    "P11": "-0.564",
    "P12": "-1.200",
    "P13": "-1.348",
    "P14": "-1.466",
    "P15": "-1.588",
    "P16": "-1.797",
    "P17": "-1.941",
    "P18": "-2.388",
}
# "Comb", 4 Card Split V2; and its "Frequency" and "Hands/hit" columns.
V2_COMBINATIONS = {
    "Royal Flush": (4, "0.0015", "67681"),
    "Four of a Kind": (13, "0.0048", "20825"),
    "Straight Flush": (40, "0.0148", "6768"),
    "Three of a Kind": (2496, "0.9220", "108"),
    "Flush": (2816, "1.0402", "96"),
    "Straight": (2772, "1.0239", "96"),
    "Two Pairs": (2808, "1.0372", "96"),
    "Pair A-T": (31680, "11.7019", "9"),
    "Pair 9-2": (50688, "18.7231", None),
    "High Card": (177408, "65.5307", None),
}
# The blind's prizes in the drawing of V1's layout, as far as they can be read.
V1_DRAWING = {
    "Royal Flush": 500,
    "Straight Flush": 60,
    "Three of a Kind": 10,
    "Flush": 9,
    "Straight": 7,
    "Two Pair": 6,
    "High Pair (T's - A's)": 2,
}
MISPRINTS = {("4-card-split-v2", "Straight hands a hit")}


class Check(NamedTuple):
    game: str
    figure: str
    printed: str
    ours: Fraction
    shown: str  # ours, as the print would show it
    verdict: str  # agrees, misprint, unreachable, favours the player; or DIFFERS


def verify(open_house: Callable[..., House]) -> list[Check]:
    """All checks, in the order of the documents."""
    games = ("ultimate-4-card-buyout", "4-card-buyout", "4-card-split-v2", "4-card-split-v1")
    return [check for game in games for check in verify_game(open_house, game)]


def verify_game(open_house: Callable[..., House], game: str) -> list[Check]:
    """The checks of one game; a rulebook that prints no figure has none."""
    match game:
        case "ultimate-4-card-buyout":
            return _unreachable(open_house(game))
        case "4-card-buyout":
            return _favours(open_house, game)
        case "4-card-split-v2":
            edges = _split_edges(open_house, game, V2_NETS, 3, 1)
            return [*_combinations(open_house(game)), *edges]
        case "4-card-split-v1":
            edges = _split_edges(open_house, game, V1_EDGES, 4, -1)
            return [*edges, *_drawing(open_house(game, posted={"blind": "1a"}))]
        case _:
            return []


def _split_edges(
    open_house: Callable[..., House],
    game: str,
    printed: dict[str, str],
    places: int,
    sign: int,
) -> list[Check]:
    checks = []
    name = open_house(game).game.name
    for blind, figure in told(f"edges of {name}", printed.items(), len(printed)):
        house = open_house(game, posted={"blind": blind})  # with the ante table of its set
        ours = four_card_split.net(house) * sign * 100
        shown = rounded(ours, places)
        verdict = "agrees" if shown == figure else "DIFFERS"
        kind = "player net" if sign > 0 else "overall house edge"
        checks.append(Check(game, f"{blind} {kind} (%)", figure, ours, shown, verdict))
    return checks


def _combinations(house: House) -> list[Check]:
    counts = four_card_counts()
    total = sum(counts.values())
    table = house.posted["blind"]
    found: dict[str, int] = {row.label: 0 for row in table.rows}
    for score, count in counts.items():
        found[table.row(score).label] += count
    checks = []
    for label, (combinations, frequency, hands_a_hit) in V2_COMBINATIONS.items():
        ours = found[label]
        rows = [("combinations", str(combinations), Fraction(ours), 0)]
        rows.append(("frequency (%)", frequency, Fraction(ours * 100, total), 4))
        if hands_a_hit is not None:
            rows.append(("hands a hit", hands_a_hit, Fraction(total, ours), 0))
        for figure, printed, value, places in rows:
            shown = rounded(value, places)
            verdict = "agrees" if shown == printed else "DIFFERS"
            name = f"{label} {figure}"
            if verdict == "DIFFERS" and (house.game.id, name) in MISPRINTS:
                verdict = "misprint"
            checks.append(Check(house.game.id, name, printed, value, shown, verdict))
    return checks


def _unreachable(house: House) -> list[Check]:
    """Prizes that no hand can win: shown to be so by counting every hand."""
    counts = four_card_buyout.four_card_points([house.game.decks] * 52)
    table = house.posted["bonus"]
    found = {row.label: 0 for row in table.rows}
    for points, count in counts.items():
        found[table.row(points).label] += count
    return [
        Check(
            house.game.id,
            f"bonus {row.label} points",
            f"{row.printed[0]} {table.odds}",
            Fraction(found[row.label]),
            f"{found[row.label]} hands of four",
            "unreachable" if found[row.label] == 0 else "DIFFERS",
        )
        for row in table.rows
        if not row.reachable
    ]


def _drawing(house: House) -> list[Check]:
    """V1's drawing of the layout shows the blind table 1a, but for one row."""
    pays = dict(
        zip((row.label for row in house.posted["blind"].rows), house.steps("blind"), strict=True)
    )
    checks = []
    for label, printed in V1_DRAWING.items():
        ours = pays[label][1]
        verdict = "agrees" if ours == printed else "misprint" if label == "Two Pair" else "DIFFERS"
        figure = f"drawing, blind {label} (to 1)"
        checks.append(
            Check(house.game.id, figure, str(printed), Fraction(ours), f"{ours} in 1a", verdict)
        )
    return checks


def _favours(open_house: Callable[..., House], game: str) -> list[Check]:
    """Posted tables under which the player has the edge on the bonus."""
    checks = []
    rules = open_house(game).game
    tables = rules.paytables["bonus"].tables
    for table in told(f"bonus tables of {rules.name}", tables, len(tables)):
        odds = four_card_buyout.solve(open_house(game, posted={"bonus": table.id}))
        net = odds.wagers["bonus"].results.mean
        if net > 0:
            checks.append(
                Check(
                    game,
                    f"bonus table {table.id}, net (%)",
                    "no edge printed",
                    net * 100,
                    rounded(net * 100, 2),
                    "favours the player",
                )
            )
    return checks
