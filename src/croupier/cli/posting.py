"""How a table is to be posted, as it is typed."""

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from croupier.cli.options import (
    Aggregates,
    LimitProfile,
    Options,
    Posts,
    Unprinted,
    amounts,
    check_none,
    pairs,
)
from croupier.desk.posting import TablePosting, plays_poker
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table


@dataclass(frozen=True)
class PostingOptions:
    """What is posted at a table at home; what is left out is as the game has it."""

    post: Posts = None
    unprinted: Unprinted = False
    option: Options = None
    limits: LimitProfile = ""
    aggregate: Aggregates = None

    @property
    def stated(self) -> dict[str, Any]:
        """By the names of `TablePosting`."""
        return {
            "posted": pairs(self.post, "--post"),
            "options": pairs(self.option, "--option"),
            "limits": self.limits,
            "aggregates": amounts(self.aggregate, "--aggregate"),
            "unprinted": self.unprinted,
        }


@dataclass(frozen=True)
class HousePostingOptions(PostingOptions):
    """What a house posts, with its own limits and the wagers that it offers."""

    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None

    @property
    def posting(self) -> TablePosting:
        least, most = amounts(self.least, "--min"), amounts(self.most, "--max")
        return TablePosting(**self.stated, minimums=least, maximums=most, offers=self.offer)

    def opened(self, game: str, seats: int | None = None) -> Table | PokerTable:
        """Flags that say nothing at poker are refused there."""
        if plays_poker(game):
            against = ("post", "unprinted", "least", "most", "aggregate", "offer")
            flags = {"least": "min", "most": "max"}
            check_none(
                {f"--{flags.get(name, name)}": getattr(self, name) for name in against},
                "poker is played without the house; its stakes are options",
            )
        return self.posting.opened(game, seats)
