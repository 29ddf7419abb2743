"""What this server asks of people's acts at tables, besides what the room requires of everybody.

In a hall a dealer sees who sits down; here anybody may send anything. The rules are checked on the
hall that the act is decided on, so nothing changes in between, and an act that is done already is
not asked again. The automatic staff and `croupier room` are not asked.
"""

from croupier.desk.posting import buy_ins
from croupier.errors import RuleError, shown
from croupier.money import Cents, dollars
from croupier.room.names import chips_of
from croupier.room.requests.request import DECISIONS, Request
from croupier.room.state.hall import Hall, name_of, no_table
from croupier.web.tables import is_practice

OPENS = "open_table"
AT_TABLES = frozenset(
    name
    for name, decide in DECISIONS.items()
    if decide.__module__.startswith("croupier.room.tables.") and name != OPENS
)


def under_house_rules(request: Request) -> Request:
    """The request of a person, as this server takes it."""
    return request._replace(requires=check)


def check(hall: Hall, request: Request) -> None:
    decide = name_of(request.function)
    if decide not in AT_TABLES:
        return
    said = request.arguments
    name = said["name"]
    _check_open(hall, name)
    if decide == "buy_in":
        _check_seat(hall, name, said["seat"], said["player"])
        _check_chips(hall, name, said["seat"], said["cents"])


def _check_open(hall: Hall, name: str) -> None:
    """The room's own refusal would list everybody's practice tables."""
    found = hall.tables.get(name)
    if found is not None and found.is_open:
        return
    tables = hall.aside().tables.values()
    shared = [one.name for one in tables if one.is_open and not is_practice(one.name)]
    words = f"no table {shown(name)} is open; open tables: {', '.join(shared) or 'none'}"
    raise RuleError(words, "room/table")


def _check_seat(hall: Hall, name: str, seat: int, player: str) -> None:
    """Their own seat, or the first: a view is of one seat, and others want to sit down, too."""
    own = [one for one, who in sorted(hall.tables[name].seats.items()) if who == player]
    if is_practice(name) and not own:
        raise no_table(name)  # as for whoever else asks for it
    if own and seat not in own:
        raise RuleError(
            f"table {name}: {player} sits at seat {own[0]}; in this room a player has one seat at a"
            " table",
            "room/seat",
        )


def _check_chips(hall: Hall, name: str, seat: int, cents: Cents) -> None:
    """The chips after buying are within what is posted."""
    state = hall.table(name)
    state.table.check_seats([seat])
    has = hall.balance(chips_of(name, seat))
    least, _, most = buy_ins(state.table)
    if least <= has + cents <= most:
        return
    bounds = f"{dollars(least)} to {dollars(most)}"
    words = f"buy in for {bounds}, not {dollars(cents)}"
    if has:
        chips = dollars(Cents(has + cents))
        words = f"that makes {chips} in chips; buy so many that you then have {bounds}"
    raise RuleError(f"table {name} seat {seat}: {words}", "room/buy_in")
