"""The plots of a par sheet as SVG: the first decision, common results, and rare wins."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor, log10
from typing import Final

from pitboss.games.paytables import Odds
from pitboss.lab.results import MainGame
from pitboss.lab.starting_hands import chart_ranks
from pitboss.papers.par_sheet.sheet import ParSheet, PlotBlock, format_decimal, par_percent
from pitboss.papers.solution_report import (
    first_decisions,
    net_result_phrase,
    starting_hand_name,
)
from pitboss.papers.svg import escape_xml, svg_element, text_line
from pitboss.submission.rules import Rules

INK_COLOR: Final = "#1d2327"
QUIET_COLOR: Final = "#5c6764"
FAINT_COLOR: Final = "#e1ded3"
FELT_COLOR: Final = "#0f4a43"
BRASS_COLOR: Final = "#8d7136"
DECISION_SHADES: Final = ("#ffffff", "#d9e6e1", "#7fa99f", "#0f4a43")
"""Shades from light to dark, distinct in gray and for color-blind readers."""
TWO_SHADES: Final = (DECISION_SHADES[0], "#a8c9c0")
"""Lighter shades for charts with mostly one decision, which would take too much ink."""
LABEL_SIZE: Final = 11.0


def pick_shades(count: int) -> list[str]:
    """Return one shade per decision, from white to dark; of two shades, neither is black."""
    if count == len(TWO_SHADES):
        return list(TWO_SHADES)
    last = len(DECISION_SHADES) - 1
    return [DECISION_SHADES[round(i * last / max(count - 1, 1))] for i in range(count)]


def svg_drawing(
    width: float, height: float, title: str, content: str, *, family: str, standalone: bool
) -> str:
    """Return a drawing; a ``standalone`` one is a complete SVG file."""
    space = {"xmlns": "http://www.w3.org/2000/svg"} if standalone else {}
    return svg_element(
        "svg",
        svg_element("title", escape_xml(title)) + content,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
        font_family=family,
        **space,
    )


def svg_path(d: str, **attributes: str | float) -> str:
    """Return a path element, closed explicitly as pages require."""
    return svg_element("path", " ", d=d, **attributes).replace("> <", "><")


def thin_line(x: float, y: float, width: float, height: float, fill: str = FAINT_COLOR) -> str:
    """Return a thin horizontal or vertical line."""
    return svg_element("rect", x=x, y=y, width=width, height=height, fill=fill)


def text_label(
    words: str,
    x: float,
    y: float,
    anchor: str = "middle",
    fill: str = QUIET_COLOR,
    size: float = LABEL_SIZE,
    **attributes: str | float,
) -> str:
    """Return a text label at a point."""
    return text_line(words, x, y, size, text_anchor=anchor, fill=fill, **attributes)


CELL_SIZE: Final = 48.0
CHART_TOP: Final = 34.0
DARKEST_SHADE: Final = DECISION_SHADES[-1]


def decision_legend(rules: Rules, main_game: MainGame) -> list[tuple[str, str, Fraction]]:
    """Return name, shade and share of each decision that is ever best, smallest stake first."""
    ways = Counter[str]()
    for start in main_game.starts.values():
        ways[start.best] += start.ways
    order = first_decisions(rules)
    shade = dict(zip(order, pick_shades(len(order)), strict=True))
    total = ways.total()
    return [(name, shade[name], Fraction(ways[name], total)) for name in order if ways[name]]


def first_decision_chart(
    rules: Rules, main_game: MainGame, *, title: str, family: str, standalone: bool
) -> str:
    """Draw the chart of first decisions."""
    shade = {name: color for name, color, _ in decision_legend(rules, main_game)}
    side = CELL_SIZE * len(chart_ranks(main_game.starts))
    content = "".join(_legend_shapes(rules, main_game)) + "".join(_cell_shapes(main_game, shade))
    width = max(side + 2, _legend_width(rules, main_game))
    return svg_drawing(
        width, side + CHART_TOP + 2, title, content, family=family, standalone=standalone
    )


def _legend_width(rules: Rules, main_game: MainGame) -> float:
    texts = (
        f"{name}  {par_percent(share, 2)}" for name, _, share in decision_legend(rules, main_game)
    )
    return sum(22 + 7.5 * len(words) + 26 for words in texts)


def _legend_shapes(rules: Rules, main_game: MainGame) -> Iterator[str]:
    x = 1.0
    for name, color, share in decision_legend(rules, main_game):
        yield svg_element("rect", x=x, y=4, width=16, height=16, fill=color, stroke=FELT_COLOR)
        words = f"{name}  {par_percent(share, 2)}"
        yield text_label(words, x + 22, 16.5, "start", INK_COLOR, 13)
        x += 22 + 7.5 * len(words) + 26


def _cell_shapes(main_game: MainGame, shade: dict[str, str]) -> Iterator[str]:
    """Return the cells in drawing order: pairs last, so that nothing covers their outline."""
    ranks = chart_ranks(main_game.starts)
    places = list(product(range(len(ranks)), repeat=2))
    for row, column in sorted(places, key=lambda at: at[0] == at[1]):
        name = starting_hand_name(ranks, row, column)
        start = main_game.starts[name]
        x, y, fill = 1 + column * CELL_SIZE, CHART_TOP + row * CELL_SIZE, shade[start.best]
        ink = "#ffffff" if fill == DARKEST_SHADE else INK_COLOR
        line = BRASS_COLOR if row == column else "#9fb1ab"
        yield svg_element(
            "rect", x=x, y=y, width=CELL_SIZE, height=CELL_SIZE, fill=fill, stroke=line
        )
        middle = x + CELL_SIZE / 2
        yield text_label(name, middle, y + 13, fill=ink, size=10)
        yield text_label(start.best, middle, y + 29, fill=ink, size=14, font_weight="bold")
        value = format_decimal(start.values[start.best], 3, "+")
        yield text_label(value, middle, y + 42.5, fill=ink, size=9.5)


PLOT_WIDTH: Final = 680.0
LEFT_MARGIN: Final = 52.0
RIGHT_MARGIN: Final = 14.0
RARE_RESULT: Final = Fraction(1, 100)
"""Wins that together are rarer than this get no bars."""
LABELED_SHARE: Final = Fraction(1, 50)
"""A bar at least this high is labeled with its figure."""
LOSS_COLOR: Final = "#9aa8a4"
ROUND_LEVELS: Final = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""Numbers of rounds whose rarest win is labeled in the plot."""


def common_results(main_game: MainGame) -> tuple[list[Odds], Fraction]:
    """Return the net results that get bars, worst first, and the chance of all others."""
    nets, remaining = main_game.distribution, Fraction(1)
    results: list[Odds] = []
    for net, deals in nets.items():
        results.append(net)
        remaining -= Fraction(deals, main_game.deals)
        if remaining < RARE_RESULT and net > 0 and max(nets) > 2 * net:
            return results, remaining
    return results, Fraction()


def result_phrase(net: Odds) -> str:
    """Return a net result in words."""
    size = max(net, -net)
    return net_result_phrase(net).replace(str(size), _format_thousands(size))


def _format_thousands(net: Odds) -> str:
    return f"{net:,}" if isinstance(net, int) else str(net)


def has_tail(main_game: MainGame) -> bool:
    """Return whether there are wins beyond the bars."""
    return common_results(main_game)[1] > 0


def common_results_plot(main_game: MainGame, *, title: str, family: str, standalone: bool) -> str:
    """Draw a bar for each common result."""
    results, _ = common_results(main_game)
    height, base, top = 232.0, 190.0, 40.0
    low, high = floor(results[0]), ceil(results[-1])
    step = (PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / (high - low + 1)
    chance = {net: Fraction(main_game.distribution[net], main_game.deals) for net in results}
    most = ceil(float(max(chance.values())) * 20) / 20
    scale = (base - top) / most

    def middle(net: Odds) -> float:
        return LEFT_MARGIN + (float(net) - low + 0.5) * step

    parts = [*_percent_grid(most, base, scale)]
    wide = min(step * 0.72, 40.0)
    for net, share in chance.items():
        tall = max(float(share) * scale, 0.6)
        fill = LOSS_COLOR if net < 0 else FELT_COLOR if net else "#ffffff"
        edge: dict[str, str | float] = {} if net else {"stroke": FELT_COLOR}
        parts.append(
            svg_element(
                "rect",
                x=middle(net) - wide / 2,
                y=base - tall,
                width=wide,
                height=tall,
                fill=fill,
                **edge,
            )
        )
        if share >= LABELED_SHARE:
            parts.append(
                text_label(
                    par_percent(share, 1)[:-2], middle(net), base - tall - 4, fill=INK_COLOR, size=9
                )
            )
    parts.append(
        thin_line(LEFT_MARGIN, base, PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN, 1, QUIET_COLOR)
    )
    apart = 1 if step >= 24 else 5 if step >= 6 else 10
    marks = [net for net in range(low, high + 1) if net % apart == 0]
    parts += [text_label(f"{net}".replace("-", "−"), middle(net), base + 15) for net in marks]
    parts += list(_group_labels(main_game, low, high, middle))
    parts.append(
        text_label(
            "net result of a round", (LEFT_MARGIN + PLOT_WIDTH - RIGHT_MARGIN) / 2, base + 34
        )
    )
    return svg_drawing(
        PLOT_WIDTH, height, title, "".join(parts), family=family, standalone=standalone
    )


def _percent_grid(maximum: float, base: float, scale: float) -> Iterator[str]:
    apart = 0.1 if maximum > 0.2 else 0.05
    for i in range(floor(maximum / apart) + 1):
        y = base - i * apart * scale
        yield thin_line(LEFT_MARGIN, y, PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN, 0.8)
        yield text_label(f"{i * apart * 100:.0f}%", LEFT_MARGIN - 8, y + 4, "end")


def _group_labels(
    main_game: MainGame, low: int, high: int, middle: Callable[[Odds], float]
) -> Iterator[str]:
    """Label the bars with the shares of losing, pushing and winning rounds."""
    y = 18.0
    labels = [
        (f"lose {par_percent(main_game.chance_of_sign(-1), 2)}", middle(low), "start", QUIET_COLOR),
        (
            f"push {par_percent(main_game.chance_of_sign(0), 2)}",
            max(middle(0), middle(low) + 150),
            "middle",
            FELT_COLOR,
        ),
        (f"win {par_percent(main_game.chance_of_sign(1), 2)}", middle(high), "end", FELT_COLOR),
    ]
    for words, x, anchor, fill in labels:
        if main_game.chance_of_sign(0) or not words.startswith("push"):
            yield text_label(words, x, y, anchor, fill, 13, font_weight="bold")


def rare_wins_plot(main_game: MainGame, *, title: str, family: str, standalone: bool) -> str:
    """Draw the chance to win at least each amount."""
    height, base, top = 258.0, 214.0, 12.0
    nets = [net for net in main_game.distribution if net > 0]
    right = ceil(log10(max(nets)) * 4) / 4
    at_least = dict(_chances_at_least(main_game, nets))
    bottom = floor(log10(at_least[nets[-1]]))

    def x_of(net: Odds) -> float:
        return (
            LEFT_MARGIN + 20 + log10(net) / right * (PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN - 20)
        )

    def y_of(chance: float) -> float:
        return top + log10(chance) / bottom * (base - top)

    parts = []
    for power in range(0, bottom - 1, -1):
        parts.append(
            thin_line(
                LEFT_MARGIN + 20,
                y_of(10.0**power),
                PLOT_WIDTH - LEFT_MARGIN - RIGHT_MARGIN - 20,
                0.8,
            )
        )
        if power % 2 == 0:
            label = "every round" if not power else f"1 in 10{_superscript(-power)}"
            parts.append(text_label(label, LEFT_MARGIN + 14, y_of(10.0**power) + 4, "end", size=10))
    for power in range(ceil(right) + 1):
        for step in (1, 2, 5):
            if (net := step * 10**power) <= 10**right:
                parts.append(thin_line(x_of(net), top, 0.8, base - top))
                parts.append(text_label(f"{net:,}", x_of(net), base + 15))
    steps = [f"M{x_of(nets[0]):.2f} {y_of(at_least[nets[0]]):.2f}"]
    steps += [f"V{y_of(at_least[net]):.2f}H{x_of(net):.2f}" for net in nets[1:]]
    parts.append(svg_path("".join(steps), fill="none", stroke=FELT_COLOR, stroke_width=1.8))
    for net, chance in _labeled_wins(at_least):
        x, y = x_of(net), y_of(chance)
        parts.append(svg_element("circle", cx=x, cy=y, r=3.2, fill=BRASS_COLOR, stroke="#ffffff"))
        label, inside = (
            f"{_format_thousands(net)} or more: 1 in {1 / chance:,.0f}",
            x < PLOT_WIDTH * 0.7,
        )
        at = (x + 8, y - 6, "start") if inside else (x - 8, y + 14, "end")
        parts.append(text_label(label, *at, INK_COLOR, 10.5))
    parts.append(
        text_label("wins at least", (LEFT_MARGIN + PLOT_WIDTH - RIGHT_MARGIN) / 2, base + 34)
    )
    return svg_drawing(
        PLOT_WIDTH, height, title, "".join(parts), family=family, standalone=standalone
    )


def _chances_at_least(main_game: MainGame, nets: list[Odds]) -> Iterator[tuple[Odds, float]]:
    deals = sum(main_game.distribution[net] for net in nets)
    for net in nets:
        yield net, deals / main_game.deals
        deals -= main_game.distribution[net]


def _labeled_wins(at_least: dict[Odds, float]) -> Iterator[tuple[Odds, float]]:
    """Yield the smallest win that is as rare as one in so many rounds, for a few such numbers."""
    nets: set[Odds] = set()
    for rounds in ROUND_LEVELS:
        win = next(((n, c) for n, c in at_least.items() if c <= 1 / rounds), None)
        if win and win[0] not in nets:
            nets.add(win[0])
            yield win


def _superscript(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def draw_plot(sheet: ParSheet, block: PlotBlock, *, family: str, standalone: bool = False) -> str:
    """Return the plot of a block as SVG."""
    rules, main = sheet.solution.rules, sheet.solution.main
    match block.name:
        case "body":
            return common_results_plot(main, title=block.alt, family=family, standalone=standalone)
        case "tail":
            return rare_wins_plot(main, title=block.alt, family=family, standalone=standalone)
        case "first":
            return first_decision_chart(
                rules, main, title=block.alt, family=family, standalone=standalone
            )
        case other:
            raise ValueError(other)
