"""What it is worth to know what the rules keep secret: a card of the table, the hands of others."""

from pitboss.lab.expose.ask import Exposed
from pitboss.lab.expose.chance import SEED
from pitboss.lab.expose.checks import check_samples, places
from pitboss.lab.expose.exposure import Exposure

__all__ = ["SEED", "Exposed", "Exposure", "check_samples", "places"]
