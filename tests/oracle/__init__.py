"""An independent oracle for `pitboss settle`, written from the documents alone.

Plain and slow on purpose; it shares no code with the program and expects valid rounds only.
"""

from .deals import random_round
from .settlement import settle

__all__ = ["random_round", "settle"]
