"""Money is whole cents. Units (multiples of a wager) become cents here and nowhere else."""

import re
from typing import NewType

from croupier.errors import RuleError, shown

Cents = NewType("Cents", int)
Units = NewType("Units", int)

DOLLAR = Cents(100)
MOST = 2**63  # beyond a database's 64-bit integer


def check_whole(cents: object) -> None:
    """Refuses anything but a whole number of cents that a database can store."""
    if type(cents) is not int or abs(cents) >= MOST:
        raise RuleError(f"{shown(cents)} is not a number of cents", "money/bad")


def paid(units: int, stake: Cents) -> Cents:
    """Units of a stake in cents."""
    return Cents(units * stake)


def share(percent: int, meter: Cents) -> Cents:
    """A percentage of a jackpot meter, rounded down: the remainder stays in the meter."""
    return Cents(meter * percent // 100)


def dollars(cents: int, *, sign: bool = False) -> str:
    """`$5`, `$2.50`, `-$3`; with `sign`, a gain shows its plus.

    >>> dollars(1234567), dollars(-300), dollars(250, sign=True)
    ('$12,345.67', '-$3', '+$2.50')
    """
    mark = "-" if cents < 0 else "+" if sign else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{mark}${whole:,}" + (f".{rest:02d}" if rest else "")


def parse_dollars(text: object) -> Cents:
    """Parses an amount in dollars: `5`, `$5`, `2.50`, `-$1,000`."""
    written = text.strip() if isinstance(text, str) else ""
    match = re.fullmatch(
        r"([+-]?)\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{2}))?", written, re.ASCII
    )
    if match is None:
        raise RuleError(
            f"{shown(text)} is not an amount; write dollars such as 5, $5 or 2.50", "money/bad"
        )
    sign, whole, rest = match.groups()
    cents = int(whole.replace(",", "")) * 100 + int(rest or 0)
    return Cents(-cents if sign == "-" else cents)
