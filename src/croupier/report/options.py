"""What would change under other house options: every figure that moves, and why others do not."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.odds.figures import House, Odds
from croupier.report.jackpots import UNKNOWN, groups_of, has_meter
from croupier.report.sheets import Cell, Column, Kind, Prose, Section, Sheet, figures_of
from croupier.report.variants import Vary
from croupier.rules.felt import OptionValue
from croupier.rules.vocabulary import HouseOption

Figures = dict[str, Fraction]
NONE = (
    "The rulebook of this game leaves the house no option: what it chooses is the posted tables, "
    "whose effect is in the section before this one."
)
UNIT = (
    "It is the size of the unit. Dollar pays and envy are multiplied with it, so that all figures "
    "per wager stay. The meter that breaks even stays the same number of wagers, and is that many "
    "times the wager in dollars."
)
# Why a figure per unit, for one round from a whole deck or shoe, cannot move with these.
WHY = {
    "bonus_alone": "It allows a bet that is otherwise refused. That bet has no decisions and no "
    "dealer; its figures are given as “alone” with the wagers, whether it is allowed or not. A "
    "seat that makes a first bet plays on as before.",
    "bonus_requires_four_cards": "Under the best play no hand that ends with fewer than four cards "
    "reaches a row that pays: a hand that good buys every card. So nothing is lost by the rule.",
    "cut_card": "All figures are for a round dealt from a whole, shuffled shoe. Before any card "
    "of the shoe is seen, a later round of it has the same odds. Two things are not counted: what "
    "a player gains who remembers the cards of earlier rounds, and that a shoe with fewer cards "
    "to a round has more rounds before the cut card comes.",
    "five_card_jackpot_wager": UNIT,
    "four_card_jackpot_wager": UNIT,
}


def option_section(house: House, odds: Odds, vary: Vary, solve: Callable[[House], Odds]) -> Section:
    if not house.game.options:
        return Section("Other house options", (Prose(NONE), *_blinds(odds)))
    moved: list[tuple[Cell, ...]] = []
    still: list[tuple[Cell, ...]] = []
    now = all_figures(odds)
    for option in house.game.options:
        for value in others(option, house.options[option.name]):
            then = all_figures(solve(vary({}, {option.name: value})))
            rows = _moved(f"{option.name} = {option.words(value)}", now, then)
            moved += rows
            if not rows:
                still.append((option.name, option.words(value), WHY.get(option.name, NOTHING)))
    sheets = [*([_moved_sheet(moved)] if moved else []), *([_still_sheet(still)] if still else [])]
    return Section("Other house options", (Prose(INTRO), *sheets))


INTRO = (
    "One option is changed at a time, and everything is solved again. Every figure of this report "
    "that moves is listed, those by seats for two seats and for a full table. Figures that are "
    "not listed stay the same in every digit."
)
NOTHING = "No figure of this report moves: all of them were found again and are equal."


def _moved_sheet(rows: list[tuple[Cell, ...]]) -> Sheet:
    columns = (
        Column("option"),
        Column("figure"),
        Column("now", Kind.FINE),
        Column("then", Kind.FINE),
        Column("change", Kind.FINE),
    )
    return Sheet("What each other value of an option changes", columns, tuple(rows))


def _still_sheet(rows: list[tuple[Cell, ...]]) -> Sheet:
    columns = (Column("option"), Column("value"), Column("why nothing changes"))
    note = "Of an option that is a number, one other value was tried and stands for all."
    return Sheet("Options that change no figure", columns, tuple(rows), note=note)


def all_figures(odds: Odds) -> Figures:
    """Everything that might move, by name."""
    found = {
        "main game: house edge": odds.house_edge,
        "main game: element of risk": odds.element_of_risk,
        "main game: variance": odds.results.variance,
    }
    for name, wager in odds.wagers.items():
        found[f"{name}: house edge"] = -wager.results.mean
        found[f"{name}: hits"] = wager.hit
        found[f"{name}: variance"] = wager.results.variance
        for figure, value in figures_of(wager.more).items():
            found[f"{name}: {figure.replace('_', ' ')}"] = value
        if has_meter(wager):
            found |= _for_seats(name, groups_of(wager))
    return found


def _for_seats(name: str, groups: Mapping[str, Mapping[str, Fraction]]) -> Figures:
    most = max((seat for group in groups.values() for seat in group), key=int, default="1")
    return {
        f"{name}: {figure.removesuffix('_by_seats').replace('_', ' ')}, {seats} seats": group[seats]
        for figure, group in groups.items()
        for seats in ("2", most)
        if seats in group
    }


def _moved(name: str, now: Figures, then: Figures) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    wagers = {figure.partition(":")[0] for figure in then}
    for figure in dict.fromkeys((*now, *then)):
        wager, _, which = figure.partition(": ")
        if wager not in wagers:
            if which == "house edge":  # one line for all its figures
                rows.append((name, f"{wager}: all figures", "", "not offered", ""))
            continue
        before, after = now.get(figure), then.get(figure)
        if before is not None and after is not None:
            if before != after:
                rows.append((name, figure, before, after, after - before))
        else:
            rows.append((name, figure, _or(before), _or(after), ""))
    return rows


def _or(value: Fraction | None) -> Cell:
    return UNKNOWN if value is None else value


def others(option: HouseOption, value: OptionValue) -> list[OptionValue]:
    """The other values of an option; of a number, one other that a table may have stands for all.

    Another than the default may be the largest that the law allows; the default never is.
    """
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [option.default if value != option.default else min(option.most, 2 * value or 1)]
    return [word for word in option.values if word != value]


def _blinds(odds: Odds) -> list[Sheet]:
    """A required wager may be larger than the first bet: the player's choice, not the house's."""
    if "blind" not in odds.parts:
        return []
    rest = odds.house_edge + odds.parts["blind"]
    rows: list[tuple[Cell, ...]] = []
    for times in (1, 2, 3, 5, 10):
        edge = rest - times * odds.parts["blind"]
        rows.append((times, edge, edge / (2 + times), edge))
    columns = (
        Column("blind, in antes", Kind.COUNT),
        Column("house edge per ante", Kind.PERCENT),
        Column("per initial stake", Kind.PERCENT),
        Column("per ante, exactly", Kind.EXACT),
    )
    note = (
        "The blind is at least the ante and is settled before any decision, so its size does not "
        "change the play. The figures elsewhere are for a blind equal to the ante."
    )
    return [Sheet("A blind larger than the ante", columns, tuple(rows), note=note)]
