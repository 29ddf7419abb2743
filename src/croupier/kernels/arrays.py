"""Type aliases of NumPy arrays, as used by loops and figures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.int8]
Codes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Scores = NDArray[np.int32]  # also for small worths and sums
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
