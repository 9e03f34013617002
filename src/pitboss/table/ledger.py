"""Money in double entry: whole cents move from one account to another, with each event.

Accounts: ``player:Ann`` is her account outside, touched only when she buys in or cashes out;
``stack:Ann`` the chips in front of her; ``escrow:4`` the chips on the spots of seat 4; ``tray`` the
table's own chips; ``meter:major`` what a meter shows; ``house`` the bank behind it all. Every
posting takes from one account what it gives to another, so that the sum is always zero. The table
keeps the outside accounts of seated players only: those of others are summed up as ``players``.

A wager is *pending* from the moment its chips lie on the layout, *posted* when it is settled, and
*voided* when it goes back unsettled. Meters and the house may hold fractions of a cent: a meter is
a promise of the house, and chips leave the tray in whole cents.
"""

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

Cents = int | Fraction
PostingPhase = Literal["pending", "posted", "voided"]

TRAY: Final = "tray"
HOUSE: Final = "house"
DEPARTED: Final = "players"
"""The outside accounts of everybody who has left, together."""


def player_account(name: str) -> str:
    """Return the name of a player's account outside the table."""
    return f"player:{name}"


def stack_account(name: str) -> str:
    """Return the name of the account of a player's chips at the table."""
    return f"stack:{name}"


_ESCROW_ACCOUNTS: Final = tuple(f"escrow:{seat}" for seat in range(100))


def escrow_account(seat: int) -> str:
    """Return the name of the account of a seat's wagers."""
    return _ESCROW_ACCOUNTS[seat]


def meter_account(name: str) -> str:
    """Return the name of a progressive meter's account."""
    return f"meter:{name}"


class Posting(Struct, frozen=True, gc=False, rename={"source": "from", "target": "to"}):
    """A transfer of money from one account to another."""

    source: str
    target: str
    cents: Cents
    phase: PostingPhase
    why: str


Balances = Mapping[str, Cents]


def apply_postings(balances: Balances, postings: Iterable[Posting]) -> dict[str, Cents]:
    """Return the balances after some postings; accounts at zero are dropped."""
    after = dict(balances)
    for posting in postings:
        source, target, cents = posting.source, posting.target, posting.cents
        balance = after.get(source, 0) - cents
        if balance:
            after[source] = balance if type(balance) is int else normalize_cents(balance)
        else:
            after.pop(source, None)
        balance = after.get(target, 0) + cents
        if balance:
            after[target] = balance if type(balance) is int else normalize_cents(balance)
        else:
            after.pop(target, None)
    return after


def pool_departed(balances: Balances, seated_players: Container[str]) -> Balances:
    """Return the balances with the outside accounts of players who are not seated as one.

    Otherwise a table would remember everybody who ever played there.
    """
    outside = player_account("")
    departed_accounts = [
        account
        for account in balances
        if account.startswith(outside) and account.removeprefix(outside) not in seated_players
    ]
    if not departed_accounts:
        return balances
    after = {
        account: cents for account, cents in balances.items() if account not in departed_accounts
    }
    total = after.pop(DEPARTED, 0) + sum(balances[account] for account in departed_accounts)
    return {**after, DEPARTED: total} if total else after


def normalize_cents(cents: Cents) -> Cents:
    """Return a whole number of cents as an int, and any other amount as a fraction."""
    return cents.numerator if cents.denominator == 1 else cents
