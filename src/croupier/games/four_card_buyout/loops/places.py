"""Where Buyout's choices lie in a table of choices: FOLD, REFUSE or BUY, four to a byte.

Kinds may be held twice, so that one deck and six are one case. Suits are renamed so that the upcard
is a club.
"""

from croupier.kernels.compiled import inlined
from croupier.kernels.kinds import (
    KINDS,
    SETS_OF_THREE,
    SETS_OF_TWO,
    place_of_three,
    place_of_two,
)
from croupier.kernels.state_index import kind_beside

THIRD_PLACES = 13 * SETS_OF_TWO * KINDS  # the fourth cards follow, where both tables are one


@inlined
def third_place(a: int, b: int, offer: int, up: int) -> int:
    two = place_of_two(kind_beside(a, up), kind_beside(b, up))
    return (up % 13 * SETS_OF_TWO + two) * KINDS + kind_beside(offer, up)


@inlined
def fourth_place(a: int, b: int, c: int, offer: int, up: int) -> int:
    three = place_of_three(kind_beside(a, up), kind_beside(b, up), kind_beside(c, up))
    return (up % 13 * SETS_OF_THREE + three) * KINDS + kind_beside(offer, up)
