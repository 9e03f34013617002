"""What knowledge that the rules forbid is worth: the answer to ``pitboss expose``."""

from fractions import Fraction

from msgspec import Struct


class Exposure(Struct, frozen=True):
    """The main game for a player who knows something more, and plays best with it.

    Values are in units of one required wager; edges are a share of all required wagers, and the
    player's, so that a positive one is lost by the house.
    """

    place: str | None
    """Where a card is seen before the first decision, if one is."""
    players: int
    """How many hands are shared, the player's own counted."""
    required: int
    base: Fraction
    """What the game comes to when nothing is exposed."""
    ev: Fraction | float
    """Exact as a fraction; where deals were drawn, a float."""
    standard_error: float | None
    """Of ``ev``; none where it is exact."""
    samples: int | None
    method: str
    """How it was found: the shape of the game that the lab knows, and what was done with it."""
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether nothing was drawn."""
        return self.standard_error is None

    @property
    def edge(self) -> Fraction | float:
        """The player's edge."""
        return self.ev / self.required

    @property
    def gain(self) -> Fraction | float:
        """By how much it is more than the edge when nothing is exposed."""
        more: Fraction | float = self.ev - self.base
        return more / self.required

    @property
    def edge_error(self) -> float | None:
        """The standard error of edge and gain."""
        return None if self.standard_error is None else self.standard_error / self.required


class Worth(Struct, frozen=True):
    """What a method finds: an exact value, or a gain over the base with its standard error."""

    ev: Fraction | float
    standard_error: float | None = None
    samples: int | None = None
