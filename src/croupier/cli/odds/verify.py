"""`croupier verify`: every figure printed in the rulebooks beside ours."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.input import write_json
from croupier.cli.options import AsJson
from croupier.cli.progress import working
from croupier.cli.screen import bare, screen
from croupier.desk.figures import checks, checks_json, disagrees
from croupier.desk.games import game_named
from croupier.odds.solve import Check

COLOURS = {"agrees": "green", "misprint": "yellow", "unreachable": "yellow", "DIFFERS": "red"}


def verify(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game id; all of them if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Every figure printed in the rulebooks beside ours, exact, with a verdict.

    Example: [bold]croupier verify 4-card-split-v2[/bold]
    """
    # Every printed figure beside ours; 1 if one that should agree does not.
    name = None if game is None else game_named(game).id
    with working("checking every printed figure"):
        found = checks(name)
    if as_json:
        write_json(checks_json(found))
    elif not found:
        screen().print(f"The rulebook of {name} prints no figure that could be checked.")
    else:
        _show_checks(found)
    raise typer.Exit(1 if disagrees(found) else 0)


def _show_checks(checks: Sequence[Check]) -> None:
    console = screen()
    for game in dict.fromkeys(check.game for check in checks):
        console.print(Text(game, "bold cyan"))
        sheet = bare("figure", "printed", "ours", "verdict", gap=(0, 1))
        for check in checks:
            if check.game == game:
                colour = COLOURS.get(check.verdict, "magenta")
                verdict = Text(check.verdict, colour)
                sheet.add_row(check.figure, check.printed, check.shown, verdict)
        console.print(sheet)
    counts = Counter(check.verdict for check in checks)
    others = [check for check in checks if check.why]
    said = f"{counts['agrees']} of {len(checks)} agree, {counts['DIFFERS']} differ."
    console.print(f"{said} The other {len(others)}:" if others else said)
    for check in others:
        line = f"  {check.verdict}: {check.game}, {check.figure}: {check.printed}; {check.why}"
        console.print(line)
