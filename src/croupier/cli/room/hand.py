"""`croupier room hand`: a player looks at their own cards; nobody else does."""

from croupier.cli.input import write_json
from croupier.cli.room.felt import seen, show
from croupier.cli.room.run import looked_into
from croupier.errors import RuleError
from croupier.room.people.roles import NotAllowed, called
from croupier.room.room import Room


def run(bank: str, by: str, name: str, seat: int, *, as_json: bool) -> None:
    with looked_into(bank) as store:
        table = Room(store).hall.table(name)
    if seat not in table.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    if table.seats[seat] != by:
        raise NotAllowed(
            f"Only the player at seat {seat} of table {name} may look at its cards; that is not "
            f"{called(by)}."
        )
    if table.round is None:
        raise RuleError(
            f"table {name} is between rounds; there are no cards to look at", "room/round"
        )
    if not table.plays(seat):
        raise RuleError(f"table {name} seat {seat} is not in this round", "room/round")
    if as_json:
        write_json({"table": name, "round": table.rounds, **seen(table.round, seat)})
    else:
        show(table.round, seat)
