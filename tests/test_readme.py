"""The documents are correct: examples run, tables are current, links lead to files."""

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

from croupier.cli.commands import COMMANDS
from croupier.games.five_card_hold_out.rules import ID as HOLD_OUT
from croupier.games.registry import GAMES
from croupier.rules.vocabulary import Game, Wager
from croupier.table.dispute import settle

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_readme_examples() -> None:
    shown = "".join(re.findall(r"^```pycon\n(.*?)^```", text("README.md"), re.M | re.S))
    examples = doctest.DocTestParser().get_doctest(shown, {}, "README.md", "README.md", 0)
    found = doctest.DocTestRunner().run(examples)
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_money_and_cards_have_examples() -> None:
    assert {"croupier.money", "croupier.cards.card"} <= set(MODULES)


def rule_sets() -> str:
    """The README's table, from the registry."""
    rows = ["| id | cards | seats | wagers |", "| --- | --- | --- | --- |"]
    return "\n".join(rows + [_row(game) for game in GAMES.values()])


def _row(game: Game) -> str:
    cards = "52" if game.decks == 1 else f"{game.decks} x 52"
    wagers = ", ".join(map(_wager, game.wagers))
    return f"| `{game.id}` | {cards} | 1 to {game.seats_max} | {wagers} |"


def _wager(wager: Wager) -> str:
    mark = "**" if wager.required else "*" if wager.follows else ""
    return f"{mark}{wager.name}{mark}"


def test_the_table_of_rule_sets_is_current() -> None:
    assert rule_sets() in text("README.md"), f"README.md should have this table:\n{rule_sets()}"


def test_the_readme_shows_every_command() -> None:
    commands = {name for panel in COMMANDS.values() for name in panel}
    shown = set(re.findall(r"^\| `(\w+)` \|", text("README.md"), re.MULTILINE))
    assert commands == shown


SETTLE = text("docs/settle.md")
REQUESTS = re.findall(
    r"^```json\n(.*?)^```\n\nAnswer:\n\n```json\n(.*?)^```", SETTLE, re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("request_, answer", REQUESTS)
def test_the_examples_of_settle(request_: str, answer: str) -> None:
    told = settle(json.loads(request_))
    assert json.dumps(told, ensure_ascii=False, indent=2) == answer.rstrip()


def test_every_game_has_an_example_of_settle() -> None:
    assert {json.loads(request)["game"] for request, _ in REQUESTS} == {*GAMES, HOLD_OUT}


def test_a_batch_of_settle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.rules.proofs import settle_all as run

    found = re.search(
        r"## Several requests.*?```\n(.*?)```\n\nAnswers:\n\n```\n(.*?)```", SETTLE, re.S
    )
    assert found is not None
    batch = tmp_path / "batch.jsonl"
    batch.write_text(found[1], "utf-8")
    assert run(batch, as_json=True) == 1
    assert capsys.readouterr().out == found[2]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8"))
    missing = [link for link in links if not (path.parent / link).exists()]
    assert not missing, f"{path.name}: no such file: {', '.join(missing)}"


@pytest.mark.parametrize("document", ["docs/rulings.md", "docs/fairness.md"])
def test_documents_name_tests_that_exist(document: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text(document))
    assert named
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in text(file)]
    assert not missing, f"{document}: no such test:\n" + "\n".join(missing)


def test_every_promise_of_fairness_names_its_code_and_a_test() -> None:
    *_, promises = text("docs/fairness.md").partition("tests that hold them\n")
    rows = [line.split(" | ") for line in promises.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 10
    for promise, where, tests in rows:
        files = re.findall(r"`([\w/]+\.py)`", where)
        assert files, f"{promise}: no code is named"
        for name in files:
            assert (ROOT / "src" / "croupier" / name).exists(), f"{promise}: no file {name}"
        assert "::" in tests, f"{promise}: no test is named"
