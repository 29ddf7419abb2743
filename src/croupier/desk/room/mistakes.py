"""What came of mistakes at a table: a round called off, an exposed card."""

import json

from croupier.desk.room.acts import Answer, Outcome, players_at
from croupier.money import dollars
from croupier.room.cage.accounts import chips_of
from croupier.room.tables.mistakes import CALLED_OFF, MISDEAL, REPLACED, STANDS


def call_off_answer(act: Outcome) -> Answer:
    """What every seat got back, and gave back."""
    players = players_at(act)
    back = {seat: cents for seat in players if (cents := _change(act, chips_of(act.table, seat)))}
    text = [f"Table {act.table}, round {act.body['number']} is called off."]
    for seat, cents in back.items():
        way = "got {} back" if cents > 0 else "gave {} back"
        text.append(f"Seat {seat}, {players[seat]}, {way.format(dollars(abs(cents)))}.")
    named = {str(seat): {"player": players[seat], "back": cents} for seat, cents in back.items()}
    return Answer(" ".join(text), {"seats": named})


def _change(act: Outcome, account: str) -> int:
    given = sum(one.cents for one in act.done.postings if one.credit == account)
    return given - sum(one.cents for one in act.done.postings if one.debit == account)


def exposed_answer(act: Outcome) -> Answer:
    """Of the act's last event: a round that was called off, or what the log was told."""
    last = act.done.events[-1]
    said = json.loads(last.body)
    if last.kind == CALLED_OFF:
        text = f"Table {act.table}: {said['reason']}. A misdeal: the round is called off."
        return Answer(text, {"number": said["number"], "ruling": MISDEAL})
    what = {STANDS: "The hand stands", REPLACED: "It is replaced, and will be burned first"}
    text = f"Table {act.table} seat {said['seat']}, {said['card']}. {what[said['ruling']]}."
    names = ("number", "seat", "player", "place", "card", "ruling")
    return Answer(text, {name: said[name] for name in names})
