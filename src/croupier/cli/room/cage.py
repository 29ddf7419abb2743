"""`croupier room deposit`, `withdraw`, `reverse`, `buy-in` and `cash-out`: players' money."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from croupier.cli.options import AsJson
from croupier.cli.room.answers import Answer, Outcome, do
from croupier.cli.room.arguments import (
    BANK,
    EXPIRES,
    Amount,
    Bank,
    By,
    Cash,
    Expires,
    Key,
    Player,
    Reason,
    Seat,
    Second,
    TableName,
)
from croupier.cli.room.bank import looked_into
from croupier.cli.room.two_people import propose
from croupier.money import dollars, parse_dollars
from croupier.room.cage.accounts import chips_of, player_of
from croupier.room.cage.cage import deposited, withdrawn
from croupier.room.cage.posting_names import posting_named
from croupier.room.people.matters import Reversal
from croupier.room.tables.tables import bought_in, cashed_out


def deposit(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Take a player's cash on deposit.

    Example: [bold]croupier room deposit pam 500 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, deposited, player, cents, said=deposit_answer, as_json=as_json)


def withdraw(
    player: Player,
    amount: Amount,
    by: By,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Pay a player cash from their deposit.

    Example: [bold]croupier room withdraw pam 500 --by flo[/bold]
    """
    cents = parse_dollars(amount)
    do(bank, by, key, withdrawn, player, cents, said=withdrawal_answer, as_json=as_json)


def reverse(
    posting: Annotated[
        str, typer.Argument(metavar="RECORD", help="The record or the key printed with the act.")
    ],
    by: By,
    reason: Reason,
    second: Second = "",
    expires: Expires = EXPIRES,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """Propose to reverse a wrong deposit, withdrawal, award or correction, in full.

    It is done when a second person approves it: room second.

    Example: [bold]croupier room reverse 114 --by flo --reason "wrong player"[/bold]
    """
    with looked_into(bank) as store:
        # Records never change, so it is still that one.
        matter = Reversal(posting_named(store, posting), reason)
    propose(bank, by, key, matter, second, expires, as_json=as_json)


def buy_in(
    name: TableName,
    seat: Seat,
    player: Player,
    amount: Amount,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player buys chips at a seat.

    Example: [bold]croupier room buy-in "table 7" 3 pam 200 --by dee[/bold]
    """
    cents = parse_dollars(amount)
    said = buy_in_answer
    do(bank, by, key, bought_in, name, seat, player, cents, cash=cash, said=said, as_json=as_json)


def cash_out(
    name: TableName,
    seat: Seat,
    by: By,
    cash: Cash = False,
    bank: Bank = BANK,
    key: Key = "",
    as_json: AsJson = False,
) -> None:
    """A player cashes in their chips and leaves.

    Example: [bold]croupier room cash-out "table 7" 3 --by dee[/bold]
    """
    said = cash_out_answer
    do(bank, by, key, cashed_out, name, seat, cash=cash, said=said, as_json=as_json)


def deposit_answer(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} brought {dollars(cents)}; their deposit is now {dollars(now)}."
    return Answer(text, {"player": player, "deposited": cents, "deposit": now})


def withdrawal_answer(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} took {dollars(cents)} in cash; their deposit is now {dollars(now)}."
    return Answer(text, {"player": player, "withdrawn": cents, "deposit": now})


def buy_in_answer(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    chips = act.balance(chips_of(act.table, seat))
    paid = "in cash" if said["cash"] else "from their deposit"
    text = (
        f"Seat {seat}, {player}, bought {dollars(cents)} in chips {paid}; the seat now has "
        f"{dollars(chips)}."
    )
    moved = {"seat": seat, "player": player, "bought": cents, "paid": _way(said), "chips": chips}
    return Answer(text, moved)


def cash_out_answer(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    moved = {"seat": seat, "player": player, "cashed_out": cents, "paid": _way(said)}
    if not cents:
        return Answer(f"Seat {seat}, {player}, left with no chips.", moved)
    way = "in cash" if said["cash"] else "to their deposit"
    return Answer(f"Seat {seat}, {player}, cashed out {dollars(cents)} {way}.", moved)


def _way(said: Mapping[str, Any]) -> str:
    return "cash" if said["cash"] else "deposit"
