"""The value of knowing hidden cards: a card of the table, or the hands of other players.

Start with `ExposureAnalysis`, which answers ``pitboss expose``. `sampling` has repeatable random
draws and sets of dead cards. The methods of each shape are in the packages of the shapes.
"""

from pitboss.lab.exposure.exposures import (
    Exposure,
    ExposureAnalysis,
    check_samples,
    exposable_places,
)
from pitboss.lab.exposure.sampling import DEFAULT_SEED

__all__ = ["DEFAULT_SEED", "Exposure", "ExposureAnalysis", "check_samples", "exposable_places"]
