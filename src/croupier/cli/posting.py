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
    pairs,
)
from croupier.desk.posting import TablePosting


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
