"""What came of acts that move money: deposits, chips, trays."""

import json
from collections.abc import Mapping
from typing import Any

from croupier.desk.room.acts import Answer, Outcome, tray_words
from croupier.money import dollars
from croupier.room.cage.cash_postings import CREDITED, FILLED
from croupier.room.names import chips_of, player_of, tray_of
from croupier.room.tables.tables import OPENED


def deposit_answer(act: Outcome) -> Answer:
    return _deposit(act, "brought {}", "deposited")


def withdrawal_answer(act: Outcome) -> Answer:
    return _deposit(act, "took {} in cash", "withdrawn")


def _deposit(act: Outcome, words: str, moved: str) -> Answer:
    player, cents = act.body["player"], act.body["cents"]
    now = act.balance(player_of(player))
    text = f"{player} {words.format(dollars(cents))}; their deposit is now {dollars(now)}."
    return Answer(text, {"player": player, moved: cents, "deposit": now})


def buy_in_answer(act: Outcome) -> Answer:
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


def cash_out_answer(act: Outcome) -> Answer:
    said = act.body
    seat, player, cents = said["seat"], said["player"], said["cents"]
    moved = {"seat": seat, "player": player, "cashed_out": cents, "paid": _way(said)}
    if not cents:
        return Answer(f"Seat {seat}, {player}, left with no chips.", moved)
    way = "in cash" if said["cash"] else "to their deposit"
    return Answer(f"Seat {seat}, {player}, cashed out {dollars(cents)} {way}.", moved)


def _way(said: Mapping[str, Any]) -> str:
    return "cash" if said["cash"] else "deposit"


def fill_answer(act: Outcome) -> Answer:
    return _tray(act, "received a fill", "filled")


def credit_answer(act: Outcome) -> Answer:
    return _tray(act, "gave a credit", "credited")


def _tray(act: Outcome, words: str, moved: str) -> Answer:
    cents, tray = act.body["cents"], act.balance(tray_of(act.table))
    text = f"Table {act.table} {words} of {dollars(cents)}; {tray_words(tray)}."
    return Answer(text, {moved: cents, "tray": tray})


def close_answer(act: Outcome) -> Answer:
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
    cents = {FILLED: 0, CREDITED: 0}
    for event in act.room.store.rare_events(act.receipt.stream, before=act.receipt.version):
        if event.kind == OPENED:
            cents = dict.fromkeys(cents, 0)
        elif event.kind in cents:
            cents[event.kind] += json.loads(event.body)["cents"]
    return cents[FILLED], cents[CREDITED]
