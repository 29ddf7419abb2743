"""`croupier ev`: the exact value of every action in one position."""

import re
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.text import Text

from croupier.cards.card import parse, parse_card
from croupier.cli.input import batch, quoted, write_json
from croupier.cli.options import AsJson, Batch, WhatIfOptions, show_mark
from croupier.cli.progress import working
from croupier.cli.screen import bare, screen
from croupier.desk.figures import action_values, values_json
from croupier.errors import RuleError, shown
from croupier.odds.figures import fraction, rounded
from croupier.odds.solve import State
from croupier.table.table import Table

# A power of ten in a few letters (1e999999999) would take for ever to write out.
BET = re.compile(r"-?([0-9]{1,40}(/[0-9]{1,40})?|[0-9]{0,40}\.[0-9]{1,40})")
STATE = {"cards": "", "up": "", "offer": "", "seen": "", "bonus": "0"}  # as it is if unsaid


def ev(
    *,
    cards: Annotated[str, typer.Option(help="Your cards.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's upcard.")] = "",
    offer: Annotated[str | None, typer.Option(help="Buyout: the card on offer.")] = None,
    seen: Annotated[str, typer.Option(help="Other cards that are face up.")] = "",
    bonus: Annotated[str, typer.Option(help="Buyout: a bonus bet, in first bets.")] = "0",
    batch: Batch = False,
    at: WhatIfOptions,
    as_json: AsJson = False,
) -> None:
    """The exact value of every action in one position, in units of the first bet.

    Example: [bold]croupier ev four-card-prime --cards "As Kd 7h 2c 9s" --up Qh[/bold]
    """
    table = at.opened()
    if batch:
        if cards or up or offer or seen or bonus != "0":
            raise RuleError(
                "--batch: write the cards and bets of a state in its line", "state/batch"
            )
        raise typer.Exit(ev_batch(table))
    state = state_of(table, cards=cards, up=up, offer=offer, seen=seen, bonus=bonus)
    with working(f"every action in {table.game.name}"):
        valued = action_values(table, state)
    if as_json:
        write_json(values_json(table, valued))
        return
    console = screen()
    show_mark(console, table)
    sheet = bare("action", "expected net", "exactly")
    for action in sorted(valued.actions, key=lambda action: -action.net):
        name = Text(action.name, "bold green" if action.name in valued.best else "")
        sheet.add_row(name, rounded(action.net, 6), fraction(action.net))
    console.print(sheet)


def ev_batch(table: Table) -> int:
    """One answer a line for one state a line; 1 if any was refused."""

    def answer(said: dict[str, Any], where: str) -> object:
        if isinstance(said.get("bonus"), int):
            said["bonus"] = str(said["bonus"])
        written = {key: quoted(said, key, where, usual) for key, usual in STATE.items()}
        return values_json(table, action_values(table, state_of(table, **written)))

    return batch(STATE, answer)


def state_of(
    table: Table, *, cards: str, up: str, offer: str | None, seen: str, bonus: str
) -> State:
    """The state that was written; everything in it is checked."""
    decks = table.game.decks
    try:
        units = Fraction(bonus) if BET.fullmatch(bonus) else None
    except ZeroDivisionError:
        units = None
    if units is None:
        raise RuleError(f"bonus {shown(bonus)}; write a number of first bets", "state/bonus")
    if units < 0:
        raise RuleError(f"bonus {bonus}; a bet is not below zero", "state/bonus")
    if not up:
        raise RuleError(f"{table.game.id}: name the dealer's upcard (--up)", "state/up")
    return State(
        cards=parse(cards, decks=decks),
        up=parse_card(up),
        offer=parse_card(offer) if offer else None,
        seen=parse(seen, decks=decks),
        bonus=units,
    )
