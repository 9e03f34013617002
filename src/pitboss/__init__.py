"""Pitboss runs casino poker table games exactly by their rulebook."""

__version__ = "0.3.0"
FIRST_VERSION = "0.1.0"
"""What wrote a log that does not name the version it was written by."""
