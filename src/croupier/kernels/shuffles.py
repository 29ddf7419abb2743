"""Many shuffles at once: the same as `fair.shuffled` for each secret, without words.

The same steps in NumPy, with a column for each secret. This is a second implementation of the
shuffle, for the audit's many shoes; tests/room/test_shuffles.py compares it with `fair.shuffled`.
"""

from collections.abc import Sequence

import numpy as np

from croupier import fair

NUMBERS = 2**16  # possible values of a draw


def orders(decks: int, secrets: Sequence[bytes]) -> list[bytes]:
    """The shoes in dealing order, a byte per card; refuses a secret of the wrong length."""
    for secret in secrets:
        fair.check_secret(decks, secret)
    count = len(secrets)
    draws = _draws(secrets)
    cards = np.repeat(
        np.tile(np.arange(52, dtype=np.uint8), decks), count
    )  # card-major: one row per card
    column = np.arange(count)
    place = column.copy()  # index of each secret's next number
    for last in range(52 * decks - 1, 0, -1):
        draw = draws.take(place)
        while (thrown := draw >= NUMBERS - NUMBERS % (last + 1)).any():
            place += thrown * count
            draw = draws.take(place)
        place += count
        choice = draw % (last + 1) * count + column
        lasts = cards[last * count : (last + 1) * count]
        card = lasts.copy()
        lasts[:] = cards.take(choice)
        cards[choice] = card
    size, all_shoes = 52 * decks, cards.reshape(-1, count).T.tobytes()
    return [all_shoes[size * i : size * (i + 1)] for i in range(count)]


def _draws(secrets: Sequence[bytes]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers, position-major; a secret that needs more than it has raises an IndexError."""
    size = len(secrets[0])
    streams = np.frombuffer(b"".join(secrets), np.uint8).reshape(len(secrets), size)
    streams = streams ^ np.frombuffer(fair.pad([], size), np.uint8)
    return streams.view(">u2").T.ravel().astype(np.int64)
