"""The digest of the rules covers every file that decides an outcome, and no other."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.games import registry
from croupier.games.registry import digested, rules_hash

PACKAGE = Path(croupier.__file__).parent

# What decides: a round and its shoe, a hand of poker, what is paid from a meter.
ENTRIES = ("table/round.py", "table/shoe.py", "table/poker/deal.py", "bank/meters/jackpot.py")
# The words of refusals, and the version: no outcome depends on them.
WORDS = {"errors.py", "__init__.py"}


def imported(file: Path) -> Iterator[Path]:
    """The files of the package that a file imports when it runs, at any nesting."""
    tree = ast.parse(file.read_text("utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in for_types and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                head, *rest = name.split(".")
                path = PACKAGE.joinpath(*rest)
                if head == "croupier":
                    yield from filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py"))
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            assert not any(name.startswith("croupier") for name in names), "import it by `from`"


def closure(entries: tuple[str, ...]) -> set[str]:
    found: set[Path] = set()
    waiting = [PACKAGE / entry for entry in entries]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += imported(file)
    return {file.relative_to(PACKAGE).as_posix() for file in found}


def runs(name: str) -> bool:
    """Whether a file contains more than a docstring, unlike most packages' `__init__.py`."""
    return len(ast.parse((PACKAGE / name).read_text("utf-8")).body) > 1


def test_all_that_the_engines_import_is_in_the_digest() -> None:
    outside = {name for name in closure(ENTRIES) - set(digested()) - WORDS if runs(name)}
    assert not outside, f"add to DECIDING in games/registry.py: {', '.join(sorted(outside))}"


def test_nothing_else_is_in_the_digest() -> None:
    """What only shows or records a round may change without changing the rules."""
    stated = {name for name in digested() if name.startswith(("cards/", "rules/", "games/"))}
    unneeded = set(digested()) - stated - closure(ENTRIES)
    assert not unneeded, f"take from DECIDING in games/registry.py: {', '.join(sorted(unneeded))}"
    assert {
        "table/view.py",
        "table/transcript.py",
        "table/explain.py",
        "table/poker/phh.py",
    }.isdisjoint(digested())


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's own files, to be changed."""
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "croupier", ignore=unwanted)
    monkeypatch.setattr(registry, "files", lambda package: tmp_path / package)
    assert rules_hash.__wrapped__() == rules_hash()
    return tmp_path / "croupier"


@pytest.mark.parametrize(
    "file, old, new",
    [
        ("games/four_card_prime/paytables.toml", '"Push"', '"1"'),
        ("rules/limits.toml", "40000", "40001"),
        ("games/four_card_buyout/rules.py", "DEALER_DRAWS_BELOW = 13", "DEALER_DRAWS_BELOW = 14"),
        ("cards/hands.py", "ACE_POINTS = 11", "ACE_POINTS = 12"),
        ("table/poker/betting.py", "2 * ", "3 * "),
        ("table/poker/pots.py", "(seat - button - 1) % seat_count", "(button - seat) % seat_count"),
        ("bank/meters/jackpot.py", "def after(", "def after ("),
    ],
)
def test_any_modification_of_the_rules_shows_in_their_hash(
    file: str, old: str, new: str, copy: Path
) -> None:
    written = (copy / file).read_text("utf-8")
    assert written.count(old) >= 1
    (copy / file).write_text(written.replace(old, new), "utf-8")
    assert rules_hash.__wrapped__() != rules_hash()


def test_one_byte_of_any_of_its_files_shows(copy: Path) -> None:
    seen = {rules_hash()}
    for name in digested():
        content = (copy / name).read_bytes()
        (copy / name).write_bytes(content + b"\n")
        seen.add(rules_hash.__wrapped__())
        (copy / name).write_bytes(content)
    assert len(seen) == len(digested()) + 1


def test_what_only_shows_a_round_does_not_show(copy: Path) -> None:
    for name in (
        "table/view.py",
        "table/transcript.py",
        "table/poker/phh.py",
        "cli/rules/rules.py",
    ):
        (copy / name).write_text("# changed", "utf-8")
    assert rules_hash.__wrapped__() == rules_hash()
