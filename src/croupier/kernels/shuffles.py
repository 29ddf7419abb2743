"""Many shuffles at once: what `fair.shuffled` gives for each secret, where no words are added.

Step for step the same shuffle, over a column for each secret. No Numba: NumPy is enough. It is a
second form of the shuffle, for the audit's many shoes; tests/room/test_shuffles.py holds it to
`fair.shuffled`.
"""

from collections.abc import Sequence

import numpy as np

from croupier import fair

NUMBERS = 2**16  # that a draw may be


def orders(decks: int, secrets: Sequence[bytes]) -> list[bytes]:
    """The shoes in the order of dealing, a byte a card; a secret that does not fit is refused."""
    for secret in secrets:
        fair.check_secret(decks, secret)
    count = len(secrets)
    draws = _draws(secrets)
    cards = np.repeat(np.tile(np.arange(52, dtype=np.uint8), decks), count)  # first all firsts, …
    column = np.arange(count)
    place = column.copy()  # of each secret's next number
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
    """First all first numbers; a secret that needs more than it has ends in an IndexError."""
    size = len(secrets[0])
    streams = np.frombuffer(b"".join(secrets), np.uint8).reshape(len(secrets), size)
    streams = streams ^ np.frombuffer(fair.pad([], size), np.uint8)
    return streams.view(">u2").T.ravel().astype(np.int64)
