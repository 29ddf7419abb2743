"""The table of commands: help shows what the commands say, and imports none of them."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli import app
from croupier.cli.commands import COMMANDS
from croupier.cli.lazy import LazyCommand, Panels, expanded
from croupier.cli.room.arguments import MeterOptions
from croupier.cli.room.tables import open_
from croupier.games.registry import GAMES, POKER


def entries(panels: Panels, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    for panel in panels.values():
        for name, entry in panel.items():
            if isinstance(entry, str):
                yield " ".join((*path, name)), entry
            else:
                yield from entries(entry.panels, (*path, name))


TABLE = dict(entries(COMMANDS))


def summary(name: str) -> str:
    module, _, function = TABLE[name].split()[0].partition(":")
    described = inspect.getdoc(getattr(import_module(f"croupier.cli.{module}"), function)) or ""
    return " ".join(described.partition("\n\n")[0].split())


@pytest.mark.parametrize("path", ["", "room", "room meter"])
def test_help_lists_every_command_of_a_group(path: str) -> None:
    text = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*path.split(), "--help"]).output
    below = [name for name in TABLE if name.rpartition(" ")[0] == path]
    assert below
    for name in below:
        assert f"│ {name.rpartition(' ')[2]} " in text and summary(name) in text


@dataclass(frozen=True)
class Shared:
    by: Annotated[str, typer.Option(help="Who does it.")]
    twice: Annotated[bool, typer.Option("--twice")] = False


def test_the_fields_of_a_dataclass_are_options_of_the_command() -> None:
    called = []

    def run(name: str, shared: Shared, more: Annotated[int, typer.Option()] = 1) -> None:
        """Prints its arguments."""
        called.append((name, shared, more))

    alone = typer.Typer()
    alone.command()(expanded(run))
    told = CliRunner().invoke(alone, ["--help"]).output
    assert "Prints its arguments." in told and "Who does it." in told and "--more" in told
    assert CliRunner().invoke(alone, ["pam", "--by", "dee", "--twice"]).exit_code == 0
    assert called == [("pam", Shared("dee", True), 1)]
    assert CliRunner().invoke(alone, ["pam"]).exit_code == 2  # --by has no default


def test_only_the_command_that_is_called_is_imported() -> None:
    code = (
        "import sys\n"
        "from croupier.cli import main\n"
        "sys.argv = ['croupier', 'replay', 'no-such-file']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('LOADED', sorted(name for name in sys.modules if name.startswith('croupier.cli.')\n"
        "                       and name.split('.')[2] in ('odds', 'sim', 'room', 'books')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("LOADED []\n"), done.stdout[-300:]


@pytest.mark.parametrize("name", TABLE)
def test_help_of_a_command_is_that_of_the_command_as_it_runs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def help_of_it() -> str:
        told = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*name.split(), "--help"])
        assert told.exit_code == 0
        return told.output

    shown = help_of_it()
    assert "Example" in shown and "StandIn" not in shown
    monkeypatch.setattr(LazyCommand, "described", property(lambda command: command.loaded))
    assert shown == help_of_it()


def test_help_of_a_command_imports_none_of_its_dependencies() -> None:
    code = (
        "import sys\n"
        "from croupier.cli import main\n"
        f"for name in {list(TABLE)}:\n"
        "    sys.argv = ['croupier', *name.split(), '--help']\n"
        "    try:\n        main()\n    except SystemExit as end:\n        assert not end.code\n"
        "print('LOADED', sorted({name.split('.')[1] for name in sys.modules\n"
        "                        if name.startswith('croupier.')\n"
        "                        and not name.startswith('croupier.web')}))\n"
        "print(sorted(name for name in sys.modules if name.startswith('croupier.web.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *_, loaded, of_web = done.stdout.splitlines()
    assert loaded == "LOADED ['cli', 'desk', 'errors', 'extras']"
    settings = ["", ".kinds", ".record", ".shown", ".sources"]  # flags are made from them
    assert of_web == str([f"croupier.web.settings{name}" for name in settings])


def test_a_value_that_reads_like_help_is_a_value() -> None:
    told = CliRunner().invoke(app, ["fair", "--", "--help"])
    assert isinstance(told.exception, FileNotFoundError)
    assert told.exception.filename == "--help"


@pytest.mark.parametrize("line, hint", [("gamse", "'games'"), ("room depsoit", "'deposit'")])
def test_a_misspelled_command_is_answered_with_the_nearest(line: str, hint: str) -> None:
    told = CliRunner(env={"COLUMNS": "200"}).invoke(app, line.split())
    assert told.exit_code == 2
    assert f"Did you mean {hint}?" in told.output


def test_a_package_that_is_missing_is_named_with_the_whole_command() -> None:
    code = (
        "import sys\n"
        "sys.modules['sqlalchemy'] = None\n"
        "from croupier.cli import main\n"
        "sys.argv = ['croupier', 'room', 'meter', 'history', 'main']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    said = "croupier: room meter history needs sqlalchemy; install it with: pip"
    assert done.stderr.startswith(said), done.stderr


def test_commands_import_at_the_top_of_their_files() -> None:
    """A command is loaded late by its path, so nothing inside it needs a late import."""
    spec = find_spec("croupier.cli")
    assert spec is not None and spec.origin is not None
    late = []
    for file in sorted(Path(spec.origin).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                late += [
                    f"{file.name}:{one.lineno}"
                    for one in ast.walk(node)
                    if isinstance(one, ast.Import | ast.ImportFrom)
                ]
    assert late == []


@pytest.mark.parametrize(
    "where, option, said",
    [
        (MeterOptions, "sensor", [name for game in GAMES.values() for name in game.jackpots]),
        (open_, "seats", [f"2 to {game.seats_max} ({game.seats_max})" for game in POKER.values()]),
    ],
)
def test_help_that_names_a_games_choices_is_right(where: Any, option: str, said: list[str]) -> None:
    """Help is read without the games, so it cannot get their names."""
    (given,) = get_type_hints(where, include_extras=True)[option].__metadata__
    assert all(each in given.help for each in said), given.help
