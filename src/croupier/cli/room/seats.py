"""What is said of the seats of a poker table: who sits out, and who owes blinds."""

from croupier.cli.room.said import Answer, Outcome
from croupier.room.tables.poker_state import OpenPoker
from croupier.table.poker.missed_blinds import debt_text


def sat_out(act: Outcome) -> Answer:
    said = act.body
    return Answer(f"{said['player']} sits out at seat {said['seat']} of table {act.table}.")


def sat_in(act: Outcome) -> Answer:
    """What they owe is as it is now: an act that is sent again may be old."""
    said = act.body
    text = f"{said['player']} sits in at seat {said['seat']} of table {act.table}."
    debt = act.room.hall.poker(act.table).blinds.owed.get(said["seat"])
    if debt is None:
        return Answer(text)
    if said.get("post"):
        how = "posted as soon as they are not between the button and the big blind"
    else:
        how = "cleared when the big blind comes to them"
    return Answer(f"{text} They owe {debt_text(debt)}, {how}.")


def seat_text(state: OpenPoker, seat: int) -> str:
    """Beside a seat's player, if there is something to say."""
    parts = ["out"] if seat in state.out else []
    if seat in state.blinds.owed:
        parts.append("owes blinds, posts" if seat in state.blinds.posting else "owes blinds")
    return f" ({', '.join(parts)})" if parts else ""


def seat_json(state: OpenPoker, seat: int) -> dict[str, object]:
    return {
        "sits_out": seat in state.out,
        "owes": sorted(state.blinds.owed.get(seat, ())),
        "posts": seat in state.blinds.posting,
    }
