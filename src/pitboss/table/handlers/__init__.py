"""Command handlers: ``handle(state, by, command, shoe)`` returns events or raises `Refused`.

Handlers are pure functions. There is one module per subject: `betting` (wagers and decisions),
`dealing` (cards and the wheel), `settlement` (payments, voids, closing a round), `seats`,
`equipment` (decks, devices, bans), `incidents`, `rulings`, `filings`, and `proposals` (what takes
two people).
`checks` has the checks that they share. Start with `handle` below.
"""

from collections.abc import Callable
from typing import Any, Final

from pitboss.errors import Refused, short_repr
from pitboss.shuffle import Shoe
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.handlers import (
    betting,
    dealing,
    equipment,
    incidents,
    proposals,
    rulings,
    seats,
    settlement,
)
from pitboss.table.handlers.checks import require_rules_in_force
from pitboss.table.hidden_cards import describe_incident
from pitboss.table.house_rules import APPROVED_RULES, INCIDENTS, ROLES, TWO_PEOPLE
from pitboss.table.people import MAX_NAME_LENGTH, Person, Role, is_among, is_name
from pitboss.table.state import State

__all__ = ["Handler", "handle"]

Handler = Callable[[State, Person, Any, Shoe | None], tuple[Event, ...]]

_HANDLERS: Final[dict[type[c.Command], Handler]] = {
    c.OpenTable: proposals.open_table,
    c.Propose: proposals.propose,
    c.Approve: proposals.approve,
    c.Reject: proposals.reject,
    c.TakeSeat: seats.take_seat,
    c.BuyIn: seats.buy_in,
    c.CashOut: seats.cash_out,
    c.Leave: seats.leave,
    c.OpenRound: betting.open_round,
    c.PlaceWagers: betting.place_wagers,
    c.TakeBack: betting.take_back,
    c.AddEntropy: betting.add_entropy,
    c.NoMoreBets: betting.no_more_bets,
    c.CountProgressives: betting.count_progressives,
    c.Deal: dealing.deal,
    c.TurnOver: dealing.turn_over,
    c.Decide: betting.decide,
    c.WalkedOff: seats.report_walk_off,
    c.FreeSeat: seats.free_seat,
    c.RuleOnAbsent: betting.rule_on_absent,
    c.AnswerForAbsent: betting.answer_for_absent,
    c.SpinWheel: dealing.spin_wheel,
    c.VerifyJackpot: settlement.verify_jackpot,
    c.ValidateJackpot: settlement.validate_jackpot,
    c.Settle: settlement.settle_seats,
    c.CloseRound: settlement.close_round,
    c.SignChecklist: equipment.sign_checklist,
    c.ReceiveDeck: equipment.receive_deck,
    c.RemoveDeck: equipment.remove_deck,
    c.Perform: equipment.perform_task,
    c.OrderShuffle: equipment.order_shuffle,
    c.Recut: equipment.recut,
    c.CountStub: equipment.count_stub,
    c.Report: incidents.report,
    c.Rule: rulings.rule,
    c.Forfeit: rulings.forfeit,
    c.RecordBreach: rulings.record_breach,
    c.MarkDevice: equipment.mark_device,
    c.RestoreDevice: equipment.restore_device,
    c.Disable: equipment.disable,
    c.Enable: equipment.enable,
}

_ALLOWED_DURING_INCIDENT: Final = frozenset(
    {
        c.AddEntropy,
        c.Approve,
        c.BuyIn,
        c.CashOut,
        c.Disable,
        c.Enable,
        c.FreeSeat,
        c.Leave,
        c.MarkDevice,
        c.Propose,
        c.Reject,
        c.RestoreDevice,
        c.Rule,
        c.TakeSeat,
        c.WalkedOff,
    }
)
"""Commands that are accepted while an incident is waiting for a ruling. Play itself is paused."""


def handle(
    state: State, by: Person, command: c.Command, shoe: Shoe | None = None
) -> tuple[Event, ...]:
    """Return the events that a command causes, or raise `Refused` and change nothing."""
    permitted_roles = c.PERMISSIONS.get(type(command))
    if permitted_roles is None:
        raise Refused(f"unknown command {short_repr(command)}", ROLES)
    is_physical = state.rules is not None and state.rules.table.is_physical
    if not c.may_give(type(command), by.role, physical=is_physical):
        raise Refused(
            f"{type(command).__name__} requires the role {' or '.join(sorted(permitted_roles))}, "
            f"but {short_repr(by.name)} has the role {by.role}",
            ROLES,
        )
    if not is_name(by.name):
        raise Refused(
            f"invalid name {short_repr(by.name)}: use 1 to {MAX_NAME_LENGTH} printable characters, "
            "with no space at either end",
            ROLES,
        )
    if by.role is not Role.PLAYER and is_among(by.name, tuple(state.seats.values())):
        raise Refused(
            f"{short_repr(by.name)} is a player at this table and cannot also work at it",
            TWO_PEOPLE,
        )
    incident = state.day.incident
    if incident is not None and type(command) not in _ALLOWED_DURING_INCIDENT:
        words = describe_incident(require_rules_in_force(state), incident.kinds, incident.card)
        raise Refused(
            f"incident {incident.number} is waiting for a floorperson's ruling: {words}", INCIDENTS
        )
    try:
        return _HANDLERS[type(command)](state, by, command, shoe)
    except Refused as refused:
        # A refusal without a clause comes from a game or submission that cannot be played.
        refused.clause = refused.clause or APPROVED_RULES
        raise
