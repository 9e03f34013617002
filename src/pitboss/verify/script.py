"""What a round does with the cards, step by step: deal, ask, turn over."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.payoffs import Showdown
from pitboss.submission import Rules
from pitboss.submission.rules import OpenStreet, ReadHand


class Question(NamedTuple):
    """Ask every player on a street, after so many others."""

    street: OpenStreet
    taken: int


class Turn(NamedTuple):
    """Turn over these: places of the table, or a card of every hand that is still there."""

    names: tuple[str, ...]


Step = ToPlayers | ToTable | Burn | Discard | Question | Turn


class Script(NamedTuple):
    """The steps of a round, and where in them something ends."""

    steps: tuple[Step, ...]
    last_card: int
    """The step that deals the last card…"""
    last_question: int
    """…and the one that asks for the last time."""
    dealers: frozenset[str]
    """The places where the dealer's own cards lie."""


def script(rules: Rules) -> Script:
    """The order of the method, with what each street turns over once it is dealt and answered.

    What is dealt face up is not turned over: it is shown by then.
    """
    steps = tuple(_steps(rules))
    asking = [at for at, step in enumerate(steps) if isinstance(step, Question)]
    dealing = [at for at, step in enumerate(steps) if not isinstance(step, Question | Turn)]
    dealers = frozenset(_dealers(rules))
    return Script(steps, max(dealing, default=-1), max(asking, default=-1), dealers)


def _steps(rules: Rules) -> Iterator[Step]:
    steps = list(rules.dealing.steps)
    if not any(isinstance(step, Ask) for step in steps):
        steps += [Ask(street.wager) for street in rules.streets]
    streets = {street.wager: Question(street, n) for n, street in enumerate(rules.streets)}
    hidden: list[tuple[str, ...]] = []
    for at, step in enumerate(steps):
        if isinstance(step, Ask):
            yield streets[step.street]
            hidden = [shown.names for shown in streets[step.street].street.shown]
        else:
            yield step
        if isinstance(step, ToTable) and step.lies is Lies.UP:
            del hidden[0]
        still_to_come = {name for later in steps[at + 1 :] for name in _names(later)}
        while hidden and not still_to_come.intersection(hidden[0]):
            yield Turn(hidden.pop(0))


def _names(step: ToPlayers | ToTable | Burn | Discard | Ask) -> tuple[str, ...]:
    match step:
        case ToPlayers(cards=names) | ToTable(places=names):
            return names
        case _:
            return ()


def _dealers(rules: Rules) -> Iterator[str]:
    """Where cards lie that only the hand reads which the players' hands are compared with."""
    against = {w.pays.against for w in rules.wagers if isinstance(w.pays, Showdown)}
    own, shared = set[int](), set[int]()
    for hand in rules.hands:
        if isinstance(hand, ReadHand):
            (own if hand.name in against else shared).update(hand.cards)
    first = 0
    for place in rules.places:
        here = set(range(first, first + place.cards))
        first += place.cards
        if here & own and not here & shared:
            yield place.name
