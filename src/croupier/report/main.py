"""The main game's result, taken apart: by action and end, by points, by row of the ante table."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from croupier.games.figures import figures_of
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_prime.rules import CHOICE
from croupier.games.four_card_split import antes as split_antes
from croupier.games.four_card_split.rules import BLIND
from croupier.odds.combinations import Combinations, combinations
from croupier.odds.figures import House
from croupier.odds.hand_counts import WHOLE_DECK
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


def _prime(house: House) -> Iterator[Sheet]:
    arrays, dealers = four_card_prime.counted(house), comb(len(WHOLE_DECK) - 6, 5)
    names = [option.name for option in CHOICE.options]  # type: ignore[union-attr]
    ends: dict[tuple[int, int, int], int] = {}
    for played in four_card_prime.main_outcomes(house, arrays, dealers):
        counts = played.won, played.hands * dealers - played.won
        for lost, (net, count) in enumerate(zip(played.pays, counts, strict=True)):
            key = played.times, lost if played.times else 0, net
            ends[key] = ends.get(key, 0) + count
    words = ("won or copied", "beaten")
    lines = [
        (f"{names[times]}, {words[lost]}" if times else "fold", ends[times, lost, net], net)
        for times, lost, net in sorted(ends, key=lambda key: (key[0], key[1], -key[2]))
        if ends[times, lost, net]
    ]
    note = (
        "Net of ante and raise together, in antes: even money and, where the hand has one, its "
        "bonus. The bonuses stand by themselves in the combination tables."
    )
    yield counted_sheet("The main game by action and result", "action and result", lines, note)


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
