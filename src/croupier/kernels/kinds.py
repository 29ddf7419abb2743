"""Cards as kinds, of which a shoe may hold several: sets of kinds, numbered with repetition."""

from croupier.cards.card import DECK
from croupier.kernels.compiled import inlined

KINDS = len(DECK)
SETS_OF_TWO = KINDS * (KINDS + 1) // 2
SETS_OF_THREE = SETS_OF_TWO * (KINDS + 2) // 3


@inlined
def place_of_two(a: int, b: int) -> int:
    """The number of a pair of kinds, which may be alike."""
    low, high = min(a, b), max(a, b)
    return high * (high + 1) // 2 + low


@inlined
def place_of_three(a: int, b: int, c: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
