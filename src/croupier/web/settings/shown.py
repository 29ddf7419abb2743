"""ServerSettings as a file that can be read again, and as a table for the documents."""

from collections.abc import Iterator
from textwrap import wrap

from croupier.errors import without_password
from croupier.web.settings.record import DEFAULTS, GROUPS, SETTINGS, ServerSettings, Setting
from croupier.web.settings.sources import Chosen

WIDTH = 96


def as_file(of: Chosen | None = None) -> str:
    """TOML with every setting; those that have their default are commented out. No passwords."""
    of = of or Chosen(DEFAULTS, {})
    lines = ["# Settings of `croupier serve`, to be read by `croupier serve --config FILE`."]
    for title in GROUPS:
        lines += ["", f"# {title}"]
        for setting in SETTINGS.values():
            if setting.group == title:
                lines += ["", *_of(setting, of)]
    return "\n".join([*lines, ""])


def _of(setting: Setting, of: Chosen) -> Iterator[str]:
    yield from (f"# {line}" for line in wrap(setting.meaning, WIDTH))
    source = of.sources.get(setting.name)
    line = f"{setting.name} = {_value(setting, of.settings)}"
    yield f"{line}  # {source}" if source else f"#{line}"


def _value(setting: Setting, settings: ServerSettings) -> str:
    value = getattr(settings, setting.name)
    return setting.kind.written(without_password(value) if isinstance(value, str) else value)


def as_table() -> str:
    """For docs/operations.md."""
    rows = ["| key | default | what it is |", "| --- | --- | --- |"]
    for title in GROUPS:
        rows.append(f"| **{title}** | | |")
        rows += [
            f"| `{setting.name}` | `{_value(setting, DEFAULTS)}` | {setting.meaning} |"
            for setting in SETTINGS.values()
            if setting.group == title
        ]
    return "\n".join([*rows, ""])
