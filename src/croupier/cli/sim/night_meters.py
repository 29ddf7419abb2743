"""The jackpot meters of a night, as typed: `seed=10000, contribution=20, reserve=5`."""

from collections.abc import Mapping, Sequence

from croupier.bank.meters.rules import PROGRESSIVE, MeterRules, check_layout
from croupier.cli.room.meters.meters import NONE, cap, rate
from croupier.errors import RuleError
from croupier.money import Cents, parse_dollars
from croupier.table.table import Table

TABLE = "table"
KEYS = ("seed", "reseed", "contribution", "reserve", "cap")


def meters_of(
    table: Table, stakes: Mapping[str, int], written: Sequence[str]
) -> dict[str, MeterRules]:
    """A meter for each jackpot wager that is made; `NAME: …` where the two are filled otherwise."""
    made = [name for name in table.game.jackpots if name in stakes]
    said: dict[str, dict[str, str]] = {}
    for item in written:
        name, colon, rest = item.rpartition(":")
        for sensor in [name.strip()] if colon else made:
            if sensor not in made:
                known = ", ".join(made) or "none"
                raise RuleError(
                    f"--meter {item!r}: no seat bets on {sensor!r}; they bet on: {known}",
                    "meter/none",
                )
            said[sensor] = _said(item, rest)
    if written and not made:
        raise RuleError("--meter: no seat makes a jackpot wager; name it in --side", "meter/none")
    rules = {sensor: _rules(table, sensor, said.get(sensor)) for sensor in made}
    check_layout(table.game, table.options, TABLE, list(rules.values()))
    return rules


def _said(item: str, rest: str) -> dict[str, str]:
    said = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in KEYS or not equals or not value or key in said:
            raise RuleError(
                f"--meter {item!r}; write --meter 'seed=10000, contribution=20', each once; also "
                "reseed and cap in dollars, reserve in percent of the wager",
                "command/bad",
            )
        said[key] = value
    return said


def _rules(table: Table, sensor: str, said: Mapping[str, str] | None) -> MeterRules:
    kind = str(table.options["jackpot_type"])
    if said is None or "seed" not in said:
        more = ", contribution=20" if kind == PROGRESSIVE else ""
        raise RuleError(
            f"{sensor}: say what its meter holds, such as --meter 'seed=10000{more}'",
            "meter/missing",
        )
    seed = parse_dollars(said["seed"])
    reseed = parse_dollars(said["reseed"]) if "reseed" in said else seed
    return MeterRules(
        sensor,
        kind,
        str(table.options["jackpot_split"]),
        table.fixed_wager(sensor),
        seed,
        reseed if kind == PROGRESSIVE or "reseed" in said else Cents(0),
        rate(said.get("contribution", "0").removesuffix("%")),
        rate(said.get("reserve", "0").removesuffix("%")),
        cap(said.get("cap", NONE)),
        (TABLE,),
    )
