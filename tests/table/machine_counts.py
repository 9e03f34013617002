"""What a run of the machine reached: said and refused by phase, events, proposals, moments."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, get_args

from pitboss.games import find_game
from pitboss.games.payoffs import Progressive, Spin
from pitboss.games.words import FOLD, alternatives
from pitboss.table import commands as c
from pitboss.table import events as e

WHEEL: Final = {"SpinWheel", "WheelSpun"}
METERS: Final = {
    "CountProgressives",
    "ProgressivesCounted",
    "ValidateJackpot",
    "JackpotHit",
    "JackpotValidated",
    "GiftsPaid",
    "CorrectMeter",
    "MeterCorrected",
}
"""What only a game with a progressive or a wheel can have."""
NO_COMMAND: Final = {"BroughtForward"}
"""Events that no command causes: a file of one round begins with it."""
OUTCOMES: Final = ("proposed", "approved", "rejected")


@dataclass
class Counts:
    """How often each thing happened at the tables of one game."""

    carried: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Commands carried out, by name and phase."""
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    matters: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What was proposed, and what became of it."""
    moments: Counter[str] = field(default_factory=Counter)
    """Anything else that must have been seen."""
    clauses: set[str] = field(default_factory=set)
    """Those that refusals named."""

    def lines(self) -> Iterator[str]:
        """All of it, for people."""
        yield (
            f"{self.carried.total()} commands carried out, {self.refused.total()} refused "
            f"for {len(self.clauses)} clauses and rules"
        )
        for name in sorted({name for name, _ in [*self.carried, *self.refused]}):
            yield f"  {name:18} done    {_by_phase(self.carried, name)}"
            yield f"  {'':18} refused {_by_phase(self.refused, name)}"
        yield "  events: " + _listed(self.events)
        matters = Counter({" ".join(key): number for key, number in self.matters.items()})
        yield "  proposals: " + _listed(matters)
        yield "  moments: " + _listed(self.moments)


def _by_phase(some: Counter[tuple[str, str]], name: str) -> str:
    found = Counter({phase: number for (one, phase), number in some.items() if one == name})
    return f"{found.total()} ({_listed(found)})"


def _listed(some: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(some.items()))


def missing(game: str, counts: Counts) -> list[str]:
    """What should have happened at least once and did not."""
    never = impossible(game)
    done = {name for name, _ in counts.carried}
    refused = {name for name, _ in counts.refused}
    commands = [kind.__name__ for kind in get_args(c.Command)]
    matters = [kind.__name__ for kind in get_args(c.Matter)]
    return [
        *(f"{name} carried out" for name in commands if name not in done | never),
        *(f"{name} refused" for name in commands if name not in refused),
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
    ]


def impossible(game: str) -> set[str]:
    """Commands, matters and events that this game cannot have."""
    pays = [pay for side in find_game(game).sides for pay in alternatives(side.pays)]
    wheel = any(isinstance(pay, Spin) for pay in pays)
    meters = wheel or any(isinstance(pay, Progressive) for pay in pays)
    return NO_COMMAND | (set() if wheel else WHEEL) | (set() if meters else METERS)


def moments(game: str) -> list[str]:
    """What this game must also have shown: see where `Counts.moments` is added to."""
    definition = find_game(game)
    wanted = [
        "absent: lost",
        "absent: stands",
        "closed: settled",
        "closed: void",
        "closed: void before the lock",
        "played otherwise",
        "shifts verified",
    ]
    if any(FOLD in street.asks.values() for street in definition.streets):
        wanted.append("fold")
    if any(alternatives(street.any_amount) != (False,) for street in definition.streets):
        wanted.append("any amount")
    if any(incident.settles for incident in definition.incidents):
        wanted.append("closed: void, one wager settled")
    if "JackpotHit" not in impossible(game):
        wanted += ["a meter was hit", "a meter held a fraction", "gifts: " + _gift(game)]
    if definition.boxes.most > 1:
        wanted.append("several boxes of one player")
    return wanted


def _gift(game: str) -> str:
    return "community pay" if not impossible(game) & WHEEL else "envy"
