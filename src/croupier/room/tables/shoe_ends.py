"""Where a shoe ended, and what was told of its secret there: looked for forwards in the books."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from croupier.bank.act import Event
from croupier.bank.sealing import keys_for
from croupier.bank.store import Store
from croupier.errors import BadRecord
from croupier.room.cage.cash_postings import CLOSED
from croupier.room.tables.shoes import SECRET, UNOPENED, if_possible
from croupier.table.shoe import Shoe, read_shoe

FEW, MANY = 10, 200  # events that are read at once: most shoes end soon


class ShoeEnd(NamedTuple):
    """A shoe of which cards were dealt, as the books know it now."""

    shoe: Shoe  # with its secret, if that is known
    is_over: bool  # no more cards of it are to come


def shoe_end(store: Store, stream: str, version: int, shoe: Shoe) -> ShoeEnd:
    """The end of the shoe that a table dealt from after `version` events."""
    for event in _events(store, stream, version):
        said: dict[str, Any] = json.loads(event.body)
        if event.kind == CLOSED or ("shoe" in said and _is_other(said, shoe)):
            return ShoeEnd(told_secret(shoe, said), True)
    return ShoeEnd(shoe, False)


def in_use(store: Store, stream: str, shoe: Shoe) -> Shoe:
    """A shoe that is not over, with its secret for whoever has the key: the snapshot has it."""
    kept = store.kept([stream])[stream].snapshot
    found = shoe if kept is None else read_shoe(json.loads(kept)["shoe"])
    if found.commitment != shoe.commitment:
        return shoe
    found = if_possible(found, keys_for(store.engine.url))
    return shoe.with_secret(found.secret) if found.secret else shoe


def told_secret(shoe: Shoe, said: dict[str, Any]) -> Shoe:
    """The shoe with the secret that its last event tells; BadRecord if that is not its own.

    One that was never opened stays without, and so do the older books' once they told it before.
    """
    if UNOPENED in said:
        return shoe
    if SECRET not in said:
        if not shoe.secret:
            raise BadRecord(
                f"the shoe {shoe.commitment[:12]} ends, and its secret is not told", "record/secret"
            )
        return shoe
    secret = str(said[SECRET])
    try:
        found = Shoe(shoe.decks, bytes.fromhex(secret))
    except ValueError:
        found = None
    if found is None or found.commitment != shoe.commitment or secret != found.secret.hex():
        raise BadRecord(
            f"the secret that is told is not that of the commitment {shoe.commitment[:12]}, which "
            "was told before",
            "record/secret",
        )
    return shoe.with_secret(found.secret)


def _is_other(said: dict[str, Any], shoe: Shoe) -> bool:
    return read_shoe(said["shoe"]).commitment != shoe.commitment


def _events(store: Store, stream: str, version: int) -> Iterator[Event]:
    most = FEW
    while some := store.events(stream, after=version, most=most):
        yield from some
        version, most = version + len(some), MANY
