"""Planted faults with the seats of absent players."""

import pytest
from msgspec.structs import replace

from pitboss.shuffle import Shoe
from pitboss.table import Person, State, handlers
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers import seats

from .past_faults import Corners
from .planted_faults import Faults, corner, habit
from .routines import Habits
from .rulings import CCP, RET, STUD, THB

FAULTS = Faults()
WOULD_REFUSE = "the model would refuse it"
FORGOTTEN = habit(Habits.free_absent_seat)


@FAULTS.register(CCP, FORGOTTEN, WOULD_REFUSE)
def a_seat_with_a_wager_is_freed(plant: pytest.MonkeyPatch) -> None:
    """The open round is not checked."""
    right = seats.free_seat

    def blind(
        state: State, by: Person, command: c.FreeSeat, shoe: Shoe | None
    ) -> tuple[e.Event, ...]:
        return right(replace(state, round=None), by, command, shoe)

    plant.setitem(handlers._HANDLERS, c.FreeSeat, blind)


@FAULTS.register(RET, corner(Corners.away_and_skipped), WOULD_REFUSE)
def who_walked_off_is_freed_before_the_round_is_over(plant: pytest.MonkeyPatch) -> None:
    """Knowing that the player is gone is not required."""
    plant.setattr(seats, "_check_not_away", lambda *_: None)


@FAULTS.register(THB, FORGOTTEN, "the model had seen .*CashedOut")
def chips_stay_behind(plant: pytest.MonkeyPatch) -> None:
    """The seat is freed but the chips stay."""

    def leave_wrongly(state: State, seat: int, _: int = 0) -> tuple[e.Event, ...]:
        return (e.PlayerLeft(seat, state.seats[seat]),)

    plant.setattr(seats, "leave_events", leave_wrongly)


@FAULTS.register(STUD, habit(Habits.two_boxes), "the model had seen .*PlayerLeft")
def chips_go_with_the_first_of_two_boxes(plant: pytest.MonkeyPatch) -> None:
    """A player who still sits there loses the chips."""

    def leave_wrongly(state: State, seat: int, cents_back: int = 0) -> tuple[e.Event, ...]:
        name = state.seats[seat]
        return e.CashedOut(name, state.chips(name) + cents_back), e.PlayerLeft(seat, name)

    plant.setattr(seats, "leave_events", leave_wrongly)


@FAULTS.register(STUD, FORGOTTEN, WOULD_REFUSE)
def a_player_frees_a_seat(plant: pytest.MonkeyPatch) -> None:
    """Any role may free a seat."""
    plant.setitem(c.PERMISSIONS, c.FreeSeat, c.PERMISSIONS[c.FreeSeat] | c.PERMISSIONS[c.Leave])
