"""How often each row of a posted table is reached: the combination tables, priced row by row."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from croupier.games.figures import figures_of
from croupier.games.four_card_prime import exact as four_card_prime
from croupier.games.four_card_prime.rules import (
    ACES_BABY,
    BAD_BEAT,
    FIVE_CARD_JACKPOT,
    FOUR_CARD_JACKPOT,
    PRIME,
)
from croupier.games.four_card_split.rules import BLIND
from croupier.odds.figures import House
from croupier.odds.hand_counts import WHOLE_DECK, five_card_counts, four_card_counts
from croupier.rules.paytable import LOSS, Paytable, prize


class Line(NamedTuple):
    """A row of the table, or a reason why no row is reached."""

    label: str
    printed: str  # as the table prints it
    ways: int
    pays: int  # net, in units of the wager
    percent: int = 0  # of the meter


class Combinations(NamedTuple):
    """One posted table, with how often each of its rows is reached."""

    name: str
    group: str
    table: Paytable
    lines: tuple[Line, ...]
    whole_wager: bool  # or else a part of the main game's net

    @property
    def total(self) -> int:
        return sum(line.ways for line in self.lines)

    @property
    def net(self) -> Fraction:
        return sum((self.share(line) for line in self.lines), Fraction(0))

    def chance(self, line: Line) -> Fraction:
        return Fraction(line.ways, self.total)

    def share(self, line: Line) -> Fraction:
        """The line's part of the wager's net."""
        return self.chance(line) * line.pays

    def under(self, table: Paytable) -> "Combinations":
        """The same counts under another table of the group: its rows begin at the same hands."""
        ways = {line.label: line.ways for line in self.lines}
        rows = [row.label for row in table.rows]
        rest = [line for line in self.lines if line.label not in rows]
        lines = row_lines(table, ways, "pays percent")
        return self._replace(table=table, lines=(*lines, *rest))


def combinations(house: House) -> list[Combinations]:
    """Every table of the house that can be priced by its rows, in the order of the game."""
    return list(figures_of(house.game.id).combinations(house))


def row_lines(table: Paytable, ways: Mapping[str, int], percent: str = "") -> list[Line]:
    """Each row of the table, reached in so many ways; `percent` names its column of the meter."""
    steps = table.steps.get(percent, ())
    return [
        Line(
            row.label,
            row.printed[0],
            ways.get(row.label, 0),
            table.net(row.floor),
            max(0, prize(steps, row.floor)),
        )
        for row in table.rows
    ]


def ways_by_row(table: Paytable, scores: Iterable[tuple[int, int]]) -> dict[str, int]:
    """How often each row is reached, by its label; from how often each score is."""
    ways: dict[str, int] = {}
    for score, count in scores:
        label = table.row(score).label
        ways[label] = ways.get(label, 0) + count
    return ways


def hand_combinations(
    house: House, name: str, group: str, counts: Iterable[tuple[int, int]]
) -> Combinations:
    """A wager that looks at the player's hand alone."""
    table = house.posted[group]
    lines = row_lines(table, ways_by_row(table, counts), "pays percent")
    return Combinations(name, group, table, tuple(lines), whole_wager=True)


def _prime(house: House) -> Iterator[Combinations]:
    arrays = four_card_prime.counted(house)
    dealers = comb(len(WHOLE_DECK) - 6, 5)
    four, five, color = five_card_counts()
    yield from _prime_main(house, arrays, dealers)
    yield hand_combinations(house, ACES_BABY, "aces_baby", four.items())
    yield hand_combinations(house, PRIME, "prime", color.items())
    yield _bad_beat(house, arrays, dealers)
    if house.options["jackpot_type"] != "none":
        yield hand_combinations(house, FIVE_CARD_JACKPOT, "five_card_jackpot", five.items())
        yield hand_combinations(house, FOUR_CARD_JACKPOT, "four_card_jackpot", four.items())


def _prime_main(
    house: House, arrays: four_card_prime.Arrays, dealers: int
) -> Iterator[Combinations]:
    """The two bonuses of the ante: they are paid to hands that were raised."""
    won: dict[str, int] = {}
    lost: dict[str, int] = {}
    folded = 0
    win, beat = house.posted["win_bonus"], house.posted["bad_beat_bonus"]
    for played in four_card_prime.main_outcomes(house, arrays, dealers):
        beaten = played.hands * dealers - played.won
        if played.times == 0:
            folded += played.hands * dealers
            continue
        label = win.row(played.score).label
        won[label] = won.get(label, 0) + played.won
        label = beat.row(played.score).label
        lost[label] = lost.get(label, 0) + beaten
    fold = Line("Folded", "", folded, 0)
    lines = row_lines(win, won)
    other = Line("Raised and beaten", "", sum(lost.values()), 0)
    yield Combinations("win bonus", "win_bonus", win, (*lines, other, fold), False)
    lines = row_lines(beat, lost)
    other = Line("Raised and not beaten", "", sum(won.values()), 0)
    yield Combinations("bad beat bonus", "bad_beat_bonus", beat, (*lines, other, fold), False)


def _bad_beat(house: House, arrays: four_card_prime.Arrays, dealers: int) -> Combinations:
    table = house.posted["bad_beat_wager"]
    pays_copies = bool(house.options["bad_beat_on_copy"])
    rows = list(four_card_prime.bad_beat_rows(arrays, dealers))
    scored = [(score, lost + (copied if pays_copies else 0)) for score, lost, copied in rows]
    lines = row_lines(table, ways_by_row(table, scored))
    if not pays_copies:
        copies = sum(copied for _, _, copied in rows)
        lines.append(Line("Copies, not paid by this house", "Loss", copies, LOSS))
    return Combinations(BAD_BEAT, "bad_beat_wager", table, tuple(lines), True)


def _split(house: House) -> Iterator[Combinations]:
    yield hand_combinations(house, BLIND, "blind", four_card_counts().items())
