"""A second set of books: kept from the postings alone, and compared with what the table says."""

from collections import Counter
from fractions import Fraction
from typing import Final

from pitboss.days.failure import Wrong, check
from pitboss.table import Recorded, State
from pitboss.table import events as e
from pitboss.table.ledger import Cents, Posting

MAY_OWE: Final = ("house", "player:")
"""The bank behind it all, and what players brought from outside."""
MAY_BREAK: Final = ("house", "meter:")
"""What may hold fractions of a cent."""
LOWERS: Final = (
    e.SeatSettled,
    e.SettlementReversed,
    e.RoundVoided,
    e.SatOut,
    e.WagersReturned,
    e.PayoutCorrected,
    e.MeterCorrected,
)
"""PROG-2: a meter falls by a payout, a void, a wager that goes back, or a correction."""
_COLUMN: Final = {"start": 0, "reset": 0, "contribution": 1, "correction": 3}
_PAID: Final = 2
_APART: Final = ("buy-in", "cash-out", "reversal of ", "correction of ")
"""What is no part of the round in which it happens."""


class Till:
    """What every account holds, and where the money of each meter came from and went."""

    def __init__(self) -> None:
        self.balances: dict[str, Cents] = {}
        self.meters: dict[str, list[Cents]] = {}
        """Seeded, fed, paid, corrected."""
        self.moved: Counter[str] = Counter()
        """By the round to each stack of chips; buying in and corrections not counted."""

    def hear(self, one: Recorded) -> None:
        """Something happened: LEDG-1 and PROG-2."""
        held = self.balances
        for posting in one.postings:
            cents, source, target = posting.cents, posting.source, posting.target
            if cents < 0:
                raise Wrong(f"{posting} moves backwards")
            held[source] = held.get(source, 0) - cents
            held[target] = held.get(target, 0) + cents
            if source.startswith("meter:") or target.startswith("meter:"):
                self._book(one.event, posting)
            elif not posting.why.startswith(_APART):
                if source.startswith("stack:"):
                    self.moved[source] -= int(cents)
                if target.startswith("stack:"):
                    self.moved[target] += int(cents)
        for posting in one.postings:
            self._settle(posting.source)
            self._settle(posting.target)

    def _settle(self, account: str) -> None:
        """What an account holds may be: an empty one is not kept."""
        left = self.balances.get(account)
        if not left:
            self.balances.pop(account, None)
        elif (left < 0 and not account.startswith(MAY_OWE)) or (
            type(left) is not int and not account.startswith(MAY_BREAK)
        ):
            raise Wrong(f"{account} holds {left} cents")

    def _book(self, event: e.Event, posting: Posting) -> None:
        for account, sign in ((posting.source, -1), (posting.target, 1)):
            if not account.startswith("meter:"):
                continue
            if sign < 0 and not isinstance(event, LOWERS):
                raise Wrong(f"{posting} lowers a meter")
            book = self.meters.setdefault(account, [0, 0, 0, 0])
            column = _COLUMN.get(posting.why, _PAID)
            book[column] += -sign * posting.cents if column == _PAID else sign * posting.cents

    def compare(self, state: State) -> None:
        """The table's accounts are these."""
        if self.balances != state.balances:
            for account in sorted({*self.balances, *state.balances}):
                ours, theirs = self.balances.get(account, 0), state.balances.get(account, 0)
                check(ours == theirs, f"{account} holds {theirs}, but {ours} was posted")

    def close(self, state: State) -> None:
        """At the end of a round: nothing was made or lost, and meters reconcile (PROG-3)."""
        total = sum(state.balances.values())
        check(total == 0, f"all accounts together are {total}")
        check(
            {f"meter:{name}" for name in state.books} == self.meters.keys(),
            f"the books know {sorted(state.books)}, and money went to {sorted(self.meters)}",
        )
        for name, book in state.books.items():
            told = (book.seeded, book.fed, book.paid, book.corrected)
            ours = tuple(self.meters[f"meter:{name}"])
            check(told == ours, f"the book of {name} says {told}, and {ours} was posted")
            shows = Fraction(book.seeded) + book.fed + book.corrected - book.paid
            check(shows == state.shows(name), f"{name} shows {state.shows(name)}, not {shows}")
