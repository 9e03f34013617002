"""Clauses whose mutation survives, each with the reason why that is accepted."""

from typing import Final

ACCEPTED: Final[dict[str, str]] = {}
