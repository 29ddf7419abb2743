"""`croupier games`, `croupier rules`, and help: the house's games."""

import json
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app, main
from croupier.games.registry import GAMES, rules_hash
from croupier.rules.limits import profiles

COMMANDS = ("games", "rules", "play", "settle", "fair", "replay")
WIDE = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
runner = CliRunner(env=WIDE)


def shown(*args: str) -> str:
    result = runner.invoke(app, list(args))
    assert result.exit_code == 0, result.output
    return result.output


def plain(text: str) -> str:
    """Without color, frames and line breaks."""
    return " ".join(re.sub(r"\x1b\[[0-9;]*m|[│╭╮╰╯─]", " ", text).split())


def test_help_names_every_command() -> None:
    text = plain(shown("--help"))
    for command in COMMANDS:
        assert command in text


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_an_example(command: str) -> None:
    assert f"Example: croupier {command}" in plain(shown(command, "--help"))


def test_without_arguments_help_is_shown() -> None:
    assert "Usage:" in plain(runner.invoke(app, []).output)


def test_the_version() -> None:
    assert shown("--version") == f"croupier {croupier.__version__}\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["room", "--help"],
        ["room", "meter", "--help"],
        *([command, "--help"] for command in COMMANDS),
    ],
    ids=" ".join,
)
def test_help_loads_no_rules_and_nothing_slow(args: list[str]) -> None:
    """Help must be instant, so it imports nothing that the commands depend on."""
    code = (
        "import sys\n"
        "from croupier.cli import main\n"
        f"sys.argv = ['croupier', *{args!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "slow = ('numpy', 'numba', 'croupier.rules', 'croupier.table', 'croupier.cards')\n"
        "print('LOADED', [name for name in slow if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.endswith("LOADED []\n"), done.stdout[-200:]


def test_python_m_croupier_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"croupier {croupier.__version__}\n"


def test_games_lists_every_game_with_its_wagers_tables_and_options() -> None:
    text = shown("games")
    for game in GAMES.values():
        assert game.id in text and game.title in text and game.source in text
        for wager in game.wagers:
            assert wager.name in text
        for name, group in game.paytables.items():
            assert name in text and all(table.id in text for table in group.tables)
        for option in game.options:
            assert option.name in text and option.text in text


def test_games_as_json() -> None:
    told = json.loads(shown("games", "--json"))
    assert told["rules"] == rules_hash()
    assert [game["game"] for game in told["games"]] == list(GAMES)
    assert set(told["limits"]) == set(profiles())
    assert told["limits"]["wa-2023"]["single_wager"] == 40_000
    assert told["limits"]["tribal"]["single_wager"] is None
    for said, game in zip(told["games"], GAMES.values(), strict=True):
        assert (said["name"], said["decks"], said["seats"]) == (
            game.name,
            game.decks,
            game.seats_max,
        )
        assert [wager["name"] for wager in said["wagers"]] == [w.name for w in game.wagers]
        assert {group: len(tables) for group, tables in said["tables"].items()} == {
            group.name: len(group.tables) for group in game.paytables.values()
        }
        assert set(said["options"]) == {option.name for option in game.options}


def test_the_choices_of_a_game_as_json() -> None:
    told = json.loads(shown("rules", "four-card-prime", "--json"))
    assert told["choices"] == {"raise": ["fold", "raise 1x", "raise 2x", "raise 3x"]}
    split = json.loads(shown("rules", "4-card-split", "--json"))
    assert split["game"] == "4-card-split-v2"
    assert split["choices"] == {"split": [], "hand 1": ["play", "fold"], "hand 2": ["play", "fold"]}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rules_show_every_printed_table(game) -> None:
    text = shown("rules", game.id)
    assert game.name in text
    for group in game.paytables.values():
        assert group.tables[0].title in text and group.tables[0].source in text
        for table in group.tables:
            assert table.id in text
            for row in table.rows:
                assert row.label in text
    for notice in game.notices.values():  # it is for house jackpots, which are not the default
        assert " ".join(notice.split()) not in " ".join(text.split())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rules_as_json_are_the_tables_as_printed(game) -> None:
    told = json.loads(shown("rules", game.id, "--json"))
    assert (told["game"], told["rules"]) == (game.id, rules_hash())
    assert told["how_to_play"] == game.how_to_play
    for group in game.paytables.values():
        for said, table in zip(told["tables"][group.name], group.tables, strict=True):
            assert (said["id"], said["odds"]) == (table.id, table.odds)
            cells = [
                [row["hand"], *(row[column] for column in table.columns)] for row in said["rows"]
            ]
            assert cells == [[row.label, *row.printed] for row in table.rows]


def test_a_prize_that_cannot_occur_is_marked() -> None:
    assert "43 (cannot occur)" in shown("rules", "ultimate-4-card-buyout")
    assert "cannot occur" not in shown("rules", "4-card-buyout")


@pytest.mark.parametrize("name", ["four-card-prime", "Four Card Prime", "FOUR_CARD_PRIME"])
def test_a_game_may_be_spelled_in_any_way(name: str) -> None:
    assert "Four Card Prime" in shown("rules", name)


def failed(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["croupier", *args])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_an_unknown_game(monkeypatch, capsys) -> None:
    for args in (["rules", "poker"], ["rules", "poker", "--json"]):
        assert failed(monkeypatch, *args) == 2
        out, err = capsys.readouterr()
        assert out == "" and "Traceback" not in err
        assert err == (
            "croupier: no game 'poker'; known: ultimate-4-card-buyout, 4-card-buyout, "
            "4-card-split-v1, 4-card-split-v2, four-card-prime, five-card-hold-out  "
            "[game/unknown]\n"
        )


def test_poker_has_its_rules_and_its_options() -> None:
    assert "All cards you hold must play" in plain(shown("rules", "five card hold out"))
    (told,) = json.loads(shown("games", "--json"))["poker"]
    assert told["game"] == "five-card-hold-out" and told["seats"] == 9
    assert told["options"]["mode"]["values"] == ["high", "hilo", "low"]


@pytest.mark.parametrize(
    "args, words",
    [
        (["deal"], "No such command 'deal'"),
        (["games", "--xml"], "No such option"),
        (["odds"], "Missing argument 'GAME'"),
    ],
)
def test_a_command_that_is_written_wrong(args, words, monkeypatch, capsys) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert failed(monkeypatch, *args) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in plain(err) and "Traceback" not in err
