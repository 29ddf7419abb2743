"""The secret of a table's shoe: sealed while it is in use, revealed with its last event."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.bank.reading import events_after
from croupier.bank.sealing import KeyMissing, Keys, id_of, keys_for
from croupier.bank.store import Store
from croupier.errors import BadRecord, Refused
from croupier.room.cage.cash_postings import CLOSED
from croupier.table.shoe import Shoe, read_shoe

SECRET, UNOPENED = "secret", "unopened"  # keys of the event that ends a shoe
CLOSED_EARLY, UNUSED = "closed", "unused"  # causes, besides those of calling off a round


def with_secret(shoe: Shoe, keys: Keys, table: str) -> Shoe:
    """The shoe with its secret; refused if the key is not available."""
    if shoe.secret:
        return shoe
    try:
        return shoe.with_secret(keys.opened(shoe.commitment, shoe.sealed))
    except KeyMissing as missing:
        raise KeyMissing(
            f"table {table}: the cards to come are sealed; {missing.message}", missing.code
        ) from missing


def if_possible(shoe: Shoe, keys: Keys) -> Shoe:
    """The same shoe if the key is not available."""
    try:
        return with_secret(shoe, keys, "")
    except Refused:
        return shoe


def end_of_shoe(shoe: Shoe, keys: Keys) -> dict[str, object]:
    """The secret of a shoe, for its last event.

    If the key is lost, the id of that key: the shoe is never revealed, and everybody can see that.
    """
    found = if_possible(shoe, keys)
    return {SECRET: found.secret.hex()} if found.secret else {UNOPENED: id_of(shoe.sealed)}


class Abandoned(NamedTuple):
    """Shoes that were not dealt to their end."""

    by: str
    cause: str
    shoes: int


def and_one(before: tuple[Abandoned, ...], by: str, cause: str) -> tuple[Abandoned, ...]:
    counts = {(one.by, one.cause): one.shoes for one in before}
    counts[by, cause] = counts.get((by, cause), 0) + 1
    return tuple(Abandoned(*who, shoes) for who, shoes in counts.items())


def counted(abandoned: Sequence[Abandoned]) -> str:
    """How many, and by whom, as shown at the table; empty if there are none."""
    unused = [one for one in abandoned if one.cause == UNUSED]
    others = [one for one in abandoned if one.cause != UNUSED]
    return ", ".join(
        f"{word} {sum(one.shoes for one in some)} ({', '.join(map(_who, some))})"
        for word, some in (("abandoned", others), ("closed unused", unused))
        if some
    )


def _who(one: Abandoned) -> str:
    return f"{one.by} {one.shoes}" + ("" if one.cause == UNUSED else f" {one.cause}")


def abandoned_from(data: Mapping[str, Any]) -> tuple[Abandoned, ...]:
    """From a snapshot; older ones have no count."""
    return tuple(Abandoned(**one) for one in data.get("abandoned", ()))


FEW, MANY = 10, 200  # events per read: most shoes end soon


class ShoeEnd(NamedTuple):
    """A shoe that cards were dealt from, as far as the books know now."""

    shoe: Shoe  # with its secret, if that is known
    is_over: bool  # no cards are left to deal


def shoe_end(store: Store, stream: str, version: int, shoe: Shoe) -> ShoeEnd:
    """The end of the shoe that a table dealt from after `version` events."""
    for event in events_after(store, stream, version, FEW, MANY):
        said: dict[str, Any] = json.loads(event.body)
        other = "shoe" in said and read_shoe(said["shoe"]).commitment != shoe.commitment
        if event.kind == CLOSED or other:
            return ShoeEnd(with_revealed_secret(shoe, said), True)
    return ShoeEnd(shoe, False)


def in_use(store: Store, stream: str, shoe: Shoe) -> Shoe:
    """A shoe still in use, with its secret, sealed in the snapshot, if the key is available."""
    kept = store.stored_streams([stream])[stream].snapshot
    found = shoe if kept is None else read_shoe(json.loads(kept)["shoe"])
    if found.commitment != shoe.commitment:
        return shoe
    found = if_possible(found, keys_for(store.engine.url))
    return shoe.with_secret(found.secret) if found.secret else shoe


def with_revealed_secret(shoe: Shoe, said: dict[str, Any]) -> Shoe:
    """The shoe with the secret from its last event; BadRecord if that does not match.

    A shoe that was never revealed stays without; so does one of older books, which had it before.
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
