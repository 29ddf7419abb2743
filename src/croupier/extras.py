"""Optional dependencies: which extra provides a missing module, from the package's metadata."""

import importlib
import re
from collections.abc import Iterable, Sequence
from functools import cache

from croupier.errors import RuleError

CODE = "extra/missing"
# `psycopg[binary]>=3.2; extra == 'bank'`
OF_AN_EXTRA = re.compile(r"([\w.-]+).*\bextra == ['\"]([\w-]+)['\"]")


def check_installed(what: str, *modules: str) -> None:
    """Reports all missing modules at once, so that one installation is enough."""
    lacking = [module for module in modules if not _is_installed(module)]
    if lacking:
        raise missing(what, *lacking)


def missing(what: str, *modules: str, extra: str = "") -> RuleError:
    """The error that `what` needs these modules, and how to install them."""
    names = sorted({module.partition(".")[0] for module in modules})
    them = "it" if len(names) == 1 else "them"
    extras = [extra] if extra else _extras_of(names)
    way = f"pip install {' '.join(names)}"
    if extras:
        wanted = f"[{','.join(extras)}]"
        way = f"pip install 'croupier{wanted}' (from a clone: pip install '.{wanted}')"
    return RuleError(f"{what} needs {' and '.join(names)}; install {them} with: {way}", CODE)


def _is_installed(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return False
    return True


def _extras_of(modules: Iterable[str]) -> list[str]:
    """The smallest extra that provides each module; modules that none provides are left out."""
    packages = _packages()
    extras = set()
    for module in modules:
        bringing = [extra for extra, names in packages.items() if module in names]
        if bringing:
            extras.add(min(bringing, key=lambda extra: (len(packages[extra]), extra)))
    return sorted(extras)


@cache
def _packages() -> dict[str, list[str]]:
    """By extra, the import names of its packages."""
    from importlib.metadata import PackageNotFoundError, requires  # slow to load, seldom needed

    try:
        lines: Sequence[str] = requires("croupier") or ()
    except PackageNotFoundError:  # run from its source, without any installation
        return {}
    packages: dict[str, list[str]] = {}
    for match in filter(None, map(OF_AN_EXTRA.match, lines)):
        module = re.sub(r"[-.]", "_", match[1]).lower()
        packages.setdefault(match[2], []).append(module)
    return packages
