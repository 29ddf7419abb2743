"""`croupier room correct` and the like: what the floor does about mistakes at a table."""

from rich.console import Console

from croupier.cli.room_run import act as do
from croupier.money import Cents, dollars
from croupier.room.corrections import corrected
from croupier.room.recall import corrections
from croupier.room.room import Room


def correct(
    bank: str,
    by: str,
    key: str,
    name: str,
    number: int,
    seat: int,
    wager: str,
    cents: Cents,
    to: str,
    second: str,
    reason: str,
    *,
    as_json: bool,
) -> None:
    def then(room: Room) -> dict[str, object]:
        made = corrections(room.store, name, number)
        (last,) = [one for one in made if (one.seat, one.wager) == (seat, wager)][-1:]
        if not as_json:
            Console().print(
                f"If it was wrong: croupier room reverse {last.posting!r}", highlight=False
            )
        return {"player": last.player, "posting": last.posting}

    said = f"Table {name} round {number} seat {seat}, {wager}: {dollars(cents)} to the {to}."
    about = (name, number, seat, wager, cents, to, second, reason)
    do(bank, by, key, corrected, *about, said=said, as_json=as_json, then=then)
