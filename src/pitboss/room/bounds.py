"""How much a submission may hold that somebody sends: more than any that could be meant."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitboss.refusal import Refused

MOST_ENTRIES: Final = 600
"""Names and values; the longest that can be played has far fewer."""


def bounded(submission: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same, unless nobody could mean it: every fault in it would be looked for and told."""
    if _entries(submission) > MOST_ENTRIES:
        raise Refused(f"a submission has {MOST_ENTRIES} entries at most")
    return submission


def _entries(value: object) -> int:
    found, left = 0, [value]
    while left and found <= MOST_ENTRIES:
        one = left.pop()
        found += 1
        if isinstance(one, Mapping):
            left += one.values()
        elif isinstance(one, Sequence) and not isinstance(one, str):
            left += one
    return found
