"""The sources that a function's result depends on: its module and all transitive imports.

Cached files are named by a digest of these sources, so that editing a report discards no count, and
editing a rule never leaves a stale one. A module outside the package (a test, a researcher's
script) is included with whatever it imports from the package.
"""

import ast
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any

PACKAGE = "croupier"
NOWHERE = "(no source)"
READING = Lock()  # Python 3.11.2 raises SystemError if two threads parse at once


def modules_of(function: Callable[..., Any]) -> frozenset[str]:
    """The modules of a function and of every function in its closure."""
    found, seen = set(), set()
    left: list[Any] = [function]
    while left:
        made = left.pop()
        if id(made) not in seen:
            seen.add(id(made))
            left += _within(made)
            if callable(made) and not isinstance(made, partial):
                found.add(getattr(made, "__module__", None) or "")
    return frozenset(module for module in found if _source(module)[0].is_file())


def _within(value: Any) -> Iterable[Any]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, partial):
        return (value.func, *value.args)
    plain = getattr(value, "py_func", value)  # the Python function of a compiled loop
    return [cell.cell_contents for cell in getattr(plain, "__closure__", None) or ()]


def _ours(module: str) -> bool:
    return module.split(".")[0] == PACKAGE


def digest(modules: frozenset[str]) -> str:
    """A digest of these modules, of everything they import from the package, and of its paytables.

    Threads may call it at the same time: one reads, the others wait.
    """
    with READING:
        return _digest(modules)


@cache
def _digest(modules: frozenset[str]) -> str:
    total = hashlib.sha256()
    for name, content in sorted(_contents(closure(modules))):
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def closure(modules: Iterable[str]) -> set[str]:
    """The modules and everything they import from the package, transitively, at any nesting."""
    seen: set[str] = set()
    left = list(modules)
    while left:
        module = left.pop()
        if module not in seen:
            seen.add(module)
            left += _imported(module)
    return seen


def _contents(modules: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    packages = set()
    for module in modules:
        place, is_package = _source(module)
        if _ours(module):
            packages.add(module if is_package else module.rpartition(".")[0])
        yield module, place.read_bytes()
    for package in packages:
        for name, table in _tables(files(PACKAGE).joinpath(*package.split(".")[1:])):
            yield f"{package}/{name}", table.read_bytes()


def _tables(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    """The paytables of a package: beside its modules, or in a folder without modules."""
    for entry in folder.iterdir():
        if entry.name.endswith(".toml"):
            yield entry.name, entry
        elif entry.is_dir() and not any(each.name.endswith(".py") for each in entry.iterdir()):
            yield from ((f"{entry.name}/{name}", table) for name, table in _tables(entry))


@cache
def _imported(module: str) -> frozenset[str]:
    """The package's modules imported here, with their parents, also if named only in a string."""
    place, is_package = _source(module)
    package = module if is_package else module.rpartition(".")[0]
    named = set()
    for node in _run(ast.parse(place.read_bytes())):
        if isinstance(node, ast.Import):
            named |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            named |= {base, *(f"{base}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named.add(node.value.partition(":")[0])  # a dotted path, imported later
    return frozenset(found for name in named if _ours(name) for found in _packages_and(name))


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may run: imports under TYPE_CHECKING do not matter."""
    yield node
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                for other in child.orelse:
                    yield from _run(other)
            case _:
                yield from _run(child)


def _packages_and(name: str) -> Iterator[str]:
    """`croupier.rules.felt.Spot` yields croupier, croupier.rules and croupier.rules.felt."""
    parts = name.split(".")
    for size in range(1, len(parts) + 1):
        above = ".".join(parts[:size])
        if parts[size - 1].isidentifier() and _source(above)[0].is_file():
            yield above


@cache
def _source(module: str) -> tuple[Traversable, bool]:
    """The file of a module (nonexistent if it has no source), and whether it is a package."""
    if not _ours(module):
        return Path(getattr(sys.modules.get(module), "__file__", None) or NOWHERE), False
    place = files(PACKAGE).joinpath(*module.split(".")[1:])
    if place.is_dir():
        return place / "__init__.py", True
    return files(PACKAGE).joinpath(
        *module.split(".")[1:-1], module.rpartition(".")[2] + ".py"
    ), False
