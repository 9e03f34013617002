"""Which main game it is: a digest of all that its solution depends on, and of nothing else."""

from hashlib import sha256
from typing import assert_never

import msgspec

from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.submission.rules import BetterHand, MeterPrizes, ReadHand, Rules, WheelSpin


def digest(rules: Rules) -> str:
    """A digest of all that the main game depends on: tables that differ elsewhere share it."""
    hands = main_hands(rules)
    parts = (rules.places, rules.hole, rules.looks, hands, rules.required, rules.raises)
    streets = [(x.wager, x.of, x.asks, x.reveal) for x in rules.streets]
    return sha256(msgspec.json.encode((parts, streets), order="deterministic")).hexdigest()[:32]


def main_hands(rules: Rules) -> list[ReadHand | BetterHand]:
    """The hands that the wagers of the main game are paid on, and those that these are made of."""
    names: set[str] = set()
    for wager in rules.required + rules.raises:
        match wager.pays:
            case ByTable() | EvenMoney() as pays:
                names.add(pays.hand)
            case Showdown() as pays:
                names.update((pays.hand, pays.against))
            case HoleCards() | AllOf() | MeterPrizes() | WheelSpin():
                pass  # no ranked hand, or that of other wagers; prizes are for side wagers
            case _ as other:
                assert_never(other)
    for hand in reversed(rules.hands):
        if hand.name in names and isinstance(hand, BetterHand):
            names.update(hand.hands)
    return [hand for hand in rules.hands if hand.name in names]
