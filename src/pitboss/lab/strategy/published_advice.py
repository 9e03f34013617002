"""Advice for the later streets that is published elsewhere, as rule lists."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.games.game_parts import FOLD, Street, stake_multiple
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList, single_rule_list

if TYPE_CHECKING:
    from pitboss.lab.cross.odds import PayMarks

OUT_COUNTS: Final = (8, 10, 12)
"""The numbers of outs from which a rule of thumb raises the maximum."""


class PublishedAdvice(Struct, frozen=True):
    """Published advice for the later streets; optimal play where it is silent."""

    name: str
    lists: dict[str, RuleList]


def common_advice(later: Sequence[Street]) -> list[PublishedAdvice]:
    """Return the advice that can be given for any game: always the smallest, or the largest."""
    smallest = {x.name: single_rule_list(x.name, _smallest_stake(x)) for x in later}
    advice = [PublishedAdvice(_always_name([_smallest_stake(x) for x in later]), smallest)]
    if not any(FOLD in street.choices.values() for street in later):
        largest = {x.name: single_rule_list(x.name, _largest_stake(x)) for x in later}
        advice.append(PublishedAdvice(_always_name([_largest_stake(x) for x in later]), largest))
    return advice


def _always_name(decisions: Sequence[str]) -> str:
    """Name a strategy that always takes these decisions, street by street."""
    names = dict.fromkeys(decisions)
    suffix = " at every later bet" if len(decisions) > len(names) == 1 else ""
    return f"always {', then '.join(names)}{suffix}"


def _smallest_stake(street: Street) -> str:
    stakes = _stakes(street)
    return min(stakes, key=lambda name: stakes[name])


def _largest_stake(street: Street) -> str:
    stakes = _stakes(street)
    return max(stakes, key=lambda name: stakes[name])


def _stakes(street: Street) -> dict[str, int]:
    """Return the stakes of decisions that every hand may take, folds excluded."""
    return {
        name: stake_multiple(choice)
        for name, choice in street.choices.items()
        if choice != FOLD and name not in street.conditions
    }


def pair_advice(later: Sequence[Street]) -> PublishedAdvice:
    """Return the usual hold 'em advice."""
    pair = (Condition("made", 1),)
    least, most = _smallest_stake(later[-1]), _largest_stake(later[-1])
    return PublishedAdvice(
        f"{most} with a pair or better, else {least}",
        {
            street.name: RuleList(
                street.name, (Rule(pair, _largest_stake(street)),), _smallest_stake(street)
            )
            for street in later
        },
    )


def outs_advice(street: Street, marks: "PayMarks") -> Iterator[PublishedAdvice]:
    """Yield the usual advice by the number of outs, and the tips of a forum."""
    key, least, most = street.name, _smallest_stake(street), _largest_stake(street)
    label = street.label
    for outs in OUT_COUNTS:
        rule = Rule((Condition("outs", outs),), most)
        yield PublishedAdvice(
            f"{label}: {most} with {outs} outs, else {least}",
            {key: RuleList(key, (rule,), least)},
        )
    fold = next((name for name, times in street.choices.items() if times == FOLD), None)
    if fold is None:
        return
    # Tips for the middle bet from a players' forum: raise the maximum with a made hand that wins,
    # a flush draw or an open straight draw, and the minimum with an inside draw or eight outs.
    tips = (
        Rule((Condition("made", marks.sure_win_level),), most),
        Rule((Condition("flush", 1),), most),
        Rule((Condition("straight", 2),), most),
        Rule((Condition("straight", 1),), least),
        Rule((Condition("outs", 8),), least),
    )
    yield PublishedAdvice(f"{label}: five tips from a forum", {key: RuleList(key, tips, fold)})
