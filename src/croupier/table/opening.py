"""How a round begins: the bets, checked; its first event; and the steps that it will go through.

The same bets come again and again at a table, and an opening is never changed: so the table keeps
those that it has checked.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from croupier.errors import IllegalWager, shown
from croupier.games.registry import rules_hash
from croupier.money import Cents
from croupier.rules.felt import Felt, Spot
from croupier.rules.vocabulary import Deal, Settle, Step, always, program
from croupier.table.events import Opened, to_json, written
from croupier.table.table import Table

Bets = Mapping[int, Mapping[str, int]]
MOST_KEPT = 10_000  # openings of a table


# A step for one seat, or for the dealer (-1), and what says whether it applies: the wager that it
# settles, which must be made and not settled yet; what it looks at, if at anything; and whether it
# only deals what a hand lacks. A plain tuple is the fastest to take apart.
Line = tuple[Step, int, str, Callable[[Felt], bool] | None, bool]
Program = tuple[Line, ...]


class Opening(NamedTuple):
    """Bets that a table takes."""

    event: Opened
    text: str  # of the event, as it is written
    spots: tuple[Spot, ...]
    program: Program


def opening(table: Table, wagers: Bets) -> Opening:
    """The opening with these bets; refused where the table does not take them."""
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
    """Equal for the same bets; nothing, where a seat or a stake is not a plain whole number."""
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
    """The first event of a round with these bets, which are not checked yet."""
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


def _line(step: Step, place: int) -> Line:
    wager = step.wagers[0] if isinstance(step, Settle) else ""
    when = None if step.when is always else step.when
    return step, place, wager, when, isinstance(step, Deal) and step.up_to
