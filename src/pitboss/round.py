"""The decisions of a round: which are open, what each one stakes, and what is revealed next.

Settlement, advice, the live table and the pages all use these functions.
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
    """An open decision and its stake in cents."""

    decision: str
    stake: int
    folds: bool
    loses: int = 0
    """What a fold gives up."""
    returns: int = 0
    """What the player gets back for a wager that is taken down."""


class PlayerView(NamedTuple):
    """What one player knows: own cards, face-up cards of the table, and decisions so far."""

    hole: tuple[Card, ...]
    table: Mapping[str, tuple[Card, ...]]
    decisions: tuple[Decision, ...]


class BettingProgress(NamedTuple):
    """The raises of a player so far, and how many streets are over."""

    raises: dict[str, int]
    has_folded: bool
    streets_done: int
    """How many streets need no decision anymore: they are decided, or a raise closed them."""
    taken_down: tuple[str, ...] = ()
    """Required wagers that were taken down."""


def street_after(rules: Rules, streets_done: int) -> Street | None:
    """Return the street that is open after this many decisions, if any."""
    return rules.streets[streets_done] if streets_done < len(rules.streets) else None


NOT_SEEN: Final = Card(-1)
"""A placeholder for a card that is not dealt or not visible; no decision depends on it."""


def available_choices(
    rules: Rules,
    wagers: Mapping[str, int],
    progress: BettingProgress,
    cards: Sequence[Card] | None = None,
) -> tuple[Choice, ...]:
    """Return the choices that are open to a player: none after a fold or the last street.

    ``cards`` are the table's followed by the seat's own. With them, only choices that they allow
    are returned; without them, every choice that some cards allow.
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

    A place is included as soon as one of its cards is visible; `visible_positions` has each card.
    """
    face_up = (place.name for place in rules.places if place.face_up)
    revealed_names = (name for street in rules.streets[:streets_done] for name in street.reveal)
    return tuple(dict.fromkeys((*rules.looks, *face_up, *revealed_names)))


def visible_positions(rules: Rules, streets_done: int) -> tuple[int, ...]:
    """Return the positions of the cards that a player has seen, in the order they were revealed.

    Positions count the table's cards followed by the seat's own.
    """
    where = positions(rules.places, rules.hole)
    order = [at for name in rules.looks for at in where[name]]
    shown_counts = {place.name: place.face_up for place in rules.places}
    order += [at for name, count in shown_counts.items() for at in where[name][:count]]
    for street in rules.streets[:streets_done]:
        for reveal in street.reveals:
            for name in reveal.names:
                first = shown_counts.get(name, 0)
                last = first + reveal.cards if reveal.cards else len(where[name])
                order += where[name][first:last]
                shown_counts[name] = last
    return tuple(order)


def allows(rules: Rules, street: int, decision: str, cards: Sequence[Card]) -> bool:
    """Return whether a decision of a street, counted from 0, is allowed with these cards."""
    if decision not in rules.streets[street].conditions:
        return True
    if rules.hash not in _tests:
        if len(_tests) >= MAX_CACHED_TESTS:
            _tests.clear()
        _tests[rules.hash] = DecisionTests(rules)
    return _tests[rules.hash].allows(street, decision, cards)


MAX_CACHED_TESTS: Final = 256
"""The size of the cache, so that a stream of new submissions does not fill the memory."""
_tests: dict[str, DecisionTests] = {}


def condition_words(rules: Rules, street: Street, decision: str) -> str:
    """Return the condition of a decision in words; empty if every player may take it."""
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
    """Return where a player stands after these decisions; refuse impossible ones.

    ``complete`` decisions end with a fold or on the last street. With ``cards``, which are the
    table's followed by the seat's own, a decision that they do not allow is refused.
    """
    raises: dict[str, int] = {}
    taken_down: list[str] = []
    streets = rules.streets
    street_index = 0
    for number, decision in enumerate(decisions):
        if street_index == len(streets):
            raise Refused(_too_many_message(rules, decisions, number))
        open_street = streets[street_index]
        choice = open_street.choices.get(decision) if isinstance(decision, str) else None
        if isinstance(choice, OnlyWith):
            if cards is not None:
                _check_allowed(rules, street_index, str(decision), cards)
            choice = choice.times
        if choice == FOLD:
            if number + 1 < len(decisions):
                raise Refused(
                    f"there is a decision after the fold on {open_street.label}",
                    rules.cite(open_street.clause),
                )
            return BettingProgress(raises, True, street_index + 1, tuple(taken_down))
        street_index += 1
        if choice == TAKE_DOWN:
            taken_down.append(open_street.wager)
            continue
        stake = (
            choice * wagers[open_street.of]
            if isinstance(choice, int)
            else _check_amount(rules, open_street, wagers, decision)
        )
        if stake:
            raises[open_street.wager] = stake
            street_index = _next_open_street(rules, street_index, raises)
    if complete and street_index < len(streets):
        missing = streets[street_index]
        raise Refused(f"the decision on {missing.label} is missing", rules.cite(missing.clause))
    return BettingProgress(raises, False, street_index, tuple(taken_down))


def _check_allowed(rules: Rules, street_index: int, decision: str, cards: Sequence[Card]) -> None:
    if not allows(rules, street_index, decision, cards):
        street = rules.streets[street_index]
        why = condition_words(rules, street, decision)
        raise Refused(
            f"{decision} on {street.label} is allowed only if {why}",
            rules.cite(street.clause),
        )


def _next_open_street(rules: Rules, street_index: int, raises: Mapping[str, int]) -> int:
    """Return the index of the next open street; a raise closes later streets of its wager."""
    while street_index < len(rules.streets) and rules.streets[street_index].wager in raises:
        street_index += 1
    return street_index


def _too_many_message(rules: Rules, decisions: Sequence[Decision], streets_done: int) -> str:
    if streets_done < len(rules.streets):
        return (
            f"there are {len(decisions)} decisions, but none is open after decision {streets_done}"
        )
    count = "1 street" if len(rules.streets) == 1 else f"{len(rules.streets)} streets"
    return f"there are {len(decisions)} decisions, but only {count}"


def _check_amount(
    rules: Rules, street: Street, wagers: Mapping[str, int], decision: Decision
) -> int:
    """Return a raise in cents where the rules allow any amount, or refuse the decision."""
    amount = ""
    if street.any_amount:
        base = wagers[street.of]
        low, high = street.least * base, street.most * base
        if type(decision) is int:
            if low <= decision <= high:
                return decision
            raise Refused(
                f"the raise on {street.label} is {short_repr(decision)} cents, but must be "
                f"{low} to {high}",
                rules.cite(street.clause),
            )
        amount = f" or {low} to {high} cents"
    names = ", ".join(street.choices)
    raise Refused(
        f"{short_repr(decision)} is not a decision on {street.label}, which takes {names}{amount}",
        rules.cite(street.clause),
    )
