"""The player's bets before the deal: chips, spots, and which amounts are accepted."""

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.games.game_parts import Side
from pitboss.money import dollars
from pitboss.papers.wording import join_words
from pitboss.submission.rules import Rules

CHIP_MULTIPLES: Final = (1, 5, 25, 100, 500)
"""Chip values as multiples of the table's smallest chip."""

Bets = dict[str, int]


def chip_values(rules: Rules) -> tuple[int, ...]:
    """Return the table's chip values in cents."""
    smallest = rules.table.chip
    return tuple(
        smallest * multiple
        for multiple in CHIP_MULTIPLES
        if smallest * multiple <= rules.table.maximum
    )


def initial_chip(rules: Rules) -> int:
    """Return the largest chip that is at most the table minimum."""
    return max(
        (c for c in chip_values(rules) if c <= rules.table.minimum), default=rules.table.chip
    )


def minimum_bets(rules: Rules) -> Bets:
    """Return every required wager at the table minimum."""
    return {wager.key: rules.table.minimum for wager in rules.required}


def bettable_spots(rules: Rules) -> tuple[str, ...]:
    """Return the keys of the spots that take chips before the deal."""
    return (*(wager.key for wager in rules.required), *(side.key for side in rules.sides))


def change_bet(
    rules: Rules, bets: Mapping[str, int], key: str, cents_change: int
) -> tuple[Bets, str]:
    """Return the bets after adding or removing a chip, and a note if a limit applied."""
    side = next((side for side in rules.sides if side.key == key), None)
    if side:
        return _change_side_bet(bets, side, cents_change)
    low, high = rules.table.minimum, rules.table.maximum
    target = bets.get(key, 0) + cents_change
    amount = min(max(target, low), high)
    required_bets = {wager.key: amount for wager in rules.required}
    names = join_words(wager.label for wager in rules.required)
    each = " each" if len(rules.required) > 1 else ""
    note = "" if amount == target else f"{names} take {dollars(low)} to {dollars(high)}{each}."
    return {**bets, **required_bets}, note if each else note.replace(" take ", " takes ")


def _change_side_bet(bets: Mapping[str, int], side: Side, cents_change: int) -> tuple[Bets, str]:
    before = bets.get(side.key, 0)
    target = before + cents_change
    others = {key: cents for key, cents in bets.items() if key != side.key}
    if cents_change < 0 and target < side.minimum:
        return others, ""
    amount = min(max(target, side.minimum), side.maximum)
    note = ""
    if target > side.maximum:
        low, high = dollars(side.minimum), dollars(side.maximum)
        note = f"{side.label} takes {low if low == high else f'{low} to {high}'}."
    return {**others, side.key: amount}, "" if not before else note


OutOfOrderWagers = Callable[[], Mapping[str, str]]
"""A function that returns the wagers that are unavailable now, each with its device."""


class BetPlacement:
    """The player's bets until the deal; they carry over to the next round."""

    def __init__(self, rules: Rules, out_of_order: OutOfOrderWagers) -> None:
        self.rules, self._out_of_order = rules, out_of_order
        self.spots, self.chips = bettable_spots(rules), chip_values(rules)
        self.bets, self.chip, self.spot = minimum_bets(rules), initial_chip(rules), self.spots[0]
        self.note = ""

    @property
    def accepted_bets(self) -> Bets:
        """The bets on wagers that are available; the others are kept for later rounds."""
        unavailable = self._out_of_order()
        return {key: cents for key, cents in self.bets.items() if key not in unavailable}

    @property
    def total(self) -> int:
        """The total of the accepted bets in cents."""
        return sum(self.accepted_bets.values())

    def refusal(self, key: str) -> str:
        """Return why a spot takes no chips, or an empty string if it does."""
        device = self._out_of_order().get(key)
        label = next((side.label for side in self.rules.sides if side.key == key), key)
        return f"{label} is unavailable: the {device} is out of order." if device else ""

    def point(self, step: int) -> None:
        """Select the next spot, or the one before."""
        index = self.spots.index(self.spot) + step
        self.note, self.spot = "", self.spots[index % len(self.spots)]

    def touch(self, key: str) -> None:
        """Select the clicked spot; on a second click, add a chip."""
        if key == self.spot:
            self.add(1)
        elif key in self.spots:
            self.note, self.spot = "", key

    def add(self, sign: int) -> None:
        """Add a chip to the selected spot, or remove one."""
        self.note = self.refusal(self.spot)
        if not self.note:
            self.bets, self.note = change_bet(self.rules, self.bets, self.spot, sign * self.chip)

    def pick(self, number: int) -> None:
        """Select the chip to bet with, by its number from 1."""
        if 1 <= number <= len(self.chips):
            self.note, self.chip = "", self.chips[number - 1]

    def next_chip(self) -> None:
        """Select the next larger chip; after the largest, the smallest."""
        self.pick((self.chips.index(self.chip) + 1) % len(self.chips) + 1)

    def clear(self) -> None:
        """Go back to the required wagers at the table minimum."""
        self.note, self.bets = "", minimum_bets(self.rules)
