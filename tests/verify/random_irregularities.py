"""Random irregularities and remedies, at right and wrong times."""

from typing import TYPE_CHECKING

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person, Phase, Role
from pitboss.table import commands as c

if TYPE_CHECKING:
    from tests.verify.random_shifts import Shift

DAN, DOT = Person("Dan", Role.DEALER), Person("Dot", Role.DEALER)
FAY, FRITZ = Person("Fay", Role.FLOORPERSON), Person("Fritz", Role.FLOORPERSON)


def go_wrong(shift: "Shift") -> None:
    """Try a random irregularity, which most moments do not allow."""
    some, state = shift.random, shift.table.state
    staff = some.choice((DAN, DOT, FAY, FRITZ))
    floor = some.choice((FAY, FRITZ))
    name = some.choice(["Ann", "Bob", "Eve"])
    what = some.choice(["table", "game", f"player:{name}", f"player:{name}"])
    match some.randrange(15):
        case 0 | 1 | 2 | 3 | 4:
            report(shift, staff)
        case 5:
            shift.say(c.CountStub(some.choice([52, 51, 40, 30]), round=number(shift)), DAN)
        case 6:
            left = 52 - (state.round.dealt if state.round and state.has_open_round else 0)
            shift.say(c.CountStub(left, round=number(shift)), DOT)
        case 7:
            shift.say(c.Recut("it was seen", round=number(shift)), floor)
        case 8:
            shift.say(c.OrderShuffle(some.choice([1, 2])), floor)
        case 9:
            shift.say(c.RemoveDeck(some.choice([1, 2])), staff)
        case 10:
            forfeit(shift, floor)
        case 11:
            if not shift.say(c.Disable(what, "a complaint"), floor):
                shift.say(c.Enable(what), floor)
        case 12:
            shift.say(c.MarkDevice(some.choice(list(Device)), some.choice(list(Mark))), staff)
        case 13:
            lose_seed(shift)
        case _:
            for task in (Task.SHUFFLE, Task.CUT, Task.SPREAD_DOWN, Task.EMPTY):
                shift.say(c.Perform(task, some.choice([1, 2])), DAN)


def lose_seed(shift: "Shift") -> None:
    """Lose the stack in play: the round is void, unless it can be settled to its end."""
    round_, waits = shift.table.state.round, shift.table.state.day.incident
    stays = (waits and not waits.round) or not shift.loses_seeds
    if round_ is None or not shift.table.state.has_open_round or stays:
        return
    shift.table.shoe = None
    if round_.phase not in (Phase.SETTLED, Phase.VOID):
        shift.propose(c.VoidRound(round_.number, "the power failed"), always=True)
    if shift.table.state.has_open_round:
        shift.table.execute(c.CloseRound(round=round_.number), DAN)


def number(shift: "Shift") -> int:
    return shift.table.state.round.number if shift.table.state.round else 0


def report(shift: "Shift", by: Person) -> None:
    """Report a random irregularity, about anything."""
    some = shift.random
    seat = some.choice([0, 0, 1, 2, 3])
    rules = shift.table.rules
    names = ["", *rules.hole, *(place.name for place in rules.places)]
    kinds = [*Kind, Kind.PLAYER_SKIPPED, Kind.DRAWN_EXPOSED]
    shift.say(
        c.Report(
            some.choice(kinds),
            seat,
            some.choice(names),
            some.choice([1, 2]),
            some.choice(["", *Device]),
            round=number(shift),
        ),
        by,
    )


def forfeit(shift: "Shift", by: Person) -> None:
    """Have a player forfeit for breaking a rule, while somebody else still plays."""
    round_ = shift.table.state.round
    if round_ and shift.table.state.has_open_round and round_.players:
        seat = shift.random.choice(list(round_.players))
        breach = shift.random.choice(["11.A(1)", "11.A(4)"])
        shift.say(c.Forfeit(seat, breach, round=round_.number), by)
