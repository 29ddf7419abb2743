"""The outcomes of acts that move money: deposits, chips, trays; and of what takes two people."""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from croupier.bank.ledger import Posting
from croupier.bank.meters.events import DUE, ESCROW, HOUSE, MOVED, RECEIPTS, MeterOpened
from croupier.bank.meters.meter import event_from_json
from croupier.bank.meters.rules import HOUSE_JACKPOT, MeterRules
from croupier.desk.room.acts import Answer, Moved, Outcome, tray_words
from croupier.money import DOLLAR, dollars
from croupier.room.cage.cage import holds
from croupier.room.cage.cash_postings import CREDITED, FILLED, TO_PLAYER
from croupier.room.names import JACKPOT_BANK, METER, TABLE, chips_of, player_of, tray_of
from croupier.room.tables.tables import OPENED

CASH: Mapping[str, tuple[Literal["deposited", "withdrawn"], str]] = {  # by the name of the act
    "deposit": ("deposited", "brought {}"),
    "withdraw": ("withdrawn", "took {} in cash"),
}
TRAY: Mapping[str, tuple[Literal["filled", "credited"], str]] = {
    "fill": ("filled", "received a fill of {}"),
    "credit": ("credited", "gave a credit of {}"),
}
MeterChanged = Literal["lowered", "raised", "posted"]
CHANGES: Mapping[MeterChanged, str] = {
    "lowered": "is lowered by {}; it now displays {}",
    "raised": "is raised by {}; it now displays {}",
    "posted": "now posts a prize of {}; it displays {}",
}
STANDING = {
    "suspended": "is suspended: nobody may wager on it until it is resumed",
    "resumed": "is resumed",
}
_WHERE = {
    MOVED: "to the other meter",
    HOUSE: "of seed money to the house",
    DUE: "due to players",
    RECEIPTS: "to gross receipts",
}


def deposit_answer(act: Outcome) -> Answer:
    done, words = CASH[act.name]
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} {words.format(dollars(cents))}; their deposit is now {dollars(now)}."
    moved: Moved = {"player": player}
    moved[done] = cents
    return Answer(text, {**moved, "deposit": now})


def buy_in_answer(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    chips = act.balance(chips_of(act.table, seat))
    paid = "in cash" if said["cash"] else "from their deposit"
    text = (
        f"Seat {seat}, {player}, bought {dollars(cents)} in chips {paid}; the seat now has "
        f"{dollars(chips)}."
    )
    who: Moved = {"seat": seat, "player": player}
    return Answer(text, {**who, "bought": cents, "paid": _way(said), "chips": chips})


def cash_out_answer(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    moved: Moved = {"seat": seat, "player": player, "cashed_out": cents, "paid": _way(said)}
    if not cents:
        return Answer(f"Seat {seat}, {player}, left with no chips.", moved)
    way = "in cash" if said["cash"] else "to their deposit"
    return Answer(f"Seat {seat}, {player}, cashed out {dollars(cents)} {way}.", moved)


def _way(said: Mapping[str, Any]) -> str:
    return "cash" if said["cash"] else "deposit"


def tray_answer(act: Outcome) -> Answer:
    done, words = TRAY[act.name]
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} {words.format(dollars(cents))}; {tray_words(tray)}."
    moved: Moved = {}
    moved[done] = cents
    return Answer(text, {**moved, "tray": tray})


def close_answer(act: Outcome) -> Answer:
    """Reports the table's win since it was opened, as the books count it from the tray."""
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
    """The fills and the credits of the table since it was last opened."""
    cents = {FILLED: 0, CREDITED: 0}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == OPENED:
            cents = dict.fromkeys(cents, 0)
        elif event.kind in cents:
            cents[event.kind] += json.loads(event.body)["cents"]
    return cents[FILLED], cents[CREDITED]


def reversal_answer(act: Outcome) -> Answer:
    """A deposit was reversed, or a withdrawal, an award, or the correction of a payment."""
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


def banking_answer(act: Outcome) -> Answer:
    """What was moved to the jackpots' bank account or out of it, and its balance."""
    (posting,) = act.done.postings
    done: Literal["banked", "drawn"] = "banked" if posting.credit == JACKPOT_BANK else "drawn"
    now, due = act.balance(JACKPOT_BANK), act.balance(ESCROW)
    owed = holds(act.room.hall, DUE)
    besides = f"; {dollars(owed)} is due to players" if owed else ""
    text = (
        f"{dollars(posting.cents)} {done}; {_jackpot_bank(now)}, and the meters {dollars(due)}"
        f"{besides}."
    )
    moved: Moved = {}
    moved[done] = posting.cents
    return Answer(text, {**moved, "bank": now, "escrow": due})


def award_answer(act: Outcome) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now, due = act.balance(player_of(player)), act.balance(DUE)
    text = (
        f"{player} is awarded {dollars(cents)} of discontinued jackpots; their deposit is now "
        f"{dollars(now)}, and {dollars(due)} is still due to players."
    )
    return Answer(text, {"player": player, "awarded": cents, "deposit": now, "due": due})


def known_answer(act: Outcome) -> Answer:
    name = act.body["name"]
    return Answer(f"The difference {name} is known: audits report it and go on.", {"name": name})


def _jackpot_bank(cents: int) -> str:
    return f"the bank account for jackpots now holds {dollars(cents)}"


def correction_answer(act: Outcome) -> Answer:
    said = act.body
    player, cents = said["player"], said["cents"]
    now = act.balance(player_of(player))
    way = "got" if said["to"] == TO_PLAYER else "gave back"
    text = (
        f"Table {act.table} round {said['number']} seat {said['seat']}, {said['wager']}: {player} "
        f"{way} {dollars(cents)}; their deposit is now {dollars(now)}."
    )
    names: Final = ("number", "seat", "player", "wager", "to", "posting")
    moved: Moved = {}
    for name in names:
        moved[name] = said[name]
    return Answer(text, {**moved, "corrected": cents, "deposit": now})


def meter_change_answer(act: Outcome) -> Answer:
    name, kind = act.receipt.stream.removeprefix(METER), act.done.events[0].kind
    if kind == "ruled":
        return Answer(f"Meter {name}: {', '.join(act.body['rules']['tables'])}.")
    if kind in STANDING:
        return Answer(f"Meter {name} {STANDING[kind]}.")
    change = cast(MeterChanged, kind)
    cents = act.body["prize" if kind == "posted" else "cents"]
    now = act.room.hall.meters[name].meter.shown
    text = f"Meter {name} {CHANGES[change].format(dollars(cents), dollars(now))}."
    moved: Moved = {"meter": name}
    moved[change] = cents
    return Answer(text, {**moved, "displayed": now})


def meter_opening_answer(act: Outcome) -> Answer:
    name, opening = act.receipt.stream.removeprefix(METER), event_from_json(act.body)
    assert isinstance(opening, MeterOpened), "a meter's first event"
    tables = ", ".join(opening.rules.tables)
    return Answer(f"Meter {name} is open for {tables}. {advice(opening.rules)}".rstrip())


def meter_end_answer(done: Outcome) -> Answer:
    """What left the meter, by its own postings, not those of the meter that received it."""
    name = done.receipt.stream.removeprefix(METER)
    left = [one for one in done.done.postings if one.debit == ESCROW]
    to = done.room.hall.meter(name).meter.discontinued
    went = "; ".join(f"{dollars(one.cents)} {_WHERE[one.credit]}" for one in left)
    text = f"Meter {name} is discontinued, {to}" + (f": {went}." if went else ".")
    return Answer(text, {"meter": name, "cents": sum(one.cents for one in left), "became": to})


def advice(rules: MeterRules) -> str:
    """What the rulebook recommends for these rules; empty if the wager is one dollar."""
    if rules.kind == HOUSE_JACKPOT or rules.wager == DOLLAR:
        return ""
    return (
        f"With a wager of {dollars(rules.wager)} the rulebook recommends seed and reseed "
        "multiplied accordingly (Four Card Prime, appendix E note 5, F note 6)."
    )
