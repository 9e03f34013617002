"""Clauses whose mutations survive, each with the reason why that is acceptable."""

from typing import Final

ACCEPTED: Final[dict[str, str]] = {}
