"""A mathematics submission as data: sections of prose, sheets and plots, exact until written."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.odds.combinations import combinations
from croupier.odds.figures import House, Odds
from croupier.odds.report_checks import checks
from croupier.odds.report_rules import identification, method, options_in_force
from croupier.odds.report_sheets import (
    Column,
    Kind,
    Plot,
    Prose,
    Section,
    Sheet,
    combination_section,
    main_section,
    wagers_section,
)
from croupier.odds.report_variants import exposure, option_section, table_section
from croupier.rules.limits import Limits

__all__ = ["Column", "Kind", "Plot", "Prose", "Report", "Section", "Sheet", "build"]


class Report(NamedTuple):
    title: str
    subtitle: str
    sections: tuple[Section, ...]


def build(
    house: House,
    limits: Limits,
    open_house: Callable[..., House],
    solve: Callable[[House], Odds],
    *,
    version: str,
    date: str = "",
) -> Report:
    """The report of one table: `open_house` opens the same game with other tables and options."""
    odds, tables = solve(house), combinations(house)

    def vary(posted: Mapping[str, str], options: Mapping[str, object]) -> House:
        ids = {group: table.id for group, table in house.posted.items()}
        return open_house(
            house.game.id, posted={**ids, **posted}, options={**house.options, **options}
        )

    sections = (
        identification(house, version, date),
        Section("Rules as modelled", (Prose(house.game.how_to_play), options_in_force(house))),
        Section("Method", (Prose(method(house)),)),
        main_section(odds),
        combination_section(house, odds, tables),
        wagers_section(odds),
        exposure(house, limits, tables),
        table_section(house, odds, tables, vary),
        option_section(house, tables, vary),
        checks(house, odds, tables),
    )
    return Report(
        house.game.name, "Mathematics of the game: probabilities and house edge", sections
    )
