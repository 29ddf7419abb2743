"""A mathematics submission as data: sections of prose, sheets and plots, exact until written."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.games.figures import figures_of
from croupier.games.registry import rules_hash
from croupier.odds.combinations import combinations
from croupier.odds.figures import Odds, PostedTable
from croupier.odds.solve import Check
from croupier.odds.strategy.guides import Strategy, strategies_of
from croupier.report import introduction, sheets
from croupier.report.checks import checks
from croupier.report.exposure import SettleDispute, exposure
from croupier.report.jackpots import jackpot_section
from croupier.report.variations import option_section, table_section
from croupier.rules.limits import Limits


class Report(NamedTuple):
    title: str
    subtitle: str
    digest: str  # of rules and posted tables, shortened: printed on every page
    sections: tuple[sheets.Section, ...]


class Sources(NamedTuple):
    """What a report needs besides the table: to open others, to solve one, to settle a deal."""

    open_house: Callable[..., PostedTable]
    solve: Callable[[PostedTable], Odds]
    settle: SettleDispute
    verify: Callable[[str], list[Check]]
    strategies: Callable[[PostedTable], list[Strategy]] = strategies_of


def build(
    table: PostedTable, limits: Limits, sources: Sources, provenance: introduction.Provenance
) -> Report:
    """The report of one table: its figures, and those of tables that differ from it in one way."""
    odds, tables = sources.solve(table), combinations(table)

    def vary(posted: Mapping[str, str], options: Mapping[str, object]) -> PostedTable:
        ids = {group: paytable.id for group, paytable in table.posted.items()}
        return sources.open_house(
            table.game.id,
            posted={**ids, **posted},
            options={**table.options, **options},
            unprinted=True,  # for comparison; the sheets say which combinations are printed
        )

    results = list(figures_of(table.game.id).results(table))
    cost = exposure(table, limits, tables, sources.settle)
    sections = (
        introduction.identification(table, provenance),
        sheets.summary_section(odds, cost),
        sheets.Section(
            "Rules as modeled",
            (sheets.Prose(table.game.how_to_play), introduction.options_in_force(table)),
        ),
        introduction.rulings_section(table),
        sheets.Section("Method", (sheets.Prose(introduction.method(table)),)),
        sheets.main_section(odds, results),
        sheets.combination_section(table, odds, tables),
        sheets.strategy_section(table, odds, sources.strategies(table)),
        sheets.wagers_section(odds),
        jackpot_section(table, odds),
        cost,
        table_section(table, odds, tables, vary),
        option_section(table, odds, vary, sources.solve),
        checks(table, odds, tables, results, sources.verify(table.game.id), provenance),
    )
    unprinted = introduction.unprinted_words(table)
    subtitle = f"Mathematics of the game: probabilities and house edge{unprinted}"
    digest = f"rules {rules_hash()[:12]}, tables {introduction.tables_hash(table)[:12]}"
    return Report(table.game.name, subtitle, digest, sections)
