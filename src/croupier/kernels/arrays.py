"""NumPy's arrays by what they hold, as the loops and the figures name them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.int8]
Codes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Scores = NDArray[np.int32]  # and worths and sums that are as small
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
