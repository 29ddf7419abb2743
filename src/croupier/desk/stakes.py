"""One seat's stakes, checked in the table's own words; and the jackpot meters that it plays for.

What plays for a meter is the table's to say, what it holds the operator's.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.bank.meters.rules import MeterRules, check_layout
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE, PROGRESSIVE
from croupier.rules.limits import follow_ups
from croupier.table.table import Table

TABLE = "table"  # the name of the only one


def check_stakes(table: Table, stakes: Mapping[str, int]) -> None:
    """A bet that the limits forbid is not legal in play: a strategy must not count on it."""
    table.check_stakes(1, stakes)
    for name, bet in follow_ups(table.game, stakes).items():
        wager = table.game.wager(name)
        assert wager is not None, name
        try:
            table.limits.check(wager, Cents(bet), table.game.id)
        except IllegalWager as refused:
            raise IllegalWager(
                f"{refused.message}; simulated seats make every bet their strategy asks for, so "
                "bet less at first",
                refused.code,
            ) from refused


def stakes_for(table: Table, first: Cents, others: Mapping[str, Cents]) -> dict[str, int]:
    """A seat's stakes: the first bet for every wager that must be made, and the others."""
    required = {wager.name: first for wager in table.offers if wager.required}
    stakes: dict[str, int] = {**required, **others}
    check_stakes(table, stakes)
    return stakes


def fixed_size(table: Table, name: str) -> Cents | None:
    """What a wager always is at this table; None where the player says."""
    wager = table.game.wager(name)
    return table.fixed_wager(name) if wager is not None and wager.fixed else None


def check_no_meter(table: Table, stakes: Mapping[str, int], why: str, code: str) -> None:
    """Wagers on a jackpot meter are refused where what they pay is not in question."""
    for name in sensors_bet(table, stakes):
        raise RuleError(f"{name}: {why}; leave it out", code)


def stakes_text(stakes: Mapping[str, int]) -> str:
    """`ante $10, prime $5`."""
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in stakes.items())


def sides(table: Table, stakes: Mapping[str, int]) -> list[str]:
    """The wagers beside the main game."""
    return [wager.name for wager in table.offers if wager.name in stakes and not wager.required]


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
