"""Progress bars on a terminal's error stream during long work; silence anywhere else."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich import progress as bars
from rich.console import RenderableType

from croupier.cli.screen import Screen
from croupier.progress import heard_by


class KnownSteps(bars.ProgressColumn):
    """Shows another column only for tasks whose number of steps is known."""

    def __init__(self, column: bars.ProgressColumn) -> None:
        super().__init__()
        self.column = column

    def render(self, task: bars.Task) -> RenderableType:
        return "" if task.total is None else self.column(task)


class Bars:
    """Stages of the work as lines below the first."""

    def __init__(self, progress: bars.Progress) -> None:
        self.progress = progress

    def start(self, what: str, total: int | None) -> int:
        return self.progress.add_task(f"  {what}", total=total)

    def step(self, stage: int) -> None:
        self.progress.advance(bars.TaskID(stage))

    def end(self, stage: int) -> None:
        self.progress.remove_task(bars.TaskID(stage))


@contextmanager
def working(what: str) -> Iterator[None]:
    """Shows what is being done, and the progress of each of its stages."""
    console = Screen(stderr=True)
    if not console.is_terminal:
        yield
        return
    columns = (
        bars.SpinnerColumn(),
        bars.TextColumn("{task.description}", markup=False),
        KnownSteps(bars.BarColumn()),
        KnownSteps(bars.MofNCompleteColumn()),
        bars.TimeElapsedColumn(),
    )
    with bars.Progress(*columns, console=console, transient=True) as progress:
        progress.add_task(what, total=None)
        with heard_by(Bars(progress)):
            yield
