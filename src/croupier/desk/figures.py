"""The figures of a table, computed, and as data for programs.

Its odds, the value of every action, strategies by rules, designs of paytables; and the figures
printed in the rulebooks, compared with ours.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.desk.games import game_named
from croupier.desk.posting import marks
from croupier.games.figures import figures_of
from croupier.odds.design import search as design
from croupier.odds.figures import Odds, WagerOdds, fraction, root, rounded
from croupier.odds.house_edge import Funding
from croupier.odds.jackpots.wager import check_fills_a_meter, in_the_long_run
from croupier.odds.solve import Action, Check, State, best, solve, values, verify
from croupier.odds.strategy.guides import SIZES, Guide, Strategy, guide_of, strategies_of
from croupier.rules.paytable import Paytable
from croupier.rules.poker import PokerGame
from croupier.table.table import Table, open_table


def odds_of(table: Table, funding: Funding | None = None) -> Odds:
    """Every figure of the table; `funding`: how its meters are funded, for the long run."""
    if funding is None:
        return solve(table)
    check_fills_a_meter(table)
    return in_the_long_run(solve(table), funding)


def odds_json(odds: Odds, table: Table) -> dict[str, object]:
    results = odds.results
    main: dict[str, object] = {
        "net": odds.net,
        "house_edge": odds.house_edge,
        "house_edge_per_initial_stake": odds.house_edge / odds.initial,
        "wagered": odds.wagered,
        "element_of_risk": odds.element_of_risk,
        "variance": results.variance,
        "win": results.win,
        "push": results.push,
        "lose": results.lose,
    }
    shown_main = {
        **_fractions(main),
        "decimal": {
            **{key: _decimal(value) for key, value in main.items()},
            "standard_deviation": root(results.variance, 10),
        },
    }
    shown_main["distribution"] = {
        str(net): fraction(Fraction(count, results.total))
        for net, count in sorted(results.counts.items())
        if count
    }
    if odds.parts:
        shown_main["parts"] = _fractions(odds.parts)
    return {
        "game": odds.game,
        "posted": dict(odds.posted),
        **marks(table),
        "options": dict(odds.options),
        "unit": odds.unit,
        "main": shown_main,
        "decisions": _fractions(odds.decisions),
        "wagers": {name: _wager_json(wager) for name, wager in odds.wagers.items()},
    }


def _wager_json(wager: WagerOdds) -> dict[str, object]:
    figures: dict[str, object] = {
        "net": wager.results.mean,
        "hit": wager.hit,
        "variance": wager.results.variance,
        **wager.more,
    }
    return {
        "table": wager.table,
        **_fractions(figures),
        "decimal": {
            **_nested(figures, _decimal),
            "standard_deviation": root(wager.results.variance, 10),
        },
    }


def _fractions(figures: Mapping[str, object]) -> dict[str, object]:
    return _nested(figures, lambda value: fraction(Fraction(str(value))))


def _nested(figures: Mapping[str, object], write: Callable[[object], str]) -> dict[str, object]:
    """Each figure as written; figures by seats as a mapping of their own, null if not known."""
    written: dict[str, object] = {}
    for key, value in figures.items():
        if isinstance(value, Mapping):
            written[key] = _nested(value, write)
        else:
            written[key] = None if value is None else write(value)
    return written


def _decimal(value: object) -> str:
    return rounded(Fraction(str(value)), 10)


class ActionValues(NamedTuple):
    """Every legal action, and the names of the best."""

    actions: list[Action]
    best: list[str]


def action_values(table: Table, state: State) -> ActionValues:
    actions = values(table, state)
    return ActionValues(actions, best(actions))


def values_json(table: Table, valued: ActionValues) -> dict[str, object]:
    rows = []
    for action in valued.actions:
        row: dict[str, object] = {
            "action": action.name,
            "net": fraction(action.net),
            "decimal": rounded(action.net, 10),
        }
        if action.split is not None and action.decision is not None:
            row["split"], row["decision"] = list(action.split), list(action.decision)
        rows.append(row)
    return {"actions": rows, "best": valued.best, **marks(table)}


class Strategies(NamedTuple):
    """How a game is played by rules; the net of the best play, and lists that come close to it."""

    guide: Guide
    best: Fraction
    strategies: list[Strategy]


def strategies(table: Table, sizes: Sequence[int] = ()) -> Strategies:
    """`sizes`: how many rules each list has; the default sizes if none are given."""
    guide = guide_of(table)
    lists = strategies_of(table, sizes or SIZES)
    return Strategies(guide, figures_of(table.game.id).net(table), lists)


def strategies_json(table: Table, known: Strategies) -> dict[str, object]:
    guide, best, lists = known
    return {
        "game": table.game.id,
        "posted": table.posted_ids,
        **marks(table),
        "how": guide.how,
        "note": guide.note,
        "best_net": fraction(best),
        "strategies": [
            {
                "rules": [
                    {
                        "decision": line.decision,
                        "if": line.condition or None,
                        "then": line.action,
                        "cost_without": None if line.without is None else fraction(line.without),
                    }
                    for line in one.lines
                ],
                "cost": fraction(one.cost),
                "net": fraction(best - one.cost),
                "decimal": {"cost": rounded(one.cost, 10), "net": rounded(best - one.cost, 10)},
            }
            for one in lists
        ],
    }


class PostedRow(NamedTuple):
    """A row as posted: its pays, and how they are printed."""

    label: str
    pay: int
    printed: str


class Designs(NamedTuple):
    """Tables to replace a posted one, the nearest or the least changed first."""

    name: str  # as requested
    posted: Paytable
    rows: list[PostedRow]
    target: design.Target
    designs: list[design.Designed]


def designs(
    table: Table,
    name: str,
    target: design.Target,
    bounds: Mapping[str, tuple[int, int]],
    limit: int,
) -> Designs:
    """`name`: the table to design; `bounds`: the allowed pays of its rows, by label."""
    recipe = design.recipe_of(table, name)
    posted, pays = table.posted[recipe.group], design.posted_pays(table, recipe)
    place = design.printed_place(posted, recipe)
    rows = [
        PostedRow(row.label, pay, row.printed[place])
        for row, pay in zip(posted.rows, pays, strict=True)
    ]
    return Designs(name, posted, rows, target, design.search(table, name, target, bounds, limit))


def designs_json(table: Table, designs: Designs) -> dict[str, object]:
    target, labels = designs.target, [row.label for row in designs.rows]
    return {
        "game": table.game.id,
        **marks(table),
        "table": designs.name,
        "target": {
            "edge": fraction(target.edge),
            "hit": None if target.hit is None else fraction(target.hit),
            "within": fraction(target.within),
        },
        "tables": [
            {
                "pays": dict(zip(labels, one.pays, strict=True)),
                "edge": fraction(one.edge),
                "hit": one.results and fraction(one.results.win),
                "variance": one.results and fraction(one.results.variance),
                "distance": fraction(one.distance),
                "rows_changed": one.changed,
            }
            for one in designs.designs
        ],
    }


def checks(game: str | None = None) -> list[Check]:
    """All checks of a game, or of all of them; the rulebook of poker prints no odds."""
    if game is None:
        return verify(open_table)
    named = game_named(game)
    return [] if isinstance(named, PokerGame) else verify(open_table, [named.id])


def disagrees(checks: Sequence[Check]) -> bool:
    """Whether any figure differs that should not."""
    return any(check.verdict == "DIFFERS" for check in checks)


def checks_json(checks: Sequence[Check]) -> list[dict[str, object]]:
    return [{**check._asdict(), "ours": fraction(check.ours)} for check in checks]
