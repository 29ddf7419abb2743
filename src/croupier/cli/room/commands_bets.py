"""`croupier room …`: players bet at their own seats, commit to words, and open them."""

from typing import Annotated

import typer

from croupier.cli.books.commands import BANK, Bank
from croupier.cli.options import AsJson
from croupier.cli.room.commands_rounds import stakes_of
from croupier.cli.room.words import By, Key, Seat, TableName

TypedWord = Annotated[
    str, typer.Option("--word", help="Up to 40 characters of your own; random bits follow them.")
]


def bet(
    name: TableName,
    seat: Seat,
    stakes: Annotated[
        str, typer.Argument(metavar="WAGER=DOLLARS,…", help="The bet; `none` takes it back.")
    ],
    by: By,
    word: TypedWord = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player bets at their own seat, and commits to a word for the shuffle.

    The word stays on this machine until the bets are closed; then `room open-word` sends it.
    Another bet takes the place of the last one.

    Example: [bold]croupier room bet "table 7" 3 ante=5,prime=5 --by pam[/bold]
    """
    from croupier.cli.room.bets import bet as run

    made = {} if stakes.strip() == "none" else stakes_of(stakes, seat)
    run(bank, by, key, name, seat, made, word, as_json=as_json)


def word(
    name: TableName,
    seat: Seat,
    by: By,
    word: TypedWord = "",
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player commits to a word for the next shuffle: at poker, or where the dealer takes bets.

    Example: [bold]croupier room word "table 9" 2 --by pam[/bold]
    """
    from croupier.cli.room.bets import word as run

    run(bank, by, key, name, seat, word, as_json=as_json)


def open_word(
    name: TableName, seat: Seat, by: By, bank: Bank = BANK, key: Key = "", as_json: AsJson = False
) -> None:
    """Open the word that this machine keeps, once the dealer has closed the bets.

    Example: [bold]croupier room open-word "table 7" 3 --by pam[/bold]
    """
    from croupier.cli.room.bets import open_word as run

    run(bank, by, key, name, seat, as_json=as_json)
