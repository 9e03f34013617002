"""The registry of shapes: one place that says which games the lab solves fast."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card
from pitboss.games.words import HandOf
from pitboss.lab.cross.fits import fits as fits_cross
from pitboss.lab.duel.fits import fits as fits_duel
from pitboss.lab.revealed.fits import fits as fits_revealed
from pitboss.lab.shape import Fits, Shape
from pitboss.lab.showdown.fits import fits as fits_showdown
from pitboss.lab.stud.fits import fits as fits_stud
from pitboss.lab.suits import changes_among, keeping
from pitboss.submission.rules import Rules

SHAPES: Final[tuple[Fits, ...]] = (
    fits_cross,
    fits_stud,
    fits_showdown,
    fits_revealed,
    fits_duel,
)
"""The first that fits has the game."""
ON_ANY_DECK: Final[tuple[Fits, ...]] = (fits_revealed, fits_duel)
"""Those that also take other decks, and hands that rank otherwise."""

WITH_CONDITIONS: Final[tuple[Fits, ...]] = (fits_duel,)
"""Those that know decisions which only some hands may take; they say which conditions fit."""


def shape_of(rules: Rules) -> Shape | None:
    """The shape of a game, if it has one."""
    if rules.deck.wild:
        return None  # no shape knows ranks that stand for others
    usual = all(hand.order.is_usual for hand in rules.hands if isinstance(hand, HandOf))
    known = SHAPES if usual and rules.deck.is_standard else ON_ANY_DECK
    if any(street.conditions for street in rules.streets):
        known = tuple(fits for fits in known if fits in WITH_CONDITIONS)
    return next((shape for fits in known if (shape := fits(rules))), None)


def shape_on(rules: Rules, deck: Sequence[Card]) -> Shape | None:
    """The shape of a game on some cards of its deck: none where its suits are not all alike."""
    changes = changes_among(rules.deck.suits)
    if rules.deck.excess(deck) is not None or keeping(changes, sorted(deck)) != changes:
        return None
    return shape_of(rules)
