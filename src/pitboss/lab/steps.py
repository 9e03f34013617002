"""What is turned when, and which cards are alike: the skeleton of a deal, read off the rules."""

from pitboss.cards import Card
from pitboss.games.names import HOLE
from pitboss.games.words import HandOf
from pitboss.lab.digest import main_hands
from pitboss.lab.suits import CHANGES, Change, keeping
from pitboss.round import seen
from pitboss.submission.rules import Rules, positions


def steps(rules: Rules) -> list[list[tuple[int, ...]]]:
    """The positions that are turned before each street and after the last, in groups.

    Positions that belong to the same hands are a group: their order does not matter.
    """
    judged = _judged(rules)
    found, gone = [], set[int]()
    for taken in range(len(rules.streets) + 1):
        new = [at for at in seen(rules, taken) if at not in gone]
        if taken == len(rules.streets):
            # What nobody turns over and a hand still reads falls with the last cards.
            new += [at for at in sorted(set().union(*judged)) if at not in {*gone, *new}]
        gone.update(new)
        groups: dict[tuple[bool, ...], tuple[int, ...]] = {}
        for at in new:
            alike = serves(rules, at)
            groups[alike] = (*groups.get(alike, ()), at)
        found.append(list(groups.values()))
    return found


def cards_needed(rules: Rules) -> int:
    """How many cards a deal of the main game takes."""
    return sum(len(group) for step in steps(rules) for group in step)


def serves(rules: Rules, position: int) -> tuple[bool, ...]:
    """Which of the judged hands a position belongs to."""
    return tuple(position in hand for hand in _judged(rules))


def _judged(rules: Rules) -> list[set[int]]:
    """The positions that each hand of the main game reads."""
    where = positions(rules.places, rules.hole)
    hands = [set(hand.positions) for hand in main_hands(rules) if isinstance(hand, HandOf)]
    for wager in rules.required + rules.raises:
        hands += [set(where[HOLE][:2] if name == HOLE else where[name]) for name in wager.pays.sees]
    return hands


def changes(rules: Rules, deck: tuple[Card, ...]) -> tuple[Change, ...]:
    """The changes of suits that keep the deck, if no wager of the main game tells suits apart."""
    if any(wager.pays.tells_suits for wager in rules.required + rules.raises):
        return CHANGES[:1]
    return keeping(CHANGES, deck)
