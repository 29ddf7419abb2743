"""The player's terminal: keyboard, screen, sitting. At any prompt they may quit or look around."""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from rich.console import Console, RenderableType
from rich.rule import Rule

from croupier import fair
from croupier.cli.draw import Pen, pen_for
from croupier.cli.screen import Screen, called
from croupier.desk.coach import Coach
from croupier.desk.sittings.kinds import AnySitting, load_any, save_any
from croupier.desk.sittings.poker import PokerSitting
from croupier.desk.sittings.saved import set_aside, slot
from croupier.desk.sittings.sitting import NewWord, Sitting
from croupier.errors import RuleError
from croupier.money import dollars
from croupier.table.shoe import NewSecret

# A key has the same meaning at every prompt of every game; no action has a key.
LETTERS = {
    "?": "help",
    "t": "tables",
    "h": "coach",
    "f": "fair",
    "w": "word",
    "q": "quit",
}
MORE = ("coach", "word")  # keys that may be followed by a word
HINTS = {
    "help": "how to play",
    "tables": "paytables",
    "seats": "the seats",
    "coach": "coach",
    "fair": "the shuffle",
    "word": "word",
    "quit": "save and quit",
}
FOLD = "fold"  # never a single letter: no hand is given up by a typing error


class Quit(Exception):
    """The player leaves; the sitting is as it was after the last answer."""


@dataclass
class Terminal:
    console: Console
    read: Callable[[str], str]
    panels: dict[str, Callable[[str], None]] = field(default_factory=dict, kw_only=True)
    letters: ClassVar[Mapping[str, str]] = LETTERS

    @property
    def pen(self) -> Pen:
        return pen_for(self.console)

    @property
    def answered(self) -> bool:
        """Whether there is a person at the keyboard, rather than a file or a pipe."""
        return self.read is not input or sys.stdin.isatty()

    def show(self, *shown: RenderableType, style: str = "") -> None:
        """Shows texts literally: no markup, and no coloring of numbers."""
        self.console.print(*shown, style=style or None, markup=False, highlight=False)

    def line_across(self) -> None:
        self.console.print(Rule(characters=self.pen.rule, style="dim"))

    def command(self, line: str) -> None:
        """A command to copy: never broken into lines."""
        self.console.print(line, style="dim", soft_wrap=True, markup=False, highlight=False)

    def warn(self, message: str) -> None:
        self.show(message, style="yellow")

    def line(self, question: str) -> str:
        try:
            answer = self.read(question)
        except (EOFError, KeyboardInterrupt):
            self.show()
            raise Quit from None
        if not self.answered:
            self.show(answer)  # a pipe does not echo
        return answer.strip()

    def ask(
        self,
        question: str,
        *,
        actions: Collection[str] = (),
        again: Callable[[], None] = lambda: None,
    ) -> str:
        """An answer. A lookup does not count: it calls `again`, and the question is repeated.

        A key works at every prompt, even if actions begin with that letter.
        """
        while True:
            answer = self.line(question)
            first, _, rest = answer.partition(" ")
            letter = first.casefold()
            key = self.letters.get(letter, letter)
            if key == "quit":
                raise Quit
            panel = self.panels.get(key)
            if panel is None or (rest and key not in MORE):
                return answer
            panel(rest.strip())
            again()
            for action in (one for one in actions if len(letter) == 1 and one.startswith(letter)):
                self.warn(f"{letter} is {HINTS[key]}. To {action}, type its number or "
                          f"{action[:2]}.")  # fmt: skip

    def keys(self, *, dealt: bool = False) -> str:
        """The keys that work at this prompt, as a hint."""
        shown = [
            f"{letter} {HINTS[word]}"
            for letter, word in self.letters.items()
            if word in self.panels or word == "quit"
            if not (dealt and word == "word")  # too late once cards are dealt
        ]
        return self.pen.dot.join(shown)

    def agrees(self, question: str, *, default: bool) -> bool:
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
            if answer in ("", "y", "yes", "n", "no"):
                return default if not answer else answer.startswith("y")
            self.warn("Please answer y or n.")


S = TypeVar("S", Sitting, PokerSitting)


@dataclass
class AnyPlayer(Terminal, Generic[S]):
    """A player at any kind of sitting; subclasses provide what differs."""

    folder: Path
    game: str  # its id
    new_secret: NewSecret
    current: S | None = None
    new_word: NewWord = fair.new_word
    coach: Coach = field(default_factory=Coach)
    fault: str = ""  # why the sitting is not saved
    record_name: ClassVar[str] = "last-round.json"

    @property
    def place(self) -> str:
        """The beginning of refusals that happen here."""
        return self.game

    @property
    def path(self) -> Path:
        return slot(self.folder, self.game)

    @property
    def record(self) -> Path:
        """Where the proof of the last shoe is written."""
        return self.folder / self.record_name

    @property
    def sitting(self) -> S:
        assert self.current is not None, "nobody has sat down"
        return self.current

    def keep(self, sitting: S) -> None:
        """Saves this sitting as the current one: a crash from here on loses nothing."""
        self.current = sitting
        fault = ""
        try:
            save_any(self.path, sitting)
        except OSError as wrong:
            fault = f"The game cannot be saved in {self.path} ({wrong.strerror})."
        if fault and fault != self.fault:
            self.warn(fault)
        self.fault = fault

    def refuse(self, wrong: RuleError) -> None:
        """Shows the refusal in the rules' own words, without the place, which the player knows."""
        where, colon, rest = wrong.message.partition(": ")
        known = self.current is not None and where.startswith(self.place)
        said = rest if colon and known else wrong.message
        self.warn(said[:1].upper() + said[1:] + ("" if said.endswith((".", "?")) else "."))

    def choose(
        self, actions: Collection[str], show: Callable[[], None], choice: Callable[[str], S]
    ) -> S:
        """The sitting after the first answer that is a choice here."""
        show()
        while True:
            answer = self.ask("> ", actions=actions, again=show)
            try:
                return choice(answer)
            except RuleError as wrong:
                self.refuse(wrong)

    def on_file(self) -> AnySitting | None:
        """The saved sitting, if there is one; an unusable file is set aside, with a
        message.

        If it cannot be set aside, no game is started, since that would overwrite it.
        """
        try:
            return load_any(self.path, self.game)
        except OSError as fault:
            why = str(fault)
        except RuleError as wrong:
            why = wrong.message
        self.warn(f"The saved game cannot be used: {why}.")
        self.command(f"It is kept as {set_aside(self.path, 'bad')}")
        return None

    def goodbye(self) -> None:
        if self.current is None:
            self.show("Goodbye.")
            return
        self.keep(self.current)
        if not self.fault:
            middle = f" and {self.current.middle}" if self.current.begun else ""
            self.show(f"Saved, with {dollars(self.current.at_hand)}{middle}.")
            self.command(f"Come again: {called('play', self.game)}")


HousePlayer = AnyPlayer[Sitting]


def check_not_folded_by_a_letter(answer: str, action: str) -> None:
    if action == FOLD and len(answer) == 1:
        raise RuleError(f"To {FOLD}, type its number or {FOLD[:2]}", "action/unknown")


def either(numbers: Iterable[int]) -> str:
    """`2, 3 or 4`."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def terminal() -> Console:
    """Replaces characters that the terminal cannot show."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Screen()
