"""Opens, closes, fills and credits tables; sells and cashes chips."""

from collections.abc import Sequence
from dataclasses import replace

from croupier import fair
from croupier.bank.act import Event
from croupier.errors import BadTable, RuleError
from croupier.games.registry import rules_hash
from croupier.money import Cents, check_whole, dollars
from croupier.odds.house_edge import Worth, favors
from croupier.room.cage.cash_postings import BOUGHT, CASHED, CLOSED, CREDITED, FILLED, moved_by
from croupier.room.names import chips_of, drop_of, tray_of
from croupier.room.own_limits.checks import check_buy_in
from croupier.room.own_limits.stakes import OwnParts
from croupier.room.people.roles import check_may, check_name, check_player
from croupier.room.state.hall import (
    Actor,
    AnyTable,
    Hall,
    KnownTable,
    Transition,
    decision,
    table_transition,
)
from croupier.room.tables.kinds import accounts_of, config_of, opening_of
from croupier.room.tables.shoes import CLOSED_EARLY, UNUSED, and_one, end_of_shoe
from croupier.room.tables.state import body
from croupier.table.poker.table import PokerTable
from croupier.table.shoe import NewSecret
from croupier.table.table import Table

OPENED, OVERRIDDEN = "opened", "player's edge allowed"


@decision(
    "open_table", "croupier.room.tables.table_opened", "croupier.room.poker_play.poker_opened"
)
def table_opened(
    hall: Hall,
    actor: Actor,
    name: str,
    table: Table | PokerTable,
    *,
    override: str = "",
    new_secret: NewSecret = fair.new_secret,
) -> Transition:
    """Opens a table as posted, with its worth to the house; a closed table may be opened again."""
    last = _closed(hall, actor, name)
    new, worth, more = opening_of(hall, name, table, new_secret)
    state = _opened(new, last)
    _check_edges(hall, actor, name, worth, override)
    config, shoe = config_of(table), state.shoe.published()
    said = {"by": actor.by, "rules": state.rules, "config": config, **more, "shoe": shoe}
    events = [Event(OPENED, body(said))]
    if favors(worth):
        events.append(Event(OVERRIDDEN, body({"by": actor.by, "reason": override})))
    return table_transition(state, actor, events, accounts=accounts_of(name, config))


def _closed(hall: Hall, actor: Actor, name: str) -> KnownTable | None:
    """The closed table of this name, if there is one."""
    check_name("table", name)
    check_may(hall.floor.people, actor.by, "open and close tables")
    last = hall.tables.get(name)
    if last is not None and last.is_open:
        raise RuleError(f"table {name} is open already; close it first", "room/table")
    return last


def _opened(new: AnyTable, last: KnownTable | None) -> AnyTable:
    """The new table, with the history of its name."""
    if last is None:
        return replace(new, rules=rules_hash(), opened=1)
    return replace(
        new,
        rules=rules_hash(),
        rounds=last.rounds,
        opened=last.version + 1,
        version=last.version,
        abandoned=last.abandoned,
        before=last.before.called_off(),
    )


def _check_edges(
    hall: Hall, actor: Actor, name: str, worth: Sequence[Worth], override: str
) -> None:
    """Refuses a table that favors the player, unless an administrator overrides it."""
    favored = favors(worth)
    if not favored:
        return
    if not override.strip():
        losses = ", ".join(f"{one.wager} by {-float(one.edge):.2%}" for one in favored)
        raise BadTable(
            f"table {name}: as posted it favors the player ({losses}); post another table, or let "
            "an administrator open it with --override and a reason",
            "room/favours_player",
        )
    check_may(hall.floor.people, actor.by, "open a table that favours the player")


@decision("close_table", "croupier.room.tables.table_closed")
def table_closed(hall: Hall, actor: Actor, name: str) -> Transition:
    """Counts the drop box and returns the tray: the table's accounts end at zero."""
    state = hall.table(name)
    check_may(hall.floor.people, actor.by, "open and close tables")
    if state.round is not None:
        raise RuleError(f"table {name}: its round is not over yet", "room/round")
    if state.seats:
        seat, player = min(state.seats.items())
        raise RuleError(f"table {name}: {player} sits at seat {seat}; cash out first", "room/seat")
    drop, tray = hall.balance(drop_of(name)), hall.balance(tray_of(name))
    shoe = state.shoe
    cause = CLOSED_EARLY if shoe.first or shoe.entropy else UNUSED
    said = {"by": actor.by, "drop": drop, "tray": tray, "cause": cause}
    said |= end_of_shoe(shoe, actor.keys)
    moved = moved_by(CLOSED, name, actor.id, said)
    abandoned = and_one(state.abandoned, actor.by, cause)
    closed = replace(state, is_open=False, abandoned=abandoned)
    cleared = (drop_of(name), tray_of(name))
    return table_transition(closed, actor, [Event(CLOSED, body(said))], moved, cleared=cleared)


@decision("fill", "croupier.room.tables.filled")
def filled(hall: Hall, actor: Actor, name: str, cents: Cents) -> Transition:
    """Chips from the house to the tray."""
    return _tray(hall, actor, name, cents, FILLED)


@decision("credit", "croupier.room.tables.credited")
def credited(hall: Hall, actor: Actor, name: str, cents: Cents) -> Transition:
    """Chips from the tray to the house, no more than it has."""
    check_whole(cents)
    tray = hall.balance(tray_of(hall.table(name).name))
    if cents > tray:
        raise RuleError(
            f"table {name}: a credit of {dollars(cents)}; the tray has {dollars(tray)}", "room/tray"
        )
    return _tray(hall, actor, name, cents, CREDITED)


def _tray(hall: Hall, actor: Actor, name: str, cents: Cents, kind: str) -> Transition:
    state = hall.table(name)
    check_may(hall.floor.people, actor.by, "fill and credit")
    check_whole(cents)
    said = {"by": actor.by, "cents": cents}
    moved = moved_by(kind, name, actor.id, said)
    return table_transition(state, actor, [Event(kind, body(said))], moved)


@decision("buy_in", "croupier.room.tables.bought_in")
def bought_in(
    hall: Hall, actor: Actor, name: str, seat: int, player: str, cents: Cents, *, cash: bool = False
) -> Transition:
    """A player buys chips, at a free seat or at their own.

    What they pay, from their deposit or in cash, goes into the drop box; the chips leave the tray.
    """
    state = hall.table(name)
    _check_chips(hall, actor, player, cash=cash)
    check_whole(cents)
    state.table.check_seats([seat])
    if state.seats.get(seat, player) != player:
        raise RuleError(f"table {name} seat {seat} is taken", "room/seat")
    others = [other for other, who in state.seats.items() if who == player and other != seat]
    if others and state.one_seat_each:
        raise RuleError(
            f"table {name}: {player} sits at seat {others[0]}; at poker a player has one seat",
            "room/seat",
        )
    if state.plays(seat):
        raise RuleError(f"table {name} seat {seat} is in a round; buy after it", "room/seat")
    check_player(hall.floor.people, player)
    has = sum(hall.balance(chips_of(name, own)) for own in (*others, seat))
    check_buy_in(hall.own(player), actor.now, has + cents)
    sits = state.with_player(seat, player)
    said = {"by": actor.by, "seat": seat, "player": player, "cents": cents, "cash": cash}
    moved = moved_by(BOUGHT, name, actor.id, said)
    step = table_transition(sits, actor, [Event(BOUGHT, body(said))], moved)
    return OwnParts(hall, actor).put_in(player, cents).join(step) if cash else step


@decision("cash_out", "croupier.room.tables.cashed_out")
def cashed_out(hall: Hall, actor: Actor, name: str, seat: int, *, cash: bool = False) -> Transition:
    """A player leaves with all their chips; not during a round, nor while a large win is unpaid."""
    state = hall.table(name)
    if seat not in state.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    player = state.seats[seat]
    _check_chips(hall, actor, player, cash=cash)
    if state.plays(seat):
        raise RuleError(
            f"table {name} seat {seat} is in a round; it can be left after it", "room/seat"
        )
    waiting = [held for held in state.held if held.seat == seat]
    if waiting:
        raise RuleError(
            f"table {name} seat {seat}: {dollars(waiting[0].cents)} won with the "
            f"{waiting[0].wager} waits for a supervisor",
            "room/held",
        )
    chips = chips_of(name, seat)
    cents = hall.balance(chips)
    said = {"by": actor.by, "seat": seat, "player": player, "cents": cents, "cash": cash}
    events, moved = [Event(CASHED, body(said))], moved_by(CASHED, name, actor.id, said)
    step = table_transition(state.without(seat), actor, events, moved, cleared=(chips,))
    return OwnParts(hall, actor).take_back(state, [seat]).join(step)


def _check_chips(hall: Hall, actor: Actor, player: str, *, cash: bool) -> None:
    """Dealers sell and buy chips; players may, for themselves, but not for cash."""
    if actor.by != player or cash:
        check_may(hall.floor.people, actor.by, "sell and buy chips")
