"""Expected result of any command: permissions, stopped tables, and the rest."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import HOUSE_DEALER

from . import expected_decks as decks
from . import expected_irregularities as troubles
from .expectation import (
    GOES_ON,
    REFUSED,
    ROLES,
    Foreseen,
    Situation,
    good_reason,
    is_whole,
    voids,
)
from .rulings import THB

MOST_CENTS: Final = 10**12


def foresee(situation: Situation, command: c.Command) -> Foreseen:
    """Return the expected result of a command."""
    kind, day, by = type(command), situation.day, situation.by
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
    return result(situation, command) if result else None


def _players(situation: Situation) -> tuple[str, ...]:
    return (*situation.day.seats.values(), "")


def _can_count(situation: Situation, matter: c.OpeningCount | c.ClosingCount) -> bool:
    day = situation.day
    if not is_whole(matter.cents, 0, MOST_CENTS):
        return False
    if isinstance(matter, c.OpeningCount):
        return not day.open
    return day.open and not (day.running or day.seats or day.decks)


def reject(situation: Situation, command: c.Reject) -> Foreseen:
    """By the staff: what waits for a second person, or for the end of the round."""
    number = command.number if type(command.number) is int else 0
    if situation.by.role not in (Role.DEALER, Role.FLOORPERSON) or situation.by.name in _players(
        situation
    ):
        return REFUSED
    if number not in situation.day.proposals and (not number or number != situation.day.upcoming):
        return REFUSED
    return (e.Rejected(number, situation.by.name),)


def _can(situation: Situation, matter: c.Matter) -> bool | None:
    """Return whether two people can do this now; a correction is not predicted."""
    match matter:
        case c.OpeningCount() | c.ClosingCount():
            return _can_count(situation, matter)
        case c.VoidRound():
            return _can_void(situation, matter)
        case c.FileSubmission():
            has_unmarked = any(mark is None for mark in situation.day.broken.values())
            too_early = situation.day.running and not matter.after_round
            return False if too_early or has_unmarked else None
        case _:
            return None


def _can_void(situation: Situation, matter: c.VoidRound) -> bool | None:
    """Allow voiding any round that is not closed, even if settled."""
    model = situation.model
    if model is None or model.void or matter.round != model.number:
        return False
    if situation.day.incident and situation.sealed:
        return False  # otherwise it is ruled on by the book
    if not good_reason(matter.reason):
        return False
    if matter.settles and (situation.rules.game != THB or matter.settles != "bonus"):
        return False
    return None if matter.settles and not situation.sealed else True


def propose(situation: Situation, command: c.Propose) -> Foreseen:
    """Expect success for staff, if the action would be possible."""
    can = _can(situation, command.matter)
    staff = situation.by.role in (
        Role.DEALER,
        Role.FLOORPERSON,
    ) and situation.by.name not in _players(situation)
    if not staff or can is False:
        return REFUSED
    event = e.Proposed(situation.state.proposed + 1, command.matter, situation.by.name)
    return (event,) if can else None


def approve(situation: Situation, command: c.Approve) -> Foreseen:
    """Expect success for another person, if still possible.

    Differences to the books are recorded."""
    number = command.number if type(command.number) is int else 0
    proposal = situation.day.proposals.get(number)
    if proposal is None:
        return REFUSED
    if situation.by.role is not Role.FLOORPERSON or situation.by.name in (
        *_players(situation),
        proposal.by,
    ):
        return REFUSED
    matter = proposal.matter
    counts = isinstance(matter, c.OpeningCount | c.ClosingCount)
    if command.counted != (matter.cents if counts else None):  # type: ignore[union-attr]
        return REFUSED
    can = _can(situation, matter)
    if isinstance(matter, c.FileSubmission) and situation.day.upcoming:
        return REFUSED
    if not can:
        return REFUSED if can is False else None
    approval_event = e.Approved(number, situation.by.name)
    if isinstance(matter, c.VoidRound):
        assert situation.model is not None
        return approval_event, *voids(situation.model, reason=matter.reason)
    assert isinstance(matter, c.OpeningCount | c.ClosingCount)
    over = matter.cents - int(situation.state.balances.get("tray", 0))
    kind = e.OpeningCounted if isinstance(matter, c.OpeningCount) else e.ClosingCounted
    return approval_event, kind(matter.cents, over)


def sit(situation: Situation, command: c.TakeSeat) -> Foreseen:
    """Expect a refusal at a closed table."""
    return None if situation.day.open else REFUSED


def walked_off(situation: Situation, command: c.WalkedOff) -> Foreseen:
    """Expect success for a player with locked wagers who is not known to be gone."""
    model, seat = situation.model, command.seat
    if model is None or command.round != model.number or not (model.at_lock or model.void):
        return REFUSED
    by_house = situation.by == HOUSE_DEALER
    open_again = by_house and seat in model.reported
    if seat not in model.wagers or (seat in model.away and not open_again):
        return REFUSED
    return (e.PlayerAway(model.number, seat, "" if by_house else situation.by.name),)


def free_seat(situation: Situation, command: c.FreeSeat) -> Foreseen:
    """Expect success if the player has nothing on the table, or is known to be gone.

    Chips go with the last seat. The boxes that a player keeps must be adjacent."""
    model, seats, seat = situation.model, situation.day.seats, command.seat
    if seat not in seats:
        return REFUSED
    if model is not None and (seat in model.wagers or seat in model.away):
        return REFUSED
    name = seats[seat]
    other_seats = sorted(
        other for other, holder in seats.items() if holder == name and other != seat
    )
    if any(after - before > 1 for before, after in pairwise(other_seats)):
        return REFUSED
    left = e.PlayerLeft(seat, name)
    chips = int(situation.state.balances.get(f"stack:{name}", 0))
    return (left,) if other_seats or not chips else (e.CashedOut(name, chips), left)


def rule_on_absent(situation: Situation, command: c.RuleOnAbsent) -> Foreseen:
    """Expect success for a floorperson, once, for a player who can still lose something."""
    model, seat = situation.model, command.seat
    if situation.by.role is not Role.FLOORPERSON or situation.by.name in _players(situation):
        return REFUSED
    if model is None or command.round != model.number or model.at_lock is None or model.void:
        return REFUSED
    if not model.to_rule_on(seat) or model.reported.get(seat) == situation.by.name:
        return REFUSED
    return (e.AbsentRuled(model.number, seat, command.lost, situation.by.name),)


def of_player(situation: Situation, command: c.Command) -> Foreseen:
    """Expect a refusal for disabled players; otherwise, check the seat."""
    if f"player:{situation.by.name}" in situation.day.disabled:
        return REFUSED
    return sit(situation, command) if isinstance(command, c.TakeSeat) else None


def mark(situation: Situation, command: c.MarkDevice) -> Foreseen:
    """Expect success for a broken machine that is not marked."""
    broken_devices = situation.day.broken
    if command.device not in broken_devices or broken_devices[command.device] is not None:
        return REFUSED
    return (e.DeviceMarked(command.device, command.mark),)


def restore(situation: Situation, command: c.RestoreDevice) -> Foreseen:
    """Expect success for a broken machine."""
    if command.device not in situation.day.broken:
        return REFUSED
    return (e.DeviceRestored(command.device),)


def _is_known(what: object) -> bool:
    if not isinstance(what, str):
        return False
    name = what.removeprefix("player:")
    if name != what:
        return 1 <= len(name) <= 40 and name == name.strip()
    return what in ("table", "game")


def disable(situation: Situation, command: c.Disable) -> Foreseen:
    """Expect success for what is not yet disabled, with a reason."""
    if not _is_known(command.what) or command.what in situation.day.disabled:
        return REFUSED
    if not good_reason(command.reason):
        return REFUSED
    return (e.Disabled(command.what, command.reason, situation.by.name),)


def enable(situation: Situation, command: c.Enable) -> Foreseen:
    """Expect success for what is disabled."""
    if not _is_known(command.what) or command.what not in situation.day.disabled:
        return REFUSED
    return (e.Enabled(command.what, situation.by.name),)


_FORESEEN: Final[dict[type[c.Command], Callable[[Situation, Any], Foreseen]]] = {
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
