"""Moments of a round in each game, and what a table must refuse at each.

Ann, Bob and Cy bet in seats 1, 2 and 4, with every side wager; Dan sits in seat 5 and does not bet;
seat 6 is free and Gus stands around. Ann folds where one can; Bob holds what a jackpot asks for.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from traceback import walk_tb
from typing import Final, NamedTuple

import pytest

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.clauses import clause_ids
from pitboss.shuffle import Shoe
from pitboss.submission import SubmissionRefused
from pitboss.table import Automation, Person, Phase, Role, State, Table, next_step
from pitboss.table import commands as c
from pitboss.table.handlers import handle
from pitboss.table.state import RoundState, encode_state

from .tables import (
    CCP,
    DEE,
    FLO,
    KEYS,
    MACHINE,
    RET,
    STAYS,
    STUD,
    THB,
    Json,
    antes,
    current_round,
    seated_table,
    stacked_shoe,
    step,
)

EVERY: Final = pytest.mark.parametrize("game", KEYS)
CROSSES: Final = pytest.mark.parametrize("game", [RET, CCP])
METERED: Final = pytest.mark.parametrize("game", [RET, CCP, STUD])
"""Games with a wager that a device accepts and the dealer counts."""

SEATS: Final = {1: "Ann", 2: "Bob", 4: "Cy", 5: "Dan"}
ANN, BOB, CY, DAN, GUS = (Person(n, Role.PLAYER) for n in ("Ann", "Bob", "Cy", "Dan", "Gus"))
HOLES: Final = {1: "2c 7d", 2: "9c 9d", 4: "Kc Qd"}
CARDS: Final = {
    RET: {"left": "9h", "right": "3d", "top": "5s", "bottom": "Jh", "center": "As"},
    CCP: {"left": "9h", "right": "3d", "top": "5s", "bottom": "Jh", "center": "As"},
    THB: {"dealer": "Ac Ad", "flop": "9h 3d 5s", "turn": "Jh", "river": "As"},
    STUD: {"community": "9h 3d"},
}
SIDES: Final[Mapping[str, dict[str, int]]] = {
    RET: {"five_card_bonus": 100, "ultimate_pairs": 100, "progressive": 100},
    CCP: {"five_card_bonus": 100, "bonus_spin": 500},
    THB: {"bonus": 100},
    STUD: {"win_em_all": 100, "progressive": 100},
    "mississippi-stud": {},
    "let-it-ride": {},
    "three-card": {"pair_plus": 100},
    "caribbean-stud": {},
    "ultimate-holdem": {"trips": 100},
}
COUNTED: Final = {RET: "progressive", CCP: "bonus_spin", STUD: "progressive"}
JACKPOTS: Final[Json] = {"wagers": {"bonus_spin": {"wheel": [{"symbol": "jackpot", "stops": 1}]}}}
"""A wheel with only the jackpot on it."""
BOOKS: Final = {game.key: game.short for game in GAMES.values()}
HOUSE_RULES: Final = {
    *(f"FAIR-{n}" for n in range(1, 8)),
    *(f"ROUND-{n}" for n in range(1, 12)),
    *(f"PROG-{n}" for n in range(1, 8)),
    *(f"LEDG-{n}" for n in range(1, 8)),
    *(f"SEC-{n}" for n in range(1, 7)),
    "FAIR-10",
    "RULINGS Cuts",
}
"""House rules that always apply, in any game."""
LONGEST: Final = 240
"""The maximum length of a message, whatever was sent."""

REACHED: Final[set[tuple[Path, int]]] = set()
"""Source locations of the refusals seen so far: file and line."""


class Scene(NamedTuple):
    """A table at one moment."""

    game: str
    state: State
    shoe: Shoe | None
    automation: Automation = Automation.CARE
    """What the house does by itself after a command."""

    @property
    def round(self) -> RoundState:
        """Return the round on the table."""
        assert self.state.round is not None
        return self.state.round

    @property
    def number(self) -> int:
        """Return the number of the round on the table, or of the first."""
        return self.state.round.number if self.state.round else 1

    def bet(self, cents: int = 500, **sides: int) -> c.PlaceWagers:
        """Return a bet that Ann could make."""
        return c.PlaceWagers(1, antes(self.game, cents, **sides), round=self.number)

    def decision(self, seat: int, decision: str | int, street: str) -> c.Decide:
        """Return a decision of a seat on a street."""
        return c.Decide(seat, decision, street, round=self.number)

    def table(self) -> Table:
        """Return a table in this state."""
        table = Table(automation=self.automation)
        table.state, table.shoe = self.state, self.shoe
        return table

    def after(self, *sentence: tuple[Person, c.Command]) -> "Scene":
        """Return the scene after these commands."""
        table = self.table()
        for by, command in sentence:
            table.execute(command, by)
        return scene_of(table)

    def allows(self, by: Person, command: c.Command) -> bool:
        """Return whether a person may do this now."""
        try:
            handle(self.state, by, command, self.shoe)
        except Refused as refusal:
            check(refusal)
            return False
        return True

    def refuses(
        self, by: Person, command: c.Command, saying: str, clause: str | Mapping[str, str]
    ) -> None:
        """Check that this is refused with these words and this clause, and changes nothing."""
        before = encode_state(self.state)
        with pytest.raises(Refused) as refusal:
            handle(self.state, by, command, self.shoe)
        check(refusal.value)
        assert saying in refusal.value.sentence
        expected_clause = (
            clause
            if isinstance(clause, str)
            else clause_or_rule(self.game, clause.get(self.game, ""))
        )
        assert refusal.value.clause == expected_clause
        assert encode_state(self.state) == before


class HouseRule:
    """Equal to any house rule, which a table without a rulebook cites."""

    def __eq__(self, other: object) -> bool:
        return other in HOUSE_RULES

    __hash__ = None  # type: ignore[assignment]


def clause_or_rule(game: str, clause: str) -> "str | HouseRule":
    """Return a clause of the game's rulebook, or any house rule without one."""
    return f"{BOOKS[game]} {clause}" if BOOKS[game] else HouseRule()


def scene_of(table: Table) -> Scene:
    """Return the scene of a table as it stands."""
    return Scene(table.state.game, table.state, table.shoe, table.automation)


def check(refusal: Refused) -> None:
    """Check that a message is readable and cites an existing clause."""
    *_, (frame, line) = walk_tb(refusal.__traceback__)
    REACHED.add((Path(frame.f_code.co_filename), line))
    sentence = refusal.sentence
    assert sentence == sentence.strip()
    assert sentence.isprintable()
    parts = list(map(str, refusal.faults)) if isinstance(refusal, SubmissionRefused) else [sentence]
    assert all(10 <= len(part) <= LONGEST for part in parts)
    assert len(sentence.split()) >= 3
    assert " object at 0x" not in sentence
    clause = refusal.clause
    assert clause, sentence
    book, _, clause_id = clause.partition(" ")
    assert clause in HOUSE_RULES or clause_id in clause_ids(book), clause


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Return all scenes of a round in order."""
    scenes_ = [Scene(game, State(), None)]

    def snap(table: Table) -> None:
        scenes_.append(Scene(game, table.state, table.shoe))

    submission = MACHINE | (JACKPOTS if game == CCP else {})
    table_ = Table()
    table_.open_table("table 1", game, 100_000_00)
    snap(table_)
    table = seated_table(game, HOLES, CARDS[game], submission=submission, seats=SEATS, chips=500_00)
    scenes_.append(Scene(game, table.state, stacked_shoe(table.rules, HOLES, CARDS[game])))
    table.dealer("Dee").open_round()
    snap(table)
    for seat in HOLES:
        table.player(SEATS[seat]).place_wagers(seat, antes(game, **SIDES[game]))
        snap(table)
    table.dealer("Dee").no_more_bets()
    snap(table)
    while current_round(table).phase is not Phase.CLOSED:
        if next_step(table.state):
            step(table)
        else:
            seat_asked = current_round(table).turn
            assert seat_asked is not None
            folds = seat_asked == 1 and game != STUD
            table.player(SEATS[seat_asked]).decide(seat_asked, "fold" if folds else STAYS[game])
        snap(table)
    return tuple(scenes_)


Moment = Callable[[Scene], bool]


def _phase(phase: Phase) -> Moment:
    return lambda scene: scene.state.round is not None and scene.round.phase is phase


def _next_is(command: type[c.Command]) -> Moment:
    def is_due(scene: Scene) -> bool:
        step = next_step(scene.state)
        return step is not None and isinstance(step.command, command)

    return is_due


def _asked_moment(seat: int, decision_count: int = 0) -> Moment:
    return lambda scene: (
        scene.state.round is not None
        and scene.round.turn == seat
        and len(scene.round.decisions[seat]) == decision_count
    )


MOMENTS: Final[Mapping[str, Moment]] = {
    "nothing": lambda scene: not scene.state.table,
    "no rules": lambda scene: bool(scene.state.table) and scene.state.rules is None,
    "no round": lambda scene: scene.state.rules is not None and scene.state.round is None,
    "bets are open": _phase(Phase.BETTING),
    "bets are down": lambda scene: _phase(Phase.BETTING)(scene) and len(scene.round.wagers) == 3,
    "to count": _phase(Phase.COUNTING),
    "to deal": _next_is(c.Deal),
    "asked": _asked_moment(1),
    "Bob is asked": _asked_moment(2),
    "to turn": _next_is(c.TurnOver),
    "second street": _asked_moment(2, decision_count=1),
    "to show": lambda scene: _phase(Phase.SETTLING)(scene) and _next_is(c.TurnOver)(scene),
    "to spin": _next_is(c.SpinWheel),
    "to settle": _next_is(c.Settle),
    "hit": _next_is(c.VerifyJackpot),
    "jackpot": _next_is(c.ValidateJackpot),
    "to close": _phase(Phase.SETTLED),
    "closed": _phase(Phase.CLOSED),
}
"""Moments by name, in the order of a round; not every game has all of them."""


@cache
def at(game: str, moment: str) -> Scene:
    """Return the first scene of a round at this moment."""
    if moment == "void":
        return _void(game)
    return next(scene for scene in scenes(game) if MOMENTS[moment](scene))


def has(game: str, moment: str) -> bool:
    """Return whether a round of this game has this moment."""
    return moment == "void" or any(MOMENTS[moment](scene) for scene in scenes(game))


def _void(game: str) -> Scene:
    """Return a round that two people voided before its first decision."""
    scene = at(game, "asked")
    proposal_command = c.Propose(c.VoidRound(1, "a card lies face up"))
    return scene.after((DEE, proposal_command), (FLO, c.Approve(scene.state.proposed + 1)))
