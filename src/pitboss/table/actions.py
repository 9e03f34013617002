"""The actions of a table as methods.

Each action has three: ``decide`` does it, ``can_decide`` says whether it is possible, and
``verify_decide`` raises the refusal if it is not. They take the arguments of their command.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.ledger import Posting
from pitboss.table.people import Person

P = ParamSpec("P")


class LogEntry(Struct, frozen=True, gc=False):
    """An entry of the log: what happened, who caused it, when, and the money that it moved."""

    number: int
    event: Event
    by: Person
    postings: tuple[Posting, ...]
    at: str | None = None
    """The time in UTC, where there is a clock."""


Act = Callable[Concatenate["Actions", P], tuple[LogEntry, ...]]
Verify = Callable[Concatenate["Actions", P], None]
Can = Callable[Concatenate["Actions", P], bool]


def _action_triplet(command: Callable[P, c.Command]) -> tuple[Act[P], Verify[P], Can[P]]:
    """Return the three methods of one action: do it, verify it, and tell whether it can be done."""

    def act(self: "Actions", /, *args: P.args, **kwargs: P.kwargs) -> tuple[LogEntry, ...]:
        return self.execute(command(*args, **kwargs))

    def verify(self: "Actions", /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.verify(command(*args, **kwargs))

    def can(self: "Actions", /, *args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            self.verify(command(*args, **kwargs))
        except Refused:
            return False
        return True

    act.__doc__ = verify.__doc__ = can.__doc__ = command.__doc__
    return act, verify, can


class Actions(ABC):
    """Every action that a table offers."""

    open_table, verify_open_table, can_open_table = _action_triplet(c.OpenTable)
    propose, verify_propose, can_propose = _action_triplet(c.Propose)
    approve, verify_approve, can_approve = _action_triplet(c.Approve)
    reject, verify_reject, can_reject = _action_triplet(c.Reject)
    take_seat, verify_take_seat, can_take_seat = _action_triplet(c.TakeSeat)
    buy_in, verify_buy_in, can_buy_in = _action_triplet(c.BuyIn)
    cash_out, verify_cash_out, can_cash_out = _action_triplet(c.CashOut)
    leave, verify_leave, can_leave = _action_triplet(c.Leave)
    open_round, verify_open_round, can_open_round = _action_triplet(c.OpenRound)
    place_wagers, verify_place_wagers, can_place_wagers = _action_triplet(c.PlaceWagers)
    take_back, verify_take_back, can_take_back = _action_triplet(c.TakeBack)
    add_entropy, verify_add_entropy, can_add_entropy = _action_triplet(c.AddEntropy)
    no_more_bets, verify_no_more_bets, can_no_more_bets = _action_triplet(c.NoMoreBets)
    count_progressives, verify_count_progressives, can_count_progressives = _action_triplet(
        c.CountProgressives
    )
    deal, verify_deal, can_deal = _action_triplet(c.Deal)
    turn_over, verify_turn_over, can_turn_over = _action_triplet(c.TurnOver)
    decide, verify_decide, can_decide = _action_triplet(c.Decide)
    walked_off, verify_walked_off, can_walked_off = _action_triplet(c.WalkedOff)
    free_seat, verify_free_seat, can_free_seat = _action_triplet(c.FreeSeat)
    rule_on_absent, verify_rule_on_absent, can_rule_on_absent = _action_triplet(c.RuleOnAbsent)
    answer_for_absent, verify_answer_for_absent, can_answer_for_absent = _action_triplet(
        c.AnswerForAbsent
    )
    spin_wheel, verify_spin_wheel, can_spin_wheel = _action_triplet(c.SpinWheel)
    verify_jackpot, verify_verify_jackpot, can_verify_jackpot = _action_triplet(c.VerifyJackpot)
    validate_jackpot, verify_validate_jackpot, can_validate_jackpot = _action_triplet(
        c.ValidateJackpot
    )
    settle, verify_settle, can_settle = _action_triplet(c.Settle)
    close_round, verify_close_round, can_close_round = _action_triplet(c.CloseRound)
    sign_checklist, verify_sign_checklist, can_sign_checklist = _action_triplet(c.SignChecklist)
    receive_deck, verify_receive_deck, can_receive_deck = _action_triplet(c.ReceiveDeck)
    remove_deck, verify_remove_deck, can_remove_deck = _action_triplet(c.RemoveDeck)
    perform, verify_perform, can_perform = _action_triplet(c.Perform)
    order_shuffle, verify_order_shuffle, can_order_shuffle = _action_triplet(c.OrderShuffle)
    record_breach, verify_record_breach, can_record_breach = _action_triplet(c.RecordBreach)
    recut, verify_recut, can_recut = _action_triplet(c.Recut)
    count_stub, verify_count_stub, can_count_stub = _action_triplet(c.CountStub)
    report, verify_report, can_report = _action_triplet(c.Report)
    rule, verify_rule, can_rule = _action_triplet(c.Rule)
    forfeit, verify_forfeit, can_forfeit = _action_triplet(c.Forfeit)
    mark_device, verify_mark_device, can_mark_device = _action_triplet(c.MarkDevice)
    restore_device, verify_restore_device, can_restore_device = _action_triplet(c.RestoreDevice)
    disable, verify_disable, can_disable = _action_triplet(c.Disable)
    enable, verify_enable, can_enable = _action_triplet(c.Enable)

    @abstractmethod
    def execute(self, command: c.Command, by: Person | None = None) -> tuple[LogEntry, ...]:
        """Carry out a command, and whatever the house then does itself."""

    @abstractmethod
    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse a command that could not be carried out; change nothing."""


class Participant(Actions):
    """A table as used by one person."""

    def __init__(self, table: Actions, person: Person) -> None:
        self.table, self.person = table, person

    def execute(self, command: c.Command, by: Person | None = None) -> tuple[LogEntry, ...]:
        """Carry out a command as this person."""
        return self.table.execute(command, by or self.person)

    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse what this person cannot do; change nothing."""
        self.table.verify(command, by or self.person)
