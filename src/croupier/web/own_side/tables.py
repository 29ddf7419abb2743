"""The tables where a player sat down last, open or closed, found in the books."""

import json

from croupier.bank.reading import Stretch, rare
from croupier.bank.store import Store
from croupier.room.cage.cash_postings import BOUGHT
from croupier.room.names import TABLE
from croupier.web.own_side.views import TABLES

AT_ONCE, LOOKED_AT = 2_000, 20_000  # events of everybody who sat down: at once, and at most


def tables_of(store: Store, player: str) -> list[str]:
    """Newest first."""
    found: dict[str, None] = {}
    end, seen = 2**62, 0
    while end > 0 and seen < LOOKED_AT and len(found) < TABLES:
        some = rare(store, Stretch(1, end), [BOUGHT], AT_ONCE)
        for one, _ in reversed(some):
            if json.loads(one.event.body)["player"] == player:
                found[one.stream.removeprefix(TABLE)] = None
        seen += len(some)
        end = some[0][0].sequence - 1 if len(some) == AT_ONCE else 0
    return list(found)[:TABLES]
