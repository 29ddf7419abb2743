"""How a round begins: its validated bets, its first event, and the steps it will go through.

Players repeat their bets and an opening is immutable, so a table caches those it has checked.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from croupier.errors import IllegalWager, shown
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.rules.felt import Felt, Spot
from croupier.rules.limits import Stakes
from croupier.rules.vocabulary import Deal, Settle, Step, always, program
from croupier.table.events import Opened, to_json, written
from croupier.table.table import Table

Bets = Mapping[int, Stakes]  # by seat
MOST_KEPT = 10_000  # openings of a table


# A step for one seat, or for the dealer (-1), and its guards: the wager that it settles, which must
# be made and unsettled; its condition, if any; and whether it only deals what a hand lacks. A plain
# tuple, because unpacking one is fastest.
ProgramLine = tuple[Step, int, str, Callable[[Felt], bool] | None, bool]
Program = tuple[ProgramLine, ...]


class Opening(NamedTuple):
    """Bets that a table has accepted."""

    event: Opened
    text: str  # of the event, as it is written
    spots: tuple[Spot, ...]
    program: Program


def opening(table: Table, wagers: Bets) -> Opening:
    """The opening with these bets; refuses bets that the table does not accept."""
    key = _key(wagers)
    found: Opening | None = table.openings.get(key)
    if found is None:
        found = _checked(table, opening_event(table, wagers))
        if len(table.openings) >= MOST_KEPT:
            table.openings.clear()
        if key is not None:
            table.openings[key] = found
    return found


def _key(wagers: Bets) -> Hashable:
    """A cache key for these bets; None if a seat or a stake is not exactly an int."""
    key = []
    for seat, made in wagers.items():
        if type(seat) is not int or type(made) is not dict:
            return None
        for stake in made.values():
            if type(stake) is not int:
                return None
        key.append((seat, *made.items()))
    return tuple(key)


def opening_event(table: Table, wagers: Bets) -> Opened:
    """The first event of a round with these bets, not yet validated."""
    for seat, made in wagers.items():
        if type(seat) is not int or not isinstance(made, Mapping):
            raise IllegalWager(
                f"seat {shown(seat)}: {shown(made)}; say which wagers it makes, by their names"
            )
    stakes = {
        seat: {name: Cents(stake) for name, stake in wagers[seat].items()}
        for seat in sorted(wagers)
    }
    return Opened(table.game.id, rules_hash(), table.posted_ids, dict(table.options), stakes)


def _checked(table: Table, event: Opened) -> Opening:
    table.check_seats(event.wagers)
    for seat, stakes in event.wagers.items():
        table.check_stakes(seat, stakes)
    spots = tuple([Spot(seat, stakes) for seat, stakes in event.wagers.items()])
    lines = tuple([_line(step, place) for step, place in program(table.game.flow, len(spots))])
    return Opening(event, written(to_json(event)), spots, lines)


def _line(step: Step, place: int) -> ProgramLine:
    wager = step.wagers[0] if isinstance(step, Settle) else ""
    when = None if step.when is always else step.when
    return step, place, wager, when, isinstance(step, Deal) and step.up_to
