"""Ranking one to five cards, and the best of more."""

from pitboss.hands.hand import Hand, hand
from pitboss.hands.orders import ORDERS, Order, usual_order
from pitboss.hands.ranking import Ranking, ranking

__all__ = ["ORDERS", "Hand", "Order", "Ranking", "hand", "ranking", "usual_order"]
