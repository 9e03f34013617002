"""Requests for paytables near a target house edge: the lines that may vary, and the result."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from pitboss.errors import Refused, short_repr
from pitboss.games.payoffs import Odds
from pitboss.lab.pay_changes import (
    EVEN_ODDS,
    ChangeableLine,
    PayChange,
    apply_pay_changes,
    changeable_lines,
)
from pitboss.submission.rules import Rules

MAIN_EDGE = "main"
"""The main game in place of a wager: its edge is a share of the wagers in `edge_of`."""

OddsPoint = tuple[int, ...]
"""The odds of each varied line, in the order of the lines."""


DEFAULT_COUNT = 5
DEFAULT_SOLVES = 100
"""The most main games that are solved by default, if each takes long."""
DEFAULT_SOLVED_DEALS = 2 * 10**8
"""The deals that are counted by default in all: games of few deals are solved more often."""


class TargetRequest(Struct, frozen=True):
    """The target edge and the limits of the search."""

    edge: Fraction
    count: int = DEFAULT_COUNT
    within: Fraction | None = None
    """The largest accepted distance from the target edge."""
    solves: int | None = None
    """The most main games to solve; by default, as many as the cost of one allows."""


class VariableLine(Struct, frozen=True):
    """A line whose odds may vary, or the same line of several wagers, changed together."""

    key: str
    """``across.flush`` or ``main.flush``."""
    lines: tuple[tuple[str, str], ...]
    """The wagers and lines that it stands for."""
    filed: Odds
    unit: Literal["to 1", "for 1"]
    least: int
    most: int
    """The highest odds that the line can pay at all."""
    values: tuple[int, ...]
    """The odds to try, lowest first."""

    def changes(self, odds: int) -> list[PayChange]:
        """Return the changes that make it pay these odds; none if it already does."""
        return [] if odds == self.filed else [PayChange(*line, odds) for line in self.lines]


class PaytableSpace(Struct, frozen=True):
    """All paytables of a search: every choice of values that keeps the order of hands."""

    free: tuple[VariableLine, ...]
    order: tuple[tuple[int, int], ...]
    """Pairs of line indexes: the first line never pays less than the second."""

    def changes(self, point: OddsPoint) -> list[PayChange]:
        """Return the changes that turn the filed paytable into this one."""
        return [x for free, odds in zip(self.free, point, strict=True) for x in free.changes(odds)]

    def change_order(self, point: OddsPoint) -> tuple[int, Odds, OddsPoint]:
        """Return a sort key that prefers fewer changed lines, then smaller changes."""
        changes = [
            abs(Fraction(odds - free.filed)) for free, odds in zip(self.free, point, strict=True)
        ]
        return sum(x > 0 for x in changes), sum(changes), point


class LineChange(Struct, frozen=True):
    """A line that pays other odds than filed."""

    key: str
    old: Odds
    new: int


class Candidate(Struct, frozen=True):
    """A paytable and its figures."""

    changes: tuple[LineChange, ...]
    pay: tuple[str, ...]
    """The changes as ``pitboss solve --pay`` takes them."""
    edge: Fraction
    distance: Fraction
    """The difference from the target edge; negative if the edge is too low."""
    hit: Fraction
    """The chance that a side wager is paid anything, or that a main game ends ahead."""
    deviation: float
    """The standard deviation of the net result."""


class TargetResult(Struct, frozen=True):
    """The result of ``pitboss target``."""

    wanted: Fraction
    of: str
    """`MAIN_EDGE`, or the key of a side wager."""
    free: tuple[VariableLine, ...]
    candidates: tuple[Candidate, ...]
    """The nearest paytables, nearest first."""
    reachable: tuple[Fraction, Fraction]
    """The lowest and the highest edge that these lines can make."""
    paytables: int
    """How many paytables there are in all."""
    solved: int
    """How many main games were solved; 0 for a side wager, which is linear in its odds."""
    outside: int
    """How many of those are corners that break the order of hands but give bounds."""
    certain: bool
    """Whether certainly no other paytable is nearer."""


def pay_options(changes: Sequence[PayChange]) -> tuple[str, ...]:
    """Return changes as ``--pay`` takes them."""
    return tuple(f"{x.wager}.{x.line}={x.odds}" for x in changes)


def parse_share(text: str, subject: str) -> Fraction:
    """Parse a share written as ``0.035``, ``3.5%`` or ``7/200``."""
    match = re.fullmatch(r"\s*([-−]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20}))\s*(%?)\s*", text)
    if match:
        number = Fraction(match[1].replace("−", "-"))
        return number / 100 if match[2] else number
    if re.fullmatch(r"\s*\d{1,20}/0*[1-9]\d{0,19}\s*", text):
        return Fraction(text.strip())
    raise Refused(f"invalid {subject} {short_repr(text)}: write it as 0.035, 3.5% or 7/200")


def share_text(value: Fraction) -> str:
    """Return a share in percent with six significant digits."""
    return f"{float(value) * 100:.6g}%"


ALL_WAGERS = ("*", MAIN_EDGE)
MAX_PLAIN_ODDS = 20
"""Up to here any whole odds appear on layouts; above it, round ones."""
MAX_EXAMPLE_LINES = 2
MAX_VALUES = 10_000
"""The most odds of one line."""

LinesByWager = dict[str, dict[str, ChangeableLine]]
"""Changeable lines, by wager and line."""


def parse_variable_lines(rules: Rules, texts: Sequence[str]) -> tuple[VariableLine, ...]:
    """Return every named line, in the order of the game."""
    lines = {
        wager: {line.key.partition(".")[2]: line for line in wager_lines}
        for wager, wager_lines in changeable_lines(rules).items()
    }
    names = [name.strip() for text in texts for name in text.split(",")]
    if not any(names):
        keys = [f"{wager}.{line}" for wager, wager_lines in lines.items() for line in wager_lines]
        if not keys:
            raise Refused("nothing to vary: no wager has a paytable line that can change")
        example = ",".join(keys[:MAX_EXAMPLE_LINES])
        raise Refused(f"nothing to vary: name lines with --vary, such as --vary {example}")
    variable_lines: list[VariableLine] = []
    for name in filter(None, names):
        variable_lines += _lines_of_name(rules, lines, name)
    name_by_line: dict[tuple[str, str], str] = {}
    for free in variable_lines:
        for line in free.lines:
            if line in name_by_line:
                raise Refused(
                    f"{'.'.join(line)} is varied twice, by {name_by_line[line]} and {free.key}"
                )
            name_by_line[line] = free.key
    places = [(wager, line) for wager, wager_lines in lines.items() for line in wager_lines]
    return tuple(sorted(variable_lines, key=lambda free: places.index(free.lines[0])))


def _lines_of_name(rules: Rules, lines: LinesByWager, text: str) -> Iterator[VariableLine]:
    """Yield the lines that one name stands for."""
    name, equals, bounds = text.partition("=")
    wagers, dot, line = name.strip().partition(".")
    keys = _wagers_of_name(rules, lines, wagers, line)
    if dot:
        free = _join_lines(rules, lines, name.strip(), keys, line)
        yield structs.replace(free, values=_parse_bounds(free, bounds)) if equals else free
        return
    if equals:
        raise Refused(f"bounds need a line: {name.strip()} is a wager; write {name}.LINE=4..8")
    line_names = list(dict.fromkeys(line for key in keys for line in lines[key]))
    if not line_names:
        apply_pay_changes(rules, [PayChange(keys[0], "", 0)])  # raises an error that says why
    for line in line_names:
        wagers_with_line = [key for key in keys if line in lines[key]]
        yield _join_lines(rules, lines, f"{wagers}.{line}", wagers_with_line, line)


def _wagers_of_name(rules: Rules, lines: LinesByWager, wager_names: str, line: str) -> list[str]:
    """Return the wagers named before the dot."""
    if wager_names not in ALL_WAGERS:
        keys = list(dict.fromkeys(wager_names.split("+")))
        if unknown := [key for key in keys if key not in lines]:
            raise Refused(
                f"unknown wager {short_repr(unknown[0])}: choose from "
                f"{', '.join(wager for wager, wager_lines in lines.items() if wager_lines)}"
            )
        return keys
    keys = [*(x.key for x in rules.required), *(x.key for x in rules.raises)]
    wagers_by_line = {
        x: [key for key in keys if x in lines[key]] for key in keys for x in lines[key]
    }
    if not wagers_by_line:
        raise Refused(f"no wager of the main game of {rules.game} has a paytable to vary")
    if line and line not in wagers_by_line:
        raise Refused(
            f"unknown line {short_repr(line)} of the main game: choose from "
            f"{', '.join(wagers_by_line)}"
        )
    return wagers_by_line[line] if line else [key for key in keys if lines[key]]


def _join_lines(
    rules: Rules, lines: LinesByWager, name: str, keys: Sequence[str], line: str
) -> VariableLine:
    """Return the same line of some wagers, with its default values to try."""
    for key in keys:
        if line not in lines.get(key, {}):
            # This raises an error that lists the choices.
            apply_pay_changes(rules, [PayChange(key, line, 0)])
            raise Refused(f"{name} cannot be changed")
    even_money_wagers = {
        x.key for x in rules.wagers if any(line.most == EVEN_ODDS for line in x.pays.lines())
    }
    joined_lines = {key: lines[key][line] for key in keys}
    paytable_lines = {
        key: x for key, x in joined_lines.items() if key not in even_money_wagers
    } or joined_lines
    first = next(iter(paytable_lines.values()))
    least, most = first.least, first.most
    if len(paytable_lines) < len(joined_lines):
        # An ante follows the paytable up to even money and stays there.
        if first.odds >= EVEN_ODDS:
            joined_lines, least = (
                {
                    k: x
                    for k, x in joined_lines.items()
                    if k in paytable_lines or x.odds != EVEN_ODDS
                },
                EVEN_ODDS,
            )
        else:
            most = EVEN_ODDS
    distinct_odds = dict.fromkeys(x.odds for x in joined_lines.values())
    if len(distinct_odds) > 1 or len({x.unit for x in joined_lines.values()}) > 1:
        pays = ", ".join(f"{key} {x.odds}" for key, x in joined_lines.items())
        all_odds = [x.odds for x in joined_lines.values()]
        most_common = max(distinct_odds, key=all_odds.count)
        equal_wagers = "+".join(key for key, x in joined_lines.items() if x.odds == most_common)
        raise Refused(
            f"{name} is not one line: it pays {pays}; join lines that pay the same, such as "
            f"{equal_wagers}.{line}"
        )
    places = tuple((key, line) for key in joined_lines)
    values = tuple(_printed_odds(first.odds, least, most))
    return VariableLine(name, places, first.odds, first.unit, least, most, values)


def _printed_odds(filed_odds: Odds, minimum: int, maximum: int) -> Iterator[int]:
    """Yield the odds from half to double of what is filed.

    Above `MAX_PLAIN_ODDS` only round odds are included.
    """
    low = minimum if maximum == EVEN_ODDS else max(minimum, int(filed_odds // 2))
    for odds in range(low, min(maximum, max(EVEN_ODDS, int(2 * filed_odds))) + 1):
        if odds == filed_odds or odds <= MAX_PLAIN_ODDS or odds % _odds_step(odds) == 0:
            yield odds


def _odds_step(odds: int) -> int:
    """Return the step of round odds: 5 for two digits, 50 for three, and so on."""
    return int(10 ** (len(str(odds)) - 1)) // 2


def _parse_bounds(line: VariableLine, text: str) -> tuple[int, ...]:
    """Return the odds within bounds written as LOW..HIGH or LOW..HIGH/STEP."""
    match = re.fullmatch(r"\s*([-−]?\d{1,9})\s*\.\.\s*([-−]?\d{1,9})\s*(?:/\s*(\d{1,9})\s*)?", text)
    if not match:
        raise Refused(
            f"invalid bounds {short_repr(text)} of {line.key}: write the lowest and the highest "
            "odds, such as 4..8, or with a step, 100..500/50"
        )
    low, high = (int(x.replace("−", "-")) for x in match.groups()[:2])
    step = int(match[3] or 1)
    if low > high:
        raise Refused(f"the bounds of {line.key} are reversed: write {high}..{low}")
    if low < line.least or high > line.most:
        raise Refused(
            f"{low}..{high} is out of range for {line.key}: choose odds from {line.least} to "
            f"{line.most:,}"
        )
    if step < 1 or (high - low) // step >= MAX_VALUES:
        raise Refused(
            f"{line.key} takes at most {MAX_VALUES:,} odds: add a step, such as {low}..{high}/100"
        )
    return tuple(range(low, high + 1, step))
