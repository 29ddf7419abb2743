"""The chain's bytes: different records never encode alike."""

from hashlib import sha256
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.bank.chain import LOOKED_AT, START, canonical, digest, digests, link
from tests.effort import examples

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


def test_the_content_of_a_damaged_file_has_distinct_bytes() -> None:
    damaged = b"wag\xe5r".decode("utf-8", "surrogateescape")
    values = [("wager",), (damaged,), (b"wager",), (1,), ("1",), (1.0,), (True,), (None,)]
    assert len({canonical(each) for each in values}) == len(values)  # type: ignore


ODD = st.sampled_from([1, True, 0, -0.0, 0.0, None, "1", "♠", b"1", 2**70])
COLUMN = st.one_of(
    st.lists(st.sampled_from(["wager", "rake", ""]), min_size=200, max_size=200),
    st.lists(st.integers(), min_size=200, max_size=200),
    st.lists(st.integers(min_value=0, max_value=3), min_size=200, max_size=200),
    st.lists(st.text(alphabet="a1,:%", max_size=4), min_size=200, max_size=200),
    st.lists(ODD, min_size=200, max_size=200),
    st.just([None] * 200),
)


@settings(max_examples=examples(40))
@given(st.lists(COLUMN, min_size=1, max_size=4), st.integers(min_value=1, max_value=200))
def test_many_digests_are_each_rows_own(columns: list[list[Any]], size: int) -> None:
    cut = [column[:size] for column in columns]
    assert digests(cut) == [digest(row) for row in zip(*cut, strict=True)]


def test_what_comes_late_in_a_column_of_repeated_values() -> None:
    for late in ("a" * 70, "♠", 7, True, None):
        column = [*["wager"] * LOOKED_AT, late]
        assert digests([column, range(LOOKED_AT + 1)]) == [
            digest((value, place)) for place, value in enumerate(column)
        ]
