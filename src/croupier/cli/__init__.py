"""The command `croupier`: its commands are listed in a table, and each is imported when called."""

import sys
import warnings
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer

from croupier import __version__
from croupier.cli.commands import COMMANDS
from croupier.cli.lazy import LazyGroup
from croupier.desk.printable import visible
from croupier.errors import Notice, Refused, RuleError
from croupier.extras import missing


class Commands(LazyGroup):
    panels = COMMANDS


app = typer.Typer(
    cls=Commands,
    help="Deals, settles and plays casino card games to the letter of their rulebooks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def version(wanted: bool) -> None:
    if wanted:
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
    """Runs the command; a refusal or a missing package is reported in plain words.

    A bug of ours is shown with its traceback: hiding where it happened would help nobody.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for names that the terminal cannot show
    warnings.showwarning = _show(warnings.showwarning)
    try:
        _check_text(sys.argv[1:])
        app()
    except Refused as refused:
        _end(refused)
    except ModuleNotFoundError as lacking:
        if lacking.name is None or lacking.name.partition(".")[0] == "croupier":
            raise
        _end(missing(_command(sys.argv[1:]), lacking.name))
    except OSError as failed:
        why = failed.strerror or str(failed)
        _end(Refused(why if failed.filename is None else f"{failed.filename}: {why}", "file/bad"))


def _show(usual: Callable[..., None]) -> Callable[..., None]:
    """Shows our own warnings in plain words, and all others as Python does."""

    def show(message: Warning | str, *where: Any, **more: Any) -> None:
        if isinstance(message, Notice):
            typer.echo(f"croupier: {message}", err=True)
        else:
            usual(message, *where, **more)

    return show


def _check_text(words: Sequence[str]) -> None:
    """Python passes on bytes that are not text, which could be neither printed nor stored."""
    for word in words:
        if not word.isprintable() and any("\udc80" <= letter <= "\udcff" for letter in word):
            raise RuleError(f"{word!r} is not text in UTF-8", "command/bad")


def _end(refused: Refused) -> NoReturn:
    typer.echo(f"croupier: {visible(refused.message)}  [{refused.code}]", err=True)
    sys.exit(2)


def _command(words: Sequence[str]) -> str:
    """The command that the words begin with, such as `room open`."""
    command: Any = typer.main.get_command(app)
    path = []
    for word in words:
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            break
        path.append(word)
    return " ".join(path)
