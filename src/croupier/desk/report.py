"""The mathematics of a table as a file for a regulator."""

import platform
import tempfile
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from croupier import __version__
from croupier.errors import RuleError
from croupier.extras import check_installed
from croupier.files import put
from croupier.odds.solve import solve, verify_game
from croupier.report.build import Report, Sources, build
from croupier.report.introduction import Provenance
from croupier.table.dispute import settle
from croupier.table.table import Table, open_table

NEEDS = {
    ".html": ("matplotlib",),
    ".pdf": ("matplotlib", "typst"),
    ".xlsx": ("matplotlib", "xlsxwriter"),
}
PACKAGES = ("numba", "numpy", "matplotlib", "typst", "xlsxwriter")


def check_output(output: Path) -> None:
    """Everything that can be refused is refused before the solving begins."""
    suffix = output.suffix.lower()
    if suffix not in NEEDS:
        raise RuleError(
            f"{output}: a report is written as {', '.join(NEEDS)}; name one of these", "report/kind"
        )
    if output.exists() and not output.is_file():
        raise RuleError(f"{output} is not a file; name a file to write", "report/path")
    if not output.parent.is_dir():
        raise RuleError(f"{output}: there is no folder {output.parent}", "report/path")
    try:
        with tempfile.TemporaryFile(dir=output.parent):
            pass
    except OSError as fault:
        raise RuleError(
            f"{output}: nothing can be written in {output.parent} ({fault.strerror})", "report/path"
        ) from fault
    check_installed(f"a report as {suffix}", *NEEDS[suffix])


def report(table: Table, output: Path, date: str = "") -> int:
    """Writes the report in the format of the file's suffix; returns its size in bytes."""
    check_output(output)
    content = written(build(table, table.limits, sources(), versions(date)), output.suffix.lower())
    put(output, content, 0o644)
    return len(content)


def sources() -> Sources:
    """The functions that a report gets its figures from."""
    return Sources(open_table, solve, settle, partial(verify_game, open_table))


def versions(date: str = "") -> Provenance:
    """The versions of everything the figures and the file were made with."""
    packages = {"Python": platform.python_version()}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            packages[name] = version(name)
    return Provenance(__version__, packages, date)


def written(content: Report, suffix: str) -> bytes:
    """The report as the bytes of a file; loads only the writer of this format."""
    form = suffix.removeprefix(".")
    return bytes(getattr(import_module(f"croupier.report.formats.{form}"), form)(content))
