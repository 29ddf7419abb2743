"""The commands of a room as tests use them: run, said, refused; in their own folder."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.errors import Refused

RUN = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"})


def run(*words: str) -> Result:
    result = RUN.invoke(app, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit | Refused):
        raise result.exception
    return result


def by_two(*words: str) -> Result:
    """The person named by `--second` approves what is proposed here, under the same key."""
    given = {name: words[words.index(name) + 1] for name in ("--second", "--key") if name in words}
    left = list(words)
    for name, value in given.items():
        place = left.index(name)
        assert left[place : place + 2] == [name, value]
        del left[place : place + 2]
    asked = run(*(word for word in left if word != "--json"), "--json")
    if asked.exit_code:
        return asked
    number = str(json.loads(asked.output)["moved"]["proposal"])
    more = [*(["--json"] if "--json" in words else [])]
    if "--key" in given:
        more += ["--key", given["--key"]]
    return run("room", "second", number, "--by", given["--second"], *more)


def done(*words: str) -> Result:
    return by_two(*words) if "--second" in words else run(*words)


def said(*words: str) -> str:
    result = done(*words)
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.output


def refused(*words: str) -> Refused:
    error = done(*words).exception
    assert isinstance(error, Refused), words
    return error


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CROUPIER_BANK", raising=False)
    monkeypatch.delenv("CROUPIER_BY", raising=False)
    return tmp_path


def told(*words: str) -> dict[str, Any]:
    """What the command prints for a program."""
    return dict(json.loads(said(*words, "--json")))


FURNISHED: dict[tuple[str, ...], dict[str, bytes]] = {}  # the files of a room, to be copied


def furnished(game: str = "four-card-prime", *options: str) -> None:
    """A room with ada, flo, dee and the players pam and pat; table 7 is open, and has a fill."""
    if (game, *options) not in FURNISHED:
        _furnish(game, *options)
        files = {file.name: file.read_bytes() for file in Path().glob("bank.db*")}
        FURNISHED[game, *options] = files
        return
    assert not Path("bank.db").exists()
    for name, content in FURNISHED[game, *options].items():
        Path(name).touch(0o600)
        Path(name).write_bytes(content)


def _furnish(game: str, *options: str) -> None:
    ada, flo = ("--by", "ada"), ("--by", "flo")
    said("room", "found", *ada)
    said("room", "enrol", "flo", "floor", *ada)
    said("room", "enrol", "dee", "dealer", *ada)
    for player in ("pam", "pat"):
        said("room", "enrol", player, "player", *flo)
        said("room", "deposit", player, "500", *flo)
    said("room", "open", "7", game, *options, *flo)
    if game != "five-card-hold-out":
        said("room", "fill", "7", "5000", *flo)
