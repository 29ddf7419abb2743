"""Audit rules of a table's stream, except rounds: openings, trays, chips, seats and words.

And the events that a round adds: dead hands, exposed cards, large wins.
"""

from collections.abc import Sequence
from typing import Any

from croupier.money import Cents
from croupier.odds.house_edge import favors, worth_from_json
from croupier.room.audit.claims.audited_act import Must, Seen, body_of
from croupier.room.audit.claims.own_limits import check_bought, check_none_left
from croupier.room.audit.difference import Body, Difference
from croupier.room.audit.past import HeldSince, Past, PastTable, check_reason
from croupier.room.cage.cash_postings import CREDITED, moved_by
from croupier.room.names import chips_of, drop_of, tray_of
from croupier.room.own_limits.checks import check_awake
from croupier.room.people.roles import DEALERS, Role, check_name
from croupier.room.tables.kinds import accounts_of, is_poker, seat_count
from croupier.room.tables.mistakes import CAUSES, DEAD, EXPOSED, MISDEAL, REPLACED, STANDS
from croupier.room.tables.seats import LEAVES, SAT_IN, SAT_OUT
from croupier.room.tables.shoes import SECRET, UNOPENED, UNUSED, and_one
from croupier.room.tables.state import HIT, LARGE, Held
from croupier.room.tables.tables import OVERRIDDEN

WORDS_BEFORE = DEALERS | {Role.PLAYER}  # who could add words in protocol 1


def opened(past: Past, act: Seen) -> Must:
    said, name = act.said, act.name
    check_name("table", name)
    past.check_may(said["by"], "open and close tables")
    before = past.tables.get(name)
    if before is not None and before.is_open:
        raise Difference(f"table {name} is opened, and was not closed")
    config, meters = said["config"], said.get("meters", {})
    if meters != (must := _meters(past, name, config)):
        raise Difference(f"it is opened to play for {meters}; the meters linked to it are {must}")
    if said["shoe"]["first"] or said["shoe"]["entropy"]:
        raise Difference("it is opened with a shoe that is not new")
    # The act may have two events; this is the version of the first.
    table = PastTable(name, act.events[0].version, said["rules"], config, meters)
    if before is not None:
        table.rounds, table.began, table.ended = before.rounds, before.began, before.ended
        table.abandoned = before.abandoned
        table.last, table.withheld = before.last, before.withheld
    past.tables[name] = table
    return Must(accounts=accounts_of(name, config), more=_overridden(past, act))


def _meters(past: Past, name: str, config: dict[str, Any]) -> dict[str, str]:
    """The meter of each jackpot wager that the table offers."""
    if is_poker(config):
        return {}
    linked = {
        meter.rules.sensor: called
        for called, meter in past.meters.items()
        if name in meter.rules.tables and not meter.discontinued
    }
    return {offer: linked[offer] for offer in config["offers"] if offer in linked}


def _overridden(past: Past, act: Seen) -> tuple[str, ...]:
    """A table that favors the player is opened by an administrator, with a reason."""
    if not favors(map(worth_from_json, act.said.get("worth", ()))):
        return ()
    past.check_may(act.said["by"], "open a table that favours the player")
    for event in act.events[1:2]:
        why = body_of(event.kind, event.body)
        check_reason(why["reason"])
        if why["by"] != act.said["by"]:
            raise Difference(f"{act.said['by']} opens it, and {why['by']} says why")
    return (OVERRIDDEN,)


def closed(past: Past, act: Seen) -> Must:
    past.check_may(act.said["by"], "open and close tables")
    table = past.table(act.name)
    if table.seats:
        seat, player = min(table.seats.items())
        raise Difference(f"it is closed, and {player} sits at seat {seat}")
    if left := {name: cents for name, cents in act.after.items() if cents}:
        raise Difference(f"it is closed, and {left} is left (in cents)")
    table.is_open = False
    _shoe_ends(past, table, act)
    return Must(moved_by(act.kind, act.name, act.id, act.said))


def box_and_tray(act: Seen) -> Sequence[str]:
    return [drop_of(act.name), tray_of(act.name)]


def filled(past: Past, act: Seen) -> Must:
    """A fill, or a credit of no more than the tray has."""
    past.check_may(act.said["by"], "fill and credit")
    past.table(act.name)
    if act.kind == CREDITED and (left := act.after[tray_of(act.name)]) < 0:
        raise Difference(f"a credit takes more than the tray has: {left} cents are left")
    return Must(moved_by(act.kind, act.name, act.id, act.said))


def bought(past: Past, act: Seen) -> Must:
    table, said = past.table(act.name), act.said
    seat, player = said["seat"], said["player"]
    _check_chips(past, said)
    past.check_player(player)
    if type(seat) is not int or not 1 <= seat <= seat_count(table.config):
        raise Difference(f"seat {seat!r} is none of table {table.name}")
    if table.seats.get(seat, player) != player:
        raise Difference(f"{player} buys in at seat {seat}, where {table.seats[seat]} sits")
    others = [other for other, who in table.seats.items() if who == player and other != seat]
    if others and table.is_poker:
        raise Difference(f"{player} sits at seat {others[0]}, and at poker has one seat")
    table.seats[seat] = player
    check_bought(past, table, act)
    return Must(moved_by(act.kind, act.name, act.id, said))


def cashed(past: Past, act: Seen) -> Must:
    table, said = past.table(act.name), act.said
    seat, player = said["seat"], said["player"]
    if table.seats.get(seat) != player:
        sits = table.seats.get(seat, "nobody")
        raise Difference(f"{player} cashes out at seat {seat}, where {sits} sits")
    _check_chips(past, said)
    if any(one.held.seat == seat for one in table.held):
        raise Difference(f"{player} cashes out, and a large win waits at seat {seat}")
    if left := act.after[chips_of(act.name, seat)]:
        raise Difference(f"{player} cashes out, and {left} cents of chips are left at seat {seat}")
    check_none_left(past, act, {seat: player})
    del table.seats[seat]
    table.out.discard(seat)
    table.leaving.discard(seat)
    return Must(moved_by(act.kind, act.name, act.id, said))


def chips(act: Seen) -> Sequence[str]:
    return [chips_of(act.name, act.said["seat"])]


def _check_chips(past: Past, said: dict[str, Any]) -> None:
    """Dealers sell and buy chips; players may, for themselves, but not for cash."""
    if said["by"] != said["player"] or said["cash"]:
        past.check_may(said["by"], "sell and buy chips")


def acknowledged(past: Past, act: Seen) -> Must:
    table, said = past.table(act.name), act.said
    past.check_may(said["by"], "acknowledge a large win")
    waiting = [one for one in table.held if one.held.seat == said["seat"]]
    must = [one.held._asdict() for one in waiting]
    if not must or said["wins"] != must or said["cents"] != sum(one["cents"] for one in must):
        raise Difference(f"{said['wins']} is acknowledged; what waits there is {must}")
    table.held = [one for one in table.held if one not in waiting]
    return Must(moved_by(act.kind, act.name, act.id, said))


def called_off(past: Past, act: Seen) -> Must:
    """The replay checks that there was such a round and that all its postings are reversed."""
    table, said = past.table(act.name), act.said
    past.check_may(said["by"], "call off a round")
    check_reason(said["reason"])
    must = table.rounds if act.postings else table.rounds + 1  # called off before its deal
    if said["number"] != must:
        raise Difference(f"round {said['number']} is called off, where it must be round {must}")
    if said.get("cause", MISDEAL) not in CAUSES:
        raise Difference(f"round {said['number']} is called off for {said['cause']!r}")
    table.held = [one for one in table.held if one.held.round != said["number"]]
    check_none_left(past, act, table.seats)
    _shoe_ends(past, table, act)
    return Must(act.postings)


def _shoe_ends(past: Past, table: PastTable, act: Seen) -> None:
    """A shoe is abandoned; room/audit/replay/replay.py checks that its secret is the right one."""
    said = act.said
    if SECRET in said or UNOPENED in said:
        cause = said.get("cause", MISDEAL)
        table.abandoned = and_one(table.abandoned, said["by"], cause)
        past.shoes["unused" if cause == UNUSED else "abandoned"] += 1
        past.shoes["unopened"] += UNOPENED in said


def word(past: Past, act: Seen) -> Must:
    """A word in plain text, only in older books: since protocol 2 players commit to words."""
    past.table(act.name)
    if past.protocol > 1:
        raise Difference("a word in plain, as only older books have it: nothing claims it")
    if past.people.get(act.said["by"]) not in WORDS_BEFORE:
        raise Difference(f"{act.said['by']} adds a word to the shuffle, and does not play or deal")
    return Must()


def sat(past: Past, act: Seen) -> Must:
    """A player sits out, or in again."""
    table, said = past.table(act.name), act.said
    check_at_seat(past, table, said["by"], said["seat"])
    seat = said["seat"]
    if table.seats.get(seat) != said["player"]:
        raise Difference(f"{said['player']} has {act.kind}, and has no seat {seat}")
    if act.kind == SAT_IN:
        check_awake(past.own_limits(said["player"]), act.whole.act.at)
    if act.kind == SAT_OUT and seat in table.leaving:
        raise Difference(f"{said['player']} has {act.kind} at seat {seat}, and is leaving it")
    if not table.is_poker:  # a seat that owes blinds may sit in to post: room/audit/blinds.py
        sits_out = seat in table.out | table.leaving
        if sits_out != (act.kind == SAT_IN) or "post" in said:
            raise Difference(f"{said['player']} has {act.kind} at seat {seat}: nothing claims it")
    (table.out.add if act.kind == SAT_OUT else table.out.discard)(seat)
    table.leaving.discard(seat)
    return Must()


def leaves(past: Past, act: Seen) -> Must:
    """room/audit/run.py checks that a round is in progress, or a large win unpaid."""
    table, said = past.table(act.name), act.said
    check_at_seat(past, table, said["by"], said["seat"])
    if table.seats.get(said["seat"]) != said["player"] or said["seat"] in table.leaving:
        raise Difference(f"{said['player']} {LEAVES} from seat {said['seat']}: nothing claims it")
    table.leaving.add(said["seat"])
    return Must()


def check_at_seat(past: Past, table: PastTable, by: object, seat: int) -> None:
    """The player at the seat, or somebody acting for them."""
    own = table.seats.get(seat) == by
    past.check_may(by, "act at their own seat" if own else "act for a player")


# Events that rounds add, and rulings of the floor


def round_(past: Past, act: Seen) -> Must:
    """An act of a round with further events: who sits there, and who may do it.

    room/audit/replay/replay.py checks which events there must be, and the money.
    """
    table, round_said = past.table(act.name), act.said
    for event in act.events[1:]:
        said = body_of(event.kind, event.body)
        if event.kind == DEAD:
            _dead(past, table, round_said, said)
        elif event.kind == EXPOSED:
            _replaced(past, table, round_said, said)
        elif event.kind == LARGE:
            won = Held(said["round"], said["seat"], said["wager"], Cents(said["cents"]))
            table.held.append(HeldSince(event.version, won))
        elif event.kind != HIT:
            raise Difference(f"{event.kind} beside a round: nothing claims it")
    return Must(act.postings, more=[event.kind for event in act.events[1:]])


def _dead(past: Past, table: PastTable, round_said: Body, said: Body) -> None:
    past.check_may(said["by"], "declare a hand dead")
    check_reason(said["reason"])
    first = round_said["events"][0]
    names = ("by", "number", "seat", "forfeit", "player")
    must = {"forfeit": True, **round_said, **first, "player": table.seats[first["seat"]]}
    if first["event"] != "voided" or any(must[name] != said[name] for name in names):
        raise Difference(f"a dead hand {said}, and the round tells {first}")


def _replaced(past: Past, table: PastTable, round_said: Body, said: Body) -> None:
    first = round_said["events"][0]
    must = {"by": round_said["by"], "number": round_said["number"], "ruling": REPLACED}
    must |= {"seat": first["seat"], "place": first["number"], "card": first["card"]}
    _check_exposed(past, table, said, must)


def exposed(past: Past, act: Seen) -> Must:
    """A card was turned over, and the hand stands."""
    table = past.table(act.name)
    _check_exposed(past, table, act.said, {"ruling": STANDS, "number": table.rounds})
    return Must()


def _check_exposed(past: Past, table: PastTable, said: Body, must: dict[str, Any]) -> None:
    past.check_may(said["by"], "rule on an exposed card")
    check_reason(said["reason"])
    must = {**said, "player": table.seats[said["seat"]], **must}
    if said != must:
        raise Difference(f"an exposed card {said}, where it must be {must}")
