"""Rank hands of one to five cards, and the best five of more.

Start with `hand(cards)`, which returns a `Hand` with its name and kickers, or with
`ranking(count)`, whose `strength` turns cards into one comparable number. An `Order` says how many
cards make a hand and which kind beats which.
"""

from pitboss.hands.hand import Hand, hand
from pitboss.hands.orders import ORDERS, Order, usual_order
from pitboss.hands.ranking import Ranking, ranking

__all__ = ["ORDERS", "Hand", "Order", "Ranking", "hand", "ranking", "usual_order"]
