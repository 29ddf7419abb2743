"""`croupier room deal`, `act`, `hand`, `acknowledge`, `sit-out` and `sit-in`: rounds are played."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.room.answers import ActOptions
from croupier.cli.room.arguments import BANK, Bank, By, Seat, TableName
from croupier.cli.room.bets import seat_bet
from croupier.cli.room.felt import show
from croupier.desk.room.bank import looked_into
from croupier.desk.room.views import after_act, own_hand
from croupier.errors import RuleError
from croupier.room.room import Room
from croupier.room.tables.poker.state import Seated


def deal(
    name: TableName,
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SEAT:WAGER=DOLLARS,…", help="The bets of each seat; poker: none."),
    ] = None,
    *,
    open_within: Annotated[
        int | None,
        typer.Option(metavar="SECONDS", help="How long to wait for words; 30 if left out."),
    ] = None,
    how: ActOptions,
) -> None:
    """Take the bets, with those that players made themselves, and deal up to the first choice.

    Where players have committed to words, this closes the bets. When the words are open, or their
    time has passed, the same without bets deals the cards.

    Example: [bold]croupier room deal "table 7" 1:ante=5 3:ante=10,prime=5 --by dee[/bold]
    """
    stakes = [seat_bet(written) for written in bets or ()]
    if len(dict(stakes)) < len(stakes):
        raise RuleError("a seat is named twice; write all its bets together", "command/bad")
    more: dict[str, Any] = {} if open_within is None else {"within": open_within}
    how.do("deal", name, dict(stakes), then=then_shown(how, name), **more)


def act(
    name: TableName,
    seat: Seat,
    action: Annotated[
        str,
        typer.Argument(help="What the seat does: 'raise 2x'; in poker 'raise 8' means to $8."),
    ],
    how: ActOptions,
) -> None:
    """Act at a seat; after the last choice the round is settled and paid.

    Example: [bold]croupier room act "table 7" 3 "raise 2x" --by pam[/bold]
    """
    how.do("act", name, seat, action, then=then_shown(how, name, seat))


def hand(name: TableName, seat: Seat, by: By, bank: Bank = BANK, as_json: AsJson = False) -> None:
    """A player looks at their own cards; nobody else may.

    Example: [bold]croupier room hand "table 7" 3 --by pam[/bold]
    """
    with looked_into(bank) as store:
        own = own_hand(Room(store), by, name, seat)
    if as_json:
        write_json({"table": name, **own.data})
    else:
        show(own.round, seat)


def acknowledge(name: TableName, seat: Seat, how: ActOptions) -> None:
    """A supervisor has seen a win above 3,000 dollars: it is paid.

    Example: [bold]croupier room acknowledge "table 7" 3 --by flo[/bold]
    """
    how.do("acknowledge", name, seat)


def sit_out(name: TableName, seat: Seat, how: ActOptions) -> None:
    """Poker: a player keeps seat and chips, and is dealt no more hands.

    Example: [bold]croupier room sit-out 9 3 --by pam[/bold]
    """
    how.do("sit_out", name, seat)


def sit_in(
    name: TableName,
    seat: Seat,
    *,
    post: Annotated[
        bool,
        typer.Option("--post", help="Post what is owed, instead of waiting for the big blind."),
    ] = False,
    how: ActOptions,
) -> None:
    """Poker: a player is dealt in again, posting missed blinds or waiting for the big blind.

    Example: [bold]croupier room sit-in 9 3 --post --by pam[/bold]
    """
    how.do("sit_in", name, seat, post=post)


def then_shown(
    how: ActOptions, name: str, seat: int | None = None
) -> Callable[[Room], dict[str, object]]:
    """`seat`: the one that is acted for; its player is shown its cards, anybody else is not."""

    def then(room: Room) -> dict[str, object]:
        if room.hall.tables[name].before.closed is not None:
            return {"commitment": room.hall.table(name).shoe.commitment}
        now = after_act(room, how.by, name, seat)
        if now is None:
            return {}
        if not how.as_json:
            show(now.round, now.seat, now.held)
        return {**now.data, "held": [one._asdict() for one in now.held]}

    return then


def seat_text(seated: Seated | None) -> str:
    """Beside a seat's player, if there is something to say."""
    if seated is None:
        return ""
    parts = ["out"] if seated.sits_out else []
    if seated.owes:
        parts.append("owes blinds, posts" if seated.posts else "owes blinds")
    return f" ({', '.join(parts)})" if parts else ""
