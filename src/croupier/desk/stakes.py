"""One seat's stakes, checked by the table itself; and the jackpot meters that it plays for.

The table decides what plays for a meter, the operator what it holds.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.bank.meters.rules import MeterRules, check_layout
from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, dollars
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE, PROGRESSIVE
from croupier.rules.limits import follow_ups
from croupier.table.table import Table

TABLE = "table"  # the name of the only table


def check_stakes(table: Table, stakes: Mapping[str, int]) -> None:
    """Refuses bets that the limits forbid: a strategy must not count on one."""
    table.check_stakes(1, stakes)
    for name, bet in follow_ups(table.game, stakes).items():
        wager = table.game.wager(name)
        assert wager is not None, name
        try:
            table.limits.check(wager, Cents(bet), table.game.id)
        except IllegalWager as refused:
            raise IllegalWager(
                f"{refused.message}; simulated seats make every bet that their strategy calls for, "
                "so lower the first bet",
                refused.code,
            ) from refused


def stakes_for(table: Table, first: Cents, others: Mapping[str, Cents]) -> dict[str, int]:
    """A seat's stakes: the first bet, the others as given, and what is required beside them."""
    stakes: dict[str, int] = {**table.completed({table.game.wagers[0].name: first, **others})}
    check_stakes(table, stakes)
    return stakes


def fixed_size(table: Table, name: str) -> Cents | None:
    """The fixed size of a wager at this table; None if the player chooses."""
    wager = table.game.wager(name)
    return table.fixed_wager(name) if wager is not None and wager.fixed else None


def check_no_meter(table: Table, stakes: Mapping[str, int], why: str, code: str) -> None:
    """Refuses wagers on a jackpot meter, for the reason `why`."""
    for name in sensors_bet(table, stakes):
        raise RuleError(f"{name}: {why}; leave it out", code)


def stakes_text(stakes: Mapping[str, int]) -> str:
    """`ante $10, prime $5`."""
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in stakes.items())


def sides(table: Table, stakes: Mapping[str, int]) -> list[str]:
    """The side wagers."""
    return [wager.name for wager in table.offers if wager.name in stakes and not wager.required]


class MeterFigures(NamedTuple):
    """Rates are in ten-thousandths of the wager. A house jackpot has only its seed: the prize."""

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
    """A meter for each jackpot wager made; refuses one without figures."""
    sensors = sensors_bet(table, stakes)
    for sensor in sensors:
        if sensor not in figures:
            raise RuleError(f"{sensor}: say what its meter holds", "meter/missing")
    rules = {sensor: meter_rules(table, sensor, figures[sensor]) for sensor in sensors}
    check_layout(table.game, table.options, TABLE, list(rules.values()))
    return rules
