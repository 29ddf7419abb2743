"""The exact value of every action in one position, in units of the first bet."""

from typing import NamedTuple

from croupier.desk.marks import marks
from croupier.odds.figures import fraction, rounded
from croupier.odds.solve import Action, State, best, values
from croupier.table.table import Table


class ActionValues(NamedTuple):
    """Every legal action, and the names of the best."""

    actions: list[Action]
    best: list[str]


def action_values(table: Table, state: State) -> ActionValues:
    actions = values(table, state)
    return ActionValues(actions, best(actions))


def values_json(table: Table, valued: ActionValues) -> dict[str, object]:
    rows = []
    for action in valued.actions:
        row: dict[str, object] = {
            "action": action.name,
            "net": fraction(action.net),
            "decimal": rounded(action.net, 10),
        }
        if action.split is not None and action.decision is not None:
            row["split"], row["decision"] = list(action.split), list(action.decision)
        rows.append(row)
    return {"actions": rows, "best": valued.best, **marks(table)}
