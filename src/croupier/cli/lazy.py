"""Commands loaded by path: help lists them from a table, and only the one called is imported.

For a command's own help its module is read without what the command works with: whatever the
modules of `croupier.cli` import from elsewhere (the rules, the bank, numpy) is a stand-in. So help
is instant and needs no extra.
"""

import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from croupier.extras import check_installed

BELOW_ZERO = {"ignore_unknown_options": True}  # `-50` is an amount, to be refused in words
AMOUNTS = {"amount", "prize"}  # parameters that are amounts

CLI = "croupier.cli."
REAL = {"typer", *sys.stdlib_module_names}  # what is imported even for help


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
        return import_module(CLI + path)
    except ModuleNotFoundError:
        check_installed(what, *needs)
        raise


class StandIn:
    """Stands for whatever a module imports: a class, a function, a table of games."""

    def __init__(self, *given: Any) -> None:
        pass

    def __call__(self, *given: Any, **more: Any) -> "StandIn":
        return self

    def __getattr__(self, name: str) -> "StandIn":
        return self

    def __iter__(self) -> Iterator["StandIn"]:
        return iter((self,))

    def __mro_entries__(self, bases: Sequence[object]) -> tuple[type, ...]:
        return ()

    __getitem__ = __or__ = __ror__ = __call__


class Signatures:
    """Modules below `croupier.cli`, read for the signatures of commands; nothing in them is run."""

    def __init__(self) -> None:
        self.modules: dict[str, StandIn] = {}
        self.builtins = {**vars(builtins), "__import__": self._import}

    def module(self, name: str) -> StandIn:
        if name not in self.modules:
            loader: Any = getattr(find_spec(name), "loader", None)
            module = self.modules[name] = StandIn()
            names = vars(module)
            names.update(__name__=name, __builtins__=self.builtins)
            exec(loader.get_code(name), names)
        return self.modules[name]

    def _import(self, name: str, *more: Any) -> Any:
        if name.partition(".")[0] in REAL:
            return builtins.__import__(name, *more)
        return self.module(name) if name.startswith(CLI) else StandIn()


class LazyCommand(TyperCommand):
    """Stands for a command until it is called; for its own help only its signature is read."""

    def __init__(self, words: Sequence[str], entry: Command, panel: str) -> None:
        super().__init__(words[-1], help=entry.help, rich_help_panel=panel, rich_markup_mode="rich")
        self.words, self.needs = words, entry.needs
        self.module, _, self.function = entry.path.partition(":")

    @cached_property
    def loaded(self) -> Any:
        return self._made(load(self.module, " ".join(self.words), *self.needs))

    @cached_property
    def described(self) -> Any:
        """The command as its help needs it; it cannot be invoked."""
        made = self._made(Signatures().module(CLI + self.module))
        for parameter in made.params:
            parameter.callback = None
        return made

    def _made(self, module: object) -> Any:
        run = getattr(module, self.function)
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        settings = BELOW_ZERO if AMOUNTS & set(run.__annotations__) else None
        alone.command(self.name, context_settings=settings)(run)
        return typer.main.get_command(alone)

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        if "--help" in args:  # shown, and this is the end; unless it is the value of an option
            self.described.make_context(info_name, [*args], parent, **extra)
        return self.loaded.make_context(info_name, args, parent, **extra)


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
