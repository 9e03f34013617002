"""The ledger of the checker: every posting is computed again, and no account goes below zero.

``player:Ann`` is an account outside, touched when she buys in or cashes out; ``stack:Ann`` the
chips in front of her; ``escrow:4`` the chips on the spots of seat 4; ``tray`` the table's chips;
``meter:major`` what a meter shows; ``house`` the bank behind it all. A wager is *pending* while its
chips are on the layout, *posted* when it is settled, *voided* when it goes back. Every posting
takes from one account what it gives to another: the sum of all accounts is always zero.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from pitboss.money import dollars
from pitboss.verify.chain import VerificationError, describe_difference
from pitboss.verify.events import Line, Posting

Cents = int | Fraction

HOUSE: Final = "house"
TRAY: Final = "tray"
DEPARTED: Final = "players"
"""The accounts of all players who have left, together."""
OUTSIDE_ACCOUNTS: Final = (HOUSE, DEPARTED, "player:")
"""The accounts outside the table."""
KEPT_ACCOUNT_KINDS: Final = ("player", "stack", "meter")
"""The kinds of accounts besides house and tray that may hold money between rounds."""
FRACTIONAL_ACCOUNTS: Final = (HOUSE, "meter")
"""The accounts that may hold a fraction of a cent."""


def make_posting(
    source: str,
    target: str,
    cents: Cents,
    why: str,
    phase: Literal["pending", "posted", "voided"] = "posted",
) -> Posting:
    """Return a posting as the file must have it."""
    if not isinstance(cents, int):
        return Posting(source, target, _encode_cents(cents), phase, why)
    return Posting(source, target, cents, phase, why)


def _encode_cents(cents: Fraction) -> int | str:
    return cents.numerator if cents.denominator == 1 else str(cents)


class Ledger:
    """The balances of all accounts."""

    def __init__(self) -> None:
        self._balances: defaultdict[str, Cents] = defaultdict(int)
        self.postings = 0

    def __getitem__(self, account: str) -> Cents:
        return self._balances.get(account, 0)

    def bring_forward(self, line: int, balances: Mapping[str, Fraction]) -> None:
        """Set the balances with which a file begins mid-shift: no chips are on the layout."""
        for account, cents in balances.items():
            kind, _, name = account.partition(":")
            outside = account.startswith(OUTSIDE_ACCOUNTS)
            if account not in (HOUSE, TRAY, DEPARTED) and (
                kind not in KEPT_ACCOUNT_KINDS or not name
            ):
                raise VerificationError(line, f"{account!r} is not an account between rounds")
            if (cents < 0 and not outside) or (
                cents.denominator > 1 and kind not in FRACTIONAL_ACCOUNTS
            ):
                raise VerificationError(line, f"{account} cannot hold {cents} cents")
            self._balances[account] = cents.numerator if cents.denominator == 1 else cents

    def chips(self, name: str) -> int:
        """Return the chips in front of a player."""
        return int(self[f"stack:{name}"])

    def tray_shortage(self, expected: Sequence[Posting]) -> int:
        """Return how many cents the tray lacks to make these postings one after another."""
        lowest = balance = self[TRAY]
        for posting in expected:
            if TRAY in (posting.source, posting.target):
                balance += int(posting.cents) if posting.target == TRAY else -int(posting.cents)
                lowest = min(lowest, balance)
        return max(0, -int(lowest))

    def post(self, line: Line, expected: Sequence[Posting]) -> None:
        """Check that a line has exactly these postings, and make them."""
        if line.postings != tuple(expected):
            postings = msgspec.to_builtins(line.postings)
            raise VerificationError(
                line.n,
                describe_difference(postings, msgspec.to_builtins(tuple(expected)), "postings"),
            )
        self.postings += len(expected)
        balances = self._balances
        for posting in expected:
            cents = posting.cents if isinstance(posting.cents, int) else Fraction(posting.cents)
            balances[posting.source] -= cents
            balances[posting.target] += cents
        for posting in expected:
            for account in (posting.source, posting.target):
                if balances[account] < 0 and not account.startswith(OUTSIDE_ACCOUNTS):
                    raise VerificationError(
                        line.n, f"{account} would hold {balances[account]} cents"
                    )

    def check_empty(self, line: int, accounts: Sequence[str]) -> None:
        """Check that these accounts are empty."""
        for account in accounts:
            if self[account]:
                raise VerificationError(
                    line, f"{account} still holds {dollars(int(self[account]))}"
                )
