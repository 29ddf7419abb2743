"""The exact odds of a table under optimal play."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.desk.marks import marks
from croupier.odds.figures import Odds, WagerOdds, fraction, root, rounded
from croupier.odds.house_edge import Funding
from croupier.odds.jackpots.wager import check_fills_a_meter, in_the_long_run
from croupier.odds.solve import solve
from croupier.table.table import Table


def odds_of(table: Table, funding: Funding | None = None) -> Odds:
    """Every figure of the table; `funding`: how its meters are filled, for the long run."""
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
    """Each figure as written; figures by seats in a mapping of their own, null where not known."""
    written: dict[str, object] = {}
    for key, value in figures.items():
        if isinstance(value, Mapping):
            written[key] = _nested(value, write)
        else:
            written[key] = None if value is None else write(value)
    return written


def _decimal(value: object) -> str:
    return rounded(Fraction(str(value)), 10)
