"""A round as a player meets it: which decisions are open, what each stakes, what is shown next.

Settlement, advice, the live table, the page and the environments all ask here.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import FOLD, TAKE_DOWN, OnlyWith, Street
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


class BettingProgress(NamedTuple):
    """How far a player came: the raises made, whether folded, how many streets are behind."""

    raises: dict[str, int]
    has_folded: bool
    streets_done: int
    """Streets that need no decision any more: those decided, and those that a raise closed."""
    taken_down: tuple[str, ...] = ()
    """Required wagers that were taken down."""


def street_after(rules: Rules, streets_done: int) -> Street | None:
    """Return the street that is open after this many decisions, if any."""
    return rules.streets[streets_done] if streets_done < len(rules.streets) else None


NOT_SEEN: Final = Card(-1)
"""Stands where a card is not dealt or not seen; no decision depends on it."""


def available_choices(
    rules: Rules,
    wagers: Mapping[str, int],
    progress: BettingProgress,
    cards: Sequence[Card] | None = None,
) -> tuple[Choice, ...]:
    """Return the choices that are open to a player: none after a fold or the last street.

    With the table's cards followed by the seat's own, only those that these cards allow; without,
    all that any cards allow.
    """
    open_street = None if progress.has_folded else street_after(rules, progress.streets_done)
    if open_street is None:
        return ()
    stakes = {wager.key: wagers[wager.key] for wager in rules.required}
    staked = sum(cents for key, cents in stakes.items() if key not in progress.taken_down)
    staked += sum(progress.raises.values())
    unit = wagers[open_street.of]
    result = []
    for name, choice in open_street.choices.items():
        if isinstance(choice, OnlyWith) and cards is not None:
            if not allows(rules, progress.streets_done, name, cards):
                continue
            result.append(Choice(name, choice.times * unit, False))
        elif choice == FOLD:
            result.append(Choice(name, 0, True, staked))
        elif choice == TAKE_DOWN:
            result.append(Choice(name, 0, False, returns=wagers[open_street.wager]))
        else:
            result.append(Choice(name, open_street.stakes[name] * unit, False))
    return tuple(result)


def visible_places(rules: Rules, streets_done: int) -> tuple[str, ...]:
    """Return the places that a player has seen after this many decisions, own cards included.

    A place is named once some of its cards are seen; `seen` says which.
    """
    face_up = (place.name for place in rules.places if place.face_up)
    revealed = (name for street in rules.streets[:streets_done] for name in street.reveal)
    return tuple(dict.fromkeys((*rules.looks, *face_up, *revealed)))


def visible_positions(rules: Rules, streets_done: int) -> tuple[int, ...]:
    """Where the cards are that a player has seen after so many decisions, in the order turned.

    Positions count the table's cards followed by the seat's own.
    """
    where = positions(rules.places, rules.hole)
    order = [at for name in rules.looks for at in where[name]]
    turned = {place.name: place.face_up for place in rules.places}
    order += [at for name, count in turned.items() for at in where[name][:count]]
    for street in rules.streets[:streets_done]:
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


def replay_decisions(
    rules: Rules,
    wagers: Mapping[str, int],
    decisions: Sequence[Decision],
    *,
    complete: bool = True,
    cards: Sequence[Card] | None = None,
) -> BettingProgress:
    """Take decisions in turn; a ``complete`` course ends with a fold or the last street.

    With the table's cards followed by the seat's own, a decision that they do not allow is refused.
    """
    raises: dict[str, int] = {}
    down: list[str] = []
    streets = rules.streets
    at = 0
    for number, decision in enumerate(decisions):
        if at == len(streets):
            raise Refused(_too_many_message(rules, decisions, number))
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
            return BettingProgress(raises, True, at + 1, tuple(down))
        at += 1
        if choice == TAKE_DOWN:
            down.append(now.wager)
            continue
        stake = (
            choice * wagers[now.of]
            if isinstance(choice, int)
            else _check_amount(rules, now, wagers, decision)
        )
        if stake:
            raises[now.wager] = stake
            at = _next_open_street(rules, at, raises)
    if complete and at < len(streets):
        missing = streets[at]
        raise Refused(f"the decision on {missing.label} is missing", rules.cite(missing.clause))
    return BettingProgress(raises, False, at, tuple(down))


def _check_allowed(rules: Rules, street: int, decision: str, cards: Sequence[Card]) -> None:
    if not allows(rules, street, decision, cards):
        now = rules.streets[street]
        why = condition_words(rules, now, decision)
        raise Refused(f"{decision} on {now.label} is allowed only if {why}", rules.cite(now.clause))


def _next_open_street(rules: Rules, street_index: int, raises: Mapping[str, int]) -> int:
    """Return the next street that is open: one whose wager is made is closed."""
    while street_index < len(rules.streets) and rules.streets[street_index].wager in raises:
        street_index += 1
    return street_index


def _too_many_message(rules: Rules, decisions: Sequence[Decision], streets_done: int) -> str:
    if streets_done < len(rules.streets):
        return f"there are {len(decisions)} decisions, but none is open after {streets_done}"
    return f"there are {len(decisions)} decisions, but only {len(rules.streets)} streets"


def _check_amount(rules: Rules, now: Street, wagers: Mapping[str, int], decision: Decision) -> int:
    """Return a raise in cents where the rules allow any amount, or refuse the decision."""
    amount = ""
    if now.any_amount:
        base = wagers[now.of]
        low, high = now.least * base, now.most * base
        if type(decision) is int:
            if low <= decision <= high:
                return decision
            raise Refused(
                f"the raise on {now.label} is {short_repr(decision)} cents, but must be {low} to "
                f"{high}",
                rules.cite(now.clause),
            )
        amount = f" or {low} to {high} cents"
    names = ", ".join(now.choices)
    raise Refused(
        f"{short_repr(decision)} is not a decision on {now.label}, which takes {names}{amount}",
        rules.cite(now.clause),
    )
