"""`croupier serve --show-config`: which settings hold, without starting anything."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.errors import Refused

WIDE = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
runner = CliRunner(env={**WIDE, "CROUPIER_WEB_COACH": None})  # other tests are without the coach


def shown(*flags: str, **environ: str) -> dict[str, object]:
    result = runner.invoke(app, ["serve", "--show-config", *flags], env=environ)
    assert result.exit_code == 0, result.output
    return tomllib.loads(result.output)


def test_every_kind_of_flag(tmp_path: Path) -> None:
    assert shown() == {}
    flags = ["--turn-time", "40", "--name", "a", "--name", "b", "--no-guests", "--house"]
    expected = {"turn_time": "40s", "name": ["a", "b"], "guests": False, "house": True}
    assert shown(*flags, "--port", "8080") == {**expected, "port": 8080}


def test_the_file_and_the_environment(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('drain = "1m"\nport = 80', "utf-8")
    found = shown("--config", str(tmp_path / "server.toml"), CROUPIER_WEB_PORT="8080")
    assert found == {"drain": "1m", "port": 8080}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    result = runner.invoke(app, ["serve", "--config", str(tmp_path / "none.toml")])
    assert isinstance(result.exception, FileNotFoundError)  # as the command reports it


def test_a_refusal_ends_the_command(tmp_path: Path) -> None:
    result = runner.invoke(app, ["serve", "--show-config", "--gather", "5"])
    assert isinstance(result.exception, Refused)
    with pytest.raises(Refused, match="0s to 100ms"):
        raise result.exception


def test_help_lists_the_settings_with_their_defaults() -> None:
    result = runner.invoke(app, ["serve", "--help"])
    assert "--betting-window" in result.output and "20s" in result.output
