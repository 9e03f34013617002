"""Every action comes three times: ``decide`` does it, ``can_decide`` says whether it could be done,
and ``verify_decide`` says why not. Their arguments are those of the command behind them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.ledger import Posting
from pitboss.table.people import Person

P = ParamSpec("P")


class Recorded(Struct, frozen=True, gc=False):
    """A line of the log: what happened, who caused it, when, and the money that it moved."""

    number: int
    event: Event
    by: Person
    postings: tuple[Posting, ...]
    at: str | None = None
    """The time in UTC, where there is a clock."""


Act = Callable[Concatenate["Actions", P], tuple[Recorded, ...]]
Verify = Callable[Concatenate["Actions", P], None]
Can = Callable[Concatenate["Actions", P], bool]


def _triplet(command: Callable[P, c.Command]) -> tuple[Act[P], Verify[P], Can[P]]:
    """The three ways of one action."""

    def act(self: "Actions", /, *args: P.args, **kwargs: P.kwargs) -> tuple[Recorded, ...]:
        return self.say(command(*args, **kwargs))

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
    """All that can be asked of a table."""

    open_table, verify_open_table, can_open_table = _triplet(c.OpenTable)
    propose, verify_propose, can_propose = _triplet(c.Propose)
    approve, verify_approve, can_approve = _triplet(c.Approve)
    reject, verify_reject, can_reject = _triplet(c.Reject)
    take_seat, verify_take_seat, can_take_seat = _triplet(c.TakeSeat)
    buy_in, verify_buy_in, can_buy_in = _triplet(c.BuyIn)
    cash_out, verify_cash_out, can_cash_out = _triplet(c.CashOut)
    leave, verify_leave, can_leave = _triplet(c.Leave)
    open_round, verify_open_round, can_open_round = _triplet(c.OpenRound)
    place_wagers, verify_place_wagers, can_place_wagers = _triplet(c.PlaceWagers)
    take_back, verify_take_back, can_take_back = _triplet(c.TakeBack)
    add_entropy, verify_add_entropy, can_add_entropy = _triplet(c.AddEntropy)
    no_more_bets, verify_no_more_bets, can_no_more_bets = _triplet(c.NoMoreBets)
    count_progressives, verify_count_progressives, can_count_progressives = _triplet(
        c.CountProgressives
    )
    deal, verify_deal, can_deal = _triplet(c.Deal)
    turn_over, verify_turn_over, can_turn_over = _triplet(c.TurnOver)
    decide, verify_decide, can_decide = _triplet(c.Decide)
    walked_off, verify_walked_off, can_walked_off = _triplet(c.WalkedOff)
    free_seat, verify_free_seat, can_free_seat = _triplet(c.FreeSeat)
    rule_on_absent, verify_rule_on_absent, can_rule_on_absent = _triplet(c.RuleOnAbsent)
    answer_for_absent, verify_answer_for_absent, can_answer_for_absent = _triplet(c.AnswerForAbsent)
    spin_wheel, verify_spin_wheel, can_spin_wheel = _triplet(c.SpinWheel)
    verify_jackpot, verify_verify_jackpot, can_verify_jackpot = _triplet(c.VerifyJackpot)
    validate_jackpot, verify_validate_jackpot, can_validate_jackpot = _triplet(c.ValidateJackpot)
    settle, verify_settle, can_settle = _triplet(c.Settle)
    close_round, verify_close_round, can_close_round = _triplet(c.CloseRound)
    sign_checklist, verify_sign_checklist, can_sign_checklist = _triplet(c.SignChecklist)
    receive_deck, verify_receive_deck, can_receive_deck = _triplet(c.ReceiveDeck)
    remove_deck, verify_remove_deck, can_remove_deck = _triplet(c.RemoveDeck)
    perform, verify_perform, can_perform = _triplet(c.Perform)
    order_shuffle, verify_order_shuffle, can_order_shuffle = _triplet(c.OrderShuffle)
    record_breach, verify_record_breach, can_record_breach = _triplet(c.RecordBreach)
    recut, verify_recut, can_recut = _triplet(c.Recut)
    count_stub, verify_count_stub, can_count_stub = _triplet(c.CountStub)
    report, verify_report, can_report = _triplet(c.Report)
    rule, verify_rule, can_rule = _triplet(c.Rule)
    forfeit, verify_forfeit, can_forfeit = _triplet(c.Forfeit)
    mark_device, verify_mark_device, can_mark_device = _triplet(c.MarkDevice)
    restore_device, verify_restore_device, can_restore_device = _triplet(c.RestoreDevice)
    disable, verify_disable, can_disable = _triplet(c.Disable)
    enable, verify_enable, can_enable = _triplet(c.Enable)

    @abstractmethod
    def say(self, command: c.Command, by: Person | None = None) -> tuple[Recorded, ...]:
        """Carry out a command, and whatever the house then does itself."""

    @abstractmethod
    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse a command that could not be carried out; change nothing."""


class Speaker(Actions):
    """A table, spoken to by somebody in particular."""

    def __init__(self, table: Actions, person: Person) -> None:
        self.table, self.person = table, person

    def say(self, command: c.Command, by: Person | None = None) -> tuple[Recorded, ...]:
        """Carry out a command as this person."""
        return self.table.say(command, by or self.person)

    def verify(self, command: c.Command, by: Person | None = None) -> None:
        """Refuse what this person could not do; change nothing."""
        self.table.verify(command, by or self.person)
