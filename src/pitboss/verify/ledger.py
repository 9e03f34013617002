"""Money in double entry: every posting of a file is worked out again, and no account falls short.

``player:Ann`` is an account outside, touched when she buys in or cashes out; ``stack:Ann`` the
chips before her; ``escrow:4`` the chips on the spots of seat 4; ``tray`` the table's own chips;
``meter:major`` what a meter shows; ``house`` the bank behind it all. A wager is *pending* from the
moment its chips lie on the layout, *posted* when it is settled, *voided* when it goes back. Every
posting takes from one account what it gives to another: all of them together are always nothing.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from pitboss.money import dollars
from pitboss.verify.events import Line, Posting
from pitboss.verify.fault import Fault, difference

Cents = int | Fraction

HOUSE: Final = "house"
TRAY: Final = "tray"
MAY_OWE: Final = (HOUSE, "player:")
"""The accounts outside the table."""
KEPT: Final = ("player", "stack", "meter")
"""Accounts that may hold something when no round is open, beside house and tray…"""
FRACTIONS: Final = (HOUSE, "meter")
"""…and those that may hold a fraction of a cent."""


def move(
    source: str,
    target: str,
    cents: Cents,
    why: str,
    phase: Literal["pending", "posted", "voided"] = "posted",
) -> Posting:
    """A posting as the file must have it."""
    whole = cents.numerator if cents.denominator == 1 else str(cents)
    return Posting(source, target, whole, phase, why)


class Ledger:
    """What every account holds."""

    def __init__(self) -> None:
        self._held: defaultdict[str, Cents] = defaultdict(int)
        self.postings = 0

    def __getitem__(self, account: str) -> Cents:
        return self._held.get(account, 0)

    def bring_forward(self, line: int, held: Mapping[str, Fraction]) -> None:
        """What accounts hold where a file begins in mid-shift: no chip lies on the layout."""
        for account, cents in held.items():
            kind, _, name = account.partition(":")
            outside = account.startswith(MAY_OWE)
            if account not in (HOUSE, TRAY) and (kind not in KEPT or not name):
                raise Fault(line, f"{account!r} is no account between two rounds")
            if (cents < 0 and not outside) or (cents.denominator > 1 and kind not in FRACTIONS):
                raise Fault(line, f"{account} cannot hold {cents} cents")
            self._held[account] = cents.numerator if cents.denominator == 1 else cents

    def chips(self, name: str) -> int:
        """The chips before a player."""
        return int(self[f"stack:{name}"])

    def short(self, due: Sequence[Posting]) -> int:
        """How many chips the tray lacks to make these postings one after the other."""
        lowest = held = self[TRAY]
        for one in due:
            if TRAY in (one.source, one.target):
                held += int(one.cents) if one.target == TRAY else -int(one.cents)
                lowest = min(lowest, held)
        return max(0, -int(lowest))

    def book(self, line: Line, due: Sequence[Posting]) -> None:
        """Make the postings of a line, which must be these and no others."""
        if line.postings != tuple(due):
            found = msgspec.to_builtins(line.postings)
            raise Fault(line.n, difference(found, msgspec.to_builtins(tuple(due)), "postings"))
        self.postings += len(due)
        held = self._held
        for one in due:
            cents = one.cents if isinstance(one.cents, int) else Fraction(one.cents)
            held[one.source] -= cents
            held[one.target] += cents
        for one in due:
            for account in (one.source, one.target):
                if held[account] < 0 and not account.startswith(MAY_OWE):
                    raise Fault(line.n, f"{account} would hold {held[account]} cents")

    def check_nothing_left(self, line: int, accounts: Sequence[str]) -> None:
        """These accounts are empty."""
        for account in accounts:
            if self[account]:
                raise Fault(line, f"{account} still holds {dollars(int(self[account]))}")
