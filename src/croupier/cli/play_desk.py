"""The player's desk: keyboard, screen, sitting. At any question he may quit or look things up."""

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from rich.console import Console, RenderableType
from rich.rule import Rule

from croupier.cli.draw import Pen, pen_for
from croupier.cli.saved import Sitting, save, set_aside
from croupier.errors import RuleError
from croupier.table.shoe import NewSecret, Shoe

LETTERS = {"?": "help", "t": "tables", "f": "fair", "w": "word", "q": "quit"}
HINTS = {
    "help": "how to play",
    "tables": "paytables",
    "table": "the seats",
    "fair": "the shuffle",
    "word": "lucky word",
    "quit": "save and quit",
}


class Quit(Exception):
    """The player leaves; the sitting is as it was after the last answer."""


class Kept(Protocol):
    """What any sitting has: a promised shuffle, and whether cards of it are dealt."""

    @property
    def shoe(self) -> Shoe: ...

    @property
    def begun(self) -> bool: ...

    def with_shoe(self, shoe: Shoe) -> Self: ...


S = TypeVar("S", bound=Kept)


@dataclass
class AnyDesk(Generic[S]):
    """A desk for any kind of sitting; `save` and `place` are what the kinds differ in."""

    console: Console
    read: Callable[[str], str]
    path: Path
    new_secret: NewSecret
    kept: S | None = None
    fault: str = ""  # why the sitting is not saved
    panels: dict[str, Callable[[str], None]] = field(default_factory=dict)
    letters: ClassVar[Mapping[str, str]] = LETTERS

    def save(self, sitting: S) -> None:
        raise NotImplementedError

    @property
    def place(self) -> str:
        """How refusals begin that happen here."""
        raise NotImplementedError

    @property
    def sitting(self) -> S:
        assert self.kept is not None, "nobody has sat down"
        return self.kept

    @property
    def pen(self) -> Pen:
        return pen_for(self.console)

    def keep(self, sitting: S) -> None:
        """From here on this is the sitting; a crash loses nothing."""
        self.kept = sitting
        fault = ""
        try:
            self.save(sitting)
        except OSError as wrong:
            fault = f"The game cannot be saved in {self.path} ({wrong.strerror})."
        if fault and fault != self.fault:
            self.warn(fault)
        self.fault = fault

    def show(self, *shown: RenderableType, style: str = "") -> None:
        """Texts are shown as they are: no markup, and no colouring of numbers."""
        self.console.print(*shown, style=style or None, markup=False, highlight=False)

    def line_across(self) -> None:
        self.console.print(Rule(characters=self.pen.rule, style="dim"))

    def command(self, line: str) -> None:
        """A command to copy: never broken into lines."""
        self.console.print(line, style="dim", soft_wrap=True, markup=False, highlight=False)

    def warn(self, message: str) -> None:
        self.show(message, style="yellow")

    def refuse(self, wrong: RuleError) -> None:
        """What the rules say, in their own words; where it happened, the player knows."""
        where, colon, rest = wrong.message.partition(": ")
        known = self.kept is not None and where.startswith(self.place)
        said = rest if colon and known else wrong.message
        self.warn(said[:1].upper() + said[1:] + ("" if said.endswith(".") else "."))

    def line(self, question: str) -> str:
        try:
            answer = self.read(question)
        except (EOFError, KeyboardInterrupt):
            self.show()
            raise Quit from None
        if self.read is input and not sys.stdin.isatty():
            self.show(answer)  # a pipe echoes nothing
        return answer.strip()

    def ask(
        self,
        question: str,
        *,
        actions: Collection[str] = (),
        again: Callable[[], None] = lambda: None,
    ) -> str:
        """An answer. Looking something up is none: then `again` is called, and it is asked again.

        A letter that begins an action means that action; the key's whole word still works.
        """
        taken = {action[:1].casefold() for action in actions}
        while True:
            answer = self.line(question)
            first, _, rest = answer.partition(" ")
            key = first.casefold()
            key = key if key in taken else self.letters.get(key, key)
            if key == "quit":
                raise Quit
            panel = self.panels.get(key)
            if panel is None or (rest and key != "word"):
                return answer
            panel(rest.strip())
            again()

    def keys(self, actions: Collection[str] = ()) -> str:
        """The keys that work at this question, as a hint."""
        taken = {action[:1].casefold() for action in actions}
        shown = [
            f"{letter if letter not in taken else word} {HINTS[word]}"
            for letter, word in self.letters.items()
            if not (actions and word == "word")  # too late once cards are dealt
        ]
        return self.pen.dot.join(shown)

    def agrees(self, question: str, *, default: bool) -> bool:
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
            if answer in ("", "y", "yes", "n", "no"):
                return default if not answer else answer.startswith("y")
            self.warn("Please answer y or n.")

    def on_file(self, load: Callable[[Path], S | None]) -> S | None:
        """The saved sitting, if there is one; a file of no use is kept aside and told of."""
        try:
            return load(self.path)
        except OSError as fault:
            self.warn(f"The saved game cannot be opened: {fault}")
        except RuleError as wrong:
            self.warn(f"The saved game is of no use: {wrong.message}.")
            self.warn(set_aside(self.path))
        return None


def terminal() -> Console:
    """A terminal that cannot show a sign shows another in its place."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Console()


class Desk(AnyDesk[Sitting]):
    """At a house-banked game."""

    def save(self, sitting: Sitting) -> None:
        save(self.path, sitting)

    @property
    def place(self) -> str:
        return self.sitting.table.game.id
