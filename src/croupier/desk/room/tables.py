"""What came of opening a table: it is open, and what must be shown at it."""

from croupier.desk.marks import marked
from croupier.desk.room.acts import Answer, Outcome
from croupier.rules.aggregate import words
from croupier.table.table import Table


def opening_answer(act: Outcome) -> Answer:
    table = act.argument("table")
    if not isinstance(table, Table):
        name, seats = table.game.name, table.seat_count
        return Answer(f"Table {act.table} is open: {name}, {seats} seats.")
    is_open = f"Table {act.table} is open: {table.game.name}. {marked(table)}".rstrip()
    must_show = [f"The layout must show: {notice}" for notice in table.notices]
    return Answer("\n".join([is_open, *must_show, *_limits(table)]))


def _limits(table: Table) -> list[str]:
    """WAC 230-15-490: an aggregate limit is shown at the table. No figure takes it into account."""
    return [
        f"The table must show: {said}. What the table is worth is found without this limit."
        for said in words(table.limits.aggregates)
    ]
