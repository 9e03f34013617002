"""Pitboss runs casino poker table games exactly by their rulebook.

Start with `games` (the definitions), `submission` (`resolve`), `settle`, `lab` (`solve`, `advise`)
and `table` (`Table`); docs/library.md shows how they fit together.
"""

__all__ = ["FIRST_VERSION", "__version__"]

__version__ = "0.3.0"
FIRST_VERSION = "0.1.0"
"""What wrote a log that does not name the version it was written by."""
