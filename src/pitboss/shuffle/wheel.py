"""Where a wheel stops: by the sealed seed and what the players added, checked when it is opened."""

from collections.abc import Sequence
from typing import Final

from pitboss.shuffle.dealt import Contribution, added
from pitboss.shuffle.orders import Stream

_WHEEL: Final = b"wheel\0"


def stop(
    seed: bytes, contributions: Sequence[Contribution], bound: bytes, seat: int, stops: int
) -> int:
    """The stop of this seat's spin, from 0, each of them equally likely."""
    told = _WHEEL + bytes((seat,)) + added(contributions) + bound
    return Stream(seed, told).below(stops)
