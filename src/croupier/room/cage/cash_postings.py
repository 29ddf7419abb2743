"""Manual postings: deposits, chips, trays, acknowledged large wins, corrected payments.

They follow from the act's event. Decisions and the audit call the same function.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from croupier.bank.ledger import LONGEST_NAME, Posting, Purpose
from croupier.bank.meters.events import DUE, HOUSE
from croupier.money import Cents
from croupier.room.names import (
    JACKPOT_BANK,
    JACKPOT_CASH,
    OUTSIDE,
    chips_of,
    drop_of,
    held_of,
    player_of,
    tray_of,
)

DEPOSITED, WITHDRAWN, REVERSED = "deposited", "withdrawn", "reversed"
BOUGHT, CASHED, FILLED, CREDITED, CLOSED = "bought in", "cashed out", "fill", "credit", "closed"
ACKNOWLEDGED, CORRECTED = "acknowledged", "corrected"
BANKED, DRAWN = "jackpot money banked", "jackpot money drawn"
AWARDED = "jackpot money awarded"
TO_PLAYER, TO_HOUSE = "player", "house"  # who receives a correction

Said = Mapping[str, Any]
CashRow = tuple[
    str, str, str, int, Purpose, str
]  # suffix of the id, from, to, cents, reason, player


def whole_id(written: str) -> str:
    """The id of a posting from its act's key; a long key is replaced by its digest."""
    if len(written) <= LONGEST_NAME:
        return written
    return f"act#{sha256(written.encode()).hexdigest()}"


def moved_by(kind: str, table: str, id_: str, said: Said) -> tuple[Posting, ...]:
    """The postings of an act of that kind, at a table or at the cage; `id_` prefixes their ids."""
    return tuple(
        Posting(whole_id(f"{id_}{end}"), debit, credit, Cents(cents), reason, memo)
        for end, debit, credit, cents, reason, memo in _rows(kind, table, said)
        if cents > 0 or kind != CLOSED
    )


def _rows(kind: str, table: str, said: Said) -> tuple[CashRow, ...]:
    tray, drop = tray_of(table), drop_of(table)
    if kind in (BOUGHT, CASHED, ACKNOWLEDGED):
        return _at_seat(kind, table, said)
    if kind == DEPOSITED:
        return (("", OUTSIDE, player_of(said["player"]), said["cents"], Purpose.DEPOSIT, ""),)
    if kind == WITHDRAWN:
        return (("", player_of(said["player"]), OUTSIDE, said["cents"], Purpose.WITHDRAWAL, ""),)
    if kind == AWARDED:
        player = player_of(said["player"])
        return (("", DUE, player, said["cents"], Purpose.DISTRIBUTION, said["reason"]),)
    if kind in (BANKED, DRAWN):
        sides = (JACKPOT_CASH, JACKPOT_BANK) if kind == BANKED else (JACKPOT_BANK, JACKPOT_CASH)
        return (("", *sides, said["cents"], Purpose.BANKING, said["reference"]),)
    if kind == CORRECTED:
        return (_correction(table, said),)
    if kind == FILLED:
        return (("", HOUSE, tray, said["cents"], Purpose.FILL, ""),)
    if kind == CREDITED:
        return (("", tray, HOUSE, said["cents"], Purpose.CREDIT, ""),)
    if kind == CLOSED:
        return (
            ("/count", drop, HOUSE, said["drop"], Purpose.COUNT, ""),
            ("/tray", tray, HOUSE, said["tray"], Purpose.CREDIT, ""),
            ("/short", HOUSE, tray, -said["tray"], Purpose.FILL, ""),
        )
    return ()


def _correction(table: str, said: Said) -> CashRow:
    """Between the player's deposit and the house: the chips of a past round may be gone."""
    sides = {TO_PLAYER: (HOUSE, player_of(said["player"]))}
    sides[TO_HOUSE] = sides[TO_PLAYER][::-1]
    memo = f"table {table} round {said['number']} seat {said['seat']}: {said['wager']}"
    return ("", *sides[said["to"]], said["cents"], Purpose.CORRECTION, memo)


def _at_seat(kind: str, table: str, said: Said) -> tuple[CashRow, ...]:
    cents, chips = said["cents"], chips_of(table, said["seat"])
    if kind == ACKNOWLEDGED:
        held = held_of(table, said["seat"])
        return (("", held, chips, cents, Purpose.WINNINGS, "acknowledged"),)
    player = said["player"]
    money = OUTSIDE if said["cash"] else player_of(player)
    if kind == CASHED:
        return (("", chips, money, cents, Purpose.CASH_OUT, player),) if cents else ()
    return (
        ("/paid", money, drop_of(table), cents, Purpose.BUY_IN, player),
        ("/chips", tray_of(table), chips, cents, Purpose.CHIPS, player),
    )
