"""Shades for first decisions, the same as on a par sheet: grey print tells them apart."""

from typing import Final

from pitboss.games.words import FOLD, times_of
from pitboss.papers.par.drawing import INK, SHADES, shades
from pitboss.submission.rules import Rules

LIGHT: Final = SHADES[0]


def decision_shades(rules: Rules) -> dict[str, tuple[str, str]]:
    """Ground and ink of each first decision, the one that stakes least first."""
    asks = rules.streets[0].choices
    order = sorted(asks, key=lambda name: -1 if asks[name] == FOLD else times_of(asks[name]))
    return {
        name: (ground, LIGHT if ground == SHADES[-1] else INK)
        for name, ground in zip(order, shades(len(order)), strict=True)
    }
