"""Where settings come from: flags, before variables, before a file, before the defaults.

A name that is not a setting is refused, with the nearest that is one. A refusal says which source
the value is from, but not the value: it may be a password.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from croupier.errors import Refused, shown
from croupier.web.settings.kinds import Misread
from croupier.web.settings.record import DEFAULTS, PREFIX, SETTINGS, ServerSettings

FILE = f"{PREFIX}CONFIG"  # the variable that names the file
LARGEST = 1_000_000  # bytes of a file of settings


class Chosen(NamedTuple):
    """The settings, and where each that is not a default comes from."""

    settings: ServerSettings
    sources: Mapping[str, str]


def chosen(
    flags: Mapping[str, object], environ: Mapping[str, str], file: Path | None = None
) -> Chosen:
    """`flags`: those that were given, by the names of their settings."""
    file = file or (Path(environ[FILE]) if environ.get(FILE) else None)
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    for source, given in (
        *([(f"in {file}", _in_file(file))] if file else []),
        ("in the environment", _in_environment(environ)),
        ("on the command line", flags),
    ):
        for name, value in given.items():
            values[name], sources[name] = _read(name, value, source), source
    settings = replace(DEFAULTS, **values)  # type: ignore[arg-type]
    _check_together(settings)
    return Chosen(settings, sources)


def _read(name: str, given: object, source: str) -> object:
    setting = SETTINGS[name]
    try:
        return setting.kind.read(given)
    except Misread as wrong:
        called = {"in the environment": setting.variable, "on the command line": setting.flag}
        label = called.get(source, name)
        raise Refused(f"{label} {source}: {wrong}", "settings/value") from None


def _in_file(file: Path) -> Mapping[str, object]:
    try:
        with file.open("rb") as opened:
            read = tomllib.loads(opened.read(LARGEST).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise Refused(f"{file} cannot be read as TOML: {wrong}", "settings/file") from None
    for name in read:
        if name not in SETTINGS:
            raise _unknown(name, f"in {file}", SETTINGS)
    return read


def _in_environment(environ: Mapping[str, str]) -> Mapping[str, object]:
    """Only variables with our prefix; an empty one is not set."""
    known = {setting.variable: name for name, setting in SETTINGS.items()}
    found: dict[str, object] = {}
    for variable, value in environ.items():
        if not variable.startswith(PREFIX) or variable == FILE or not value:
            continue
        if variable not in known:
            raise _unknown(variable, "in the environment", [*known, FILE])
        found[known[variable]] = value
    return found


def _unknown(name: str, source: str, known: Iterable[str]) -> Refused:
    near = get_close_matches(name, known, 1, 0.65)
    hint = f"did you mean {near[0]}?" if near else "croupier serve --show-config lists them all"
    return Refused(f"there is no setting {shown(name)} ({source}); {hint}", "settings/unknown")


def _check_together(settings: ServerSettings) -> None:
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise Refused("tls_cert and tls_key go together; set both or none", "settings/together")
    for idle, longest in (
        ("session_idle", "session_longest"),
        ("guest_idle", "guest_longest"),
    ):
        if getattr(settings, idle) > getattr(settings, longest):
            raise Refused(f"{idle} may not be more than {longest}", "settings/together")
