"""Where the commands print: a terminal is as wide as it is, a file or a pipe as wide as need be."""

from typing import Any

from rich.console import Console, OverflowMethod, RenderableType
from rich.table import Table

WIDE = 10_000  # so that no line of a file is broken, and no cell of a table cut
PROSE = 80  # but text of several lines is


def screen() -> Console:
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    return console


def prose(console: Console) -> int:
    """How wide a text of several lines is printed."""
    return console.width if console.is_terminal else PROSE


class Sheet(Table):
    """A table whose cells are folded where a terminal is too narrow: none loses a digit."""

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
