"""Well-known casino games, one short module each: the mathematics alone.

They have no rulebook here, so a table deals them by the default procedures. They are good examples
to start a new game from. `LIBRARY` lists them.
"""

from pitboss.games.library.caribbean_stud import CARIBBEAN_STUD
from pitboss.games.library.let_it_ride import LET_IT_RIDE
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.games.library.three_card import THREE_CARD
from pitboss.games.library.ultimate_holdem import ULTIMATE_HOLDEM

LIBRARY = (MISSISSIPPI_STUD, LET_IT_RIDE, THREE_CARD, CARIBBEAN_STUD, ULTIMATE_HOLDEM)

__all__ = ["LIBRARY"]
