"""`croupier serve`: the web room; `room password` and `remove-factor`: how staff get into it."""

import os
import sys
from dataclasses import make_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from uuid import uuid4

import typer

from croupier.cli.room.arguments import BANK, Bank, By, Person
from croupier.cli.screen import screen
from croupier.desk.sittings.saved import default_folder
from croupier.errors import without_password
from croupier.web.guard.server import check_certificate
from croupier.web.operator import put_password
from croupier.web.operator import remove_factor as without_factor
from croupier.web.serve import address, has_page, listening
from croupier.web.serve import serve as serving
from croupier.web.settings.kinds import Switch, Texts
from croupier.web.settings.record import SETTINGS, Setting
from croupier.web.settings.shown import as_file
from croupier.web.settings.sources import chosen

LONGEST_LINE = 1_000


def flag(setting: Setting) -> tuple[str, Any, Any]:
    """The flag of a setting. Not given is None: the value then comes from elsewhere."""
    switch, several = isinstance(setting.kind, Switch), isinstance(setting.kind, Texts)
    option = typer.Option(
        *([f"{setting.flag}/--no-{setting.flag[2:]}"] if switch else [setting.flag]),
        help=f"{setting.meaning} [dim]{setting.shown_default}[/dim]",
        metavar=setting.kind.metavar or None,
        rich_help_panel=setting.group,
    )
    given: Any = bool if switch else list[str] if several else str
    return setting.name, Annotated[given | None, option], None


if TYPE_CHECKING:

    class Flags:
        """A field for every setting."""

else:
    Flags = make_dataclass("Flags", map(flag, SETTINGS.values()), frozen=True)


def serve(
    flags: Flags,
    config: Annotated[
        Path | None, typer.Option(help="A file of settings (TOML): see --show-config.")
    ] = None,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print all settings as such a file, and end.")
    ] = False,
    browse: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
) -> None:
    """Every game in the browser: practice tables, tables with others, a lobby.

    With play money by default: guests are given chips, and dealing is automatic.

    --turn-time 25s may also be a variable, CROUPIER_WEB_TURN_TIME=25s, or a
    line of the file: turn_time = "25s". So may all below the first panel. A
    flag wins over a variable, and a variable over the file.

    Example: [bold]croupier serve --port 8080 --browse[/bold]
    """
    given = {name: value for name, value in vars(flags).items() if value not in (None, [])}
    wanted = chosen(given, os.environ, config)
    out = screen()
    if show_config:
        out.print(as_file(wanted), end="", soft_wrap=True)
        return
    settings = wanted.settings
    if not settings.bank:
        folder = default_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        settings = replace(settings, bank=str(folder / "web-room.db"))
    check_certificate(settings)
    with listening(settings.host, settings.port) as at:
        if not has_page():
            out.print("The page is not built: run scripts/setup (it needs the network once).")
        out.print(f"Croupier is at {address(at, settings)}  (Ctrl-C ends it)", style="bold")
        out.print(f"Books: {without_password(settings.bank)}")
        sys.stdout.flush()
        serving(settings, at, browse=browse)


def password(name: Person, by: By, bank: Bank = BANK) -> None:
    """Set the password with which somebody enrolled signs in to the web room.

    The command asks for it, or reads the first line of standard input.

    Staff then set up a second factor at their first sign-in. A forgotten password is replaced in
    the same way. The person's sessions end, also those of a running server.

    Example: [bold]croupier room password flo --by ada[/bold]
    """
    if sys.stdin.isatty():
        chosen = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        chosen = sys.stdin.readline(LONGEST_LINE).rstrip("\n")
    put_password(bank, by, name, chosen, f"password-{uuid4().hex[:16]}")
    screen().print(f"{name} can sign in now.")


def remove_factor(name: Person, by: By, bank: Bank = BANK) -> None:
    """Remove the second factor of somebody who has lost their authenticator.

    They are signed out everywhere; staff set up another at their next sign-in, so let them do that
    at once. Whoever knows their password could.

    Example: [bold]croupier room remove-factor flo --by ada[/bold]
    """
    without_factor(bank, by, name, f"factor-{uuid4().hex[:16]}")
    screen().print(f"{name} signs in with the password alone.")
