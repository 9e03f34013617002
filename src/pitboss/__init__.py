"""Pitboss runs casino poker table games exactly by their rulebook."""

__version__ = "0.1.0"
