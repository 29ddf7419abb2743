"""How often each row of a posted table is reached: the combination tables, priced row by row."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.figures import figures_of
from croupier.games.four_card_buyout import exact as four_card_buyout
from croupier.games.four_card_buyout.loops.tally import FOLD, KINDS
from croupier.games.four_card_buyout.rules import BONUS
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
        lines = _lines(table, ways, "pays percent")
        return self._replace(table=table, lines=(*lines, *rest))


def combinations(house: House) -> list[Combinations]:
    """Every table of the house that can be priced by its rows, in the order of the game."""
    return list(figures_of(house.game.id).combinations(house))


def _lines(table: Paytable, ways: Mapping[str, int], percent: str = "") -> list[Line]:
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


def _by_row(table: Paytable, scores: Iterable[tuple[int, int]]) -> dict[str, int]:
    ways: dict[str, int] = {}
    for score, count in scores:
        label = table.row(score).label
        ways[label] = ways.get(label, 0) + count
    return ways


def _of_hands(
    house: House, name: str, group: str, counts: Iterable[tuple[int, int]]
) -> Combinations:
    """A wager that looks at the player's hand alone."""
    table = house.posted[group]
    lines = _lines(table, _by_row(table, counts), "pays percent")
    return Combinations(name, group, table, tuple(lines), whole_wager=True)


def _prime(house: House) -> Iterator[Combinations]:
    arrays = four_card_prime.counted(house)
    dealers = comb(len(WHOLE_DECK) - 6, 5)
    four, five, color = five_card_counts()
    yield from _prime_main(house, arrays, dealers)
    yield _of_hands(house, ACES_BABY, "aces_baby", four.items())
    yield _of_hands(house, PRIME, "prime", color.items())
    yield _bad_beat(house, arrays, dealers)
    if house.options["jackpot_type"] != "none":
        yield _of_hands(house, FIVE_CARD_JACKPOT, "five_card_jackpot", five.items())
        yield _of_hands(house, FOUR_CARD_JACKPOT, "four_card_jackpot", four.items())


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
    lines = _lines(win, won)
    other = Line("Raised and beaten", "", sum(lost.values()), 0)
    yield Combinations("win bonus", "win_bonus", win, (*lines, other, fold), False)
    lines = _lines(beat, lost)
    other = Line("Raised and not beaten", "", sum(won.values()), 0)
    yield Combinations("bad beat bonus", "bad_beat_bonus", beat, (*lines, other, fold), False)


def _bad_beat(house: House, arrays: four_card_prime.Arrays, dealers: int) -> Combinations:
    table = house.posted["bad_beat_wager"]
    pays_copies = bool(house.options["bad_beat_on_copy"])
    rows = list(four_card_prime.bad_beat_rows(arrays, dealers))
    scored = [(score, lost + (copied if pays_copies else 0)) for score, lost, copied in rows]
    lines = _lines(table, _by_row(table, scored))
    if not pays_copies:
        copies = sum(copied for _, _, copied in rows)
        lines.append(Line("Copies, not paid by this house", "Loss", copies, LOSS))
    return Combinations(BAD_BEAT, "bad_beat_wager", table, tuple(lines), True)


def _buyout(house: House) -> Iterator[Combinations]:
    """The bonus beside the play that is best without it; and alone, on four cards."""
    stock = [house.game.decks] * KINDS
    tally, _ = four_card_buyout.tallied(stock)
    table = house.posted["bonus"]
    needs_four = bool(house.options["bonus_requires_four_cards"])
    played = np.delete(tally, FOLD, axis=1).sum(axis=1)  # by bets made and points
    paid = played[3] if needs_four else played.sum(axis=0)
    by_row = _by_row(table, ((points, int(count)) for points, count in enumerate(paid)))
    lines = _lines(table, by_row)
    lines.append(Line("Folded", "Loss", int(tally[:, FOLD].sum()), LOSS))
    if needs_four:
        few = int(played[:3].sum())
        lines.append(Line("Fewer than four cards, not paid by this house", "Loss", few, LOSS))
    yield Combinations(BONUS, "bonus", table, tuple(lines), True)
    alone = four_card_buyout.four_card_points(stock)
    yield _of_hands(house, "bonus bet alone", "bonus", alone.items())


def _split(house: House) -> Iterator[Combinations]:
    yield _of_hands(house, BLIND, "blind", four_card_counts().items())
