"""What ``--vary`` names: which lines, and what each of them may pay.

A line is named as a change of pay names it, ``across.flush``; the same line of several wagers that
are changed together ``across+down.flush``, of all wagers of the main game ``main.flush``. Behind it
may stand bounds, ``=4..8``, with a step, ``=100..500/50``. A wager alone stands for all its lines.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from pitboss.games.odds import Odds
from pitboss.lab.changeable import PayLine, changeable
from pitboss.lab.target.values import MAIN, Free
from pitboss.lab.whatif import EVEN, Change, altered
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import Rules

ALL = ("*", MAIN)
PLAIN = 20
"""Up to here any whole odds are printed on a felt, above it round ones."""
MOST_VALUES = 10_000
"""More than anybody means, of one line."""

Lines = dict[str, dict[str, PayLine]]
"""By wager and line."""


def varied(rules: Rules, texts: Sequence[str]) -> tuple[Free, ...]:
    """Every line that is named, in the order of the game."""
    lines = {
        wager: {line.key.partition(".")[2]: line for line in some}
        for wager, some in changeable(rules).items()
    }
    names = [name.strip() for text in texts for name in text.split(",")]
    if not any(names):
        raise Refused("nothing to vary: name lines, such as --vary across.flush,across.straight")
    found: list[Free] = []
    for name in filter(None, names):
        found += _named(rules, lines, name)
    seen: dict[tuple[str, str], str] = {}
    for free in found:
        for line in free.lines:
            if line in seen:
                raise Refused(f"{'.'.join(line)} is varied twice, by {seen[line]} and {free.key}")
            seen[line] = free.key
    places = [(wager, line) for wager, some in lines.items() for line in some]
    return tuple(sorted(found, key=lambda free: places.index(free.lines[0])))


def _named(rules: Rules, lines: Lines, text: str) -> Iterator[Free]:
    """The lines that one name stands for."""
    name, equals, bounds = text.partition("=")
    wagers, dot, line = name.strip().partition(".")
    keys = _wagers(rules, lines, wagers, line)
    if dot:
        free = _joined(rules, lines, name.strip(), keys, line)
        yield structs.replace(free, values=_between(free, bounds)) if equals else free
        return
    if equals:
        raise Refused(f"bounds belong to a line: {name.strip()} is a wager, write {name}.LINE=4..8")
    named = list(dict.fromkeys(line for key in keys for line in lines[key]))
    if not named:
        altered(rules, [Change(keys[0], "", 0)])  # says why it has none
    for line in named:
        have = [key for key in keys if line in lines[key]]
        yield _joined(rules, lines, f"{wagers}.{line}", have, line)


def _wagers(rules: Rules, lines: Lines, named: str, line: str) -> list[str]:
    """The wagers before the dot."""
    if named not in ALL:
        return list(dict.fromkeys(named.split("+")))
    keys = [*(x.key for x in rules.required), *(x.key for x in rules.raises)]
    have = {x: [key for key in keys if x in lines[key]] for key in keys for x in lines[key]}
    if not have:
        raise Refused(f"no wager of the main game of {rules.game} has a paytable to vary")
    if line and line not in have:
        raise Refused(f"{brief(line)} is no line of the main game: it has {', '.join(have)}")
    return have[line] if line else [key for key in keys if lines[key]]


def _joined(rules: Rules, lines: Lines, name: str, keys: Sequence[str], line: str) -> Free:
    """The same line of some wagers, with the values that it may take unless bounds are given."""
    for key in keys:
        if line not in lines.get(key, {}):
            altered(rules, [Change(key, line, 0)])  # says what is wrong, and which there are
            raise Refused(f"{name} is no line that can be changed")
    even = {x.key for x in rules.wagers if any(line.most == EVEN for line in x.pays.lines())}
    found = {key: lines[key][line] for key in keys}
    tabled = {key: x for key, x in found.items() if key not in even} or found
    first = next(iter(tabled.values()))
    least, most = first.least, first.most
    if len(tabled) < len(found):
        # What a table pays, an ante pays up to even money: it follows up to there, and stays there.
        if first.odds >= EVEN:
            found, least = {k: x for k, x in found.items() if k in tabled or x.odds != EVEN}, EVEN
        else:
            most = EVEN
    pays_now = dict.fromkeys(x.odds for x in found.values())
    if len(pays_now) > 1 or len({x.unit for x in found.values()}) > 1:
        pays = ", ".join(f"{key} {x.odds}" for key, x in found.items())
        paid = [x.odds for x in found.values()]
        usual = max(pays_now, key=paid.count)
        alike = "+".join(key for key, x in found.items() if x.odds == usual)
        raise Refused(
            f"{name} is not one line: it pays {pays}; join those that pay alike, such as "
            f"{alike}.{line}"
        )
    places = tuple((key, line) for key in found)
    values = tuple(_round(first.odds, least, most))
    return Free(name, places, first.odds, first.unit, least, most, values)


def _round(filed: Odds, least: int, most: int) -> Iterator[int]:
    """Half to double of what is filed: any odds up to `PLAIN`, above it those that are printed."""
    low = least if most == EVEN else max(least, int(filed // 2))
    for odds in range(low, min(most, max(EVEN, int(2 * filed))) + 1):
        if odds == filed or odds <= PLAIN or odds % _step(odds) == 0:
            yield odds


def _step(odds: int) -> int:
    """5 for two figures, 50 for three, and so on."""
    return int(10 ** (len(str(odds)) - 1)) // 2


def _between(free: Free, text: str) -> tuple[int, ...]:
    """The values that bounds name."""
    found = re.fullmatch(r"\s*([-−]?\d{1,9})\s*\.\.\s*([-−]?\d{1,9})\s*(?:/\s*(\d{1,9})\s*)?", text)
    if not found:
        raise Refused(
            f"{brief(text)} are no bounds of {free.key}: write the least and the most odds, such "
            "as 4..8, or with a step 100..500/50"
        )
    low, high = (int(x.replace("−", "-")) for x in found.groups()[:2])
    step = int(found[3] or 1)
    if low > high:
        raise Refused(f"the bounds of {free.key} are the wrong way round: write {high}..{low}")
    if low < free.least or high > free.most:
        raise Refused(
            f"{low}..{high} is more than {free.key} can pay: {free.least} to {free.most:,}"
        )
    if step < 1 or (high - low) // step >= MOST_VALUES:
        raise Refused(
            f"{free.key} takes at most {MOST_VALUES:,} odds: give it a step, {low}..{high}/100"
        )
    return tuple(range(low, high + 1, step))
