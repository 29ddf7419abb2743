"""`croupier serve`: the web room; `room password` and `remove-factor`: how staff get into it."""

import sys
from typing import Annotated
from uuid import uuid4

import typer

from croupier.cli.room.arguments import BANK, Bank, By, Person
from croupier.cli.screen import screen
from croupier.desk.sittings.saved import default_folder
from croupier.errors import without_password
from croupier.web.operator import put_password
from croupier.web.operator import remove_factor as without_factor
from croupier.web.serve import Serving, address, has_page, listening
from croupier.web.serve import serve as serving

LONGEST_LINE = 1_000


def serve(
    bank: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_WEB_BANK",
            help="A file or database URL; by default this user's own, for play money.",
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="The port; 0: the first free one from 8000 on."),
    ] = 0,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name that the room is reached by, if not this machine's."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy whose forwarded headers are believed."),
    ] = None,
    house: Annotated[
        bool,
        typer.Option(
            "--house",
            help="A room that was founded with `croupier room`: no guests, no play money.",
        ),
    ] = False,
    browse: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
) -> None:
    """Every game in the browser: practice tables, tables with others, a lobby.

    With play money by default: guests are given chips, and dealing is automatic.

    Example: [bold]croupier serve --port 8080 --browse[/bold]
    """
    folder = default_folder()
    if not bank:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        bank = str(folder / "web-room.db")
    wanted = Serving(
        bank=bank,
        play_money=not house,
        hosts=tuple(name or ()),
        proxies=tuple(proxy or ()),
    )
    out = screen()
    with listening(host, port) as at:
        if not has_page():
            out.print("The page is not built: run scripts/setup (it needs the network once).")
        out.print(f"Croupier is at {address(at)}  (Ctrl-C ends it)", style="bold")
        out.print(f"Books: {without_password(bank)}")
        sys.stdout.flush()
        serving(wanted, at, browse=browse)


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
