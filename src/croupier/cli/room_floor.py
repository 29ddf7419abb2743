"""What the floor's acts about mistakes at a table came to, said as in cli/room_said.py."""

from croupier.cli.room_said import Answer, Outcome
from croupier.money import dollars
from croupier.room.accounts import player_of
from croupier.room.by_hand import TO_PLAYER


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
