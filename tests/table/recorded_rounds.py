"""Recorded rounds, with all commands and events, from which play can resume."""

from functools import cache
from typing import NamedTuple

from pitboss.games.incidents import Kind
from pitboss.shuffle import Shoe
from pitboss.table import LogEntry, Person, Phase, Role, State, Table, next_step
from pitboss.table import commands as c
from pitboss.table.apply import apply
from pitboss.table.day import Ruling

from .dealer_rounds import THREE, cheapest_decision
from .irregular_rounds import report_of
from .round_scenes import CARDS, HOLES, JACKPOTS, SEATS, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    RET,
    STUD,
    THB,
    antes,
    current_round,
    seated_table,
    stacked_shoe,
)

Step = tuple[Person, c.Command]

GO_ON = c.Rule(Ruling.GO_ON, "no harm is done")
BY_THE_BOOK = c.Rule(Ruling.BY_THE_BOOK, "seen by all")
CY = Person("Cy", Role.PLAYER)
HAPPENS: dict[str, dict[str, list[Step]]] = {
    game: {
        "nothing": [],
        "a card drawn": [(DEE, report_of(Kind.DRAWN_UNEXPOSED))],
        "a card exposed": [(DEE, report_of(Kind.DRAWN_EXPOSED, 2, card="first")), (FLO, GO_ON)],
        "a false alarm": [
            (DEE, report_of(Kind.WRONG_NUMBER)),
            (FLO, c.Rule(Ruling.DISMISSED, "they lay on each other")),
        ],
        "a player walks off": [
            (CY, c.Leave(4)),
            (FLO, c.RuleOnAbsent(4, lost=False, round=1)),
        ],
        "wagers are lost": [(CY, c.Leave(4)), (FLO, c.RuleOnAbsent(4, lost=True, round=1))],
        "a wrong number": [(DEE, report_of(Kind.WRONG_NUMBER)), (FLO, BY_THE_BOOK)],
    }
    for game in (RET, CCP, THB, STUD)
}
"""What goes wrong in a round, as early as possible."""
for _game in (THB, STUD):
    HAPPENS[_game]["a card face up"] = [(DEE, report_of(Kind.CARD_FACE_UP))]
for _game in (RET, CCP):
    HAPPENS[_game]["a forfeit"] = [(FLO, c.Forfeit(2, "11.A(1)", round=1))]
HAPPENS[RET]["a skipped player"] = [(DEE, report_of(Kind.PLAYER_SKIPPED, 4)), (FLO, BY_THE_BOOK)]
HAPPENS[THB]["the dealer's card exposed"] = [
    (DEE, report_of(Kind.DEALER_CARD_EXPOSED, position=1)),
    (FLO, BY_THE_BOOK),
]
CASES = [(game, happens) for game, recorded_round in HAPPENS.items() for happens in recorded_round]
"""Every game with everything that can happen in it."""


class RecordedRound(NamedTuple):
    """A round with its commands and events."""

    log: tuple[LogEntry, ...]
    """All events since the table was opened."""
    said: tuple[tuple[Person, c.Command, int], ...]
    """The commands of the round, each with the length of the log before it."""
    shoe: Shoe
    opened: int
    """The length of the log when the round was opened."""

    def at(self, length: int) -> State:
        """Return the table after this many events."""
        state = State()
        for item in self.log[:length]:
            state = apply(state, item.event)
        return state

    def states(self) -> list[State]:
        """Return the table after each event of the round."""
        state = self.at(self.opened + 1)
        result = [state]
        for item in self.log[self.opened + 1 :]:
            state = apply(state, item.event)
            result.append(state)
        return result


@cache
def retold(game: str, happens: str = "nothing", *, every: bool = True) -> RecordedRound:
    """Record a round with every side wager and a jackpot, settled seat by seat or all at once."""
    submission = MACHINE | (JACKPOTS if game == CCP else {})
    table = seated_table(game, HOLES, CARDS[game], submission=submission, seats=SEATS, chips=500_00)
    shoe = stacked_shoe(table.rules, HOLES, CARDS[game])
    log_length = len(table.log)
    steps: list[tuple[Person, c.Command, int]] = []

    def say(by: Person, command: c.Command) -> None:
        steps.append((by, command, len(table.log)))
        table.execute(command, by)

    say(DEE, c.OpenRound())
    for seat in THREE:
        say(Person(SEATS[seat], Role.PLAYER), c.PlaceWagers(seat, wagers(game), round=1))
    say(DEE, c.NoMoreBets(round=1))
    script = list(HAPPENS[game][happens])
    while current_round(table).phase is not Phase.CLOSED:
        if script and _could(table, script[0]):
            say(*script.pop(0))
        else:
            say(*_next(table, every=every))
    assert not script, f"{happens} does not happen"
    return RecordedRound(tuple(table.log), tuple(steps), shoe, log_length)


def wagers(game: str) -> dict[str, int]:
    """Return the wagers of each player."""
    return antes(game, **SIDES[game])


def _could(table: Table, step: Step) -> bool:
    by, command = step
    if isinstance(command, c.Forfeit | c.Leave) and current_round(table).turn is None:
        return False  # when players decide
    if isinstance(command, c.Report) and not current_round(table).dealt:
        return False
    try:
        table.verify(command, by)
    except ValueError:
        return False
    return True


def _next(table: Table, *, every: bool) -> Step:
    """Return the next command of a round without incidents."""
    result = next_step(table.state)
    if result is None:
        return cheapest_decision(table)
    if isinstance(result.command, c.Settle):
        return DEE, c.Settle(every=every, round=1)
    return DEE if result.by.role is Role.DEALER else FLO, result.command
