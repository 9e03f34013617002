"""Situations that a person cannot tell apart, taken together."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def merged(seen: Ints, net: Ints) -> tuple[Ints, Ints]:
    """Situations with the same features together, their results added up.

    Sums stay below 2⁵³, so that no float among them is rounded.
    """
    bits = [int(column.max()).bit_length() for column in seen.T]
    shifts = np.cumsum([0, *bits[:-1]])
    keys, of = np.unique((seen << shifts).sum(axis=1), return_inverse=True)
    cells = (keys[:, None] >> shifts) & ((1 << np.array(bits)) - 1)
    total = [np.bincount(of, column, len(keys)) for column in net.T]
    return cells, np.stack(total, axis=1).astype(np.int64)
