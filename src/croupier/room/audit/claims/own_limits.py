"""Audit rules of the limits and breaks that players set: changes, and what acts count under them.

Decisions and audit ask the same checks (room/own_limits/checks.py). Stakes and results of rounds
are compared with the rounds in room/audit/replay/own_stakes.py; that no round leaves one out, in
room/audit/own_sightings.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.bank.act import Event
from croupier.room.audit.claims.audited_act import Must, Seen, body_of
from croupier.room.audit.difference import Difference
from croupier.room.audit.meters import part_of
from croupier.room.audit.past import OwnCount, Past, PastTable
from croupier.room.names import chips_of, most_seats
from croupier.room.own_limits.checks import (
    change,
    check_awake,
    check_buy_in,
    check_confirmed,
    check_deposit,
    check_stake,
    pause_until,
)
from croupier.room.own_limits.stakes import WRITTEN_WITHIN, own_accounts
from croupier.room.own_limits.state import (
    ASKED,
    AT_STAKE,
    CONFIRMED,
    EXCLUDED,
    PAUSED,
    PUT_IN,
    RESULT,
    SET,
    TAKE_BETS_BACK,
    OwnLimits,
)
from croupier.room.tables.words import BET

FIELDS = {
    SET: {"at", "by", "what", "amount", "bets"},
    ASKED: {"at", "by", "what", "amount"},
    CONFIRMED: {"at", "by", "what"},
    PAUSED: {"at", "by", "length", "until", "bets"},
    EXCLUDED: {"at", "by", "length", "until", "bets"},
    PUT_IN: {"at", "cents"},
    AT_STAKE: {"at", "table", "seat", "cents"},
    RESULT: {"at", "table", "seat", "net"},
}
CHIPS = "chips"  # told of a stake once its round is dealt


def changed(past: Past, act: Seen) -> Must:
    """Limits set, and higher ones only after a day and a second yes; breaks never shortened."""
    said, own = act.said, past.own_limits(act.name)
    _check_told(act.kind, said, act.whole.act.at)
    by, at = said["by"], said["at"]
    own_act = by == own.player
    past.check_may(by, "set their own limits" if own_act else "limit a player who asks")
    past.check_player(own.player)
    if act.kind == CONFIRMED:
        check_confirmed(own, by, at, said["what"])
    elif act.kind in (PAUSED, EXCLUDED):
        if said["until"] != (until := pause_until(own, at, act.kind, said["length"])):
            raise Difference(f"{act.kind} until {said['until']}; it must be {until}")
    elif act.kind != (must := change(own, by, at, said["what"], said["amount"])):
        raise Difference(f"{act.kind}, {said['what']} {said['amount']}; it must be {must}")
    back = sorted(past.bets_back.pop(act.key, []))
    told = [(*place, own.player) for place in said["bets"]] if act.kind in TAKE_BETS_BACK else []
    if back != sorted(told):
        raise Difference(f"{act.kind} takes back the bets {told}; taken back are {back}")
    _after(past, own, act.kind, act.events[0].body)
    return Must()


def bets_taken_back(past: Past, act: Seen) -> Must:
    """Part of such an act, at a table; the replay checks that there are such bets."""
    table = past.table(act.name)
    for event in act.events:
        (row,) = body_of(event.kind, event.body)["events"]
        seat, player = row["seat"], row["player"]
        if row["event"] != BET or row["stakes"] or table.seats.get(seat) != player:
            raise Difference(f"{row['event']} at seat {seat} in an act of {player}'s own limits")
        past.bets_back.setdefault(part_of(act.whole), []).append((act.name, seat, player))
    return Must(more=[event.kind for event in act.events[1:]])


def counted(past: Past, act: Seen) -> Must:
    """Part of a deposit, a bet, a deal or the end of a round of a player with such limits."""
    for event in act.events:
        said, own = body_of(event.kind, event.body), past.own_limits(act.name)
        _check_told(event.kind, said, act.whole.act.at)
        if event.kind == PUT_IN:
            check_deposit(own, said["at"], said["cents"])
        else:
            _check_counted(past, own, event.kind, said, act.after)
        _after(past, own, event.kind, event.body)
        count = OwnCount(own.player, event.kind, said)
        past.own_counts.setdefault(part_of(act.whole), []).append(count)
    return Must(more=[event.kind for event in act.events[1:]])


def stakes_accounts(act: Seen) -> Sequence[str]:
    """The chips of the seats that are dealt."""
    told = [body_of(event.kind, event.body) for event in act.events if event.kind == AT_STAKE]
    dealt = [said for said in told if CHIPS in said]
    return [name for said in dealt for name in own_accounts(said["table"], said["seat"])]


def _check_counted(
    past: Past, own: OwnLimits, kind: str, said: Mapping[str, Any], after: Mapping[str, int]
) -> None:
    table, seat = past.table(said["table"]), said["seat"]
    place = table.name, seat
    if table.seats.get(seat) != own.player:
        raise Difference(f"{kind} of {own.player} at seat {seat}, where they do not sit")
    stake = own.stakes.get(place)
    if kind == RESULT:
        if stake is None or stake.chips is None:
            raise Difference(f"{kind} of {own.player}, who was not dealt in at seat {seat}")
        return
    if stake is None and not own.counts_play:
        raise Difference(f"{kind} of {own.player}, who has set no such limit")
    if said["cents"] > (stake.cents if stake else 0):
        check_stake(own, said["at"], place, said["cents"], poker=table.is_poker)
    if CHIPS in said and said[CHIPS] != sum(after[name] for name in own_accounts(*place)):
        raise Difference(f"{kind} of {own.player} with {said[CHIPS]} cents of chips; it had others")


def _after(past: Past, own: OwnLimits, kind: str, body: str) -> None:
    past.own[own.player] = own.after(Event(kind, body))


def _check_told(kind: str, said: Mapping[str, Any], at: int) -> None:
    if not FIELDS[kind] <= set(said) <= FIELDS[kind] | ({CHIPS} if kind == AT_STAKE else set()):
        raise Difference(f"{kind} tells {sorted(said)}: nothing claims it")
    if type(said["at"]) is not int or not said["at"] <= at <= said["at"] + WRITTEN_WITHIN:
        raise Difference(f"{kind} at {said['at']!r}, written at {at}")


# At the cage and at tables


def check_put_in(past: Past, act: Seen, player: str, cents: int) -> None:
    """A deposit, or chips for cash, of a player who may bring money, counted if it must be."""
    own = past.own_limits(player)
    check_awake(own, act.whole.act.at)
    counts = past.own_counts.pop(act.key, [])
    must = [(player, PUT_IN, cents)] if own.counts_deposits else []
    if must != [(one.player, one.kind, one.said.get("cents")) for one in counts]:
        raise Difference(f"{act.kind} of {player} is counted as {counts}; it must be {must}")


def check_bought(past: Past, table: PastTable, act: Seen) -> None:
    said, player = act.said, act.said["player"]
    if said["cash"]:
        check_put_in(past, act, player, said["cents"])
    seats = [seat for seat, who in table.seats.items() if who == player]
    has = sum(act.after[chips_of(table.name, seat)] for seat in seats)
    check_buy_in(past.own_limits(player), act.whole.act.at, has)


def all_chips(act: Seen) -> Sequence[str]:
    return [chips_of(act.name, seat) for seat in range(1, most_seats() + 1)]


def check_none_left(past: Past, act: Seen, seats: Mapping[int, str]) -> None:
    """A seat that leaves, or a round that is called off: nothing is at stake any more."""
    for one in past.own_counts.pop(act.key, []):
        if one.said["table"] != act.name or one.said.get("net") or one.said.get("cents"):
            raise Difference(f"{act.kind}, and {one.kind} {one.said}: nothing claims it")
    check_none_at_stake(past, act.name, seats)


def check_none_at_stake(past: Past, table: str, seats: Mapping[int, str]) -> None:
    for seat, player in seats.items():
        if (table, seat) in past.own_limits(player).stakes:
            raise Difference(f"the stake of {player} at seat {seat} is over, and still counted")
