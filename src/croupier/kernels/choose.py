"""Sets of cards as numbers: the colex order, in which the sets of the lowest cards come first."""

from math import comb

import numpy as np

# B2[n] is "n choose 2", and so on: the number of sets that end below card n.
B2 = np.array([comb(n, 2) for n in range(54)], dtype=np.int64)
B3 = np.array([comb(n, 3) for n in range(54)], dtype=np.int64)
B4 = np.array([comb(n, 4) for n in range(54)], dtype=np.int64)
