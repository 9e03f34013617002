"""Ranking two, three, five and seven cards."""

from pitboss.hands.hand import Hand, hand
from pitboss.hands.ranking import Ranking, ranking

__all__ = ["Hand", "Ranking", "hand", "ranking"]
