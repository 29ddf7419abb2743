"""What the floor's acts about mistakes at a table came to, said as in cli/room/said.py."""

import json

from croupier.cli.room.said import Answer, Outcome
from croupier.money import dollars
from croupier.room.cage.accounts import player_of
from croupier.room.cage.cash_postings import TO_PLAYER
from croupier.room.tables.exposed import REPLACED, STANDS
from croupier.room.tables.rounds import CALLED_OFF, MISDEAL


def corrected(act: Outcome) -> Answer:
    said = act.body
    player, cents = said["player"], said["cents"]
    now = act.balance(player_of(player))
    way = "got" if said["to"] == TO_PLAYER else "gave back"
    text = (
        f"Table {act.table} round {said['number']} seat {said['seat']}, {said['wager']}: {player} "
        f"{way} {dollars(cents)}; their deposit is now {dollars(now)}."
    )
    names = ("number", "seat", "player", "wager", "to", "posting")
    return Answer(
        text, {**{name: said[name] for name in names}, "corrected": cents, "deposit": now}
    )


def exposed(act: Outcome) -> Answer:
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
