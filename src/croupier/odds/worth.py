"""What a wager of a table as posted is worth to the house; how it is found is in theory.py."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple


class Worth(NamedTuple):
    """For each unit of the wager's stake: what the house expects to win, and how that varies."""

    wager: str
    edge: Fraction
    variance: Fraction  # for each unit squared

    def to_json(self) -> dict[str, str]:
        return {"wager": self.wager, "edge": str(self.edge), "variance": str(self.variance)}


def worth_from_json(data: Mapping[str, str]) -> Worth:
    return Worth(data["wager"], Fraction(data["edge"]), Fraction(data["variance"]))


def favours(worth: Sequence[Worth]) -> tuple[Worth, ...]:
    """The wagers with which the player wins in the long run."""
    return tuple(one for one in worth if one.edge < 0)
