"""Commands loaded by path: help lists them from a table, and only the one called is imported.

For a command's own help, its module is read without its dependencies: whatever the modules of
`croupier.cli` import from elsewhere (the rules, the bank, numpy) is replaced by a stand-in. So help
is instant and needs no extra.

Options shared by several commands are the fields of a dataclass. A command with a parameter of such
a class has all of its options.
"""

import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, Signature, signature
from types import CodeType
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from croupier.extras import check_installed

BELOW_ZERO = {"ignore_unknown_options": True}  # so that `-50` is refused as an amount
AMOUNTS = {"amount", "prize"}  # names of parameters that are amounts

CLI = "croupier.cli."
REAL = {"typer", *sys.stdlib_module_names}  # imported even for help
DECLARED = "croupier.web.settings."  # from which a command makes its flags; it imports little


class Group(NamedTuple):
    """Commands below another: `croupier room …`."""

    help: str
    panels: "Panels"


# A command is `module:function`, below `croupier.cli`, followed by the packages that it needs.
Panels = Mapping[str, Mapping[str, str | Group]]


def load(path: str, what: str, *needs: str) -> Any:
    """Imports a module on demand; reports at once everything missing of what it `needs`."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        check_installed(what, *needs)
        raise


@cache
def _code(name: str) -> CodeType:
    """The code of a module, compiled but not run."""
    loader: Any = getattr(find_spec(name), "loader", None)
    code: CodeType = loader.get_code(name)
    return code


def expanded(run: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of each dataclass in its signature, as typer reads them."""
    kinds: dict[str, Any] = run.__annotations__
    shared = {name: kinds[name] for name in kinds if is_dataclass(kinds[name])}
    parameters = []
    for parameter in signature(run).parameters.values():
        if parameter.name in shared:
            parameters += [
                Parameter(
                    one.name,
                    Parameter.KEYWORD_ONLY,
                    default=Parameter.empty if one.default is MISSING else one.default,
                    annotation=one.type,
                )
                for one in fields(shared[parameter.name])
            ]
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    def command(**given: Any) -> None:
        for name, kind in shared.items():
            given[name] = kind(**{one.name: given.pop(one.name) for one in fields(kind)})
        run(**given)

    command.__doc__ = run.__doc__
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(command)["__signature__"] = Signature(parameters)
    return command


class StandIn:
    """Replaces whatever a module imports: a class, a function, a table of games."""

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
    """Modules below `croupier.cli`, run with stand-ins for their imports, for their signatures."""

    def __init__(self) -> None:
        self.modules: dict[str, StandIn] = {}
        self.builtins = {**vars(builtins), "__import__": self._import}

    def module(self, name: str) -> StandIn:
        if name not in self.modules:
            module = self.modules[name] = StandIn()
            names = vars(module)
            names.update(__name__=name, __builtins__=self.builtins)
            exec(_code(name), names)
        return self.modules[name]

    def _import(self, name: str, *more: Any) -> Any:
        if name.partition(".")[0] in REAL or name.startswith(DECLARED):
            return builtins.__import__(name, *more)
        return self.module(name) if name.startswith(CLI) else StandIn()


class LazyCommand(TyperCommand):
    """Represents a command until it is called; for its own help only its signature is read."""

    def __init__(self, words: Sequence[str], entry: str, panel: str) -> None:
        super().__init__(words[-1], rich_help_panel=panel, rich_markup_mode="rich")
        path, *self.needs = entry.split()
        self.words, (self.module, _, self.function) = words, path.partition(":")

    @cached_property
    def loaded(self) -> Any:
        return self._command(load(CLI + self.module, " ".join(self.words), *self.needs))

    @cached_property
    def described(self) -> Any:
        """The command as its help needs it; it cannot be invoked."""
        command = self._command(Signatures().module(CLI + self.module))
        for parameter in command.params:
            parameter.callback = None
        return command

    def docstring(self) -> str:
        """The docstring of the command's function; runs nothing of its module."""
        code = _code(CLI + self.module).co_consts
        (run,) = (one for one in code if getattr(one, "co_name", "") == self.function)
        return str(run.co_consts[0])

    def _command(self, module: object) -> Any:
        run = expanded(getattr(module, self.function))
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        settings = BELOW_ZERO if AMOUNTS & set(run.__annotations__) else None
        alone.command(self.name, context_settings=settings)(run)
        return typer.main.get_command(alone)

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        if "--help" in args:  # shows the help and exits, unless it is the value of an option
            self.described.make_context(info_name, [*args], parent, **extra)
        return self.loaded.make_context(info_name, args, parent, **extra)


class LazyGroup(TyperGroup):
    """A group whose commands come from a table."""

    panels: ClassVar[Panels] = {}

    def __init__(
        self, *, panels: Panels | None = None, words: Sequence[str] = (), **more: Any
    ) -> None:
        super().__init__(**more)
        for panel, entries in (self.panels if panels is None else panels).items():
            for name, entry in entries.items():
                self.add_command(_stub((*words, name), entry, panel))

    def format_help(self, *where: Any) -> None:
        for command in self.commands.values():
            if isinstance(command, LazyCommand):
                command.help = command.docstring()
        super().format_help(*where)


def _stub(words: Sequence[str], entry: str | Group, panel: str) -> LazyCommand | LazyGroup:
    if isinstance(entry, str):
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
