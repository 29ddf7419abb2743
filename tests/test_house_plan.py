"""The plan in docs/architecture.md is generated from the sources, and current.

`python tests/test_house_plan.py` rewrites it.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "croupier"
PAGE = ROOT / "docs" / "architecture.md"
PLAN = re.compile(r"(?<=<!-- plan -->\n).*?(?=<!-- end of plan -->)", re.DOTALL)

MOST_FILES, MOST_LINES = 16, 400  # of a folder, without its __init__.py; of a file
# One file stands alone, to be copied and run by anyone; the engine of a round is indivisible.
ONE_FILE = {"fair.py", "table/round.py"}
MOST_OF_A_FUNCTION = 60  # of a function, without its docstring
# A GPU's kernel may lose speed if its arrays are passed to other functions.
ONE_KERNEL = {"kernels/gpu.py: loop", "kernels/gpu.py: rounds"}


def folders() -> list[Path]:
    return sorted(path.parent for path in PACKAGE.rglob("__init__.py"))


def name_of(folder: Path) -> str:
    return folder.relative_to(PACKAGE).as_posix()


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py"))


def purpose(folder: Path) -> str:
    words = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    return " ".join(words.partition("\n\n")[0].split())


def place(name: str) -> str:
    """Where a module or a file belongs in the plan: the first folder below the package."""
    parts = name.split("/")
    return parts[0] if parts[0] != "games" or len(parts) < 3 else "games/…"


def imported() -> dict[str, set[str]]:
    """By folder, the folders that its files import, at any time."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        own = place(path.relative_to(PACKAGE).with_suffix("").as_posix())
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier."):
                target = place((node.module or "").removeprefix("croupier.").replace(".", "/"))
                found[own].add(target)
    return {own: others - {own} for own, others in found.items()}


def plan() -> str:
    uses = imported()
    lines = ["| folder | files | what it is | imports |", "| --- | --: | --- | --- |"]
    for folder in folders():
        name = name_of(folder)
        if name == ".":
            continue
        top = "/" not in name
        others = ", ".join(sorted(uses.get(name, ()))) if top else ""
        if name == "games":
            own = uses.get("games", set()) | uses.get("games/…", set())
            others = ", ".join(sorted(own - {"games", "games/…"}))
        count = len(files_of(folder)) - 1
        lines.append(f"| `{name}/` | {count} | {purpose(folder)} | {others} |")
    return "\n".join(lines) + "\n"


def test_the_plan_is_the_sources() -> None:
    found = PLAN.search(PAGE.read_text("utf-8"))
    assert found is not None, "docs/architecture.md has no <!-- plan -->"
    assert found[0] == plan(), "run: python tests/test_house_plan.py"


def test_every_folder_says_what_it_is() -> None:
    silent = [name_of(folder) for folder in folders() if not purpose(folder)]
    assert not silent, f"give {silent} a docstring in its __init__.py"


def test_no_folder_and_no_file_is_too_large() -> None:
    crowded = {name_of(folder): len(files_of(folder)) - 1 for folder in folders()}
    assert not {name: many for name, many in crowded.items() if many > MOST_FILES}
    lengths = {
        path.relative_to(PACKAGE).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert not {name: n for name, n in lengths.items() if n > MOST_LINES and name not in ONE_FILE}


def lengths_of_functions(code: str) -> dict[str, int]:
    """The lines of each function, without its docstring."""
    return {
        node.name: (node.end_lineno or 0)
        - node.lineno
        + 1
        - len((ast.get_docstring(node, clean=False) or "").splitlines())
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_no_function_is_too_long() -> None:
    long = {
        f"{path.relative_to(PACKAGE).as_posix()}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name, lines in lengths_of_functions(path.read_text("utf-8")).items()
        if lines > MOST_OF_A_FUNCTION
    }
    assert long == ONE_KERNEL


if __name__ == "__main__":
    PAGE.write_text(PLAN.sub(lambda _: plan(), PAGE.read_text("utf-8")), "utf-8")
