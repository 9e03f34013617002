"""Shades for decisions: from white for the least to dark for the most, so that grey print tells."""

from typing import Final

from pitboss.games.words import FOLD
from pitboss.submission.rules import Rules

GROUNDS: Final = ("#ffffff", "#d9e6e1", "#8fb8ac", "#0f4a43")
INK, LIGHT = "#1d2327", "#ffffff"


def shades(rules: Rules) -> dict[str, tuple[str, str]]:
    """Ground and ink of each first decision, the one that stakes least first."""
    asks = rules.streets[0].asks
    order = sorted(asks, key=lambda name: -1 if asks[name] == FOLD else int(asks[name]))
    last = len(GROUNDS) - 1
    found = {}
    for at, name in enumerate(order):
        ground = GROUNDS[round(at * last / max(len(order) - 1, 1))]
        found[name] = ground, LIGHT if ground == GROUNDS[-1] else INK
    return found
