"""`croupier room limit`, `limits`, `break` and `exclude`: what players set for themselves."""

from typing import Annotated

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.acts import ActOptions
from croupier.cli.room.arguments import BANK, Bank, Player
from croupier.cli.screen import new_sheet, screen
from croupier.desk.room.bank import looked_into
from croupier.desk.room.own_limits import (
    asked_words,
    limits_of,
    shown_words,
    typed_amount,
    used_words,
)
from croupier.errors import RuleError

Limit = Annotated[
    str,
    typer.Argument(
        metavar="LIMIT",
        help="deposit-day, -week or -month; loss-day, -week or -month; round, buy-in, session.",
    ),
]
Value = Annotated[
    str, typer.Argument(metavar="AMOUNT", help="Dollars; of a session, minutes; none: no limit.")
]


def limit(
    player: Player,
    what: Limit,
    amount: Value = "",
    *,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="The player's second yes to a higher limit.")
    ] = False,
    how: ActOptions,
) -> None:
    """Set a limit for a player who asks. A lower one is in force at once.

    A higher one, or none, is for the player alone: it is asked for, and takes a second yes between
    a day and eight days later. The end of an exclusion until further notice is asked for in the
    same way, as "exclusion none", once a year has passed.

    Example: [bold]croupier room limit pam loss-day 100 --by flo[/bold]

    Example: [bold]croupier room limit pam loss-day --confirm --by pam[/bold]
    """
    if confirm:
        how.do("confirm_limit", player, what)
    elif not amount:
        raise RuleError("say the limit's amount, or none", "own/amount")
    else:
        how.do("set_limit", player, what, typed_amount(what, amount))


def limits(player: Player, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """The limits and the break that a player has set.

    Example: [bold]croupier room limits pam[/bold]
    """
    with looked_into(bank) as store:
        shown = limits_of(store, player)
    if as_json:
        write_json(shown.data)
        return
    if shown.paused:
        screen().print(f"{player} {shown.paused}.")
    if not shown.limits:
        screen().print(f"{player} has set no limits.")
        return
    sheet = new_sheet(f"Limits of {player}", "limit", "in force", "used", "asked for")
    for one in shown.limits:
        sheet.add_row(one.what, shown_words(one), used_words(one), asked_words(one))
    screen().print(sheet)


def break_(
    player: Player,
    length: Annotated[str, typer.Argument(metavar="LENGTH", help="day, week, month or quarter.")],
    how: ActOptions,
) -> None:
    """A player takes a break: no wagers, chips or deposits. It cannot be shortened.

    Example: [bold]croupier room break pam week --by pam[/bold]
    """
    how.do("take_break", player, length)


def exclude(
    player: Player,
    length: Annotated[str, typer.Argument(metavar="LENGTH", help="half-year, year or indefinite.")],
    how: ActOptions,
) -> None:
    """A player excludes themself for longer. It cannot be shortened.

    Example: [bold]croupier room exclude pam indefinite --by flo[/bold]
    """
    how.do("exclude", player, length)
