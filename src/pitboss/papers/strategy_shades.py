"""Shades for decisions: from white for the least to dark for the most, so that grey print tells."""

from typing import Final

from pitboss.games.words import FOLD
from pitboss.submission.rules import Rules

GROUNDS: Final = ("#ffffff", "#d9e6e1", "#8fb8ac", "#0f4a43")
TWO: Final = ("#ffffff", "#a8c9c0")
"""Where most hands are played, the darkest would fill the card with ink."""
INK, LIGHT = "#1d2327", "#ffffff"


def shades(rules: Rules) -> dict[str, tuple[str, str]]:
    """Ground and ink of each first decision, the one that stakes least first."""
    asks = rules.streets[0].asks
    order = sorted(asks, key=lambda name: -1 if asks[name] == FOLD else int(asks[name]))
    grounds = TWO if len(order) == len(TWO) else GROUNDS
    last = len(grounds) - 1
    found = {}
    for at, name in enumerate(order):
        ground = grounds[round(at * last / max(len(order) - 1, 1))]
        found[name] = ground, LIGHT if ground == GROUNDS[-1] else INK
    return found
