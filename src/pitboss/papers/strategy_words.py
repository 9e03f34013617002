"""Rule lists in words: what each feature means to a person at the table."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from pitboss.games.payoffs import ByTable
from pitboss.lab.cross.odds import Table, table_of
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.strategy.cross_seen import marks_of
from pitboss.lab.strategy.lists import Condition, Rule, RuleList
from pitboss.lab.strategy.stud import lowest_pair
from pitboss.lab.stud.shape import growing_of
from pitboss.papers.hand_words import RANK_WORDS, plural
from pitboss.papers.words import number, sentence
from pitboss.submission.rules import Rules

Say = Callable[[int], str]
FIVE: Final = 5
_KINDS: Final = (
    "", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house",
    "four of a kind",
)  # fmt: skip
_PAIRS: Final = (
    "", "a pair with a card of your own", "a pair with two ranks of the board above it, or better",
    "second pair or better", "top pair or better", "a pair above the board",
)  # fmt: skip


def list_words(rules: Rules, shape: str, found: RuleList) -> list[str]:
    """A list line by line."""
    say = words_of(rules, shape)
    return [*(_rule(say, rule) for rule in found.rules), f"Otherwise {found.otherwise}."]


def note_words(rules: Rules, shape: str) -> str:
    """How what the lists ask for is counted."""
    if shape != "cross":
        return _NOTES[shape]
    lines = lines_of(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    table = table_of(rules, lines)
    names, marks = _level_names(table), marks_of(table)
    return (
        "Count the cards that you do not see. One wins if it gives a line "
        f"{_a(names[marks.win])}, and pushes if it gives {_a(names[marks.push])}."
    )


_NOTES: Final = {
    "showdown": "What the board has by itself, everybody has: it does not count as yours.",
    "stud": "Three to a straight can become one with the two community cards.",
}


def _rule(say: Mapping[str, Say], rule: Rule) -> str:
    when = " and ".join(condition_words(say, condition) for condition in rule.when)
    return f"{sentence(rule.then)} with {when}."


def condition_words(say: Mapping[str, Say], condition: Condition) -> str:
    """What is asked for."""
    return say[condition.feature](condition.least)


def words_of(rules: Rules, shape: str) -> Mapping[str, Say]:
    """How each feature of a shape is said, with its least value."""
    return {"cross": _cross, "showdown": lambda _: _SHOWDOWN, "stud": _stud}[shape](rules)


def _cross(rules: Rules) -> Mapping[str, Say]:
    lines = lines_of(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    names = _level_names(table_of(rules, lines))

    def made(level: int) -> str:
        name = names[level].partition(" to ")[0]
        return name if "or better" in name else f"{name} or better"

    return {
        "made": lambda n: f"{_a(made(n))} made in a line",
        "other": lambda n: f"{_a(made(n))} made in both lines",
        "outs": lambda n: f"{n} or more cards that win",
        "any": lambda n: f"{n} or more cards that win or push",
        "flush": lambda _: "four to a flush in a line",
        "straight": lambda n: (
            "four to a straight, open at both ends" if n > 1 else "four to a straight in a line"
        ),
        "held": lambda n: f"{'a pair' if n == 1 else _a(made(n - 1))} in your hand",
        "high": lambda n: f"{'a card' if n == 1 else 'two cards'} that would win as a pair",
        "suited": lambda _: "two cards of one suit",
        "near": lambda n: f"two cards that share {number(n)} or more straights",
    }


def _level_names(table: Table) -> list[str]:
    """What the lowest hand of each level is called by the paytable of the last raise."""
    pays = table.lines.raises[-1].pays
    ranked = ranks_of_five(low_ace=table.lines.low_ace).strengths
    named = pays.table.lines if isinstance(pays, ByTable) else ()
    found = []
    for level in range(table.levels.number):
        strength = ranked[int(np.argmax(table.levels.of == level))]
        covering = (line.name for line in named if line.hand.covers(strength, FIVE))
        found.append(next(covering, "nothing"))
    return found


def _stud(rules: Rules) -> Mapping[str, Say]:
    growing = growing_of(rules)
    if growing is None:
        raise AssertionError(f"{rules.game} has no hand that grows")
    low = lowest_pair(growing.raises[1])
    return {
        "pair": lambda n: "a pair" if n == 1 else f"a pair of {plural(n - 1)} or better",
        "three": lambda _: "three of a kind",
        "high": lambda n: f"{'a card' if n == 1 else f'{number(n)} cards'} {_rank_up(low)}",
        "suited": lambda _: "three of one suit",
        "straight": lambda n: f"three to a straight{'' if n == 1 else f' in {number(n)} ways'}",
    }


def _at_least(rank: int) -> str:
    article = "an" if RANK_WORDS[rank][0] in "ae" else "a"
    return f"{article} {RANK_WORDS[rank]}" + ("" if rank == 12 else " or higher")


def _rank_up(rank: int) -> str:
    return "an ace" if rank == 12 else f"{RANK_WORDS[rank]} or higher"


def _a(name: str) -> str:
    counted = ("two", "three", "four")
    return name if name.startswith(counted) else f"a {name}"


_SHOWDOWN: Final[Mapping[str, Say]] = {
    "made": lambda n: f"{_KINDS[n]} or better that the board alone has not",
    "pair": lambda n: _PAIRS[n],
    "high": lambda n: f"{_at_least(n)} in your hand",
    "low": lambda n: f"both cards {_rank_up(n)}",
    "over": lambda n: "a card above the board" if n == 1 else "two cards above the board",
    "flush": lambda _: "four to a flush",
    "straight": lambda n: "two ranks that make a straight" if n > 1 else "a straight draw",
}
