"""Hands that are the same but for the names of suits, against an upcard of clubs."""

from croupier.cards.hands import SUIT
from croupier.kernels.compiled import inlined


@inlined
def class_weight(hand: int, symmetric: bool) -> int:
    """How many hands are this one but for the names of the three suits other than the upcard's.

    Zero for all of them but one, which stands for the others. The upcard is a club; in a whole
    deck the other suits are alike.
    """
    if not symmetric:
        return 1
    d, h, s = hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    if d < h or h < s:
        return 0
    if d == h and h == s:
        return 1
    return 3 if d == h or h == s else 6
