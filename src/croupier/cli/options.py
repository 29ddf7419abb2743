"""What the commands share: their common options, and the table posted by these."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console

from croupier.desk.posting import TablePosting, marked
from croupier.errors import RuleError
from croupier.games.registry import plays_poker
from croupier.money import Cents, parse_dollars
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table, with_pays

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game id, as `croupier games` lists.")
]
Posts = Annotated[
    list[str] | None,
    typer.Option("--post", metavar="NAME=ID", help="Post a paytable, such as aces_baby=AB-03."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="Set a house option, such as bonus_alone=on."
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="NAME:ROW=PAY,…",
        help="What if rows of a posted table paid this, such as 'aces_baby: Trips=9, AA=2'.",
    ),
]
Unprinted = Annotated[
    bool,
    typer.Option(
        "--unprinted", help="Allow tables that no rulebook prints together; the output says so."
    ),
]
Aggregates = Annotated[
    list[str] | None,
    typer.Option(
        "--aggregate",
        metavar="WAGER=DOLLARS",
        help="The most that all players together can win on this wager in one deal.",
    ),
]
NoCoach = Annotated[
    bool,
    typer.Option("--no-coach", help="Forbid the coach here, as card rooms forbid devices."),
]
LimitProfile = Annotated[
    str,
    typer.Option("--limits", help="The limit profile: wa-2023; poker: wa-2016 or wa-2016-lesser."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Batch = Annotated[bool, typer.Option("--batch", help="JSON lines from standard input.")]


@dataclass(frozen=True)
class TableOptions:
    """A table and what is posted there."""

    game: GameName
    post: Posts = None
    unprinted: Unprinted = False
    option: Options = None

    def opened(self, limits: str = "") -> Table:
        posted, options = pairs(self.post, "--post"), pairs(self.option, "--option")
        return TablePosting(posted, options, limits, unprinted=self.unprinted).table(self.game)


@dataclass(frozen=True)
class WhatIfOptions(TableOptions):
    """A table whose rows may be given other pays."""

    pay: Pays = None

    def opened(self, limits: str = "") -> Table:
        table = super().opened(limits)
        for key, rows in map(changed_rows, self.pay or ()):
            table = with_pays(table, key, rows)
        return table


@dataclass(frozen=True)
class LimitedTableOptions(WhatIfOptions):
    """A table at which money is bet, within limits."""

    limits: LimitProfile = ""

    def opened(self, limits: str = "") -> Table:
        return super().opened(self.limits or limits)


@dataclass(frozen=True)
class PostingOptions:
    """What is posted at a table at home; anything left out is the game's default."""

    post: Posts = None
    unprinted: Unprinted = False
    option: Options = None
    limits: LimitProfile = ""
    aggregate: Aggregates = None
    no_coach: NoCoach = False

    @property
    def stated(self) -> dict[str, Any]:
        """By the names of `TablePosting`."""
        return {
            "posted": pairs(self.post, "--post"),
            "options": pairs(self.option, "--option"),
            "limits": self.limits,
            "aggregates": amounts(self.aggregate, "--aggregate"),
            "unprinted": self.unprinted,
            "without_coach": self.no_coach,
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
        """Opens the table; refuses flags that do not apply to poker."""
        if plays_poker(game):
            against = ("post", "unprinted", "least", "most", "aggregate", "offer")
            flags = {"least": "min", "most": "max"}
            check_none(
                {f"--{flags.get(name, name)}": getattr(self, name) for name in against},
                "poker is played without the house; its stakes are options",
            )
        return self.posting.opened(game, seats)


def show_mark(console: Console, table: Table) -> None:
    if said := marked(table):
        console.print(said, style="bold yellow")


def changed_rows(written: str) -> tuple[str, dict[str, str]]:
    """`aces_baby: Trips=9, Flush=6`: the table, with its column if it has several, and its rows."""
    key, colon, rest = written.partition(":")
    rows: dict[str, str] = {}
    for item in rest.split(","):
        row, equals, pays = (part.strip() for part in item.rpartition("="))
        if not colon or not equals or not row or not pays:
            raise RuleError(
                f"--pay {written!r}; write --pay 'NAME: ROW=PAY, ROW=PAY'", "command/bad"
            )
        if row in rows:
            raise RuleError(f"--pay {written!r} names {row!r} twice; write each row once")
        rows[row] = pays
    return key.strip(), rows


def amounts(written: list[str] | None, flag: str) -> dict[str, Cents]:
    """`WAGER=DOLLARS` as typed on the command line."""
    return {name: parse_dollars(value) for name, value in pairs(written, flag).items()}


def pairs(written: list[str] | None, flag: str) -> dict[str, str]:
    """`NAME=VALUE` as typed on the command line."""
    read = {}
    for item in written or ():
        name, equals, value = item.partition("=")
        if not equals or not name or not value:
            raise RuleError(f"{flag} {item!r}; write {flag} NAME=VALUE", "command/bad")
        if name.strip() in read:
            raise RuleError(f"{flag} names {name.strip()!r} twice; write it once", "command/bad")
        read[name.strip()] = value.strip()
    return read


def check_none(flags: Mapping[str, object], why: str) -> None:
    """Refuses these flags where they would have no effect."""
    given = [flag for flag, value in flags.items() if value]
    if given:
        raise RuleError(f"{given[0]} does not apply: {why}", "command/bad")
