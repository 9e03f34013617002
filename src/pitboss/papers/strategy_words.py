"""Rule lists in words: what each feature means to a person at the table."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from pitboss.games.paytables import Line
from pitboss.hands import ORDERS
from pitboss.lab.cross.odds import Table, table_of
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.ranks import ranks_of_five
from pitboss.lab.strategy.cross_seen import Flags, lasting, marks_of
from pitboss.lab.strategy.lists import Condition, Rule, RuleList
from pitboss.lab.strategy.showdown_seen import UNSEEN
from pitboss.lab.strategy.stud_seen import lowest_pair
from pitboss.lab.stud.shape import growing_of
from pitboss.papers import duel_words, revealed_words
from pitboss.papers.hand_words import RANK_WORDS, plural
from pitboss.papers.words import listed, number, sentence
from pitboss.submission.rules import Rules

Say = Callable[[int], str]
_FIVE: Final = ORDERS["five cards"]
_KINDS: Final = (
    "", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house",
    "four of a kind", "a straight flush",
)  # fmt: skip
_CALM: Final = (
    "", "no four of a suit on the board", "no three of a suit on the board",
    "no two of a suit on the board",
)  # fmt: skip


def list_words(rules: Rules, shape: str, found: RuleList) -> list[str]:
    """A list line by line."""
    say = words_of(rules, shape)
    return [*(_rule(say, rule) for rule in found.rules), f"Otherwise {found.otherwise}."]


def street_titles(rules: Rules) -> dict[str, str]:
    """What each street is called: its label, and its name where several decide one wager."""
    labels = [street.label for street in rules.streets]
    return {
        street.name: street.label
        if labels.count(street.label) == 1
        else f"{street.label}, {street.name}"
        for street in rules.streets
    }


def note_words(rules: Rules, shape: str) -> str:
    """How what the lists ask for is counted."""
    if shape == "revealed":
        return revealed_words.note(rules)
    if shape != "cross":
        return _NOTES[shape]
    lines = lines_of(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    table = table_of(rules, lines)
    marks = marks_of(table)
    wins, pushes = (_hands(table, x) for x in (marks.win, marks.push & ~marks.win))
    won = f"One wins if it gives a line {wins}" if wins else "None wins"
    pushed = f", and {'' if wins else 'one '}pushes if it gives {'' if wins else 'a line '}{pushes}"
    return f"Count the cards that you do not see. {won}{pushed if pushes else ''}."


_SHOWDOWN_NOTE: Final = (
    "Count the cards that you do not see. One beats you if the dealer, with it alone, would have "
    "the better hand now. One helps you if with it you have a better kind of hand, which the board "
    "alone has not. What the board has by itself does not count as yours."
)
_NOTES: Final = {
    "showdown": _SHOWDOWN_NOTE,
    "one-raise": _SHOWDOWN_NOTE,
    "duel": duel_words.NOTE,
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
    words = {
        "cross": _cross,
        "stud": _stud,
        "revealed": revealed_words.words,
        "duel": duel_words.words,
    }
    return words[shape](rules) if shape in words else _SHOWDOWN


def _cross(rules: Rules) -> Mapping[str, Say]:
    lines = lines_of(rules)
    if lines is None:
        raise AssertionError(f"{rules.game} has no crossing lines")
    names = _level_names(table_of(rules, lines))

    def made(level: int) -> str:
        return _or_better(names[level])

    return {
        "made": lambda n: f"{_a(made(n))} made in a line",
        "outs": lambda n: _cards(n, "win", "wins"),
        "any": lambda n: _cards(n, "win or push", "wins or pushes"),
        "outs_each": lambda n: f"{_cards(n, 'win', 'wins')} in each line",
        "any_each": lambda n: f"{_cards(n, 'win or push', 'wins or pushes')} in each line",
        "any_one": lambda n: f"{_cards(n, 'win or push', 'wins or pushes')} in one line",
        "flush": lambda _: "four to a flush in a line",
        "straight": lambda n: (
            "four to a straight, open at both ends" if n > 1 else "four to a straight in a line"
        ),
        "held": lambda n: f"{'a pair' if n == 1 else _a(made(n - 1))} in your hand",
        "high": lambda n: f"{'a card' if n == 1 else 'two cards'} that would win as a pair",
        "suited": lambda _: "two cards of one suit",
        "near": lambda n: f"two cards that share {number(n)} or more straights",
    }


def _or_better(name: str) -> str:
    """A hand of a paytable, and all that are better: ``pair of 6s or better``."""
    lowest = name.partition(" to ")[0]
    return lowest if "or better" in lowest else f"{lowest} or better"


def _hands(table: Table, marked: Flags) -> str:
    """The hands of some levels, as the paytable of the last raise names them, the lowest first."""
    of, ranked = table.levels.of, ranks_of_five(low_ace=table.lines.low_ace).strengths
    named = []
    for line in reversed(_paid_lines(table)):
        at = next((i for i, x in enumerate(ranked) if line.hand.covers(x, _FIVE)), None)
        if at is not None and marked[of[at]]:
            named.append((line.name, bool(of[at] >= lasting(marked))))
    if not named:
        return ""
    below = [_a(name.replace(" or better", " to aces")) for name, lasts in named if not lasts]
    above = [name for name, lasts in named if lasts]
    best = [_a(_or_better(above[0]) if len(above) > 1 else above[0])] if above else []
    return listed([*below, *best], "or")


def _paid_lines(table: Table) -> tuple[Line, ...]:
    paytable = table.lines.raises[-1].pays.ranked_table
    return paytable.lines if paytable else ()


def _level_names(table: Table) -> list[str]:
    """What the lowest hand of each level is called by the paytable of the last raise."""
    ranked = ranks_of_five(low_ace=table.lines.low_ace).strengths
    found = []
    for level in range(table.levels.number):
        strength = ranked[int(np.argmax(table.levels.of == level))]
        lines = (line.name for line in _paid_lines(table) if line.hand.covers(strength, _FIVE))
        found.append(next(lines, "nothing"))
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


def _cards(least: int, do: str, does: str) -> str:
    return f"a card that {does}" if least == 1 else f"{least} or more cards that {do}"


def _beaten(most: int) -> str:
    if most < 2:
        return f"{'at most one' if most else 'no'} card that beats you"
    return f"at most {most} cards that beat you"


def _rank_up(rank: int) -> str:
    return "an ace" if rank == 12 else f"{RANK_WORDS[rank]} or higher"


def _a(name: str) -> str:
    counted = ("two", "three", "four")
    return name if name.startswith(counted) else f"a {name}"


_SHOWDOWN: Final[Mapping[str, Say]] = {
    "safe": lambda n: _beaten(UNSEEN - n),
    "outs": lambda n: _cards(n, "help you", "helps you"),
    "low": lambda n: f"both cards {_rank_up(n)}",
    "made": lambda n: _KINDS[n] if n == len(_KINDS) - 1 else f"{_KINDS[n]} or better",
    "calm": lambda n: _CALM[n],
}
