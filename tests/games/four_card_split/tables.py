"""Tables of 4 Card Split whose paytables have other shapes than the printed ones."""

from dataclasses import replace

from croupier.cards.card import parse
from croupier.cards.scales import Score
from croupier.rules.paytable import Row, table_steps
from croupier.table.table import Table, open_table

V1, V2 = "4-card-split-v1", "4-card-split-v2"
Rows = dict[str, tuple[str, str]]  # by label: an example of the lowest hand ("" for any), its pay

# The rows of Version 2, from the top.
PRINTED: Rows = {
    "Royal Flush": ("As Ks Qs", "30"),
    "Straight Flush": ("As 2s 3s", "12"),
    "3 of a Kind": ("2c 2d 2h", "8"),
    "Straight": ("Ac 2d 3h", "3"),
    "Flush": ("2c 3c 5c", "2"),
    "Others": ("", "1"),
}
PAIR = {"Pair": ("2c 2d 3h", "1")}


def shaped(table: Table, group: str, rows: Rows) -> Table:
    """The table with these rows in one of its paytables; all columns pay alike."""
    printed = table.posted[group]
    made = [
        Row(
            label,
            printed.scale.score(parse(hand)) if hand else Score(0),
            (pay,) * len(printed.columns),
        )
        for label, (hand, pay) in rows.items()
    ]
    made.sort(key=lambda row: -row.floor)
    changed = printed._replace(
        id=f"{printed.id} of {len(made)} rows",
        rows=tuple(made),
        steps=table_steps(printed.columns, made, "test"),
    )
    return replace(table, posted={**table.posted, group: changed})


def with_ante(version: str, rows: Rows) -> Table:
    return shaped(open_table(version), "ante", rows)
