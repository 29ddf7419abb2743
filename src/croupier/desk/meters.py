"""Jackpot meters as a table needs them: what plays for a meter is the table's, what it holds the
operator's to say.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.bank.meters.rules import MeterRules, check_layout
from croupier.errors import RuleError
from croupier.money import Cents
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE, PROGRESSIVE
from croupier.table.table import Table

TABLE = "table"  # the name of the only one


class MeterFigures(NamedTuple):
    """Rates are in ten-thousandths of the wager. A house jackpot has its seed alone: the prize."""

    seed: Cents
    contribution_rate: int = 0
    reserve_rate: int = 0
    reseed: Cents | None = None  # None: as much as the seed
    cap: Cents | None = None  # None: no limit


def meter_rules(
    table: Table, sensor: str, figures: MeterFigures, tables: tuple[str, ...] = (TABLE,)
) -> MeterRules:
    """The meter of a jackpot wager of this table."""
    seed, contribution, reserve, reseed, cap = figures
    kind = str(table.options[JACKPOT_TYPE])
    if reseed is None:
        reseed = seed if kind == PROGRESSIVE else Cents(0)
    return MeterRules(
        sensor=sensor,
        kind=kind,
        split=str(table.options[JACKPOT_SPLIT]),
        wager=table.fixed_wager(sensor),
        seed=seed,
        reseed=reseed,
        contribution_rate=contribution,
        reserve_rate=reserve,
        cap=cap,
        tables=tables,
    )


def sensors_bet(table: Table, stakes: Mapping[str, int]) -> list[str]:
    """The wagers of a seat that play for a meter."""
    return [name for name in table.game.jackpots if name in stakes]


def meters_for(
    table: Table, stakes: Mapping[str, int], figures: Mapping[str, MeterFigures]
) -> dict[str, MeterRules]:
    """A meter for each jackpot wager made; one that nothing is said of is refused."""
    sensors = sensors_bet(table, stakes)
    for sensor in sensors:
        if sensor not in figures:
            raise RuleError(f"{sensor}: say what its meter holds", "meter/missing")
    rules = {sensor: meter_rules(table, sensor, figures[sensor]) for sensor in sensors}
    check_layout(table.game, table.options, TABLE, list(rules.values()))
    return rules
