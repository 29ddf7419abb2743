"""Shuffles computed in bulk equal the shuffles that players can verify."""

from random import Random

import pytest

from croupier import fair
from croupier.kernels.shuffles import orders
from croupier.room.audit.replay.shuffles import WORTH, Shuffles
from croupier.room.tables.state import body
from croupier.table.shoe import Shoe, read_shoe, source


@pytest.mark.parametrize("decks", range(1, fair.MOST_DECKS + 1))
def test_they_are_those_of_fair(decks: int) -> None:
    """Many of them discard numbers: from a few decks on, most do."""
    rng = Random(decks)
    secrets = [rng.randbytes(len(fair.new_secret(decks))) for _ in range(200)]
    assert [tuple(order) for order in orders(decks, secrets)] == [
        fair.shuffled(decks, secret) for secret in secrets
    ]


def test_several_discarded_numbers_in_a_row() -> None:
    """A secret chosen so that the first numbers of its stream are too high."""
    size = len(fair.new_secret(1))
    pad = fair.pad([], size)
    secrets = []
    for thrown in range(30):
        stream = b"\xff\xff" * thrown + bytes(range(size - 2 * thrown))
        secrets.append(bytes(a ^ b for a, b in zip(stream, pad, strict=True)))
    assert [tuple(order) for order in orders(1, secrets)] == [
        fair.shuffled(1, secret) for secret in secrets
    ]


def test_a_secret_with_too_many_discards_is_left_to_fair() -> None:
    size = len(fair.new_secret(1))
    secret = bytes(255 - byte for byte in fair.pad([], size))
    with pytest.raises(IndexError):
        orders(1, [fair.new_secret(1), secret])
    assert sorted(fair.shuffled(1, secret)) == list(range(52))


def test_what_is_not_a_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="168 bytes"):
        orders(1, [fair.new_secret(1), b"short"])


def test_shoes_in_events_are_known() -> None:
    shoes = [Shoe(decks, fair.new_secret(decks)) for decks in (1, 6) for _ in range(WORTH)]
    told = [body({"number": 1, "shoe": shoe.to_json()}) for shoe in shoes]
    together = Shuffles(["{}", *told])
    assert len(together.orders) == len(shoes)
    for shoe in shoes[::50]:
        later = Shoe(shoe.decks, shoe.secret, (), 7)
        mixed = shoe.mixed_with("ann", "lucky")
        for one in (shoe, later, mixed):
            assert together.source(one) == source(one)
            assert together.with_secret(one) == one
    assert not Shuffles(told[: WORTH - 1]).orders


def test_secrets_revealed_when_their_shoes_end_are_known() -> None:
    shoes = [Shoe(decks, fair.new_secret(decks)) for decks in (1, 6) for _ in range(WORTH)]
    told = [
        body({"number": 1, "secret": one.secret.hex(), "shoe": one.published()}) for one in shoes
    ]
    together = Shuffles(["{}", *told])
    assert len(together.orders) == len(shoes)
    for shoe in shoes[::50]:
        later = Shoe(shoe.decks, shoe.secret, (), 7)
        mixed = shoe.mixed_with("ann", "lucky")
        for one in (shoe, later, mixed):
            read = together.with_secret(read_shoe(one.published()))
            assert (read, read.secret) == (one, one.secret)
            assert together.source(read) == source(one)
    unknown = together.with_secret(read_shoe(Shoe(1, fair.new_secret(1)).published()))
    assert unknown.secret == b""


def test_one_invalid_secret_spoils_no_other() -> None:
    shoes = [Shoe(1, fair.new_secret(1)) for _ in range(WORTH)]
    told = [body({"shoe": shoe.to_json()}) for shoe in shoes]
    odd = [told[0].replace('"secret":"', f'"secret":"{more}') for more in ("00", " ", "\n")]
    odd += [told[0].replace(shoes[0].secret.hex(), text) for text in ("", "zz" * 168, " " * 336)]
    together = Shuffles([*odd, *told])
    assert len(together.orders) == len(shoes)
    assert together.source(shoes[0]) == source(shoes[0])
