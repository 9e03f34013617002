"""Exact values that took a while, kept on disk as solutions are."""

import json
from fractions import Fraction

from pitboss.cards import Card
from pitboss.lab import store
from pitboss.lab.digest import digest
from pitboss.lab.expose.exposure import Worth
from pitboss.lab.version import lab_version
from pitboss.lab.work import Told
from pitboss.submission.rules import Rules

LONG = 2.0
"""Seconds: what is found sooner is not kept."""


def name_of(rules: Rules, what: str, deck: tuple[Card, ...]) -> str | None:
    """The name it is kept by; nothing is kept of a deck that is not whole."""
    return f"expose-{what}-{digest(rules)}-{lab_version()}" if deck == rules.deck.cards else None


def read(name: str | None, told: Told) -> tuple[Worth, float] | None:
    """The value and what it took to find it, if it was kept."""
    found = store.read(name, told) if name else None
    if found is None:
        return None
    ev, seconds = json.loads(found)
    return Worth(Fraction(ev)), float(seconds)


def write(name: str | None, worth: Worth, seconds: float) -> None:
    """Keep it, if it is exact and was long in coming."""
    if name and worth.standard_error is None and seconds > LONG:
        store.write(name, json.dumps([str(worth.ev), seconds]).encode())
