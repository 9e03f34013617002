"""What a round does with the cards, step by step: deal, ask, turn over."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.dealing import Ask, Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.words import HandOf, Street
from pitboss.submission import Rules


class Question(NamedTuple):
    """Ask every player on a street, after so many others."""

    street: Street
    taken: int


class Turn(NamedTuple):
    """Turn over these: places of the table, or a card of every hand that is still there."""

    names: tuple[str, ...]
    cards: int = 0
    """How many of each place; all of them where it is 0."""


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
        steps += [Ask(street.name) for street in rules.streets]
    streets = {street.name: Question(street, n) for n, street in enumerate(rules.streets)}
    open_places = [Turn((place.name,), place.face_up) for place in rules.places if place.face_up]
    hidden: list[Turn] = []
    for at, step in enumerate(steps):
        if isinstance(step, Ask):
            yield from open_places
            open_places = []
            yield streets[step.street]
            reveals = streets[step.street].street.reveals
            hidden = [Turn(reveal.names, reveal.cards) for reveal in reveals]
        else:
            yield step
        if isinstance(step, ToTable) and step.lies is Lies.UP:
            del hidden[0]
        still_to_come = {name for later in steps[at + 1 :] for name in _names(later)}
        while hidden and not still_to_come.intersection(hidden[0].names):
            yield hidden.pop(0)


def _names(step: ToPlayers | ToTable | Burn | Discard | Ask) -> tuple[str, ...]:
    match step:
        case ToPlayers(cards=names) | ToTable(places=names):
            return names
        case _:
            return ()


def _dealers(rules: Rules) -> Iterator[str]:
    """Where cards lie that only the hand reads which the players' hands are compared with."""
    against = {name for wager in rules.wagers for name in wager.pays.reads[1:]}
    own, shared = set[int](), set[int]()
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            (own if hand.name in against else shared).update(hand.positions)
    first = 0
    for place in rules.places:
        here = set(range(first, first + place.cards))
        first += place.cards
        if here & own and not here & shared:
            yield place.name
