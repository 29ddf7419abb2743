"""The secret of a table's shoe: sealed while cards of it are to come, told with its last event."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.bank.sealing import KeyMissing, Keys, id_of
from croupier.errors import Refused
from croupier.table.shoe import Shoe

SECRET, UNOPENED = "secret", "unopened"  # how the event that ends a shoe tells it, or does not
CLOSED_EARLY, UNUSED = "closed", "unused"  # causes, beside those for which a round is called off


def with_secret(shoe: Shoe, keys: Keys, table: str) -> Shoe:
    """The shoe that cards can be dealt from; refused where its key is not at hand."""
    if shoe.secret:
        return shoe
    try:
        return shoe.with_secret(keys.opened(shoe.commitment, shoe.sealed))
    except KeyMissing as missing:
        raise KeyMissing(
            f"table {table}: the cards to come are sealed; {missing.message}", missing.code
        ) from missing


def if_possible(shoe: Shoe, keys: Keys) -> Shoe:
    """For who can do without: the same shoe where the key is not at hand."""
    try:
        return with_secret(shoe, keys, "")
    except Refused:
        return shoe


def told_at_end(shoe: Shoe, keys: Keys) -> dict[str, object]:
    """What the last event of a shoe tells beside the next one: its secret.

    Where the key is lost, which key that was: such a shoe is never opened, and everybody sees it.
    """
    found = if_possible(shoe, keys)
    return {SECRET: found.secret.hex()} if found.secret else {UNOPENED: id_of(shoe.sealed)}


class Abandoned(NamedTuple):
    """Shoes that were not dealt to their end."""

    by: str
    cause: str
    shoes: int


def and_one(before: tuple[Abandoned, ...], by: str, cause: str) -> tuple[Abandoned, ...]:
    """One more, counted with others of the same person and cause."""
    counts = {(one.by, one.cause): one.shoes for one in before}
    counts[by, cause] = counts.get((by, cause), 0) + 1
    return tuple(Abandoned(*who, shoes) for who, shoes in counts.items())


def counted(abandoned: Sequence[Abandoned]) -> str:
    """How many and by whom, for everybody at the table; nothing where there are none."""
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
    """Of a snapshot; those of older books count none."""
    return tuple(Abandoned(**one) for one in data.get("abandoned", ()))
