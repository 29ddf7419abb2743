"""The generator against the vectors published by its authors (Random123, kat_vectors)."""

import numpy as np
import pytest

from croupier.kernels.compiled import kernel
from croupier.kernels.philox import many, philox

ONES = 0xFFFFFFFF
VECTORS = [
    ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES, ONES), (ONES,) * 4, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0xA4093822, 0x299F31D0),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@kernel
def compiled(key_0, key_1, a, b, c, d):
    return philox(key_0, key_1, a, b, c, d)


@pytest.mark.parametrize("key, counter, words", VECTORS)
def test_the_published_vectors(key, counter, words):
    assert philox(*key, *counter) == words
    assert compiled(*key, *counter) == words


@kernel
def several(words, size, key_0, key_1, second, first):
    many(words, size, key_0, key_1, second, first)


@pytest.mark.parametrize("first", [0, 2**32 - 3, 2**61 + 5])
def test_several_at_once_are_the_same_words(first):
    words = np.zeros((4, 9), np.uint32)
    several(words, 9, 123, ONES - 7, 5, first)
    for i, number in enumerate(range(first, first + 9)):
        alone = philox(123, ONES - 7, 0, 5, number & ONES, number >> 32)
        assert tuple(words[:, i].tolist()) == alone


def test_compiled_and_plain_agree_on_any_counter():
    numbers = np.random.default_rng(1).integers(0, 2**32, (200, 6))
    for row in numbers.tolist():
        assert compiled(*row) == philox(*row)
