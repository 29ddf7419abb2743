"""The rules of a jackpot meter, which the operator must give, and the meters that a table may have.

"The operator's internal controls must define how the Jackpots are configured and how they are won"
(Four Card Prime, House or Progressive Jackpot Definition).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import BadMeter, shown
from croupier.games.registry import GAMES
from croupier.money import Cents, dollars
from croupier.rules.felt import OptionValue
from croupier.rules.jackpots import HOUSE_JACKPOT as HOUSE_JACKPOT
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE
from croupier.rules.vocabulary import Game

RATE_WHOLE = 10_000  # a rate is in ten-thousandths of the wager
SENSORS_MOST = 2  # "up to two jackpot game options on a layout"


def game_of(sensor: str) -> Game | None:
    return next((game for game in GAMES.values() if sensor in game.jackpots), None)


@dataclass(frozen=True, slots=True)
class MeterRules:
    """Rates are in ten-thousandths of the wager. A house jackpot has a posted prize: its seed."""

    sensor: str  # the wager that plays for it
    kind: str
    split: str  # several winners of the whole: EQUAL or IN_ORDER
    wager: Cents
    seed: Cents
    reseed: Cents
    contribution_rate: int
    reserve_rate: int
    cap: Cents | None  # None: no limit
    tables: tuple[str, ...]  # those that play for it, linked if there are several

    def __post_init__(self) -> None:
        _check_words(self)
        _check_numbers(self)
        if self.kind == HOUSE_JACKPOT:
            _check_house(self)
        else:
            _check_progressive(self)

    @property
    def in_wagers(self) -> tuple[Fraction, Fraction, Fraction]:
        """What the meter begins with after it was won whole, and what each wager adds to it and to
        its reserve; in wagers.
        """
        seed = self.seed if self.kind == HOUSE_JACKPOT else self.reseed
        return (
            Fraction(seed, self.wager),
            Fraction(self.contribution_rate, RATE_WHOLE),
            Fraction(self.reserve_rate, RATE_WHOLE),
        )


def _check_words(rules: MeterRules) -> None:
    game = game_of(rules.sensor)
    if game is None:
        known = ", ".join(name for game in GAMES.values() for name in game.jackpots)
        raise BadMeter(f"no sensor {shown(rules.sensor)}; known: {known}", "jackpot/sensor")
    for name, value in ((JACKPOT_TYPE, rules.kind), (JACKPOT_SPLIT, rules.split)):
        option = game.option(name)
        assert option is not None, f"{game.id} has no option {name}"
        right = [word for word in option.values if word != "none"]
        if value not in right:
            raise BadMeter(
                f"{rules.sensor}: {name} {shown(value)}; it is {' or '.join(right)}",
                "jackpot/rules",
            )
    named = set(rules.tables)
    if not named or len(named) < len(rules.tables) or not all(table.strip() for table in named):
        raise BadMeter(
            f"{rules.sensor}: tables {shown(rules.tables)}; name each table once, at least one",
            "jackpot/tables",
        )


def _check_numbers(rules: MeterRules) -> None:
    least = {"wager": 1, "seed": 0, "reseed": 0, "contribution_rate": 0, "reserve_rate": 0}
    if rules.cap is not None:
        least["cap"] = 1
    for name, low in least.items():
        value = getattr(rules, name)
        if type(value) is not int or value < low:
            raise BadMeter(
                f"{rules.sensor}: {name} {shown(value)}; it is a whole number from {low}",
                "jackpot/rules",
            )


def _check_house(rules: MeterRules) -> None:
    """Nothing accrues: "Player wagers do not accrue to any guaranteed player fund"."""
    if rules.contribution_rate or rules.reserve_rate or rules.reseed or rules.cap is not None:
        raise BadMeter(
            f"{rules.sensor}: a house jackpot has a posted prize, its seed, and no rates, no "
            f"reseed and no cap",
            "jackpot/house",
        )


def _check_progressive(rules: MeterRules) -> None:
    """ "The table display should increment after each wager"; a rate cannot pass the wager."""
    taken = rules.contribution_rate + rules.reserve_rate
    if rules.contribution_rate == 0 or taken > RATE_WHOLE:
        raise BadMeter(
            f"{rules.sensor}: contribution {rules.contribution_rate} and reserve "
            f"{rules.reserve_rate}; the contribution is above 0, both together are at most "
            f"{RATE_WHOLE} ten-thousandths of the wager",
            "jackpot/rates",
        )
    if rules.cap is not None and rules.cap < max(rules.seed, rules.reseed):
        raise BadMeter(
            f"{rules.sensor}: cap {dollars(rules.cap)}, seed {dollars(rules.seed)}, reseed "
            f"{dollars(rules.reseed)}; a cap is no lower than either",
            "jackpot/cap",
        )


def check_layout(
    game: Game, options: Mapping[str, OptionValue], table: str, meters: Sequence[MeterRules]
) -> None:
    """The meters of one table: at most two, one to a sensor, of one type, as the table plays."""
    sensors = [rules.sensor for rules in meters]
    if len(meters) > SENSORS_MOST or len(set(sensors)) < len(sensors):
        raise BadMeter(
            f"{table}: meters for {', '.join(sensors)}; a layout has at most {SENSORS_MOST} "
            f"sensors, each with one jackpot",
            "jackpot/sensors",
        )
    if len({rules.kind for rules in meters}) > 1:
        raise BadMeter(
            f"{table}: a house and a progressive jackpot; all jackpots of a table are of one type",
            "jackpot/types",
        )
    for rules in meters:
        _check_link(game, options, table, rules)


def _check_link(
    game: Game, options: Mapping[str, OptionValue], table: str, rules: MeterRules
) -> None:
    if rules.sensor not in game.jackpots:
        raise BadMeter(f"{table}: {game.id} has no {rules.sensor}", "jackpot/sensor")
    if table not in rules.tables:
        linked = ", ".join(rules.tables)
        raise BadMeter(f"{table}: this {rules.sensor} is linked to {linked}", "jackpot/tables")
    sensor = game.wager(rules.sensor)
    assert sensor is not None, f"{game.id} has no {rules.sensor}"
    own = {JACKPOT_TYPE: rules.kind, JACKPOT_SPLIT: rules.split, sensor.fixed: rules.wager}
    for name, value in own.items():
        played = options[name]
        if played != value:
            raise BadMeter(
                f"{table}: {name} is {played}, the meter of the {rules.sensor} has "
                f"{value}; they must agree",
                "jackpot/options",
            )


def notices(rules: MeterRules) -> tuple[str, ...]:
    game = game_of(rules.sensor)
    assert game is not None, f"no game has a sensor {rules.sensor!r}"
    return game.notices_under({JACKPOT_TYPE: rules.kind})
