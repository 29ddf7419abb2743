"""The main game's result, taken apart: by action and end, by points, by row of the ante table."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.games.figures import figures_of
from croupier.games.four_card_split import antes as split_antes
from croupier.games.four_card_split.rules import BLIND
from croupier.odds.combinations import Combinations, combinations
from croupier.odds.figures import House
from croupier.report.sheets import Cell, Column, Kind, Sheet, combination_sheet

WAYS = Column("combinations", Kind.COUNT)
CHANCE, SHARE = Column("probability", Kind.DECIMAL), Column("contribution", Kind.DECIMAL)
NET, EXACT = Column("net", Kind.COUNT), Column("exactly", Kind.EXACT)


def main_results(house: House) -> list[Sheet]:
    """Sheets whose contributions add up to the net of the main game."""
    return list(figures_of(house.game.id).results(house))


def counted_sheet(
    title: str, first: str, lines: list[tuple[str, int, int]], note: str = ""
) -> Sheet:
    """What happens, in how many ways, and what it brings."""
    total = sum(ways for _, ways, _ in lines)
    rows: list[tuple[Cell, ...]] = []
    for label, ways, net in lines:
        chance = Fraction(ways, total)
        rows.append((label, ways, chance, net, chance * net, chance * net))
    mean = Fraction(sum(ways * net for _, ways, net in lines), total)
    return Sheet(
        title,
        (Column(first), WAYS, CHANCE, NET, SHARE, EXACT),
        tuple(rows),
        ("all", total, Fraction(1), "", mean, mean),
        note,
    )


def _split(house: House) -> Iterator[Sheet]:
    found = split_antes.antes(house)
    rows = split_antes.ante_rows(house, found)
    yield combination_sheet(rows)._replace(note=f"{ANTE_NOTE} Source: {rows.table.source}.")
    yield _by_wager(house, found, rows)


ANTE_NOTE = (
    "Both antes of every round: contributions are per ante, and a round has two. A row is reached "
    "by a hand that was played and won, or by an instant winner, which is paid whatever the "
    "dealer holds."
)


def _by_wager(house: House, found: split_antes.Antes, rows: Combinations) -> Sheet:
    rounds = found.total // 2
    blind = next(part.net for part in combinations(house) if part.group == BLIND)
    parts = (
        ("the two antes", Fraction(2), 2 * rows.net),
        ("play bets", Fraction(found.played, rounds), Fraction(found.play, rounds)),
        ("the blind", Fraction(1), blind),
    )
    wagered, net = (sum((part[n] for part in parts), Fraction(0)) for n in (1, 2))
    amount = Column("wagered on average", Kind.DECIMAL)
    return Sheet(
        "The main game by wager",
        (Column("wager"), amount, Column("net", Kind.DECIMAL), EXACT),
        tuple((name, made, part, part) for name, made, part in parts),
        ("all", wagered, net, net),
        "Per round, in units of one ante, with the blind equal to the ante.",
    )
