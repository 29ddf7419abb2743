"""Style as a unit test: the direction of imports, what is banned where, what must not be published.

Every failure names file:line and what to do instead.
"""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import croupier
from croupier.games.registry import FOLDERS, GAMES, POKER

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "src" / "croupier").rglob("*.py"))

# From the top down. A layer may import the layers below it, and itself.
LAYERS = (
    ("cli", "web"),
    ("desk",),
    ("room", "bots", "envs"),
    ("games",),
    ("report",),
    ("table", "bank"),
    ("odds", "sim"),
    ("kernels",),
    ("rules",),
    ("cards",),
    ("money", "errors", "extras", "fair", "files", "program", "progress"),
)
HEIGHT = {name: -depth for depth, names in enumerate(LAYERS) for name in names}
# Neighbors may not import each other, except for these: `cli` starts the web server, bots rehearse
# in a room, a simulation is compared with exact odds, bad amounts and missing packages are errors.
NEIGHBORS = {
    *(("cli", "web"), ("bots", "room"), ("sim", "odds")),
    *(("sim", "bank"), ("money", "errors"), ("extras", "errors")),
}

PURE = {"cards", "rules", "money"}
EXACT = PURE | {"bank"}


# A game's folder contains parts of several layers: its rules, its loops, its bots; the rest of it
# is `games`.
OF_A_GAME = {"rules": "rules", "loops": "kernels", "bots": "bots"}


def layer(path: Path) -> str:
    """The layer of a source file: `rules` for `rules/limits.py`, `money` for `money.py`."""
    return layer_of(path.relative_to(ROOT / "src" / "croupier").with_suffix("").parts)


def layer_of(parts: Sequence[str]) -> str:
    name, *within = parts
    if name == "games":
        own = len(within) > 1 and within[0] not in {"registry", "figures"}
        return OF_A_GAME.get(within[1], "games") if own else "rules"
    return {"__main__": "cli"}.get(name, name)


def imports(path: Path, tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Line and dotted name of everything imported, at any nesting, with dots resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT / "src").parent.parts
            base = list(package[: len(package) + 1 - node.level]) if node.level else []
            base += node.module.split(".") if node.module else []
            for name in node.names:
                yield node.lineno, [*base, name.name]


def for_types(tree: ast.Module) -> set[int]:
    """The lines of imports that only a type checker makes."""
    return {
        inner.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
        if isinstance(inner, ast.stmt)
    }


def layer_fault(own: str, target: list[str]) -> str | None:
    """What is wrong with an import of `target`, a dotted name, by the layer `own`."""
    if target[0] != "croupier":
        if own == "fair" and target[0] not in sys.stdlib_module_names:
            return f"fair.py stands alone, on the standard library: do without {target[0]}"
        return None
    if own == "fair":
        return "fair.py stands alone: copy or move what it needs, import nothing of croupier"
    if own not in HEIGHT or target[1:] == ["__version__"]:
        return None
    other = layer_of(target[1:]) if len(target) > 1 else ""
    if other not in HEIGHT:
        return f"{'.'.join(target)} has no layer: import from the module that defines it"
    if own == "bank" and other not in {"bank", "money", "errors", "files", "progress", "rules"}:
        return f"bank must not import {other}: it knows money and meters, and no cards"
    below = HEIGHT[other] < HEIGHT[own]
    if own == other or below or (own, other) in NEIGHBORS:
        return None
    return f"{own} must not import {other}: move what both need down, or pass it in as an argument"


def ban_fault(own: str, node: ast.AST) -> str | None:
    """What is wrong with this node of a file in the layer `own`, apart from imports."""
    match node:
        case ast.Name(id="float") if own in EXACT:
            return "no float here: use int, or Fraction"
        case ast.Constant(value=float()) if own in EXACT:
            return f"no float here: write {node.value} as an int, or as a Fraction"
        case ast.Call(func=ast.Name(id="print")) if own not in {"cli", "fair"}:
            return "no print here: return the text and let cli print it"
        case (
            ast.Attribute(attr="hall" | "store" | "room" as name)
            | ast.Attribute(value=ast.Name(id="store" | "room" as name))
        ) if own == "cli":
            return f"cli must not look into the {name}: {ASK}"
    return None


# `cli` parses and prints. Of the bank, the room and the mathematics it may use types and
# formatting: classes, constants, and these functions, which read no books, change none and compute
# nothing that takes time.
ASK = "ask a function of desk for a typed result, and draw that"
WORK = {"bank", "room", "bots", "odds", "sim", "kernels", "report"}
SAY_ONLY = {
    *("bank.anchors.make_key", "bank.meters.meter.event_to_json", "bank.meters.meter.kind_of"),
    *("bank.meters.rules.check_layout", "bank.meters.rules.notices", "room.books.days.day"),
    *("room.books.days.days", "room.names.in_words", "room.people.roles.composed"),
    *("room.tables.poker.amounts.legal_words", "room.tables.poker.amounts.spoken"),
    *("room.tables.shoes.counted", "room.tables.words.words_from"),
    *("odds.figures.fraction", "odds.figures.root", "odds.figures.rounded"),
}


FIGURES = ["games", "figures"]


def banned_import(own: str, target: list[str]) -> str | None:
    if (
        own == "cli"
        and target[0] == "croupier"
        and (WORK & {*target[1:2]} or target[1:3] == FIGURES)
    ):
        works = target[-1].islower() and ".".join(target[1:]) not in SAY_ONLY
        if works or target[-1] in {"Room", "Store", "Hall"}:
            return f"no {'.'.join(target)} in cli: {ASK}"
    if target[0] == "random" and own not in {"sim", "bots"}:
        return "no random here: shuffle with croupier.fair, or take the cards as an argument"
    if target[0] in {"typer", "rich"} and own not in {"cli", "fair"}:
        return f"no {target[0]} in {own}: return what there is to say and let cli draw it"
    if target[0] in {"time", "numpy", "numba"} and own in PURE:
        return f"no {target[0]} in {own}: it is plain functions of ints; do it in a layer above"
    return None


# What only one game knows is in its folder; the rest of the program uses the game's record.
NAMES = (*GAMES, *POKER)
RECORD = "ask its record (games/registry.py, games/figures.py)"
# The names of a house-banked game's options, wagers and tables, unless they are ordinary words.
OWN_WORDS = {
    word
    for game in GAMES.values()
    for parts in (game.options, game.wagers, (older.option for older in game.older))
    for word in (*(part.name for part in parts), *game.paytables)
    if "_" in word or " " in word
}


# Tables of both kinds answer for themselves. Where there is no table, there is one question.
POKER_QUESTIONS = {
    "games/registry.py": "it knows which games are poker",
    "table/poker/transcript.py": "it reads records of poker, which name a game by its id alone",
}


def asks_for_poker(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a file decides by itself whether a game is poker."""
    if path.relative_to(ROOT / "src" / "croupier").as_posix() in POKER_QUESTIONS:
        return
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id="POKER")]):
                yield node.lineno, "no `in POKER` here: ask plays_poker of games/registry.py"
            case ast.FunctionDef(name="plays_poker"):
                yield node.lineno, "one plays_poker is enough: import it from games/registry.py"


# As people call them; "Split" alone is an ordinary word.
SHOWN = sorted(
    {re.sub(r" V\d$", "", game.name) for game in (*GAMES.values(), *POKER.values())}
    | {folder.partition("_card_")[2].replace("_", " ").title() for folder in FOLDERS} - {"Split"}
)
CITES = {"desk/room/money.py"}  # the rulebook that a recommendation is from


def shows_a_game(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a file outside games/ calls a game by its name: in a text, or in the help of a command.

    An example in the help is a command that can be typed, and has the id of a game.
    """
    place = path.relative_to(ROOT / "src" / "croupier")
    if place.parts[0] == "games" or place.as_posix() in CITES:
        return
    notes = set(map(id, docstrings(tree, help_too=place.parts[0] != "cli")))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            if found := re.search(rf"\b({'|'.join(SHOWN)})\b", node.value):
                yield node.lineno, f"no {found[0]!r} here: {RECORD}, or say it in general words"


def docstrings(tree: ast.Module, *, help_too: bool) -> Iterator[ast.expr]:
    """Of the module and its classes; of functions, whose docstrings are help in cli, if wanted."""
    for node in ast.walk(tree):
        functions = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and help_too
        if isinstance(node, ast.Module | ast.ClassDef) or functions:
            match node.body[:1]:
                case [ast.Expr(value=ast.Constant() as said)]:
                    yield said


def names_a_game(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a file outside games/ imports a game, contains its id, or a word that only games know.

    Docstrings and help may have examples. Words that several layers need are vocabulary: rules/.
    """
    folder = path.relative_to(ROOT / "src" / "croupier").parts[0]
    if folder == "games":
        return
    for line, target in imports(path, tree):
        if target[:2] == ["croupier", "games"] and target[2:3] and target[2] in FOLDERS:
            yield line, f"no import of {target[2]} here: {RECORD}"
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            for name in NAMES:
                if re.search(rf"(?<![\w-]){name}(?![\w-])", node.value):
                    yield node.lineno, f"no {name!r} here: {RECORD}"
            if node.value in OWN_WORDS and folder != "rules":
                yield node.lineno, f"no {node.value!r} here: {RECORD}, or name it in rules/"


def faults(path: Path, code: str) -> list[str]:
    """Everything wrong with a source file, each as `file:line: what to do`."""
    own, tree = layer(path), ast.parse(code)
    declared = path.parts[-2:] == ("games", "figures.py")  # a record may refer to what is above it
    types = for_types(tree) if declared else set()
    found = [
        (line, fault)
        for line, target in imports(path, tree)
        if line not in types
        for fault in (layer_fault(own, target), banned_import(own, target))
    ]
    if own not in HEIGHT and own != "__init__":
        found.append((1, f"{own} has no layer: put it under one, or add it to the LAYERS"))
    found += [(getattr(node, "lineno", 0), ban_fault(own, node)) for node in ast.walk(tree)]
    for asked in (names_a_game, shows_a_game, asks_for_poker):
        found += asked(path, tree)
    return [f"{path.relative_to(ROOT)}:{line}: {fault}" for line, fault in found if fault]


def test_sources_keep_to_their_layers_and_bans() -> None:
    found = [fault for path in SOURCES for fault in faults(path, path.read_text("utf-8"))]
    assert SOURCES
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "file, code, word",
    [
        ("rules/a.py", "from croupier.table import round", "must not import table"),
        ("rules/a.py", "from ..table.round import Round", "must not import table"),
        ("rules/a.py", "from .. import cli", "must not import cli"),
        ("cards/__init__.py", "from ..rules import limits", "must not import rules"),
        ("cards/a.py", "def f():\n    import croupier.rules.limits", "a.py:2: cards must not"),
        ("table/a.py", "import croupier.bank", "must not import bank"),
        ("bank/a.py", "import croupier.table", "must not import table"),
        ("bank/a.py", "from croupier.cards import card", "must not import cards"),
        ("odds/a.py", "import croupier.sim", "must not import sim"),
        ("web/a.py", "import croupier.cli", "must not import cli"),
        ("desk/a.py", "from rich.text import Text", "no rich in desk"),
        ("desk/a.py", "import typer", "no typer in desk"),
        ("desk/a.py", "import croupier.cli.input", "must not import cli"),
        ("room/a.py", "import croupier.desk.night", "must not import desk"),
        ("envs/a.py", "import croupier.cli", "must not import cli"),
        ("table/a.py", "import croupier.envs", "must not import envs"),
        ("errors.py", "from croupier.money import Cents", "must not import money"),
        ("table/a.py", "import croupier", "has no layer"),
        ("table/a.py", "from croupier import Table", "has no layer"),
        ("helpers.py", "from croupier import cards", "helpers has no layer"),
        ("fair.py", "from croupier import __version__", "stands alone"),
        ("fair.py", "import rich", "do without rich"),
        ("rules/a.py", "x = 0.5", "no float"),
        ("cards/a.py", "def f(x: float): ...", "no float"),
        ("money.py", "float('1')", "no float"),
        ("bank/a.py", "float('1')", "no float"),
        ("rules/a.py", "from time import time", "no time"),
        ("cards/a.py", "import numpy as np", "no numpy"),
        ("money.py", "import numba.typed", "no numba"),
        ("table/a.py", "from random import shuffle", "croupier.fair"),
        ("table/a.py", "print('hello')", "no print"),
        ("cli/a.py", "from croupier.room.room import Room", "ask a function of desk"),
        ("cli/a.py", "import croupier.bank.store", "ask a function of desk"),
        ("cli/a.py", "from croupier.bank.backup.file import backup", "ask a function of desk"),
        ("cli/a.py", "from croupier.room.books.recall import recall", "ask a function of desk"),
        ("cli/a.py", "from croupier.odds.solve import solve", "ask a function of desk"),
        ("cli/a.py", "from croupier.sim.run import simulated", "ask a function of desk"),
        ("cli/a.py", "import croupier.kernels.cache.folder", "ask a function of desk"),
        ("cli/a.py", "from croupier.games.figures import figures_of", "ask a function of desk"),
        ("cli/a.py", "people = a.hall", "cli must not look into the hall"),
        ("cli/a.py", "now = store.clock()", "cli must not look into the store"),
        ("cli/a.py", "from croupier.games.four_card_prime import rules", "ask its record"),
        ("bots/a.py", "import croupier.games.five_card_hold_out.rules", "ask its record"),
        ("room/a.py", "x = game.id == '4-card-buyout'", "no '4-card-buyout' here"),
        ("table/a.py", "raise ValueError('try four-card-prime')", "no 'four-card-prime' here"),
        ("odds/a.py", "x = options['jackpot_type']", "no 'jackpot_type' here"),
        ("sim/a.py", "x = stakes['aces baby']", "no 'aces baby' here"),
        ("cli/a.py", "HELP = 'Hold Out: who plays.'", "no 'Hold Out' here"),
        ("cli/a.py", "def f():\n    'In 4 Card Split, two hands.'", "no '4 Card Split' here"),
        ("web/a.py", "x = f'{x} at Four Card Prime'", "no 'Four Card Prime' here"),
        ("web/a.py", "x = game in POKER", "ask plays_poker"),
        ("desk/a.py", "def plays_poker(game): ...", "one plays_poker is enough"),
    ],
)
def test_a_fault_is_detected(file: str, code: str, word: str) -> None:
    (fault,) = faults(ROOT / "src" / "croupier" / file, code)
    assert word in fault


@pytest.mark.parametrize(
    "file, code",
    [
        ("__init__.py", "from croupier.table import round"),
        ("__main__.py", "from croupier.cli import main"),
        ("cli/a.py", "from croupier import __version__, rules; import croupier.web; print()"),
        ("cli/a.py", "from croupier.room.books.recall import Recalled; recall(store, 7)"),
        ("cli/a.py", "from croupier.odds.solve import State; from croupier.sim.plan import MOST"),
        ("rules/a.py", "from . import limits; from ..cards.card import Card; import tomllib"),
        ("rules/a.py", "CUT_CARD = 'cut_card'"),
        ("cli/a.py", "HELP = 'Other wagers, such as aces baby=5.'"),
        ("cli/a.py", "'For Buyout.'\ndef f():\n    'Example: croupier rules four-card-prime'"),
        ("money.py", "from croupier.errors import RuleError"),
        ("table/a.py", "from croupier.fair import shuffle; x = 0.5"),
        ("sim/a.py", "import random, time, numpy"),
        ("fair.py", "import hashlib; print()"),
    ],
)
def test_what_is_right_passes(file: str, code: str) -> None:
    assert faults(ROOT / "src" / "croupier" / file, code) == []


# What follows an alias that names no idea of its own.
NO_IDEA = (
    "TypeVar(",  # a placeholder of the functions below it
    "Annotated[",  # a parameter of a command or route, named as its user sees it
    "NDArray[",  # in a loop, an array is named after the Python value that it encodes
)
# A message to the page is named after what it shows there; it is imported through its module.
WEB = ROOT / "src" / "croupier" / "web"
MESSAGES = (
    WEB / "messages.py",
    WEB / "coach" / "messages.py",
    WEB / "training" / "messages.py",
)
# Solved values depend on the sources that their solver imports: not on table/, which has the same.
SOLVERS_OWN = {("Cards", "games/four_card_split/values.py")}


PAGE = sorted(
    path
    for kind in ("ts", "svelte", "css")
    for path in (ROOT / "frontend" / "src").rglob(f"*.{kind}")
    if "fixtures" not in path.parts and ".test." not in path.name
)


def games_on_the_page(path: Path, text: str) -> list[str]:
    """Where the page names a game: all it knows of one is sent to it."""
    names = "|".join((*NAMES, *SHOWN))
    return [
        f"{path.relative_to(ROOT)}:{number}: no {found[0]!r} here: let the server send it"
        for number, line in enumerate(text.splitlines(), start=1)
        if (found := re.search(rf"(?<![\w-])({names})(?![\w-])", line))
    ]


def test_the_page_knows_no_game() -> None:
    assert len(PAGE) > 50
    found = [fault for path in PAGE for fault in games_on_the_page(path, path.read_text("utf-8"))]
    assert not found, "\n" + "\n".join(found)
    place = ROOT / "frontend" / "src" / "a.ts"
    assert games_on_the_page(place, 'const HANDS = { "4-card-buyout": "Ad Ad Kd" };')
    assert games_on_the_page(place, "// at Four Card Prime")
    assert not games_on_the_page(place, 'const head = "Split your cards";')


def types_named(code: str) -> Iterator[str]:
    """All classes, and the type aliases of the module."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                ours = name[0].isupper() and not name.isupper()
                if ours and not ast.unparse(value).startswith(NO_IDEA):
                    yield name


def test_the_name_of_a_type_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for path in (path for path in SOURCES if path not in MESSAGES):
        place = path.relative_to(ROOT / "src" / "croupier").as_posix()
        for name in types_named(path.read_text("utf-8")):
            if (name, place) not in SOLVERS_OWN:
                places.setdefault(name, []).append(place)
    found = [f"{n}: {', '.join(w)}: rename one" for n, w in sorted(places.items()) if len(w) > 1]
    assert not found, "\n" + "\n".join(found)


def test_types_are_found_by_name() -> None:
    code = """
Step = Deal | Choose
Ints = NDArray[np.int64]
Task = TypeVar("Task")
Seat = Annotated[int, "a seat"]
MOST = 5
class Spot:
    class Chip: ...
"""
    assert sorted(types_named(code)) == ["Chip", "Spot", "Step"]


# Phrases that no reader of English expects, and what to write instead.
BETTER = {
    r"so many of so many": "count of total",
    r"so manieth": "every n-th",
    r"(is|was|are) no plain": "is not a regular file, a plain number, …",
    r"the books stand": "Audit passed",
    r"nothing you can do now": "Not a choice here",
    r"\bat hand\b": "available, here; of money: Bankroll",
    r"is nobody here": "No one named … is enrolled",
    r"chance explains it": "consistent with chance",
    r"\bin vain\b": "without success; or say what happened",
    r"\bbreaks even at a meter\b": "worth betting once the meter passes",
    r"has no house edge to know": "house edge not computed",
    r"shuffle proved:": "Check this shuffle yourself",
    r"stopped: what there is": "stopped early; results so far",
    r"kept elsewhere": "store it off this machine",
    r"\blies \d+ times": "appears twice, three times, …",
    r"\bin firsts\b": "in first bets",
    r"what nights brought": "Results",
    r"\bmoney for \d+%": "bankroll that covers 99% of nights",
    r"none where it is": "None if it is not a number",
    r"\b(he|him|his|himself)\b": "they, their, or the name",
}
PROSE = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
NAMED_FILE = re.compile(r"`((?:\w+/)+\w+\.(?:py|toml|md))`")


@pytest.mark.parametrize(
    "page", [page for page in PROSE if page.name != "CHANGELOG.md"], ids=lambda page: page.name
)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """From the root, in the package, or in a game's folder; the changelog describes the past."""
    source = ROOT / "src" / "croupier"
    folders = (ROOT, source, *(source / "games").iterdir())
    named = set(NAMED_FILE.findall(page.read_text("utf-8")))
    gone = {name for name in named if not any((folder / name).exists() for folder in folders)}
    assert not {name for name in gone if "three_card_duel" not in name}  # the guide's own example


def odd_phrases(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, better in BETTER.items():
            if found := re.search(pattern, line, re.IGNORECASE):
                yield number, f"{found[0]!r}: write {better!r}"


def test_no_file_has_a_phrase_that_has_a_better_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {fault}"
        for path in (*SOURCES, *PROSE)
        for number, fault in odd_phrases(path.read_text("utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "line", ["pam keeps his cards", "The books stand.", "as seat 3 has at hand"]
)
def test_odd_phrases_are_found(line: str) -> None:
    assert list(odd_phrases(line))
    assert not list(odd_phrases("There is the shell of the house; the chances of this behand."))


# Each pattern contains a bracket, so that this file does not match itself.
UNPUBLISHABLE = {
    r"pyp[i]\.\w|python[h]osted|npm[j]s|debian\.[o]rg|ubuntu\.[c]om|artifactor[y]|conda\.[a]naconda":
        "a package registry's host: name the package only",
    r'"resolved": *"htt[p]|--(extra-)?index-ur[l]|--find-link[s]':
        "where packages came from: see scripts/lock for how to leave it out",
    r"(?<![\w.])/(wor[k]|roo[t]|hom[e]/\w+|User[s]/\w+)/":
        "a path of one machine: write it relative to the repository",
    r"shared/(ruling[s]|desig[n]|styl[e])":
        "a note outside the repository: say it in docs/, or leave it out",
}  # fmt: skip


def unpublishable(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, fault in UNPUBLISHABLE.items():
            if found := re.search(pattern, line, re.IGNORECASE):
                yield number, f"{found[0]!r} is {fault}"


def repository_files() -> list[Path]:
    """Files that are, or would be, in git; those of the working tree."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = {ROOT / os.fsdecode(name) for name in listing.split(b"\0") if name}
    return sorted(path for path in paths if path.is_file())


def test_no_file_names_a_registry_or_a_machine() -> None:
    found = []
    for path in repository_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # not text
        found += [f"{path.relative_to(ROOT)}:{n}: {fault}" for n, fault in unpublishable(text)]
    assert not found, "\n" + "\n".join(found)


def test_registries_and_machine_paths_are_detected() -> None:
    bad = ["https://pyp{}.org/simple", "see /roo{}/x", "file:///wor{}/y", "shared/desig{}.md"]
    ends = ["i", "t", "k", "n"]
    for text, end in zip(bad, ends, strict=True):
        assert [line for line, _ in unpublishable("\n" + text.format(end))] == [2]
    assert not list(unpublishable("pip install x (PyPI). A frame/work/ and ./root/ are relative."))


def test_scripts_can_be_run() -> None:
    for path in [*sorted((ROOT / "scripts").iterdir()), ROOT / ".ci" / "run"]:
        name = path.relative_to(ROOT)
        first = path.read_text("utf-8").partition("\n")[0]
        assert first.startswith("#!"), f"{name}:1: start it with #!/usr/bin/env bash"
        assert os.access(path, os.X_OK), f"{name}:1: not executable: chmod +x {name}"


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    assert croupier.__version__ == version, (
        f"src/croupier/__init__.py: __version__ should be {version}, as in pyproject.toml"
    )
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^##? \[?v?{re.escape(version)}\b", changes, re.MULTILINE), (
        f"CHANGELOG.md: add a heading `## {version}`"
    )
