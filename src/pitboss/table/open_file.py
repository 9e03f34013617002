"""The file of one round as anybody may have it: `verify` reads it, and no staff matter is in it.

A round is public once it is closed. What its file begins with, and what staff wrote down meanwhile,
is not: who else ever bought in here and how they fared, who is barred and why, what waits for a
second person. The first of it is left out; a round in which the second happened is for staff.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from pitboss.refusal import Refused
from pitboss.table import events as e
from pitboss.table.actions import Recorded
from pitboss.table.commands import FileSubmission, VoidRound
from pitboss.table.house import ROLES
from pitboss.table.ledger import HOUSE, player

_OPEN: Final = (
    e.RoundOpened, e.WagersPlaced, e.WagersTakenBack, e.EntropyAdded, e.BetsClosed,
    e.ProgressivesCounted, e.CardsRecut, e.CardsDealt, e.CardsTurned, e.CardExposed, e.CardOut,
    e.Decided, e.AbsentRuled, e.SatOut, e.WagersReturned, e.Forfeited, e.BreachRecorded,
    e.WheelSpun, e.JackpotHit, e.JackpotVerified, e.JackpotValidated, e.TrayFilled, e.SeatSettled,
    e.GiftsPaid, e.SettlementReversed, e.RoundVoided, e.SeedOpened, e.SeedLost, e.RoundClosed,
    e.PlayerSeated, e.BoughtIn, e.CashedOut, e.PlayerAway, e.PlayerLeft,
    e.IncidentReported, e.IncidentRuled, e.StubCounted, e.StepDone, e.ChecklistSigned,
    e.DeckReceived, e.DeckRemoved,
    e.ShuffleOrdered, e.ShuffleSpoilt, e.DeviceDown, e.DeviceMarked, e.DeviceRestored,
    e.Approved, e.Rejected,
)  # fmt: skip
"""What everybody at the table can see happen."""
_OUTSIDE: Final = player("")
_BARRED: Final = "player:"


def for_anybody(log: Iterable[Recorded]) -> Iterator[Recorded]:
    """The log of one round, as `one_round` gives it, without what is for staff alone."""
    for one in log:
        match one.event:
            case e.BroughtForward() as forward:
                yield replace(one, event=_public(forward))
            case e.Proposed(matter=VoidRound() | FileSubmission(after_round=True)):
                yield one  # what it will be played by is no secret, and holds no file back
            case event if isinstance(event, _OPEN):
                yield one
            case _:
                why = "something happened in this round that is for staff alone: ask for its file"
                raise Refused(f"{why} at the table", ROLES)


def _public(forward: e.BroughtForward) -> e.BroughtForward:
    """Accounts outside the table are the bank's here: all together are nothing as before."""
    held = {a: c for a, c in forward.balances.items() if not a.startswith(_OUTSIDE)}
    outside = [Fraction(c) for a, c in forward.balances.items() if a.startswith(_OUTSIDE)]
    bank = sum(outside, Fraction(held.get(HOUSE, 0)))
    held[HOUSE] = bank.numerator if bank.denominator == 1 else str(bank)
    disabled = forward.day.disabled
    left = {what: why for what, why in disabled.items() if not what.startswith(_BARRED)}
    return replace(forward, balances=held, day=replace(forward.day, disabled=left))
