"""Where the commands print: a terminal has its own width, a file or a pipe any width.

What is printed may contain user-written text: a reason, a word, a name. So text is shown as it is,
and read as markup only for the program's own words (`styled`); characters that are invisible, move
the cursor or change the direction of writing are shown by their codes (desk/printable.py).
"""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, JustifyMethod, OverflowMethod, RenderableType
from rich.padding import PaddingDimensions
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from croupier.desk.printable import one_line as one_line
from croupier.desk.printable import visible as visible
from croupier.odds.figures import rounded

WIDE = 10_000  # so that no line of a file is broken, and no cell of a table truncated
PROSE = 80  # but text of several lines is wrapped here
NUMBERS = {  # columns of amounts
    *("rounds", "tray", "drop", "displayed", "reserve", "cap", "paid", "on deposit"),
    *("amount", "stake", "result"),
}
NAME = "croupier"
AS = "CROUPIER_CALLED_AS"  # set by a script that starts the command on the user's behalf


def styled(text: str) -> Text:
    """The program's own words, with their markup."""
    return Text.from_markup(text, emoji=False)


def heading(name: str, more: str) -> Text:
    return Text.assemble((name, "bold cyan"), "  ", (more, "dim"))


def percent(share: Fraction, places: int) -> str:
    return f"{rounded(share * 100, places)}%"


class Screen(Console):
    def __init__(self, **more: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **more)

    def render_str(self, text: str, **more: Any) -> Text:
        return super().render_str(visible(text), **more)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Makes the text of whatever was rendered visible."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def screen() -> Console:
    console = Screen()
    if not console.is_terminal:
        console.width = WIDE
    return console


def prose(console: Console) -> int:
    """The width at which text of several lines is printed."""
    return console.width if console.is_terminal else PROSE


class ScreenTable(Table):
    """A table whose cells fold on a narrow terminal, so that no digit is lost."""

    def add_column(
        self,
        header: RenderableType = "",
        footer: RenderableType = "",
        *,
        overflow: OverflowMethod = "fold",
        **more: Any,
    ) -> None:
        super().add_column(header, footer, overflow=overflow, **more)

    def add_row(self, *cells: RenderableType | None, **more: Any) -> None:
        while len(self.columns) < len(cells):
            self.add_column()
        super().add_row(*cells, **more)


def new_sheet(title: str, *columns: str, style: str | None = None) -> ScreenTable:
    sheet = ScreenTable(
        title=title, title_justify="left", title_style=style, box=SIMPLE_HEAD, pad_edge=False
    )
    for name in columns:
        justify: JustifyMethod = "right" if name in NUMBERS else "left"
        sheet.add_column(name, justify=justify, no_wrap=name == "game")
    return sheet


def bare(*columns: str, numbers: bool = False, gap: PaddingDimensions = (0, 2)) -> ScreenTable:
    """A table without lines. `numbers`: all columns but the first are numbers."""
    sheet = ScreenTable(box=None, padding=gap, show_header=bool(columns))
    for place, name in enumerate(columns):
        right = name in NUMBERS or (numbers and place > 0)
        sheet.add_column(name, justify="right" if right else "left")
    return sheet


def called(*words: str) -> str:
    """The command as it was called, to be copied: it works if `croupier` is not on the PATH."""
    return " ".join([_program(), *map(shlex.quote, words)])


def _program() -> str:
    script = os.environ.get(AS, "")
    if script:
        return shlex.quote(script)
    own = Path(sys.argv[0])
    if own.parts[-2:] == (NAME, "__main__.py"):
        return f"{shlex.quote(sys.executable)} -m {NAME}"
    if own.name != NAME:
        return NAME
    installed = shutil.which(NAME)
    on_path = installed is not None and Path(installed).resolve() == own.resolve()
    return NAME if on_path else shlex.quote(str(own))
