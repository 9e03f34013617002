"""``decide(state, by, command, shoe)``: what a command causes, or a refusal with its reason. Pure.

One file a subject; the table below says which function answers which command.
"""

from collections.abc import Callable
from typing import Any, Final

from pitboss.refusal import Refused, brief
from pitboss.shuffle import Shoe
from pitboss.table import commands as c
from pitboss.table.card_names import incident_words
from pitboss.table.deciding import (
    answers,
    betting,
    closing,
    dealing,
    floor,
    incidents,
    office,
    procedures,
    seats,
    settling,
    wheel,
)
from pitboss.table.deciding.common import rules_in_force
from pitboss.table.events import Event
from pitboss.table.house import APPROVED_RULES, INCIDENTS, ROLES, TWO_PEOPLE
from pitboss.table.people import LONGEST_NAME, Person, Role, is_among, is_name
from pitboss.table.state import State

Answer = Callable[[State, Person, Any, Shoe | None], tuple[Event, ...]]

_ANSWERS: Final[dict[type[c.Command], Answer]] = {
    c.OpenTable: office.open_table,
    c.Propose: office.propose,
    c.Approve: office.approve,
    c.Reject: office.reject,
    c.TakeSeat: seats.take_seat,
    c.BuyIn: seats.buy_in,
    c.CashOut: seats.cash_out,
    c.Leave: seats.leave,
    c.OpenRound: betting.open_round,
    c.PlaceWagers: betting.place,
    c.TakeBack: betting.take_back,
    c.AddEntropy: betting.add_entropy,
    c.NoMoreBets: betting.no_more_bets,
    c.CountProgressives: betting.count,
    c.Deal: dealing.deal,
    c.TurnOver: dealing.turn_over,
    c.Decide: answers.decide,
    c.WalkedOff: seats.walked_off,
    c.FreeSeat: seats.free,
    c.RuleOnAbsent: answers.rule_on_absent,
    c.AnswerForAbsent: answers.answer_for_absent,
    c.SpinWheel: wheel.spin,
    c.VerifyJackpot: settling.verify_win,
    c.ValidateJackpot: settling.validate,
    c.Settle: settling.settle_seats,
    c.CloseRound: closing.close,
    c.SignChecklist: procedures.sign,
    c.ReceiveDeck: procedures.receive,
    c.RemoveDeck: procedures.remove,
    c.Perform: procedures.perform,
    c.OrderShuffle: procedures.order_shuffle,
    c.Recut: procedures.recut,
    c.CountStub: procedures.count_stub,
    c.Report: incidents.report,
    c.Rule: incidents.rule,
    c.Forfeit: incidents.forfeit,
    c.RecordBreach: incidents.record_breach,
    c.MarkDevice: floor.mark,
    c.RestoreDevice: floor.restore,
    c.Disable: floor.disable,
    c.Enable: floor.enable,
}

_GOES_ON: Final = frozenset(
    {
        c.AddEntropy, c.BuyIn, c.CashOut, c.Disable, c.Enable, c.FreeSeat, c.Leave,
        c.MarkDevice, c.Propose, c.Approve, c.Reject, c.RestoreDevice, c.Rule, c.TakeSeat,
        c.WalkedOff,
    }
)  # fmt: skip
"""What can be done while an irregularity waits for a ruling; the round itself stands still."""


def decide(
    state: State, by: Person, command: c.Command, shoe: Shoe | None = None
) -> tuple[Event, ...]:
    """The events that a command causes; refused, nothing has changed."""
    may = c.MAY.get(type(command))
    if may is None:
        raise Refused(f"{brief(command)} is not a command", ROLES)
    if by.role not in may:
        raise Refused(
            f"{brief(by.name)} is here as {by.role}: {type(command).__name__} is for "
            f"a {' or '.join(sorted(may))}",
            ROLES,
        )
    if not is_name(by.name):
        raise Refused(f"{brief(by.name)} is no name: 1 to {LONGEST_NAME} plain characters", ROLES)
    if Role.PLAYER not in may and is_among(by.name, tuple(state.seats.values())):
        raise Refused(f"{brief(by.name)} plays at this table, and does not work at it", TWO_PEOPLE)
    waits = state.day.incident
    if waits is not None and type(command) not in _GOES_ON:
        words = incident_words(rules_in_force(state), waits.kinds, waits.card)
        raise Refused(f"incident {waits.number} waits for a floorperson: {words}", INCIDENTS)
    try:
        return _ANSWERS[type(command)](state, by, command, shoe)
    except Refused as refused:
        # What has no clause of its own comes from a game or submission that cannot be played.
        refused.clause = refused.clause or APPROVED_RULES
        raise
