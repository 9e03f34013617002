"""An independent oracle for `pitboss settle`, written from the documents alone.

It is plain and slow on purpose, shares no code with the program, and expects valid rounds only."""

from .deals import random_round
from .settlement import settle

__all__ = ["random_round", "settle"]
