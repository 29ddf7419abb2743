"""`croupier room …`: what staff do. Every act says who does it, and is in the books or refused."""

from collections.abc import Callable

import typer

from croupier.cli.room import (
    commands_anchor,
    commands_bets,
    commands_cage,
    commands_meter,
    commands_pit,
    commands_rounds,
    commands_seats,
    commands_staff,
    commands_two,
)

app = typer.Typer(
    help="A card room on its books: people, tables, chips, rounds, meters.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
BELOW_ZERO = {"ignore_unknown_options": True}  # `-50` is an amount, to be refused in words

COMMANDS: dict[str, tuple[Callable[..., None], ...]] = {
    "The room": (
        commands_staff.found,
        commands_staff.show,
        commands_staff.log,
        commands_staff.check,
        commands_staff.approve,
        commands_staff.enrol,
        commands_staff.dismiss,
        commands_two.proposals,
        commands_two.second,
        commands_two.known_difference,
        commands_anchor.anchor,
        commands_anchor.anchor_key,
    ),
    "Tables": (
        commands_pit.open_,
        commands_pit.close,
        commands_pit.shoes,
        commands_pit.fill,
        commands_pit.credit,
    ),
    "Players' money": (
        commands_cage.deposit,
        commands_cage.withdraw,
        commands_cage.reverse,
        commands_cage.buy_in,
        commands_cage.cash_out,
    ),
    "Rounds": (
        commands_bets.bet,
        commands_bets.word,
        commands_rounds.deal,
        commands_bets.open_word,
        commands_rounds.hand,
        commands_rounds.receipt,
        commands_rounds.act,
        commands_seats.sit_out,
        commands_seats.sit_in,
        commands_rounds.acknowledge,
        commands_rounds.call_off,
        commands_rounds.dead_hand,
        commands_rounds.exposed,
        commands_rounds.correct,
        commands_rounds.rehearse,
    ),
}
for panel, commands in COMMANDS.items():
    for command in commands:
        name = command.__name__.rstrip("_").replace("_", "-")
        app.command(name, rich_help_panel=panel)(command)
for registered in (*app.registered_commands, *commands_meter.app.registered_commands):
    assert registered.callback is not None
    if {"amount", "prize"} & set(registered.callback.__annotations__):
        registered.context_settings = BELOW_ZERO
app.add_typer(commands_meter.app, name="meter", rich_help_panel="Tables")
