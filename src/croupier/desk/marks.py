"""What every output says of a table that is posted otherwise than usual: unprinted, or limited."""

from croupier.table.table import Table


def marks(table: Table) -> dict[str, list[str]]:
    """For programs: a key more, where there is something to mark."""
    return {"unprinted": list(table.unprinted)} if table.unprinted else {}


def limited(table: Table) -> dict[str, dict[str, int]]:
    """For programs: the table's aggregate limits in cents, where it has any."""
    return {"aggregates": dict(table.limits.aggregates)} if table.limits.aggregates else {}


def marked(table: Table) -> str:
    """For people: a sentence, or nothing."""
    return f"No rulebook prints {'; '.join(table.unprinted)}." if table.unprinted else ""
