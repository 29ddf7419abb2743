"""What the tables of choices of all games have in common."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.figures import House

Codes = NDArray[np.uint8]
Choices = dict[str, Codes]  # by decision, as the games' rules name them


class Simple(NamedTuple):
    """A strategy of few words."""

    words: str
    make: Callable[[House], Choices]
