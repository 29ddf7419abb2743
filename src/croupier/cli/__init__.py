"""The command `croupier`. Commands import what they need when they run, so that help is instant."""

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

from croupier.cli import (
    commands_floor,
    commands_night,
    commands_odds,
    commands_poker,
    commands_room,
    commands_sim,
    commands_table,
)
from croupier.errors import Refused

app = typer.Typer(
    help="Deals, settles and plays casino card games to the letter of their rulebooks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

COMMANDS: dict[str, tuple[Callable[..., None], ...]] = {
    "Tables": (
        commands_table.games,
        commands_table.rules,
        commands_table.play,
        commands_table.settle,
        commands_table.fair,
        commands_table.replay,
    ),
    "Figures": (
        commands_odds.odds,
        commands_odds.ev,
        commands_odds.verify,
        commands_odds.strategy,
        commands_odds.design,
        commands_odds.report,
    ),
    "Poker": (
        commands_poker.hand,
        commands_poker.equity,
        commands_poker.keep,
    ),
    "Simulation": (
        commands_sim.simulate,
        commands_night.night,
        commands_night.ruin,
        commands_night.band,
    ),
    "Card room": (
        commands_room.audit,
        commands_room.books,
        commands_room.recall,
        commands_room.backup,
        commands_room.restore,
    ),
}
for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.add_typer(commands_floor.app, name="room", rich_help_panel="Card room")


def version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    shown: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command; what the rules refuse is said in plain words."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names that the terminal cannot show
    try:
        app()
    except Refused as refused:
        typer.echo(f"croupier: {refused.message}  [{refused.code}]", err=True)
        sys.exit(2)
    except OSError as failed:
        typer.echo(f"croupier: {failed}", err=True)
        sys.exit(2)
