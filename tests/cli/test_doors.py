"""Every command on a plain installation, and with bad input.

The commands are those that the program lists, so that a new one cannot be forgotten.
"""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from croupier import cli
from croupier.cli import app
from tests.effort import tried

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """`room meter open` and the rest, each with its parameters and its help."""
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command.loaded


COMMANDS = dict(commands())


def examples(name: str) -> list[list[str]]:
    """The words of each example in a command's help, without `croupier` and what it reads."""
    text = " ".join((COMMANDS[name].help or "").split())
    written = re.findall(r"\[bold\]croupier (.*?)\[/bold\]", text)
    return [shlex.split(words.partition(" < ")[0]) for words in written]


# What each command needs besides the plain package; those of a room need the bank.
NEEDS = {
    **dict.fromkeys(("games", "rules", "play", "settle", "fair", "replay", "hand", "cache"), ""),
    **dict.fromkeys(
        ("odds", "ev", "verify", "strategy", "design", "equity", "keep", "train"), "odds"
    ),
    **dict.fromkeys(("simulate", "night", "ruin", "band"), "odds"),
    "report": "odds,report",
    **dict.fromkeys(("audit", "books", "recall", "backup", "restore"), "bank"),
    **{name: "bank" for name in COMMANDS if name.startswith("room ")},
    "room open": "bank,odds",
    **dict.fromkeys(("serve", "room password", "room remove-factor"), "bank,web"),
}

# Runs many commands in one process that has only the packages of a plain installation.
PLAIN = """
import contextlib, io, json, sys
hidden, lines = json.load(sys.stdin)
for name in hidden:
    sys.modules[name] = None
import functools, typer
from croupier.cli import main
typer.main.get_command = functools.cache(typer.main.get_command)
said = []
for words in lines:
    sys.argv, sys.stdin = ["croupier", *words], io.TextIOWrapper(io.BytesIO(b""))
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        except BaseException as fault:
            code = repr(fault)
    said.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(said))
"""


def plain(folder: Path, lines: list[list[str]], installed: str = "") -> list[tuple[Any, str, str]]:
    """The exit code, the output and the errors of each line of words, with at most one extra."""
    extras = [lines for extra, lines in EXTRAS.items() if extra != installed]
    packages = [re.split(r"[\[<>=;]", line)[0] for lines in extras for line in lines]
    hidden = [name.replace("-", "_") for name in packages]
    told = subprocess.run(
        [sys.executable, "-c", PLAIN],
        input=json.dumps([hidden, lines]),
        env={
            **os.environ,
            **dict.fromkeys(("HOME", "XDG_STATE_HOME", "CROUPIER_CACHE"), str(folder)),
        },
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return [(code, out, err) for code, out, err in json.loads(told.stdout)]


@pytest.fixture(scope="module")
def without_extras(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """By command, what the examples of its help print in a plain installation."""
    lines = [(name, words) for name in COMMANDS for words in examples(name)]
    said = plain(tmp_path_factory.mktemp("plain"), [words for _, words in lines])
    found: dict[str, list[Any]] = {name: [] for name in COMMANDS}
    for (name, words), answer in zip(lines, said, strict=True):
        found[name].append((words, *answer))
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_plain_installation_says_in_one_line_what_to_install(
    name: str, without_extras: dict[str, list[Any]]
) -> None:
    assert name in NEEDS, f"say in NEEDS which extras `croupier {name}` needs"
    assert without_extras[name], f"the help of `croupier {name}` has no example"
    for words, code, _, err in without_extras[name]:
        lines = err.splitlines()
        assert isinstance(code, int) and len(lines) <= 1, (words, code, err)
        if NEEDS[name]:
            assert code == 2 and lines[0].endswith("  [extra/missing]"), (words, err)
            extra = f"[{NEEDS[name]}]"
            way = f"pip install 'croupier{extra}' (from a clone: pip install '.{extra}')"
            assert f"with: {way}  [" in lines[0], (words, err)
        else:
            assert "needs" not in err, (words, err)


def test_help_of_every_command_works_in_a_plain_installation(tmp_path: Path) -> None:
    said = plain(tmp_path, [[*name.split(), "--help"] for name in COMMANDS])
    for name, (code, out, err) in zip(COMMANDS, said, strict=True):
        assert (code, err) == (0, ""), name
        assert f"Usage: croupier {name} " in out


def test_a_room_runs_with_the_extra_bank_alone(tmp_path: Path) -> None:
    """All except opening a house-banked table, whose edge is computed."""
    lines = [
        "room found --by ada",
        "room enrol flo floor --by ada",
        "room enrol pam player --by flo",
        "room open 9 five-card-hold-out --by flo",
        "room buy-in 9 1 pam 40 --cash --by flo",
        "room show",
        "books",
        "audit --workers 1",
        "backup kept",
        "restore kept --bank other.db",
    ]
    said = plain(tmp_path, [line.split() for line in lines], installed="bank")
    assert [(code, err) for code, _, err in said] == [(0, "")] * len(lines)


# Quick lines for the commands whose example takes long, reads a file, or is incomplete.
QUICK = {
    "settle": ["settle FILE"],
    "fair": ["fair FILE"],
    "replay": ["replay FILE"],
    "rules": ["rules four-card-prime", "rules five-card-hold-out", "rules --table 1"],
    "play": ["play four-card-prime --new", "play five-card-hold-out --new"],
    "verify": ["verify four-card-prime"],
    "report": ["report four-card-prime -o report"],
    "strategy": ["strategy four-card-prime --rules 2"],
    "design": ["design four-card-prime --table aces_baby --edge 3 --limit 1"],
    "simulate": [
        "simulate four-card-prime --rounds 1000",
        "simulate five-card-hold-out --bots call,call --hands 2",
    ],
    "night": ["night four-card-prime --nights 2 --hours 1"],
    "ruin": ["ruin four-card-prime --bankroll 500 --rounds 10 --players 10"],
    "band": ["band four-card-prime --rounds 100 --actual -1234.50"],
    "keep": ["keep --cards 'As Ah Kd 7c 2h' --trials 100"],
    "equity": ["equity --hand 'As Ah' --hand random:3 --board 'Th 2c' --trials 100"],
    "restore": ["restore FILE --bank new.db"],
    "room open": [
        "room open 7 four-card-prime --by Ada",
        "room open 7 five-card-hold-out --by Ada",
    ],
    "room rehearse": ["room rehearse --rounds 1 --tables 1 --bank trial.db"],
}
WHOLE = {"verify"}  # covers every game by default: test_figures.py does that
READING = {"audit": "--bank", "room show": "--bank", "simulate": "--checkpoint"}
WORDS = ("", "-1", "0", "1e999", "9" * 50, "nan", "1/0", "x", "=", "a=b", "é\N{SNOWMAN}", "\udcff")
FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "latin": "Ängste".encode("latin-1"),
    "broken": b'{"game": ',
    "list": b"[1, 2]",
    "number": b"17",
    "deep": b"[" * 100_000,
    "typed": b'{"game": 7, "seats": {}, "dealer": []}',
    "phh": b'variant = "FT"\nantes = "x"\n',
}


def bad_lines(name: str, folder: Path) -> Iterator[list[str]]:
    """A command with one thing wrong: an unknown game, a file that is none, odd values."""
    yield [*name.split(), "--no-such-option"]
    written = [shlex.split(line) for line in QUICK[name]] if name in QUICK else examples(name)
    for words in written:
        if name not in WHOLE:
            yield words[: len(name.split())]
        yield from _spoilt(name, words, folder)


def _spoilt(name: str, words: list[str], folder: Path) -> Iterator[list[str]]:
    start = len(name.split())
    for place in range(start, len(words)):
        if words[place].startswith("--"):
            continue
        for bad in WORDS:
            yield [*words[:place], bad, *words[place + 1 :]]
        if words[place] == "FILE":
            for file in ("none", ".", *FILES):
                yield [*words[:place], str(folder / file), *words[place + 1 :]]
    for option in COMMANDS[name].params:
        flag = option.opts[0]
        if flag.startswith("--") and not option.is_flag and flag not in words:
            for bad in ("", "-1", "9" * 50, "x"):
                yield [*words, flag, bad]
    if name in READING:
        for file in (".", *FILES):
            yield [*words, READING[name], str(folder / file)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files that are not what a command reads, and a room in its bank."""
    folder = tmp_path_factory.mktemp("house")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    line = "room rehearse --rounds 1 --tables 1 --bank bank.db"
    subprocess.run([sys.executable, "-m", "croupier", *line.split()], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_bad_input_is_refused_in_words(
    name: str,
    house: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)  # `serve` would not end
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    shutil.copy(house / "bank.db", tmp_path)  # readable only by its owner, as it is
    faults = []
    for words in tried([*bad_lines(name, house)]):
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        try:
            cli.main()
        except SystemExit as end:
            if end.code not in (0, 1, 2, None):
                faults.append((words, end.code))
        except Exception as fault:
            faults.append((words, repr(fault)))
        if "Traceback" in capsys.readouterr().err:
            faults.append((words, "a traceback"))
    assert not faults, "\n".join(map(str, faults))
