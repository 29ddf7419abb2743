"""One seat's stakes as typed, and checked in the table's own words."""

from collections.abc import Mapping

from croupier.errors import IllegalWager, RuleError
from croupier.money import Cents, parse_dollars
from croupier.rules.follow_ups import follow_ups
from croupier.table.table import Table


def stakes_of(table: Table, ante: str, side: str = "") -> dict[str, int]:
    """The first bet, for every wager that must be made; and others, such as `prime=5, bad beat=1`.

    A wager of a fixed size needs no amount.
    """
    unit = parse_dollars(ante)
    stakes: dict[str, int] = {wager.name: unit for wager in table.offers if wager.required}
    named: set[str] = set()
    for item in filter(None, map(str.strip, side.split(","))):
        name, equals, amount = (part.strip() for part in item.partition("="))
        wager = table.game.wager(name)
        if name in named:
            raise RuleError(f"--side {side!r} names {name} twice", "command/bad")
        named.add(name)
        if equals:
            stakes[name] = parse_dollars(amount)
        elif wager is not None and wager.fixed:
            stakes[name] = int(table.options[wager.fixed])
        else:
            raise RuleError(f"--side {item!r}; write NAME=DOLLARS, such as prime=5", "command/bad")
    table.check_stakes(1, stakes)
    _check_follow_ups(table, stakes)
    return stakes


def _check_follow_ups(table: Table, stakes: Mapping[str, int]) -> None:
    """A bet that the limits forbid is not legal in play: a strategy must not count on it."""
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


def sides(table: Table, stakes: Mapping[str, int]) -> list[str]:
    """The wagers beside the main game."""
    return [wager.name for wager in table.offers if wager.name in stakes and not wager.required]
