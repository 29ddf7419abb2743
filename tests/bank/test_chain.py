"""The chain's bytes: different records never look alike."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from croupier.bank.chain import START, canonical, link

VALUES = st.lists(st.none() | st.integers() | st.text(alphabet="a1,:", max_size=4), max_size=4)


@given(VALUES, VALUES)
def test_other_values_have_other_bytes(one: list[object], two: list[object]) -> None:
    assert (canonical(tuple(one)) == canonical(tuple(two))) == (one == two)  # type: ignore


def test_the_digest_is_plain_sha_256_of_what_came_before_and_the_record() -> None:
    first = link(START, "event", ("table/7", 1, None))
    zeros = b"0" * 64
    written = b"s64:" + zeros + b",i1:1,s5:event,s7:table/7,i1:1,n0:,"
    assert (first.sequence, first.digest) == (1, sha256(written).hexdigest())
    second = link(first, "posting", ())
    written = b"s64:" + first.digest.encode() + b",i1:2,s7:posting,"
    assert (second.sequence, second.digest) == (2, sha256(written).hexdigest())


def test_what_a_damaged_file_holds_has_bytes_of_its_own() -> None:
    damaged = b"wag\xe5r".decode("utf-8", "surrogateescape")
    values = [("wager",), (damaged,), (b"wager",), (1,), ("1",), (1.0,), (True,), (None,)]
    assert len({canonical(each) for each in values}) == len(values)  # type: ignore
