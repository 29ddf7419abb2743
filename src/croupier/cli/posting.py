"""How a table is to be posted, as it is typed."""

from dataclasses import dataclass
from typing import Annotated

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
from croupier.desk.posting import TablePosting
from croupier.table.poker.table import PokerTable


@dataclass(frozen=True)
class PostingOptions:
    """What a house posts; what it leaves out is as the game has it."""

    post: Posts = None
    unprinted: Unprinted = False
    option: Options = None
    limits: LimitProfile = ""
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="WAGER=DOLLARS", help="A minimum.")
    ] = None
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="WAGER=DOLLARS", help="A maximum.")
    ] = None
    aggregate: Aggregates = None
    offer: Annotated[
        list[str] | None, typer.Option(help="Offer this wager; all of them if none is named.")
    ] = None

    def poker_table(self, seats: int | None = None) -> PokerTable:
        against = ("post", "unprinted", "least", "most", "aggregate", "offer")
        flags = {"least": "min", "most": "max"}
        check_none(
            {f"--{flags.get(name, name)}": getattr(self, name) for name in against},
            "poker is played without the house; its stakes are options",
        )
        return self.posting.poker_table(seats)

    @property
    def posting(self) -> TablePosting:
        return TablePosting(
            pairs(self.post, "--post"),
            pairs(self.option, "--option"),
            self.limits,
            amounts(self.least, "--min"),
            amounts(self.most, "--max"),
            amounts(self.aggregate, "--aggregate"),
            self.offer,
            unprinted=self.unprinted,
        )
