"""A round as a player meets it: which decisions are open, what each stakes, what is shown next.

Settlement, advice, the live table, the page and the environments all ask here.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.words import FOLD, TAKE_DOWN, OnlyWith, Street
from pitboss.refusal import Refused, brief
from pitboss.submission.evaluators import DecisionTests
from pitboss.submission.rules import Rules, positions

Decision = str | int
"""A decision by name, or whole cents where any amount may be staked."""


class Choice(Struct, frozen=True):
    """A decision that is open, and what it stakes in cents; a fold gives up what was staked."""

    decision: str
    stake: int
    folds: bool
    loses: int = 0
    returns: int = 0
    """What it takes back, where it takes a wager down."""


class PlayerView(NamedTuple):
    """The player's own cards, the open ones of the table, and the decisions taken so far."""

    hole: tuple[Card, ...]
    table: Mapping[str, tuple[Card, ...]]
    decisions: tuple[Decision, ...]


class Course(NamedTuple):
    """How far a player came: the raises made, whether folded, how many streets are behind."""

    raises: dict[str, int]
    folded: bool
    taken: int
    """Streets that need no decision any more: those decided, and those that a raise closed."""
    down: tuple[str, ...] = ()
    """Required wagers that were taken down."""


def street(rules: Rules, taken: int) -> Street | None:
    """The street that is open after so many decisions, if one is."""
    return rules.streets[taken] if taken < len(rules.streets) else None


NOT_SEEN: Final = Card(-1)
"""Stands where a card is not dealt or not seen; no decision depends on it."""


def choices(
    rules: Rules, wagers: Mapping[str, int], course: Course, cards: Sequence[Card] | None = None
) -> tuple[Choice, ...]:
    """The decisions now open to a player; none after a fold or the last street.

    With the table's cards followed by the seat's own, only those that these cards allow; without,
    all that any cards allow.
    """
    open_street = None if course.folded else street(rules, course.taken)
    if open_street is None:
        return ()
    stakes = {wager.key: wagers[wager.key] for wager in rules.required}
    staked = sum(cents for key, cents in stakes.items() if key not in course.down)
    staked += sum(course.raises.values())
    unit = wagers[open_street.of]
    found = []
    for name, choice in open_street.choices.items():
        if isinstance(choice, OnlyWith) and cards is not None:
            if not allows(rules, course.taken, name, cards):
                continue
            found.append(Choice(name, choice.times * unit, False))
        elif choice == FOLD:
            found.append(Choice(name, 0, True, staked))
        elif choice == TAKE_DOWN:
            found.append(Choice(name, 0, False, returns=wagers[open_street.wager]))
        else:
            found.append(Choice(name, open_street.stakes[name] * unit, False))
    return tuple(found)


def shown(rules: Rules, taken: int) -> tuple[str, ...]:
    """What a player has seen after everyone took so many decisions: own cards and the table's.

    A place is named once some of its cards are seen; `seen` says which.
    """
    face_up = (place.name for place in rules.places if place.face_up)
    revealed = (name for street in rules.streets[:taken] for name in street.reveal)
    return tuple(dict.fromkeys((*rules.looks, *face_up, *revealed)))


def seen(rules: Rules, taken: int) -> tuple[int, ...]:
    """Where the cards are that a player has seen after so many decisions, in the order turned.

    Positions count the table's cards followed by the seat's own.
    """
    where = positions(rules.places, rules.hole)
    order = [at for name in rules.looks for at in where[name]]
    turned = {place.name: place.face_up for place in rules.places}
    order += [at for name, count in turned.items() for at in where[name][:count]]
    for street in rules.streets[:taken]:
        for reveal in street.reveals:
            for name in reveal.names:
                first = turned.get(name, 0)
                last = first + reveal.cards if reveal.cards else len(where[name])
                order += where[name][first:last]
                turned[name] = last
    return tuple(order)


def allows(rules: Rules, street: int, decision: str, cards: Sequence[Card]) -> bool:
    """Whether a decision of a street, counted from 0, is allowed with these cards."""
    if decision not in rules.streets[street].conditions:
        return True
    if rules.hash not in _tests:
        if len(_tests) >= MOST_TESTS:
            _tests.clear()
        _tests[rules.hash] = DecisionTests(rules)
    return _tests[rules.hash].allows(street, decision, cards)


MOST_TESTS: Final = 256
"""Rules whose tests are kept, so that a stream of new submissions does not fill the memory."""
_tests: dict[str, DecisionTests] = {}


def condition_words(rules: Rules, street: Street, decision: str) -> str:
    """Say what the cards must be for a decision; nothing where every player may take it."""
    condition = street.conditions.get(decision)
    hands = {hand.name: hand.label for hand in rules.hands}
    return condition.words(hands, {}) if condition else ""


def follow(
    rules: Rules,
    wagers: Mapping[str, int],
    decisions: Sequence[Decision],
    *,
    whole: bool = True,
    cards: Sequence[Card] | None = None,
) -> Course:
    """Take decisions in turn; a ``whole`` course ends with a fold or the last street.

    With the table's cards followed by the seat's own, a decision that they do not allow is refused.
    """
    raises: dict[str, int] = {}
    down: list[str] = []
    streets = rules.streets
    at = 0
    for number, decision in enumerate(decisions):
        if at == len(streets):
            raise Refused(_too_many(rules, decisions, number))
        now = streets[at]
        choice = now.choices.get(decision) if isinstance(decision, str) else None
        if isinstance(choice, OnlyWith):
            if cards is not None:
                _check_allowed(rules, at, str(decision), cards)
            choice = choice.times
        if choice == FOLD:
            if number + 1 < len(decisions):
                raise Refused(
                    f"there is a decision after the fold on {now.label}", rules.cite(now.clause)
                )
            return Course(raises, True, at + 1, tuple(down))
        at += 1
        if choice == TAKE_DOWN:
            down.append(now.wager)
            continue
        stake = (
            choice * wagers[now.of]
            if isinstance(choice, int)
            else _any_amount(rules, now, wagers, decision)
        )
        if stake:
            raises[now.wager] = stake
            at = _after(rules, at, raises)
    if whole and at < len(streets):
        missing = streets[at]
        raise Refused(f"the decision on {missing.label} is missing", rules.cite(missing.clause))
    return Course(raises, False, at, tuple(down))


def _check_allowed(rules: Rules, street: int, decision: str, cards: Sequence[Card]) -> None:
    if not allows(rules, street, decision, cards):
        now = rules.streets[street]
        why = condition_words(rules, now, decision)
        raise Refused(f"{decision} on {now.label} is allowed only if {why}", rules.cite(now.clause))


def _after(rules: Rules, at: int, raises: Mapping[str, int]) -> int:
    """Return the next street that is open: one whose wager is made is closed."""
    while at < len(rules.streets) and rules.streets[at].wager in raises:
        at += 1
    return at


def _too_many(rules: Rules, decisions: Sequence[Decision], taken: int) -> str:
    if taken < len(rules.streets):
        return f"there are {len(decisions)} decisions, but none is open after {taken}"
    return f"there are {len(decisions)} decisions, but only {len(rules.streets)} streets"


def _any_amount(rules: Rules, now: Street, wagers: Mapping[str, int], decision: Decision) -> int:
    """An amount in cents, where the rules take any; otherwise the decision is refused."""
    amount = ""
    if now.any_amount:
        base = wagers[now.of]
        low, high = now.least * base, now.most * base
        if type(decision) is int:
            if low <= decision <= high:
                return decision
            raise Refused(
                f"the raise on {now.label} is {brief(decision)} cents, but must be {low} to {high}",
                rules.cite(now.clause),
            )
        amount = f" or {low} to {high} cents"
    names = ", ".join(now.choices)
    raise Refused(
        f"{brief(decision)} is not a decision on {now.label}, which takes {names}{amount}",
        rules.cite(now.clause),
    )
