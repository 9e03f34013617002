"""What can be asked about a game."""

from typing import Final

from pitboss.refusal import Refused
from pitboss.submission.rules import Rules

FEWEST_PLAYERS: Final = 2
FEWEST_SAMPLES: Final = 2
"""One draw has no standard error."""
MOST_SAMPLES: Final = 1_000_000
"""Some hours."""


def places(rules: Rules) -> dict[str, int]:
    """Where a card may be seen that is not the player's, and how many lie there."""
    return {place.name: place.cards for place in rules.places}


def check_players(rules: Rules, players: int) -> None:
    """Refuse numbers of players who cannot share hands."""
    if not FEWEST_PLAYERS <= players <= rules.seats:
        raise Refused(
            f"hands are shared by {FEWEST_PLAYERS} to {rules.seats} players, not {players}"
        )


def check_samples(samples: int | None) -> None:
    """Refuse what is no number of draws."""
    if samples is not None and not FEWEST_SAMPLES <= samples <= MOST_SAMPLES:
        raise Refused(f"samples are {FEWEST_SAMPLES} to {MOST_SAMPLES:,}, not {samples:,}")
