"""Sets of cards as numbers: the colex order, in which the sets of the lowest cards come first."""

from math import comb

import numpy as np

# CHOOSE[k, n] is "n choose k": the number of sets of k cards that end below card n.
CHOOSE = np.array([[comb(n, k) for n in range(54)] for k in range(6)], dtype=np.int64)
B2, B3, B4 = CHOOSE[2], CHOOSE[3], CHOOSE[4]
