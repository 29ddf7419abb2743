"""What an act of the room came to: said from what it moved, not from what was asked for.

So it is true of an act that is sent again, too: the books answer with what was done the first time.
A command passes one of these functions to `act` (cli/room/run.py), or one of its own; or plain
words, where no money moves.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from croupier.bank.act import Receipt
from croupier.bank.ledger import Posting
from croupier.bank.meters.events import DUE, ESCROW
from croupier.bank.reading import Done, act_of
from croupier.money import dollars
from croupier.room.cage import cash_postings as by_hand
from croupier.room.cage.accounts import JACKPOT_BANK, chips_of, player_of, tray_of
from croupier.room.cage.jackpot_due import holds
from croupier.room.room import Room
from croupier.room.tables.state import TABLE
from croupier.room.tables.tables import OPENED


class Answer(NamedTuple):
    """Words for people, in dollars and names; the same for programs, in cents."""

    text: str
    moved: Mapping[str, object] = {}


class Outcome(NamedTuple):
    """An act as the books have it, and the room as it is now."""

    room: Room
    receipt: Receipt
    done: Done

    @property
    def body(self) -> dict[str, Any]:
        """What the act told first."""
        return dict(json.loads(self.done.events[0].body))

    @property
    def table(self) -> str:
        return self.receipt.stream.removeprefix(TABLE)

    def balance(self, account: str) -> int:
        """Of an account now."""
        return self.room.store.balance(account)


Says = Callable[[Outcome], Answer]


def outcome(room: Room, receipt: Receipt) -> Outcome:
    return Outcome(room, receipt, act_of(room.store, receipt))


def deposited(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} brought {dollars(cents)}; their deposit is now {dollars(now)}."
    return Answer(text, {"player": player, "deposited": cents, "deposit": now})


def withdrawn(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} took {dollars(cents)} in cash; their deposit is now {dollars(now)}."
    return Answer(text, {"player": player, "withdrawn": cents, "deposit": now})


def reversed_(act: Outcome) -> Answer:
    """A deposit was taken back, a withdrawal, an award, or the correction of a payment."""
    (back,) = act.done.postings
    if JACKPOT_BANK in (back.debit, back.credit):
        return _unbanked(act, back)
    account = next(name for name in (back.debit, back.credit) if name.startswith(player_of("")))
    player, now = account.removeprefix(player_of("")), act.balance(account)
    kind = "withdrawal" if back.credit == account else "deposit"
    if act.receipt.stream.startswith(TABLE):
        kind = "correction"
    elif DUE in (back.debit, back.credit):
        kind = "jackpot award"
    text = (
        f"Reversed: {player}'s {kind} of {dollars(back.cents)}. Their deposit is now "
        f"{dollars(now)}."
    )
    return Answer(text, {"player": player, "reversed": back.cents, "what": kind, "deposit": now})


def _unbanked(act: Outcome, back: Posting) -> Answer:
    kind, now = "banking" if back.debit == JACKPOT_BANK else "draw", act.balance(JACKPOT_BANK)
    text = f"Reversed: a {kind} of {dollars(back.cents)}; {_jackpot_bank(now)}."
    return Answer(text, {"reversed": back.cents, "what": kind, "bank": now})


def banked(act: Outcome) -> Answer:
    """What was taken to the jackpots' bank account, or out of it, and what is there now."""
    (moved,) = act.done.postings
    done = "banked" if moved.credit == JACKPOT_BANK else "drawn"
    now, due = act.balance(JACKPOT_BANK), act.balance(ESCROW)
    owed = holds(act.room.hall, DUE)
    besides = f"; {dollars(owed)} is due to players" if owed else ""
    text = (
        f"{dollars(moved.cents)} {done}; {_jackpot_bank(now)}, and the meters {dollars(due)}"
        f"{besides}."
    )
    return Answer(text, {done: moved.cents, "bank": now, "escrow": due})


def awarded(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now, due = act.balance(player_of(player)), act.balance(DUE)
    text = (
        f"{player} is awarded {dollars(cents)} of discontinued jackpots; their deposit is now "
        f"{dollars(now)}, and {dollars(due)} is still due to players."
    )
    return Answer(text, {"player": player, "awarded": cents, "deposit": now, "due": due})


def known(act: Outcome) -> Answer:
    name = act.body["name"]
    return Answer(f"The difference {name} is known: audits tell it and go on.", {"name": name})


def _jackpot_bank(cents: int) -> str:
    return f"the bank account for jackpots now holds {dollars(cents)}"


def bought_in(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    chips = act.balance(chips_of(act.table, seat))
    paid = "in cash" if said["cash"] else "from their deposit"
    text = (
        f"Seat {seat}, {player}, bought {dollars(cents)} in chips {paid}; the seat now has "
        f"{dollars(chips)}."
    )
    moved = {"seat": seat, "player": player, "bought": cents, "paid": _way(said), "chips": chips}
    return Answer(text, moved)


def cashed_out(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    moved = {"seat": seat, "player": player, "cashed_out": cents, "paid": _way(said)}
    if not cents:
        return Answer(f"Seat {seat}, {player}, left with no chips.", moved)
    way = "in cash" if said["cash"] else "to their deposit"
    return Answer(f"Seat {seat}, {player}, cashed out {dollars(cents)} {way}.", moved)


def _way(said: Mapping[str, Any]) -> str:
    return "cash" if said["cash"] else "deposit"


def filled(act: Outcome) -> Answer:
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} received a fill of {dollars(cents)}; {tray_words(tray)}."
    return Answer(text, {"filled": cents, "tray": tray})


def credited(act: Outcome) -> Answer:
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} gave a credit of {dollars(cents)}; {tray_words(tray)}."
    return Answer(text, {"credited": cents, "tray": tray})


def tray_words(tray: int) -> str:
    """A tray below zero owes chips: a win was larger, or poker's chips were sold without a fill."""
    return f"the tray has {dollars(tray)}" if tray >= 0 else f"the tray is {dollars(-tray)} short"


def closed(act: Outcome) -> Answer:
    """With what the table won since it was opened, as the books count it by the tray."""
    drop, tray = act.body["drop"], act.body["tray"]
    fill, credit = _since_opening(act)
    win = drop + tray - fill + credit
    verdict = f"the table {'won' if win >= 0 else 'lost'} {dollars(abs(win))}"
    text = (
        f"Table {act.table} is closed: {dollars(drop)} in the drop box, {tray_words(tray)}; "
        f"{verdict}."
    )
    return Answer(text, {"drop": drop, "tray": tray, "win": win})


def _since_opening(act: Outcome) -> tuple[int, int]:
    """The fills and the credits of the table since it was opened the last time."""
    cents = {by_hand.FILLED: 0, by_hand.CREDITED: 0}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == OPENED:
            cents = dict.fromkeys(cents, 0)
        elif event.kind in cents:
            cents[event.kind] += json.loads(event.body)["cents"]
    return cents[by_hand.FILLED], cents[by_hand.CREDITED]


def acknowledged(act: Outcome) -> Answer:
    said = act.body
    seat, cents = said["seat"], said["cents"]
    player = players_at(act).get(seat, "")
    wagers = ", ".join(won["wager"] for won in said["wins"])
    text = f"Seat {seat}, {player}, is paid {dollars(cents)}, won with the {wagers}."
    return Answer(text, {"seat": seat, "player": player, "paid": cents, "wins": said["wins"]})


def players_at(act: Outcome) -> dict[int, str]:
    """Who sits where: as now, or as it was when an act that is sent again was done."""
    state = act.room.hall.tables[act.table]
    if state.version == act.receipt.version:
        return dict(sorted(state.seats.items()))
    players: dict[int, str] = {}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == by_hand.BOUGHT:
            bought = json.loads(event.body)
            players[bought["seat"]] = bought["player"]
    return dict(sorted(players.items()))
