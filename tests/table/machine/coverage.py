"""Coverage of a machine run: commands, events, ruling cells and moments reached."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, get_args

from pitboss.games import find_game
from pitboss.games.deck_tasks import Task
from pitboss.games.game_parts import FOLD, possible_values
from pitboss.games.payoffs import Progressive, Wheel
from pitboss.table import commands as c
from pitboss.table import events as e

from .rulings import FORFEITS, RET, STUD, THB, Cell, cells

WHEEL: Final = {"SpinWheel", "WheelSpun"}
METERS: Final = {
    "CountProgressives",
    "ProgressivesCounted",
    "VerifyJackpot",
    "JackpotVerified",
    "ValidateJackpot",
    "JackpotHit",
    "JackpotValidated",
    "GiftsPaid",
    "CorrectMeter",
    "MeterCorrected",
}
"""Features that only exist in games with a progressive or a wheel."""
FORFEIT: Final = {"Forfeit", "Forfeited"}
NO_COMMAND: Final = {"BroughtForward"}
"""Events without a command: the export of one round begins with one."""
OUTCOMES: Final = ("proposed", "approved", "rejected")
SHUFFLERS: Final = ("none", "automated", "automated counting", "automated reshuffling")
METHODS: Final = tuple(
    (dealing, shuffler, decks)
    for dealing in ("manual shoe", "hand", "automated shoe")
    for shuffler in SHUFFLERS
    for decks in (1, 2)
    if shuffler != "none" or (dealing != "hand" and decks == 1)
    if shuffler != "automated reshuffling" or dealing == "automated shoe"
)
"""Every combination of dealing and shuffling method and number of decks."""


@dataclass
class Counts:
    """Counts of everything that happened at the tables of one game."""

    carried: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Executed commands, by name and point."""
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    could: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Commands that would have been executed, as of a check."""
    swept: Counter[str] = field(default_factory=Counter)
    """Points at which every command was tried in every role."""
    events: Counter[str] = field(default_factory=Counter)
    matters: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Proposals, and what became of them."""
    moments: Counter[str] = field(default_factory=Counter)
    """Other things that must have occurred."""
    clauses: set[str] = field(default_factory=set)
    """Clauses cited by refusals."""
    cells: Counter[Cell] = field(default_factory=Counter)
    """Irregularities and their rulings."""
    troubles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Irregularities by the point at which they were reported."""
    troubles_refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    tasks: Counter[str] = field(default_factory=Counter)
    methods: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Rounds by method of dealing."""


def missing(game: str, counts: Counts) -> list[str]:
    """Return what should have happened at least once but did not."""
    never = impossible(game)
    done_names = {name for name, _ in counts.carried}
    refused = {name for name, _ in counts.refused}
    commands = [kind.__name__ for kind in get_args(c.Command)]
    matters = [kind.__name__ for kind in get_args(c.Matter) if kind is not c.CorrectCards]
    return [
        *(f"{name} carried out" for name in commands if name not in done_names | never),
        *(f"{name} refused" for name in commands if name not in refused),
        *(
            f"{name} at {at}"
            for at in points(game)
            for name in commands
            if not _count_for(counts, name, at)
        ),
        *(
            kind.__name__
            for kind in get_args(e.Event)
            if kind.__name__ not in counts.events.keys() | never
        ),
        *(
            f"{name} {outcome}"
            for name in matters
            for outcome in OUTCOMES
            if not counts.matters[name, outcome] and name not in never
        ),
        *(f"{name} refused" for name in matters if not counts.matters[name, "refused"]),
        *(moment for moment in moments(game) if not counts.moments[moment]),
        *(f"cell {cell}" for cell in cells(game) if not counts.cells[cell]),
        *(f"step {task}" for task in tasks(game) if not counts.tasks[task]),
        *(f"rounds by {way}" for way in METHODS if not counts.methods[way]),
    ]


POINTS: Final = {
    "no table": "no table",
    "no rules": "no rules",
    "not open": "not open",
    "nobody": "nobody",
    "between": "between",
    "betting": "betting",
    "counting": "counting",
    "no card yet": "no card",
    "dealing": "dealing",
    "playing": "playing",
    "settling": "settling",
    "settled": "settled",
    "void": "void",
    "incident": "incid.",
    "incident, round": "in round",
}
"""The points of a day with their column headers; in the last two, an incident is pending."""


def points(game: str) -> list[str]:
    """Return the points that a game reaches."""
    return [at for at in POINTS if at != "counting" or "CountProgressives" not in impossible(game)]


def _count_for(counts: Counts, name: str, at: str) -> int:
    key = name, at
    return counts.carried[key] + counts.refused[key] + counts.could[key]


def impossible(game: str) -> set[str]:
    """Return the commands, matters and events that this game cannot have."""
    pays = [pay for side in find_game(game).sides for pay in possible_values(side.pays)]
    wheel = any(isinstance(pay, Wheel) for pay in pays)
    meters = wheel or any(isinstance(pay, Progressive) for pay in pays)
    never = NO_COMMAND | (set() if wheel else WHEEL) | (set() if meters else METERS)
    never |= {"CardsCorrected"}  # only where a physical deck is dealt, which has its own tests
    never |= {"RecordBreach", "BreachRecorded"} if game in FORFEITS else FORFEIT
    never |= set() if game == RET else {"SatOut"}
    never |= set() if meters else {"WagersReturned"}
    return never | (set() if game in (THB, STUD) else {"CardOut"})


def tasks(game: str) -> list[Task]:
    """Return the steps with a deck in this game."""
    return [task for task in Task if task is not Task.EMPTY or game != THB]


def moments(game: str) -> list[str]:
    """Return what else this game must have shown; see where `Counts.moments` is updated."""
    definition = find_game(game)
    expected = [
        "absent: lost",
        "absent: stands",
        "absent, when some are paid: lost",
        "absent, when some are paid: stands",
        "closed: settled",
        "closed: void",
        "closed: void before the lock",
        "closed: void, some wagers settled before",
        "played otherwise",
        "shifts verified",
        "a filing took effect after a round",
        "a filing was withdrawn",
        "played on after a card was exposed",
        "time made something due",
        *(f"tray: {how}" for how in ("as in the books", "over", "short")),
        "a deck came shuffled",
        "the second deck was dealt",
        "another deck was dealt",
        "cut again: between rounds",
        "cut again: betting",
        "cut again: locked",
        *(f"stub: {how}" for how in ("right, in a round", "right, between rounds")),
    ]
    if any(FOLD in street.choices.values() for street in definition.streets):
        expected.append("fold")
    if any(possible_values(street.any_amount) != (False,) for street in definition.streets):
        expected.append("any amount")
    if any(incident.settles for incident in definition.procedures.incidents):
        expected.append("closed: void, one wager settled")
    if "JackpotHit" not in impossible(game):
        expected += ["void with a jackpot that was hit"]
        expected += ["a meter was hit", "a meter held a fraction", "gifts: " + _gift(game)]
    if definition.boxes.most > 1:
        expected.append("several boxes of one player")
    if "CardOut" not in impossible(game):
        expected.append("played on after a card was out")
    if game in FORFEITS:
        expected.append("a forfeit was settled")
    if game == RET:
        expected.append("played on while one sat out")
    return expected


def _gift(game: str) -> str:
    return "community pay" if not impossible(game) & WHEEL else "envy"
