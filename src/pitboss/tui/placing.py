"""You before the deal: the chips on your spots, the chip in your hand."""

from pitboss.submission.rules import Rules
from pitboss.tui.bets import changed, chips, first_bets, first_chip, spots


class Placing:
    """Your bets until they lie; the next round begins with them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.spots, self.chips = spots(rules), chips(rules)
        self.bets, self.chip, self.spot = first_bets(rules), first_chip(rules), self.spots[0]
        self.note = ""

    @property
    def total(self) -> int:
        """All of them together, in cents."""
        return sum(self.bets.values())

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
