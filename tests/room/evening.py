"""A room whose clock the tests set, with players who set limits for themselves."""

from itertools import count
from typing import Any

import pytest

from croupier.bank.act import Receipt
from croupier.bank.store import Store
from croupier.errors import Refused
from croupier.money import Cents
from croupier.room.audit.run import audit
from croupier.room.own_limits.state import OwnLimits
from croupier.room.people.roles import Role
from croupier.room.room import Room
from croupier.table.poker.table import open_poker
from croupier.table.table import open_table
from tests.room.rooms import new_room, no_worth

NOON = 1_794_916_800_000  # 2026-11-17, 12:00 UTC, a Tuesday
PRIME, OTHER, POKER_TABLE = "7", "8", "9"


class Evening:
    """A room whose clock the test sets."""

    def __init__(self, store: Store, *, furnished: bool = False) -> None:
        self.numbers = count(1_000 if furnished else 1)
        self.at = NOON
        store.clock = lambda: self.at
        self.store = store
        self.room = Room(store, no_worth) if furnished else new_room(store)
        if not furnished:
            self._furnish()

    def _furnish(self) -> None:
        table = open_table("four-card-prime", options={"jackpot_type": "none"})
        for name in (PRIME, OTHER):
            self.by("flo", "open_table", name, table)
            self.by("flo", "fill", name, Cents(1_000_000))
        self.by("flo", "open_table", POKER_TABLE, open_poker("five-card-hold-out"))
        for player in ("pam", "quin", "rex"):
            self.by("flo", "enrol", player, Role.PLAYER)
            self.by("flo", "deposit", player, Cents(100_000))

    def by(self, who: str, what: str, *about: Any, **more: Any) -> Receipt:
        return self.room.do(f"k{next(self.numbers)}", who, what, *about, **more)

    def refused(self, words: str, who: str, what: str, *about: Any, **more: Any) -> None:
        with pytest.raises(Refused, match=words):
            self.by(who, what, *about, **more)

    def sit(self, table: str, seat: int, player: str, cents: int = 20_000) -> None:
        self.by("dee", "buy_in", table, seat, player, Cents(cents))

    def round(self, table: str, bets: Any, action: str = "fold") -> None:
        self.by("dee", "deal", table, bets)
        while (state := self.room.hall.table(table)).round is not None:
            self.by("dee", "act", table, state.turn, action)

    def own(self, player: str = "pam") -> OwnLimits:
        return self.room.hall.own(player)

    def sound(self) -> None:
        """The audit passes, and another process reads the same."""
        assert audit(self.store, workers=1).complete
        assert Room(self.store).hall.own("pam") == self.own()
