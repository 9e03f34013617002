"""Advice that people give each other, as lists: what following it costs can then be worked out.

Some of it is said in forums of players, some at every table. A list is only made for a street that
has its decisions and its features.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from pitboss.games.words import FOLD, Street, times_of
from pitboss.lab.strategy.cross_seen import Marks
from pitboss.lab.strategy.lists import Condition, Rule, RuleList, always
from pitboss.submission.rules import Rules

COUNTED: Final = (8, 10, 12)
"""Outs from which a rule of thumb raises the most."""


class Advised(Struct, frozen=True):
    """Somebody's advice for the later streets; best play where it says nothing."""

    name: str
    lists: dict[str, RuleList]


def published(rules: Rules, shape: str, marks: Marks | None = None) -> list[Advised]:
    """What is said about games of this shape."""
    later = rules.streets[1:] or rules.streets
    least = {x.name: always(x.name, _least(x)) for x in later}
    found = [Advised(_always([_least(x) for x in later]), least)]
    if not any(FOLD in street.choices.values() for street in later):
        most = {x.name: always(x.name, _most(x)) for x in later}
        found.append(Advised(_always([_most(x) for x in later]), most))
    if shape == "showdown":
        found.append(_on_pairs(later))
    if shape == "cross" and marks is not None:
        found += _on_outs(later[-1], marks)
    return found


def _always(decisions: Sequence[str]) -> str:
    """What is always decided, street by street."""
    names = dict.fromkeys(decisions)
    at_each = " at every later bet" if len(decisions) > len(names) == 1 else ""
    return f"always {', then '.join(names)}{at_each}"


def _least(street: Street) -> str:
    stakes = _stakes(street)
    return min(stakes, key=lambda name: stakes[name])


def _most(street: Street) -> str:
    stakes = _stakes(street)
    return max(stakes, key=lambda name: stakes[name])


def _stakes(street: Street) -> dict[str, int]:
    """Return what decisions stake that every hand may take, and that are no fold."""
    return {
        name: times_of(choice)
        for name, choice in street.choices.items()
        if choice != FOLD and name not in street.conditions
    }


def _on_pairs(later: Sequence[Street]) -> Advised:
    """What is said at every table of hold 'em."""
    pair = (Condition("made", 1),)
    least, most = _least(later[-1]), _most(later[-1])
    return Advised(
        f"{most} with a pair or better, else {least}",
        {x.name: RuleList(x.name, (Rule(pair, _most(x)),), _least(x)) for x in later},
    )


def _on_outs(street: Street, marks: Marks) -> Iterator[Advised]:
    key, least, most = street.name, _least(street), _most(street)
    label = street.label
    for outs in COUNTED:
        rule = Rule((Condition("outs", outs),), most)
        yield Advised(
            f"{label}: {most} with {outs} outs, else {least}",
            {key: RuleList(key, (rule,), least)},
        )
    fold = next((name for name, times in street.choices.items() if times == FOLD), None)
    if fold is None:
        return
    # Tips for the middle bet from a forum of players, read as they stand: a made hand that wins, a
    # flush draw or an open straight draw takes the most; an inside draw or eight outs the least.
    tips = (
        Rule((Condition("made", marks.sure),), most),
        Rule((Condition("flush", 1),), most),
        Rule((Condition("straight", 2),), most),
        Rule((Condition("straight", 1),), least),
        Rule((Condition("outs", 8),), least),
    )
    yield Advised(f"{label}: five tips of a forum", {key: RuleList(key, tips, fold)})
