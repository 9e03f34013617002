"""FAIR-7: replay a round with the same seed, entropy and cut, but other wagers and decisions."""

from pitboss.cards import cards_text
from pitboss.errors import Refused
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.handlers import handle
from pitboss.table.state import Phase, open_street
from pitboss.table.views import choices_for_seat

from .round_model import RoundModel

MOST_STEPS = 200
STAFF = {Role.DEALER: "another dealer", Role.FLOORPERSON: "another floorperson"}
"""A name that nobody here has."""


def played_otherwise(model: RoundModel, shoe: Shoe, closed_state: State) -> bool:
    """Play the round again from before the lock; every position keeps its card."""
    if model.at_lock is None or closed_state.round is None:
        return False
    again = _Again(model.at_lock, shoe)
    if not again.bet_otherwise():
        return False
    again.say(c.NoMoreBets(round=model.opened.round), Role.DEALER, STAFF[Role.DEALER])
    for reason in model.recut_late:
        again.say(
            c.Recut(reason, round=model.opened.round), Role.FLOORPERSON, STAFF[Role.FLOORPERSON]
        )
    again.play(model)
    round_ = again.state.round
    assert round_ is not None
    assert round_.order == closed_state.round.order, "the order depends on wagers or decisions"
    assert round_.seed == closed_state.round.seed
    for at, card in again.cards_turned.items():
        assert card == cards_text((shoe.cards[at],))
        assert card == model.shown.get(at, card)
    return True


class _Again:
    """A table that continues from some state, without a log."""

    def __init__(self, state: State, shoe: Shoe) -> None:
        self.state, self.shoe = state, shoe
        self.cards_turned: dict[int, str] = {}

    def say(self, command: c.Command, role: Role, name: str) -> None:
        for event in handle(self.state, Person(name, role), command, self.shoe):
            if isinstance(event, e.CardsTurned):
                self.cards_turned |= {item.position: item.card for item in event.cards}
            self.state, _ = apply_with_postings(self.state, event)

    def could(self, command: c.Command, name: str) -> bool:
        try:
            self.say(command, Role.PLAYER, name)
        except Refused:
            return False
        return True

    def bet_otherwise(self) -> bool:
        """Have the first player take back all but the required wagers, and the others bet again."""
        round_, rules = self.state.round, self.state.rules
        assert round_ is not None
        assert rules is not None
        required = [wager.key for wager in rules.required]
        first, *others = sorted(round_.wagers)
        sides = tuple(key for key in round_.wagers[first] if key not in required)
        could_take_back = bool(sides) and self.could(
            c.TakeBack(first, sides, round=round_.number), self.state.seats[first]
        )
        for seat in others:
            more = dict.fromkeys(required, rules.table.chip)
            could_take_back |= self.could(
                c.PlaceWagers(seat, more, round=round_.number), self.state.seats[seat]
            )
        return could_take_back

    def play(self, model: RoundModel) -> None:
        """Play to the close with other decisions than in the log."""
        for _ in range(MOST_STEPS):
            round_, rules = self.state.round, self.state.rules
            if round_ is None or rules is None or round_.phase is Phase.CLOSED:
                return
            if round_.turn is None:
                step = next_step(self.state)
                assert step is not None
                self.say(step.command, step.by.role, STAFF[step.by.role])
                continue
            seat, name = round_.turn, round_.players[round_.turn]
            street = open_street(rules, round_)
            assert street is not None
            choices = [choice.decision for choice in choices_for_seat(self.state, seat)]
            choices.sort(key=lambda name: name in model.decisions.get(seat, ()))
            assert any(
                self.could(c.Decide(seat, choice, street.name, round=round_.number), name)
                for choice in choices
            )
        raise AssertionError("the round does not end")
