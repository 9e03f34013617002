"""The places of hands in tables that a plain loop looks them up in."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np

from pitboss.cards import RANKS
from pitboss.hands import Order
from pitboss.hands.classify import classify
from pitboss.lab.ranks import Places, by_digits


def place_tables(order: Order, strengths: Sequence[int]) -> tuple[Places, Places]:
    """By ranks as digits in any order, and of one suit by ranks as bits.

    Strengths that are not among these are never asked for: their ranks are not in the deck.
    """
    place = {strength: at for at, strength in enumerate(strengths)}
    size = order.size
    ranks = range(len(RANKS))
    mixed = {
        held: place.get(classify(held, order, suited=False), 0)
        for held in combinations_with_replacement(ranks, size)
        if size < 5 or held[0] != held[-1]  # no rank is held five times
    }
    suited = np.zeros(1 << len(RANKS), np.int16)
    for held in combinations(ranks, size):
        strength = classify(held, order, suited=True)
        suited[sum(1 << r for r in held)] = place.get(strength, 0)
    return by_digits(mixed), suited
