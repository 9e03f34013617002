"""How rounds end, drawn: bars for the common results, steps on logarithmic scales for the rest."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, floor, log10
from typing import Final

from pitboss.games.odds import Odds
from pitboss.lab.results import Main
from pitboss.papers.par.drawing import BRASS, FELT, INK, QUIET, drawing, label, path, rule
from pitboss.papers.par.numerals import percent
from pitboss.papers.returns_csv import net_name
from pitboss.papers.svg import element

WIDTH: Final = 680.0
LEFT: Final = 52.0
RIGHT: Final = 14.0
RARE: Final = Fraction(1, 100)
"""Wins that together are rarer than this are no part of the bars."""
NAMED: Final = Fraction(1, 50)
"""A bar at least as high bears its figure."""
LOSE: Final = "#9aa8a4"
LEVELS: Final = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""Rounds in which a win of some size comes once, named beside the steps."""


def body(main: Main) -> tuple[list[Odds], Fraction]:
    """The net results that bars show, from the worst on, and the chance of all beyond."""
    nets, left = main.distribution, Fraction(1)
    shown: list[Odds] = []
    for net, deals in nets.items():
        shown.append(net)
        left -= Fraction(deals, main.deals)
        if left < RARE and net > 0 and max(nets) > 2 * net:
            return shown, left
    return shown, Fraction()


def ending(net: Odds) -> str:
    """A net result in words."""
    size = max(net, -net)
    return net_name(net).replace(str(size), _grouped(size))


def _grouped(net: Odds) -> str:
    return f"{net:,}" if isinstance(net, int) else str(net)


def has_tail(main: Main) -> bool:
    """Whether there are wins beyond the bars."""
    return body(main)[1] > 0


def body_plot(main: Main, *, title: str, family: str, alone: bool) -> str:
    """A bar for each common result."""
    shown, _ = body(main)
    height, base, top = 232.0, 190.0, 40.0
    low, high = floor(shown[0]), ceil(shown[-1])
    step = (WIDTH - LEFT - RIGHT) / (high - low + 1)
    chance = {net: Fraction(main.distribution[net], main.deals) for net in shown}
    most = ceil(float(max(chance.values())) * 20) / 20
    scale = (base - top) / most

    def middle(net: Odds) -> float:
        return LEFT + (float(net) - low + 0.5) * step

    parts = [*_percents(most, base, scale)]
    wide = min(step * 0.72, 40.0)
    for net, share in chance.items():
        tall = max(float(share) * scale, 0.6)
        fill = LOSE if net < 0 else FELT if net else "#ffffff"
        edge: dict[str, str | float] = {} if net else {"stroke": FELT}
        parts.append(
            element("rect", x=middle(net) - wide / 2, y=base - tall, width=wide, height=tall,
                    fill=fill, **edge)
        )  # fmt: skip
        if share >= NAMED:
            parts.append(
                label(percent(share, 1)[:-2], middle(net), base - tall - 4, fill=INK, size=9)
            )
    parts.append(rule(LEFT, base, WIDTH - LEFT - RIGHT, 1, QUIET))
    apart = 1 if step >= 24 else 5 if step >= 6 else 10
    marks = [net for net in range(low, high + 1) if net % apart == 0]
    parts += [label(f"{net}".replace("-", "−"), middle(net), base + 15) for net in marks]
    parts += list(_groups(main, low, high, middle))
    parts.append(label("net result of a round", (LEFT + WIDTH - RIGHT) / 2, base + 34))
    return drawing(WIDTH, height, title, "".join(parts), family=family, alone=alone)


def _percents(most: float, base: float, scale: float) -> Iterator[str]:
    apart = 0.1 if most > 0.2 else 0.05
    for i in range(floor(most / apart) + 1):
        y = base - i * apart * scale
        yield rule(LEFT, y, WIDTH - LEFT - RIGHT, 0.8)
        yield label(f"{i * apart * 100:.0f} %", LEFT - 8, y + 4, "end")


def _groups(main: Main, low: int, high: int, middle: Callable[[Odds], float]) -> Iterator[str]:
    """What all losing, pushing and winning rounds come to, over their bars."""
    y = 18.0
    said = [
        (f"lose {percent(main.chance(-1), 2)}", middle(low), "start", QUIET),
        (f"push {percent(main.chance(0), 2)}", max(middle(0), middle(low) + 150), "middle", FELT),
        (f"win {percent(main.chance(1), 2)}", middle(high), "end", FELT),
    ]
    for words, x, anchor, fill in said:
        if main.chance(0) or not words.startswith("push"):
            yield label(words, x, y, anchor, fill, 13, font_weight="bold")


def tail_plot(main: Main, *, title: str, family: str, alone: bool) -> str:
    """The chance to win at least so much."""
    height, base, top = 258.0, 214.0, 12.0
    nets = [net for net in main.distribution if net > 0]
    right = ceil(log10(max(nets)) * 4) / 4
    at_least = dict(_at_least(main, nets))
    bottom = floor(log10(at_least[nets[-1]]))

    def x_of(net: Odds) -> float:
        return LEFT + 20 + log10(net) / right * (WIDTH - LEFT - RIGHT - 20)

    def y_of(chance: float) -> float:
        return top + log10(chance) / bottom * (base - top)

    parts = []
    for power in range(0, bottom - 1, -1):
        parts.append(rule(LEFT + 20, y_of(10.0**power), WIDTH - LEFT - RIGHT - 20, 0.8))
        if power % 2 == 0:
            said = "every round" if not power else f"1 in 10{_raised(-power)}"
            parts.append(label(said, LEFT + 14, y_of(10.0**power) + 4, "end", size=10))
    for power in range(ceil(right) + 1):
        for step in (1, 2, 5):
            if (net := step * 10**power) <= 10**right:
                parts.append(rule(x_of(net), top, 0.8, base - top))
                parts.append(label(f"{net:,}", x_of(net), base + 15))
    steps = [f"M{x_of(nets[0]):.2f} {y_of(at_least[nets[0]]):.2f}"]
    steps += [f"V{y_of(at_least[net]):.2f}H{x_of(net):.2f}" for net in nets[1:]]
    parts.append(path("".join(steps), fill="none", stroke=FELT, stroke_width=1.8))
    for net, chance in _named(at_least):
        x, y = x_of(net), y_of(chance)
        parts.append(element("circle", cx=x, cy=y, r=3.2, fill=BRASS, stroke="#ffffff"))
        said, inside = f"{_grouped(net)} or more: 1 in {1 / chance:,.0f}", x < WIDTH * 0.7
        at = (x + 8, y - 6, "start") if inside else (x - 8, y + 14, "end")
        parts.append(label(said, *at, INK, 10.5))
    parts.append(label("wins at least", (LEFT + WIDTH - RIGHT) / 2, base + 34))
    return drawing(WIDTH, height, title, "".join(parts), family=family, alone=alone)


def _at_least(main: Main, nets: list[Odds]) -> Iterator[tuple[Odds, float]]:
    deals = sum(main.distribution[net] for net in nets)
    for net in nets:
        yield net, deals / main.deals
        deals -= main.distribution[net]


def _named(at_least: dict[Odds, float]) -> Iterator[tuple[Odds, float]]:
    """The smallest win that comes in at least so many rounds, for a few such numbers."""
    seen: set[Odds] = set()
    for rounds in LEVELS:
        found = next(((n, c) for n, c in at_least.items() if c <= 1 / rounds), None)
        if found and found[0] not in seen:
            seen.add(found[0])
            yield found


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
