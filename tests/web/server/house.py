"""A house for money, furnished before its server: people, tables, a jackpot, a win that waits."""

from pathlib import Path

import pytest

from croupier.bank.meters.events import MeterOpened
from croupier.bank.store import open_store
from croupier.desk.stakes import meter_rules
from croupier.money import Cents
from croupier.program import program_hash
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.room.tables import tables
from croupier.table.poker.table import open_poker
from croupier.table.shoe import NewSecret
from croupier.table.table import open_table
from croupier.web.furnishing import METER
from croupier.web.house import ADMINISTRATOR, DEALER, FLOOR, no_theory
from croupier.web.tables import posted
from tests.cli.rigged import secret_for

PRIME, TABLE, POKER = "four-card-prime", "7", "9"
JACKPOT, NEXT = "five card jackpot", "8"  # a table that is not open yet plays for it
STAFF = {"ada": Role.ADMINISTRATOR, "flo": Role.FLOOR, "fay": Role.FLOOR, "ann": Role.AUDITOR}
RICH = Cents(1_000_000)
# Seat 2 is dealt four aces, the dealer nothing.
CARDS = "As Ah Ad Ac 3s  7c 8d Qc Tc 2d 9s"
STAKES = {"ante": 10_000, "aces baby": 10_000, "prime": 500}


def furnished(bank: Path, *, wins: bool = True) -> None:
    """`wins`: four aces have won at table 7, and the win waits for a supervisor."""
    with open_store(f"sqlite:///{bank}") as store:
        room = Room(store, no_theory)
        do = room.do
        do("found", ADMINISTRATOR, "found", program_hash())
        do("dealer", ADMINISTRATOR, "enrol", DEALER, Role.DEALER)
        do("floor", ADMINISTRATOR, "enrol", FLOOR, Role.FLOOR)
        for name, role in STAFF.items():
            do(f"enrol-{name}", ADMINISTRATOR, "enrol", name, role)
        for name in ("pam", "pat"):
            do(f"enrol-{name}", FLOOR, "enrol", name, Role.PLAYER)
            do(f"deposit-{name}", FLOOR, "deposit", name, RICH)
        open_rigged(room)
        do("open-9", FLOOR, "open_table", POKER, open_poker("five-card-hold-out"))
        do("fill-7", FLOOR, "fill", TABLE, RICH)
        rules = meter_rules(posted(PRIME), JACKPOT, METER, (NEXT,))
        do("meter", FLOOR, "open_meter", "main", MeterOpened(rules))
        do("sit-pam", DEALER, "buy_in", TABLE, 2, "pam", Cents(200_000))
        if wins:
            do("deal", DEALER, "deal", TABLE, {2: STAKES})
            do("act", DEALER, "act", TABLE, 2, "raise 3x")


def open_rigged(room: Room) -> None:
    def new_secret(decks: int) -> bytes:
        return secret_for(CARDS, 0)

    rigged: NewSecret = new_secret
    with pytest.MonkeyPatch.context() as patch:
        opening = tables.opening_of
        patch.setattr(
            tables, "opening_of", lambda hall, name, table, _: opening(hall, name, table, rigged)
        )
        table = open_table(PRIME, options={"jackpot_type": "none"})
        room.do("open-7", FLOOR, "open_table", TABLE, table)
