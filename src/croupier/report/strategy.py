"""The play behind the figures: how often each action is the best one, a chart where one fits, and
rules that a player can keep in mind, with what they cost.
"""

from collections.abc import Iterator

from croupier.games.figures import figures_of
from croupier.odds.figures import Odds, PostedTable, rounded
from croupier.odds.strategy.guides import RuleLine, Strategy, guide_of
from croupier.report.sheets import (
    EXACT,
    PERCENT,
    Cell,
    CellKind,
    Column,
    Prose,
    ReportSheet,
    Section,
)


def strategy_section(table: PostedTable, odds: Odds, lists: list[Strategy]) -> Section:
    sheets = (*strategy_sheets(table, odds), *rule_sheets(table, odds, lists))
    return Section("Strategies", (Prose(INTRO), *sheets))


INTRO = (
    "All figures of this report are those of the best play: in every state the action of the "
    "highest expected net is taken. It is found state by state and is not a list of rules. The "
    "value of each action in any single state is printed by `croupier ev`. The lists of rules "
    "below are what a player may keep in mind: each was found by search, and its cost against "
    "the best play is exact."
)


def strategy_sheets(table: PostedTable, odds: Odds) -> list[ReportSheet]:
    """The best play, by how often each action is taken; a chart where the game has one."""
    rows = tuple((name, share, share) for name, share in odds.decisions.items())
    columns = (Column("action"), PERCENT, EXACT)
    note = figures_of(table.game.id).choices_note or "Of all rounds."
    found = [ReportSheet("How often each action is the best one", columns, rows, note=note)]
    found += figures_of(table.game.id).charts(table)
    return found


def rule_sheets(table: PostedTable, odds: Odds, lists: list[Strategy]) -> Iterator[ReportSheet]:
    """The lists of rules, each with what it costs and what each of its rules is worth."""
    guide = guide_of(table)
    columns = (
        Column("decision"),
        Column("if"),
        Column("then"),
        Column("cost without this rule", CellKind.PERCENT),
    )
    for strategy in lists:
        rows = tuple(map(_rule, strategy.lines))
        cost, edge = (
            rounded(value * 100, 4) + "%"
            for value in (strategy.cost, odds.house_edge + strategy.cost)
        )
        note = f"{guide.how} {guide.note}".strip()
        title = f"{len(rows)} rules: cost {cost}, house edge {edge}"
        yield ReportSheet(title, columns, rows, note=note)


def _rule(line: RuleLine) -> tuple[Cell, ...]:
    without = "cannot be left out" if line.without is None else line.without
    return line.decision, line.condition or "otherwise", line.action, without
