"""You before the deal: the chips on your spots, the chip in your hand."""

from collections.abc import Callable, Mapping

from pitboss.submission.rules import Rules
from pitboss.tui.bets import Bets, changed, chips, first_bets, first_chip, spots

Failed = Callable[[], Mapping[str, str]]
"""Wagers that are not taken now, each with the device that it needs."""


class Placing:
    """Your bets until they lie; the next round begins with them."""

    def __init__(self, rules: Rules, failed: Failed) -> None:
        self.rules, self._failed = rules, failed
        self.spots, self.chips = spots(rules), chips(rules)
        self.bets, self.chip, self.spot = first_bets(rules), first_chip(rules), self.spots[0]
        self.note = ""

    @property
    def taken(self) -> Bets:
        """Your bets without those that are not taken now; they are kept until they are again."""
        failed = self._failed()
        return {key: cents for key, cents in self.bets.items() if key not in failed}

    @property
    def total(self) -> int:
        """All that are taken together, in cents."""
        return sum(self.taken.values())

    def not_taken(self, key: str) -> str:
        """Why no chip goes on a spot; nothing, if one does."""
        device = self._failed().get(key)
        label = next((side.label for side in self.rules.sides if side.key == key), key)
        return f"{label} is not taken: the {device} is out of order." if device else ""

    def point(self, by: int) -> None:
        """The next spot, or the one before."""
        at = self.spots.index(self.spot) + by
        self.note, self.spot = "", self.spots[at % len(self.spots)]

    def touch(self, key: str) -> None:
        """A spot that was clicked; clicked again it takes a chip."""
        if key == self.spot:
            self.add(1)
        elif key in self.spots:
            self.note, self.spot = "", key

    def add(self, sign: int) -> None:
        """A chip more, or fewer, on the spot."""
        self.note = self.not_taken(self.spot)
        if not self.note:
            self.bets, self.note = changed(self.rules, self.bets, self.spot, sign * self.chip)

    def pick(self, number: int) -> None:
        """The chip to bet with, by its place among them from 1."""
        if 1 <= number <= len(self.chips):
            self.note, self.chip = "", self.chips[number - 1]

    def next_chip(self) -> None:
        """The next larger chip; after the largest, the smallest."""
        self.pick((self.chips.index(self.chip) + 1) % len(self.chips) + 1)

    def clear(self) -> None:
        """Back to the required wagers at the table minimum."""
        self.note, self.bets = "", first_bets(self.rules)
