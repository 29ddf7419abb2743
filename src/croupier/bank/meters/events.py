"""All that can happen to a jackpot meter; a meter is what its events add up to."""

from enum import Enum
from typing import NamedTuple

from croupier.bank.meters.rules import MeterRules
from croupier.money import Cents
from croupier.rules.felt import Result
from croupier.rules.jackpots import prize_won

# Accounts that the transfers name, beside the winners' own.
ESCROW = "jackpot escrow"  # held for the players: what the meters and their reserves hold
HOUSE = "house"
RECEIPTS = "gross receipts"
CARRIED = "jackpot carried over"  # what an earlier system held for the players
MOVED = "jackpot moved"  # from one meter to another: nothing is left in it
DUE = "jackpot due to players"  # of discontinued jackpots, until it is awarded
OWN_ACCOUNTS = (ESCROW, HOUSE, RECEIPTS, CARRIED, MOVED, DUE)


class Transfer(NamedTuple):
    """Whole cents, from the account that is debited to the one that is credited."""

    debit: str
    credit: str
    cents: Cents
    reason: str


class Authority(NamedTuple):
    """Why a person changes a meter, and the two who answer for it."""

    reason: str
    first: str
    second: str


class MeterOpened(NamedTuple):
    """A meter begins with its seed; or with what an earlier system displayed and held."""

    rules: MeterRules
    carried: Cents | None = None  # None: a new meter
    carried_reserve: Cents = Cents(0)
    carried_seed: Cents = Cents(0)  # the house's money in it, not yet recovered


class Wagered(NamedTuple):
    """The jackpot wagers of one round at one table."""

    table: str
    round: int  # grows at each table
    stake: Cents
    wagers: int


class Claim(NamedTuple):
    """What one seat won: percent of the meter, and cents that the house pays, envy included."""

    account: str
    percent: int
    fixed: Cents


class MeterSettled(NamedTuple):
    """The round of these wagers is over; the claims in order of settlement."""

    table: str
    round: int
    claims: tuple[Claim, ...] = ()


class Why(Enum):
    """Why a meter may be lowered by hand: WAC 230-15-695, 2 to 5. (1 is the amount won.)"""

    MALFUNCTION = "malfunction"
    ABOVE_CAP = "above cap"
    RECEIPTS = "undisplayed funds to receipts"
    SEED_FROM_DISPLAY = "seed money from the display"
    SEED_FROM_RESERVE = "seed money from the reserve"


class Lowered(NamedTuple):
    why: Why
    cents: Cents
    authority: Authority


class Lift(Enum):
    """Why a display is raised by hand."""

    CORRECTION = "correction"
    SEED = "seed money"


class Raised(NamedTuple):
    lift: Lift
    cents: Cents
    authority: Authority


class PrizePosted(NamedTuple):
    """Another prize of a house jackpot, which "may be modified … without prior notice"."""

    prize: Cents
    authority: Authority


class Ruled(NamedTuple):
    rules: MeterRules
    authority: Authority


class Discontinued(NamedTuple):
    """Permanently out of play; what it held goes to another meter, to players or to receipts."""

    to: str | None  # the name of the other meter
    authority: Authority
    players: bool = False  # without another meter: due to the players, not gross receipts


class Received(NamedTuple):
    """What a meter held that was discontinued, in ten-thousandths of a cent."""

    giver: str  # its name
    displayed: int
    reserve: int
    seed: Cents  # the house's money in it, not yet recovered
    authority: Authority


class Suspended(NamedTuple):
    """Nobody may wager on it until it is resumed: its funds were seized, say."""

    authority: Authority


class Resumed(NamedTuple):
    authority: Authority


Change = Lowered | Raised | PrizePosted | Ruled | Suspended | Resumed  # of one meter, made manually
MeterEvent = MeterOpened | Wagered | MeterSettled | Change | Discontinued | Received


def claim_of(account: str, result: Result) -> Claim:
    """A settled jackpot wager as a claim. The pays are "for 1": the stake has gone to the house."""
    return Claim(account, result.meter_percent, prize_won(result, (result.wager,)))
