"""The player's desk: keyboard, screen, sitting. At any question he may quit or look things up."""

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, RenderableType
from rich.rule import Rule

from croupier.cli.draw import Pen, pen_for
from croupier.cli.saved import Sitting, save
from croupier.errors import RuleError
from croupier.table.shoe import NewSecret

LETTERS = {"?": "help", "t": "tables", "f": "fair", "w": "word", "q": "quit"}

HINTS = {
    "help": "how to play",
    "tables": "paytables",
    "fair": "the shuffle",
    "word": "lucky word",
    "quit": "save and quit",
}


class Quit(Exception):
    """The player leaves; the sitting is as it was after the last answer."""


@dataclass
class Desk:
    console: Console
    read: Callable[[str], str]
    path: Path
    new_secret: NewSecret
    kept: Sitting | None = None
    fault: str = ""  # why the sitting is not saved
    panels: dict[str, Callable[[str], None]] = field(default_factory=dict)

    @property
    def sitting(self) -> Sitting:
        assert self.kept is not None, "nobody has sat down"
        return self.kept

    @property
    def pen(self) -> Pen:
        return pen_for(self.console)

    def keep(self, sitting: Sitting) -> None:
        """From here on this is the sitting; a crash loses nothing."""
        self.kept = sitting
        fault = ""
        try:
            save(self.path, sitting)
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
        known = self.kept is not None and where.startswith(self.kept.table.game.id)
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
            key = key if key in taken else LETTERS.get(key, key)
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
            for letter, word in LETTERS.items()
            if not (actions and word == "word")  # too late once cards are dealt
        ]
        return self.pen.dot.join(shown)

    def agrees(self, question: str, *, default: bool) -> bool:
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
            if answer in ("", "y", "yes", "n", "no"):
                return default if not answer else answer.startswith("y")
            self.warn("Please answer y or n.")
