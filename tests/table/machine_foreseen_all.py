"""What the model foresees of any command: who may, whether the table stands still, and the rest."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import HOUSE_DEALER

from . import machine_foreseen_decks as decks
from . import machine_foreseen_troubles as troubles
from .machine_foreseen import (
    GOES_ON,
    REFUSED,
    ROLES,
    Foreseen,
    Now,
    good_reason,
    is_whole,
    voids,
)
from .machine_rulings import THB

MOST_CENTS: Final = 10**12


def foresee(now: Now, command: c.Command) -> Foreseen:
    """What comes of a command."""
    kind, day, by = type(command), now.day, now.by
    if by.role not in ROLES.get(kind, frozenset(Role)):
        return REFUSED
    if day.incident and kind not in GOES_ON:
        return REFUSED
    if kind in ROLES:
        if day.rules is None or by.name in day.seats.values() or not by.name:
            return REFUSED
    elif day.rules is None:
        return None
    result = _FORESEEN.get(kind)
    return result(now, command) if result else None


def _players(now: Now) -> tuple[str, ...]:
    return (*now.day.seats.values(), "")


def _can_count(now: Now, matter: c.OpeningCount | c.ClosingCount) -> bool:
    day = now.day
    if not is_whole(matter.cents, 0, MOST_CENTS):
        return False
    if isinstance(matter, c.OpeningCount):
        return not day.open
    return day.open and not (day.running or day.seats or day.decks)


def reject(now: Now, command: c.Reject) -> Foreseen:
    """By the staff: what waits for a second person, or for the end of the round."""
    number = command.number if type(command.number) is int else 0
    if now.by.role not in (Role.DEALER, Role.FLOORPERSON) or now.by.name in _players(now):
        return REFUSED
    if number not in now.day.proposals and (not number or number != now.day.upcoming):
        return REFUSED
    return (e.Rejected(number, now.by.name),)


def _can(now: Now, matter: c.Matter) -> bool | None:
    """Whether two people can do this now; a correction is not foreseen."""
    match matter:
        case c.OpeningCount() | c.ClosingCount():
            return _can_count(now, matter)
        case c.VoidRound():
            return _can_void(now, matter)
        case c.FileSubmission():
            unmarked = any(mark is None for mark in now.day.broken.values())
            too_early = now.day.running and not matter.after_round
            return False if too_early or unmarked else None
        case _:
            return None


def _can_void(now: Now, matter: c.VoidRound) -> bool | None:
    """A round that is not closed, whatever is settled by then."""
    heard = now.heard
    if heard is None or heard.void or matter.round != heard.number:
        return False
    if now.day.incident and now.sealed:
        return False  # then it is ruled, as the book has it
    if not good_reason(matter.reason):
        return False
    if matter.settles and (now.rules.game != THB or matter.settles != "bonus"):
        return False
    return None if matter.settles and not now.sealed else True


def propose(now: Now, command: c.Propose) -> Foreseen:
    """By the staff, and only what could be done."""
    can = _can(now, command.matter)
    staff = now.by.role in (Role.DEALER, Role.FLOORPERSON) and now.by.name not in _players(now)
    if not staff or can is False:
        return REFUSED
    proposed = e.Proposed(now.state.proposed + 1, command.matter, now.by.name)
    return (proposed,) if can else None


def approve(now: Now, command: c.Approve) -> Foreseen:
    """By somebody else, if it can still be done; a difference to the books is on record."""
    number = command.number if type(command.number) is int else 0
    proposed = now.day.proposals.get(number)
    if proposed is None:
        return REFUSED
    if now.by.role is not Role.FLOORPERSON or now.by.name in (*_players(now), proposed.by):
        return REFUSED
    matter = proposed.matter
    counts = isinstance(matter, c.OpeningCount | c.ClosingCount)
    if command.counted != (matter.cents if counts else None):  # type: ignore[union-attr]
        return REFUSED
    can = _can(now, matter)
    if isinstance(matter, c.FileSubmission) and now.day.upcoming:
        return REFUSED
    if not can:
        return REFUSED if can is False else None
    approved = e.Approved(number, now.by.name)
    if isinstance(matter, c.VoidRound):
        assert now.heard is not None
        return approved, *voids(now.heard, reason=matter.reason)
    assert isinstance(matter, c.OpeningCount | c.ClosingCount)
    over = matter.cents - int(now.state.balances.get("tray", 0))
    kind = e.OpeningCounted if isinstance(matter, c.OpeningCount) else e.ClosingCounted
    return approved, kind(matter.cents, over)


def sit(now: Now, command: c.TakeSeat) -> Foreseen:
    """Not at a closed table."""
    return None if now.day.open else REFUSED


def walked_off(now: Now, command: c.WalkedOff) -> Foreseen:
    """Who has wagers that cannot be taken back, and is not known to be gone."""
    heard, seat = now.heard, command.seat
    if heard is None or command.round != heard.number or not (heard.at_lock or heard.void):
        return REFUSED
    by_house = now.by == HOUSE_DEALER
    open_again = by_house and seat in heard.reported
    if seat not in heard.wagers or (seat in heard.away and not open_again):
        return REFUSED
    return (e.PlayerAway(heard.number, seat, "" if by_house else now.by.name),)


def free_seat(now: Now, command: c.FreeSeat) -> Foreseen:
    """Who sits there with nothing on the table, unless known to be gone; all goes with the last.

    What the player keeps of several boxes lies side by side.
    """
    heard, seats, seat = now.heard, now.day.seats, command.seat
    if seat not in seats:
        return REFUSED
    if heard is not None and (seat in heard.wagers or seat in heard.away):
        return REFUSED
    name = seats[seat]
    kept = sorted(other for other, held in seats.items() if held == name and other != seat)
    if any(after - before > 1 for before, after in pairwise(kept)):
        return REFUSED
    left = e.PlayerLeft(seat, name)
    chips = int(now.state.balances.get(f"stack:{name}", 0))
    return (left,) if kept or not chips else (e.CashedOut(name, chips), left)


def rule_on_absent(now: Now, command: c.RuleOnAbsent) -> Foreseen:
    """By a floorperson, once, of who left something that can still be lost."""
    heard, seat = now.heard, command.seat
    if now.by.role is not Role.FLOORPERSON or now.by.name in _players(now):
        return REFUSED
    if heard is None or command.round != heard.number or heard.at_lock is None or heard.void:
        return REFUSED
    if not heard.to_rule_on(seat) or heard.reported.get(seat) == now.by.name:
        return REFUSED
    return (e.AbsentRuled(heard.number, seat, command.lost, now.by.name),)


def of_player(now: Now, command: c.Command) -> Foreseen:
    """What somebody who is disabled cannot do."""
    if f"player:{now.by.name}" in now.day.disabled:
        return REFUSED
    return sit(now, command) if isinstance(command, c.TakeSeat) else None


def mark(now: Now, command: c.MarkDevice) -> Foreseen:
    """A broken machine that is not marked."""
    broken = now.day.broken
    if command.device not in broken or broken[command.device] is not None:
        return REFUSED
    return (e.DeviceMarked(command.device, command.mark),)


def restore(now: Now, command: c.RestoreDevice) -> Foreseen:
    """A broken machine."""
    if command.device not in now.day.broken:
        return REFUSED
    return (e.DeviceRestored(command.device),)


def _known(what: object) -> bool:
    if not isinstance(what, str):
        return False
    name = what.removeprefix("player:")
    if name != what:
        return 1 <= len(name) <= 40 and name == name.strip()
    return what in ("table", "game")


def disable(now: Now, command: c.Disable) -> Foreseen:
    """What is not disabled yet, with a reason."""
    if not _known(command.what) or command.what in now.day.disabled:
        return REFUSED
    if not good_reason(command.reason):
        return REFUSED
    return (e.Disabled(command.what, command.reason, now.by.name),)


def enable(now: Now, command: c.Enable) -> Foreseen:
    """What is disabled."""
    if not _known(command.what) or command.what not in now.day.disabled:
        return REFUSED
    return (e.Enabled(command.what, now.by.name),)


_FORESEEN: Final[dict[type[c.Command], Callable[[Now, Any], Foreseen]]] = {
    c.OpenRound: decks.open_round,
    c.NoMoreBets: decks.no_more_bets,
    c.SignChecklist: decks.sign,
    c.ReceiveDeck: decks.receive,
    c.RemoveDeck: decks.remove,
    c.Perform: decks.perform,
    c.OrderShuffle: decks.order_shuffle,
    c.Recut: decks.recut,
    c.CountStub: decks.count_stub,
    c.Settle: decks.settles,
    c.SpinWheel: decks.settles,
    c.TurnOver: decks.settles,
    c.Report: troubles.report,
    c.Rule: troubles.rule,
    c.Forfeit: troubles.forfeit,
    c.RecordBreach: troubles.record_breach,
    c.Propose: propose,
    c.Approve: approve,
    c.Reject: reject,
    c.WalkedOff: walked_off,
    c.FreeSeat: free_seat,
    c.RuleOnAbsent: rule_on_absent,
    c.TakeSeat: of_player,
    c.BuyIn: of_player,
    c.PlaceWagers: of_player,
    c.MarkDevice: mark,
    c.RestoreDevice: restore,
    c.Disable: disable,
    c.Enable: enable,
}
