"""What every output says about a table that is unprinted, or has aggregate limits."""

from rich.console import Console

from croupier.desk.marks import limited as limited
from croupier.desk.marks import marked as marked
from croupier.desk.marks import marks as marks
from croupier.table.table import Table


def show_mark(console: Console, table: Table) -> None:
    if table.unprinted:
        console.print(marked(table), style="bold yellow", highlight=False)
