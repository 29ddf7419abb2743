"""What the rulebooks of 4 Card Split print and can be recomputed, compared with our figures."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from croupier.games.four_card_split import exact
from croupier.odds.combinations import ways_by_row
from croupier.odds.figures import MAIN, PostedTable, rounded
from croupier.odds.solve import Check
from croupier.odds.solve import compared as compared_with_print
from croupier.progress import tracked


def _figures(printed: str) -> dict[str, str]:
    """A printed list, as a mapping from the id of each table to its figure."""
    words = printed.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# "Overall House Edge", 4 Card Split V1, and "Player Net", V2: in percent of one ante, as printed.
V1_EDGES = _figures("1a 0.9636 1b 0.6681 1c 0.3726 1d 0.2248 2a 2.2319 2b 2.9766 2c 1.9364")
V2_NETS = _figures("""
    P1  -0.269  P2  -0.609  P3  -1.053  P4  -1.171  P5  -1.293  P6  -1.409
    P7  -1.649  P8  -1.945  P9  -2.093  P10 -0.324  P11 -0.564  P12 -1.200
    P13 -1.348  P14 -1.466  P15 -1.588  P16 -1.797  P17 -1.941  P18 -2.388
""")
# "Comb", 4 Card Split V2, with its "Frequency" and "Hands/hit" columns.
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
# The last lines of the same table: what pays, and all hands; printed in counts and in percent.
V2_TOTALS = (("what pays", None, "15.7462"), ("all hands", "270725", "100.00"))


class LayoutDrawing(NamedTuple):
    """Pays in a drawing of the layout, as far as they are legible, and the table that it shows."""

    what: str
    group: str
    pays: dict[str, int]


# V1's first pages draw blind table 1a and ante table I; the last page of the book, blind table P3
# and the ante of V2. Its other drawings are copies of that one, upside down.
DRAWINGS = {
    "4-card-split-v1": (
        LayoutDrawing(
            "drawing, blind",
            "blind",
            {
                "Royal Flush": 500,
                "Straight Flush": 60,
                "Three of a Kind": 10,
                "Flush": 9,
                "Straight": 7,
                "Two Pair": 6,
                "High Pair (T's - A's)": 2,
            },
        ),
        LayoutDrawing("drawing, ante", "ante", {"Royal Flush": 30, "Straight Flush": 15}),
    ),
    "4-card-split-v2": (
        LayoutDrawing(
            "last drawing, blind",
            "blind",
            {
                "Royal Flush": 500,
                "Four of a Kind": 150,
                "Straight Flush": 50,
                "Three of a Kind": 8,
                "Flush": 7,
                "Straight": 5,
                "Two Pairs": 4,
                "Pair A-T": 2,
            },
        ),
        LayoutDrawing("last drawing, winning ante", "ante", {"Royal Flush": 30, "Others": 1}),
        LayoutDrawing(
            "last drawing, instant winner",
            "ante",
            {"Royal Flush": 30, "Straight Flush": 12, "3 of a Kind": 8, "Straight": 3, "Flush": 2},
        ),
    ),
}
DRAWN = {"4-card-split-v1": "1a", "4-card-split-v2": "P3"}  # the blind tables of the drawings

MISPRINTS = {
    ("4-card-split-v2", "Straight hands a hit"): (
        "270,725 hands / 2,772 are 97.7; 96 is printed in the rows around it"
    ),
    ("4-card-split-v1", "drawing, blind Two Pair (to 1)"): (
        "the drawing shows table 1a, which pays 5, in every other row; tables stand above drawings"
    ),
}


compared = partial(compared_with_print, misprints=MISPRINTS)


def of_version_1(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    return [*_edges(open_house, game, V1_EDGES, 4, -1), *_drawings(open_house, game)]


def of_version_2(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    hands = _combinations(open_house(game))
    return [*hands, *_edges(open_house, game, V2_NETS, 3, 1), *_drawings(open_house, game)]


def _edges(
    open_house: Callable[..., PostedTable],
    game: str,
    printed: dict[str, str],
    places: int,
    sign: int,
) -> list[Check]:
    checks = []
    usual = open_house(game)
    price = exact.prepare(usual)  # counted once for all tables
    for blind, figure in tracked(f"edges of {usual.game.name}", printed.items(), len(printed)):
        table = open_house(game, posted={"blind": blind})  # with the ante table of its set
        ours = price(table)[MAIN] * sign * 100
        kind = "player net" if sign > 0 else "overall house edge"
        checks.append(compared(game, f"{blind} {kind} (%)", figure, ours, rounded(ours, places)))
    return checks


def _combinations(table: PostedTable) -> list[Check]:
    counts = exact.four_card_counts()
    total = sum(counts.values())
    paytable = table.posted["blind"]
    found = ways_by_row(paytable, counts.items())
    paid = [row.label for row in paytable.rows if not row.printed[0].startswith("-")]
    paying = sum(found.get(label, 0) for label in paid)
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
        compared(table.game.id, name, printed, value, rounded(value, places))
        for name, printed, value, places in figures
        if printed is not None
    ]


def _drawings(open_house: Callable[..., PostedTable], game: str) -> list[Check]:
    """The drawings of the layout, compared with the tables that they show."""
    posted = open_house(game, posted={"blind": DRAWN[game]}).posted
    checks = []
    for drawing in DRAWINGS[game]:
        # If drawn and instant winners have separate columns, these rows pay the same in both.
        pays = {row.label: row.printed[0] for row in posted[drawing.group].rows}
        for label, printed in drawing.pays.items():
            ours, name = Fraction(pays[label]), f"{drawing.what} {label} (to 1)"
            checks.append(compared(game, name, str(printed), ours, pays[label]))
    return checks
