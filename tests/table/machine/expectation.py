"""The model's expectation for a command: refused, accepted with events, or unknown."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from pitboss.submission import Rules
from pitboss.table import Person, Role, State
from pitboss.table import commands as c
from pitboss.table import events as e

from .day_model import DayModel
from .round_model import RoundModel

_DEALER, _FLOOR = frozenset({Role.DEALER}), frozenset({Role.FLOORPERSON})
ROLES: Final[dict[type[c.Command], frozenset[Role]]] = {
    **dict.fromkeys((c.ReceiveDeck, c.CountStub, c.OpenRound, c.NoMoreBets), _DEALER),
    **dict.fromkeys((c.RemoveDeck, c.Perform, c.MarkDevice, c.Report), _DEALER | _FLOOR),
    **dict.fromkeys((c.WalkedOff, c.FreeSeat), _DEALER | _FLOOR),
    **dict.fromkeys((c.RecordBreach, c.SignChecklist), _DEALER | _FLOOR),
    **dict.fromkeys((c.Rule, c.Forfeit, c.Recut, c.OrderShuffle, c.RestoreDevice), _FLOOR),
    **dict.fromkeys((c.Disable, c.Enable), _FLOOR),
}
"""Which role does what, according to the rulebooks."""
GOES_ON: Final = (
    *(c.AddEntropy, c.BuyIn, c.CashOut, c.Leave, c.TakeSeat, c.Propose, c.Approve, c.Reject),
    *(c.Disable, c.Enable, c.MarkDevice, c.RestoreDevice, c.Rule),
    *(c.WalkedOff, c.FreeSeat),
)
"""What is possible while an irregularity is pending: nothing that moves wagers or cards."""


class Refusal:
    """The command is refused."""


REFUSED: Final = Refusal()


class Like:
    """An event with some known fields."""

    def __init__(self, kind: type[e.Event], **fields: object) -> None:
        self.kind, self.fields = kind, fields

    def __repr__(self) -> str:
        return f"{self.kind.__name__} with {self.fields}"


def voids(model: RoundModel, **fields: object) -> list[Like]:
    """Return the events of a void; settled seats are reversed first, starting with the last."""
    paid = (*model.results, *(seat for to in model.gifts.values() for seat in to))
    undone = [
        Like(e.SettlementReversed, round=model.number, seat=seat)
        for seat in reversed(dict.fromkeys(paid))
    ]
    return [*undone, Like(e.RoundVoided, round=model.number, **fields)]


Foreseen: TypeAlias = "Refusal | tuple[e.Event | Like, ...] | None"
BETWEEN_LINES: Final = (e.TrayFilled, e.CardsTurned)
"""Events that accompany others, and are checked elsewhere."""


@dataclass
class Situation:
    """Everything that the model considers for a command."""

    day: DayModel
    model: RoundModel | None
    state: State
    by: Person
    sealed: bool
    """Whether the seed of the round is available."""

    @property
    def rules(self) -> Rules:
        """Return the rules in force."""
        assert self.day.rules is not None
        return self.day.rules

    @property
    def round(self) -> int:
        """Return the number of the current round."""
        return self.model.number if self.model else 0


def check_foreseen(foreseen: Foreseen, events: list[e.Event] | None) -> None:
    """Check that the events or the refusal are what the model expects."""
    if foreseen is None:
        return
    if isinstance(foreseen, Refusal):
        assert events is None, f"the model would refuse it, but: {events}"
        return
    assert events is not None, f"the model had seen: {foreseen}"
    events = [event for event in events if not isinstance(event, BETWEEN_LINES)]
    assert len(events) == len(foreseen), f"the model had seen {foreseen}, not {events}"
    for event, progress in zip(events, foreseen, strict=True):
        if isinstance(progress, Like):
            assert type(event) is progress.kind, f"{progress}, not {event}"
            for name, value in progress.fields.items():
                assert getattr(event, name) == value, f"{progress}, not {event}"
        else:
            assert event == progress, f"{progress}, not {event}"


def good_reason(reason: object) -> bool:
    """Return whether this is a line of plain text of acceptable length."""
    if not isinstance(reason, str):
        return False
    return bool(reason.strip()) and len(reason) <= 500 and reason.isprintable()


def is_whole(value: object, low: int, high: int) -> bool:
    """Return whether this is an integer in a range; True is not one."""
    return type(value) is int and low <= value <= high
