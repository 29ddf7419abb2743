"""Refusals, by the rules or by the bank. Every message says what was tried, where, and what would
be right.
"""

import re
import reprlib


def shown(value: object) -> str:
    """An untrusted value for an error message, kept short."""
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # a huge number, or deeply nested lists
        return f"a {type(value).__name__} too large to show"


def without_password(text: str) -> str:
    """A database's address, or what a driver says of it, for a message."""
    text = re.sub(r"(?i)(password=)[^&\s]*", r"\1***", text)
    return re.sub(r":(?!//)[^\s]*@", ":***@", text)


class Notice(UserWarning):
    """Something that needs the operator's attention; the command prints it."""


class Refused(ValueError):
    """A request was refused, and nothing was changed."""

    code = "refused"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code

    @property
    def message(self) -> str:
        return str(self.args[0])

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class RuleError(Refused):
    """Refused by the rules."""

    code = "rule/broken"


class BankError(Refused):
    """Refused by the bank."""

    code = "bank/refused"


class BadCards(RuleError):
    """Invalid card notation, a duplicate card, or a hand of an impossible size."""

    code = "cards/bad"


class IllegalAction(RuleError):
    code = "action/not_legal"


class IllegalWager(RuleError):
    code = "wager/not_legal"


class StaleAction(RuleError):
    """An action that answers an outdated version of the round."""

    code = "action/stale"


class UnknownGame(RuleError):
    code = "game/unknown"


class UnknownPaytable(RuleError):
    code = "paytable/unknown"


class BadPaytable(RuleError):
    """An invalid paytable file."""

    code = "paytable/bad"


class BadTable(RuleError):
    """A table that may not be opened: its options, limits, seats or offered wagers are wrong."""

    code = "table/bad"


class BadMeter(RuleError):
    """A jackpot meter whose rules are wrong, or a change of one that may not be made."""

    code = "jackpot/bad"


class BadRecord(RuleError):
    """A transcript, an event or a settlement request that cannot be read."""

    code = "record/bad"
