"""Edit submissions by path, such as ``wagers.progressive.meters.meter.rate``."""

from collections.abc import Iterator
from typing import Any


def submission_with(path: str, value: object) -> dict[str, Any]:
    """Return a submission with a single value."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def put(submission: dict[str, Any], path: str, value: object) -> None:
    """Set one value in a submission."""
    *tables, last = path.split(".")
    for key in tables:
        submission = submission[key]
    submission[last] = value


def leaves(submission: dict[str, Any], path: str = "") -> Iterator[tuple[str, object]]:
    """Yield every value of a submission with its path; a list counts as one value."""
    for key, value in submission.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from leaves(value, where)
        else:
            yield where, value


def toml_value(value: object) -> str:
    """Return a value as a submission file writes it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else repr(value)
