"""A table: a game with its posted paytables, house options, limits and the wagers it offers."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from croupier.errors import BadTable, IllegalWager, UnknownPaytable, shown
from croupier.games.registry import game as find_game
from croupier.money import Cents, dollars
from croupier.rules.changed_pays import changed
from croupier.rules.felt import OptionValue
from croupier.rules.limits import (
    DEFAULT_PROFILE,
    Limits,
    Stakes,
    check_aggregates,
    check_configuration,
    open_limits,
    profile,
)
from croupier.rules.paytable import Paytable, Steps, together
from croupier.rules.vocabulary import Game, Wager


@dataclass(frozen=True, slots=True)
class Table:
    game: Game
    posted: Mapping[str, Paytable]
    options: Mapping[str, OptionValue]
    limits: Limits
    offers: tuple[Wager, ...]  # what may be bet before the deal
    unprinted: tuple[str, ...] = ()  # posted combinations that no rulebook prints, in words
    coach: bool = True  # whether players may use the coach
    # Derived: the step functions of the posted tables, by "group" and by "group.column" …
    columns: Mapping[str, Steps] = field(init=False, repr=False, compare=False)
    jackpots: tuple[str, ...] = field(init=False, repr=False, compare=False)  # of the game
    # … and caches: of checked bets (see table/opening.py), and of limits.
    openings: dict[Hashable, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    bounds: dict[str, tuple[int, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        columns = {
            key: steps
            for group, table in self.posted.items()
            for column, steps in table.steps.items()
            for key in (f"{group}.{column}", *([group] if column == "pays" else []))
        }
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "jackpots", self.game.jackpots)

    # What a table of either kind says of itself (table/poker/table.py).

    kind: ClassVar[Literal["banked"]] = "banked"
    players_least: ClassVar[int] = 1

    @property
    def seat_count(self) -> int:
        return self.game.seats_max

    @property
    def stakes(self) -> tuple[Cents, Cents]:
        """The limits of the first wager."""
        first = next(wager for wager in self.offers if wager.required)
        return self.limits.least(first), self.limits.most(first)

    @property
    def usual_bet(self) -> Cents:
        """The required wagers at their least."""
        return Cents(sum(self.completed({}).values()))

    @property
    def stakes_text(self) -> str:
        least, most = self.stakes
        return f"{dollars(least)} to {dollars(most)}"

    def steps(self, key: str) -> Steps:
        """The step function of a posted table: "group", or "group.column"."""
        return self.columns[key]

    def displayed(self, group: str) -> Paytable:
        return self.game.displayed(self.posted[group], self.options)

    def fixed_wager(self, name: str) -> Cents:
        wager = self.game.wager(name)
        assert wager is not None and wager.fixed, f"{self.game.id} fixes no {name!r}"
        return Cents(int(self.options[wager.fixed]))

    @property
    def posted_ids(self) -> dict[str, str]:
        return {group: table.id for group, table in self.posted.items()}

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices that the layout must show, word for word, for the wagers on offer."""
        needed = {wager.needs for wager in self.offers}
        options = {name: value for name, value in self.options.items() if name in needed}
        return self.game.notices_under(options)

    def check_aggregates(self, most: Mapping[str, Cents]) -> None:
        """Checks the house's aggregate limits, given the largest stake of each wager."""
        check_aggregates(self.game, self.posted, self.offers, self.limits.aggregates, most)

    def check_seats(self, seats: Iterable[int]) -> None:
        taken = list(seats)
        most = self.game.seats_max
        right = f"{self.game.id} has seats 1 to {most} ({self.game.seats_why})"
        if not taken:
            raise BadTable(f"no seat made a wager; {right}", "table/seats")
        if len(taken) > most:
            raise BadTable(f"{len(taken)} seats; {right}", "table/seats")
        for seat in taken:
            if type(seat) is not int or not 1 <= seat <= most:
                raise BadTable(f"seat {shown(seat)}; {right}", "table/seats")

    # What makes a seat's bet before the deal.

    @property
    def alone(self) -> tuple[Wager, ...]:
        """The wagers that this house takes without the required ones."""
        return tuple(one for one in self.offers if one.alone and self.options[one.alone])

    def span(self, wager: Wager, stakes: Stakes) -> tuple[Cents, Cents]:
        """The smallest and the largest bet on a wager, given the others of the seat."""
        if wager.equals in stakes:
            equal = Cents(stakes[wager.equals])
            return equal, equal
        least = Cents(max(self.limits.least(wager), stakes.get(wager.at_least, 0)))
        return least, max(least, self.limits.most(wager))

    def with_equals(self, stakes: Stakes) -> dict[str, Cents]:
        """Adds the wagers that must be equal to one of these."""
        whole = {name: Cents(stake) for name, stake in stakes.items()}
        for wager in self.offers:
            if wager.equals in whole:
                whole.setdefault(wager.name, whole[wager.equals])
            elif wager.equals and wager.name in whole:
                whole[wager.equals] = whole[wager.name]
        return whole

    def completed(self, stakes: Stakes) -> dict[str, Cents]:
        """Adds what is required beside these, as little as possible. They stay as they are: the
        whole may still be refused.
        """
        whole = self.with_equals(stakes)
        for wager in self.offers:
            if wager.required and wager.name not in whole:
                whole = self.with_equals({**whole, wager.name: self.span(wager, whole)[0]})
        return whole

    @property
    def least_bet(self) -> Cents:
        """The least that one seat can play for."""
        lone = [self.limits.least(wager) for wager in self.alone]
        return min([self.usual_bet, *lone])

    def check_stakes(self, seat: int, stakes: Stakes) -> None:
        where = f"{self.game.id} seat {seat}"
        for name, stake in stakes.items():
            self._check_stake(where, name, stake)
        if len(stakes) == 1 and any(wager.name in stakes for wager in self.alone):
            return
        for wager in self.offers:
            if wager.required and wager.name not in stakes:
                raise IllegalWager(
                    f"{where}: no {wager.name}; a seat must bet {self._required()}", "wager/missing"
                )
            if wager.equals or wager.at_least:
                self._check_against(where, wager, stakes)

    def _check_stake(self, where: str, name: str, stake: object) -> None:
        wager = self.game.wager(name)
        if wager is None or wager not in self.offers:
            offered = ", ".join(wager.name for wager in self.offers)
            raise IllegalWager(
                f"{where}: {name!r} is not offered before the deal; offered: {offered}",
                "wager/unknown",
            )
        if isinstance(stake, bool) or not isinstance(stake, int) or stake <= 0:
            raise IllegalWager(f"{where}: {name} {shown(stake)}; a wager is whole cents above zero")
        if wager.fixed and stake != self.options[wager.fixed]:
            right = dollars(int(self.options[wager.fixed]))
            raise IllegalWager(
                f"{where}: {name} {dollars(stake)}; the jackpot wager is {right}", "wager/fixed"
            )
        self.limits.check(wager, Cents(stake), where)

    def _check_against(self, where: str, wager: Wager, stakes: Stakes) -> None:
        """Checks a wager that must equal another, or be at least as large."""
        stake = stakes.get(wager.name, 0)
        if wager.equals and stake != stakes[wager.equals]:
            wrong, right = stakes[wager.equals], f"it must equal {wager.equals}"
        elif wager.at_least and stake < stakes[wager.at_least]:
            wrong, right = stakes[wager.at_least], f"it must be at least {wager.at_least}"
        else:
            return
        raise IllegalWager(
            f"{where}: {wager.name} {dollars(stake)}; {right}, {dollars(wrong)}", "wager/unequal"
        )

    def _required(self) -> str:
        return ", ".join(wager.name for wager in self.offers if wager.required)


def open_table(
    game: Game | str,
    *,
    posted: Mapping[str, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    limits: Limits | None = None,
    offers: Iterable[str] | None = None,
    unprinted: bool = False,
    coach: bool = True,
) -> Table:
    """A table as a house would open it; refused if a rule or a limit forbids it.

    Paytables that no rulebook prints together are refused as well, unless `unprinted` is true; the
    table then records that they are unprinted.
    """
    bounds = limits or Limits(profile(DEFAULT_PROFILE))
    table = _table(game, posted or {}, options or {}, bounds, unprinted=unprinted)
    if offers is not None:
        table = _offering(table, tuple(offers))
    table = replace(table, coach=coach)
    follows = tuple(
        wager
        for wager in table.game.wagers
        if wager.follows and wager.part_of in {offered.name for offered in table.offers}
    )
    check_configuration(table.game, table.offers + follows, table.limits)
    if table.limits.aggregates:
        table.check_aggregates({wager.name: table.limits.most(wager) for wager in table.offers})
    return table


def with_pays(table: Table, key: str, pays: Mapping[str, str]) -> Table:
    """A what-if table: rows of one posted paytable ("group", "group.column") pay differently."""
    group, _, column = key.partition(".")
    _check_groups(table.game, [group])
    paytable = changed(table.posted[group], pays, column)
    return replace(
        table,
        posted={**table.posted, group: paytable},
        unprinted=(*table.unprinted, together({group: paytable.id})),
    )


def dispute_table(
    game: Game | str,
    *,
    posted: Mapping[str, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    profile_name: str = DEFAULT_PROFILE,
    aggregates: Mapping[str, Cents] | None = None,
    unprinted: bool = False,
) -> Table:
    """A table to settle cards already dealt: any stake within the legal single-wager limit."""
    found = find_game(game) if isinstance(game, str) else game
    limits = open_limits(found, profile_name)._replace(aggregates=aggregates or {})
    return _table(found, posted or {}, options or {}, limits, unprinted=unprinted)


def _table(
    game: Game | str,
    posted: Mapping[str, str],
    options: Mapping[str, OptionValue],
    limits: Limits,
    *,
    unprinted: bool,
) -> Table:
    found = find_game(game) if isinstance(game, str) else game
    settings = found.settings(options)
    offers = tuple(wager for wager in found.offered(settings) if not wager.follows)
    fixed = {wager.name: Cents(int(settings[wager.fixed])) for wager in offers if wager.fixed}
    limits = limits._replace(
        minimums={**limits.minimums, **fixed}, maximums={**limits.maximums, **fixed}
    )
    tables = _posted(found, posted)
    mixed = _mixed(found, tables)
    if mixed and not unprinted:
        raise BadTable(_not_printed(found, mixed), "paytable/unprinted")
    return Table(found, tables, settings, limits, offers, (mixed,) if mixed else ())


def _posted(game: Game, requested: Mapping[str, str]) -> dict[str, Paytable]:
    """The requested paytables; for other groups, those of the same set, or else the first."""
    _check_groups(game, requested)
    groups = game.paytables
    named = {name: groups[name].table(str(id_)) for name, id_ in requested.items()}
    ids = {name: table.id for name, table in named.items()}
    of_set = next((one.ids for one in game.sets if one.holds(ids)), {})
    rest = {name: groups[name].table(of_set[name][0]) for name in of_set}
    return {name: named.get(name) or rest.get(name) or groups[name].tables[0] for name in groups}


def _mixed(game: Game, posted: Mapping[str, Paytable]) -> str:
    """The posted tables in words, if no printed set contains them all; otherwise empty."""
    ids = {name: table.id for name, table in posted.items()}
    if not game.sets or any(one.holds(ids) for one in game.sets):
        return ""
    return together({name: ids[name] for name in game.sets[0].ids})


def _not_printed(game: Game, mixed: str) -> str:
    sets = " and ".join(one.words for one in game.sets)
    return (
        f"{game.id}, {mixed}: no rulebook prints these together; it prints {sets}. Post tables "
        "of one set (one table alone brings the rest of its set), or say that the combination is "
        'meant: --unprinted, in a request "unprinted": true'
    )


def _check_groups(game: Game, groups: Iterable[str]) -> None:
    for group in groups:
        if group not in game.paytables:
            known = ", ".join(game.paytables)
            raise UnknownPaytable(f"{game.id} posts no {group!r}; it posts: {known}")


def _offering(table: Table, names: tuple[str, ...]) -> Table:
    """The table offering only these wagers and the required ones."""
    known = [wager.name for wager in table.offers]
    for name in names:
        if name not in known:
            raise BadTable(f"{table.game.id} cannot offer {name!r}; it can: {', '.join(known)}")
    kept = tuple(wager for wager in table.offers if wager.required or wager.name in names)
    return replace(table, offers=kept)
