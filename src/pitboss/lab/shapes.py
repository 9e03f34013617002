"""The registry of shapes: one place that says which games the lab solves fast."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards import SUITS, Card
from pitboss.games.words import HandOf
from pitboss.lab.cross.fits import fits as fits_cross
from pitboss.lab.duel.fits import fits as fits_duel
from pitboss.lab.revealed.fits import fits as fits_revealed
from pitboss.lab.shape import Fits, Shape
from pitboss.lab.showdown.fits import fits as fits_showdown
from pitboss.lab.stud.fits import fits as fits_stud
from pitboss.lab.suits import CHANGES, keeping
from pitboss.submission.rules import Rules

SHAPES: Final[tuple[Fits, ...]] = (
    fits_cross,
    fits_stud,
    fits_showdown,
    fits_revealed,
    fits_duel,
)
"""The first that fits has the game."""
OF_ANY_RANKING: Final[tuple[Fits, ...]] = (fits_revealed, fits_duel)
"""Those that also know other ranks, and hands that rank otherwise."""


def shape_of(rules: Rules) -> Shape | None:
    """The shape of a game, if it has one."""
    deck = rules.deck
    if any(street.conditions for street in rules.streets):
        return None  # no shape knows decisions that only some hands have
    if deck.wild_cards or deck.decks > 1 or deck.suits != SUITS:
        return None
    usual = all(hand.order.is_usual for hand in rules.hands if isinstance(hand, HandOf))
    known = SHAPES if usual and deck.is_standard else OF_ANY_RANKING
    return next((shape for fits in known if (shape := fits(rules))), None)


def shape_on(rules: Rules, deck: Sequence[Card]) -> Shape | None:
    """The shape of a game on this deck: none where its suits are not all alike."""
    return shape_of(rules) if keeping(CHANGES, sorted(deck)) == CHANGES else None
