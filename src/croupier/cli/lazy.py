"""Commands loaded by path: help lists them from a table, and only the one called is imported."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from croupier.extras import check_installed

BELOW_ZERO = {"ignore_unknown_options": True}  # `-50` is an amount, to be refused in words
AMOUNTS = {"amount", "prize"}  # parameters that are amounts


class Command(NamedTuple):
    """Where a command is, below `croupier.cli`, and the first paragraph of its help."""

    path: str
    help: str
    needs: tuple[str, ...] = ()  # modules of extras, if they are of several


class Group(NamedTuple):
    """Commands below another: `croupier room …`."""

    help: str
    panels: "Panels"


Panels = Mapping[str, Mapping[str, Command | Group]]


def load(path: str, what: str, *needs: str) -> Any:
    """A module below `croupier.cli`; all that it lacks of what it `needs` is named at once."""
    try:
        return import_module(f"croupier.cli.{path}")
    except ModuleNotFoundError:
        check_installed(what, *needs)
        raise


class LazyCommand(TyperCommand):
    """Stands for a command until it is called, or until its own help is asked for."""

    def __init__(self, words: Sequence[str], entry: Command, panel: str) -> None:
        super().__init__(words[-1], help=entry.help, rich_help_panel=panel, rich_markup_mode="rich")
        self.words, self.entry = words, entry

    @cached_property
    def loaded(self) -> Any:
        path, _, function = self.entry.path.partition(":")
        run = getattr(load(path, " ".join(self.words), *self.entry.needs), function)
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        settings = BELOW_ZERO if AMOUNTS & set(run.__annotations__) else None
        alone.command(self.name, context_settings=settings)(run)
        return typer.main.get_command(alone)

    def make_context(self, *given: Any, **more: Any) -> Any:
        return self.loaded.make_context(*given, **more)


class LazyGroup(TyperGroup):
    """A group whose commands are those of a table."""

    panels: ClassVar[Panels] = {}

    def __init__(
        self, *, panels: Panels | None = None, words: Sequence[str] = (), **more: Any
    ) -> None:
        super().__init__(**more)
        for panel, entries in (self.panels if panels is None else panels).items():
            for name, entry in entries.items():
                self.add_command(_stub((*words, name), entry, panel))


def _stub(words: Sequence[str], entry: Command | Group, panel: str) -> LazyCommand | LazyGroup:
    if isinstance(entry, Command):
        return LazyCommand(words, entry, panel)
    return LazyGroup(
        name=words[-1],
        words=words,
        help=entry.help,
        panels=entry.panels,
        rich_help_panel=panel,
        rich_markup_mode="rich",
        no_args_is_help=True,
    )
