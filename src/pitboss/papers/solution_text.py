"""A solution for the terminal: the figures that people ask for, each with its exact value."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.results import Main
from pitboss.lab.returns import SideReturn
from pitboss.lab.solution import Solution
from pitboss.lab.spins import SpinReturn
from pitboss.money import dollars
from pitboss.papers.returns_csv import net_name
from pitboss.papers.start_chart import marks, start_chart
from pitboss.papers.words import listed

BAR = 24
"""The width of the longest bar of a distribution."""


def solution_text(
    game: Game, solution: Solution, *, tables: bool = False, changes: Sequence[str] = ()
) -> RenderableType:
    """The whole of it; with ``tables``, every return table and the distribution."""
    return Group(*_parts(game, solution, tables, changes))


def _parts(
    game: Game, solution: Solution, tables: bool, changes: Sequence[str]
) -> Iterator[RenderableType]:
    rules, main = solution.rules, solution.main
    yield Text(game.name, style="bold")
    readings = [f"{key} = {choice}" for key, choice in rules.readings.items()]
    yield Text(", ".join([game.edition, *readings, *(f"what if {x}" for x in changes)]), "dim")
    yield _heading("The main game under the best play")
    yield Padding(_main(solution), (0, 0, 0, 2))
    if len(main.starts) == 169:
        yield _heading("The first decision")
        short = marks(rules)
        yield Text(f"  {_legend(short, main)}", style="dim")
        chart = start_chart(rules, {name: start.best for name, start in main.starts.items()})
        yield Padding(chart, (0, 0, 0, 2))
    if solution.sides:
        yield _heading("Side wagers")
        yield Padding(_sides(solution.sides), (0, 0, 0, 2))
    for side in solution.sides.values():
        match side:
            case ProgressiveReturn():
                yield from _progressive(side)
            case SpinReturn():
                yield from _spin(side)
            case _:
                pass
    if tables:
        for side in solution.sides.values():
            yield _heading(f"{side.label}: {side.deals:,} deals")
            yield Padding(_returns(side), (0, 0, 0, 2))
        yield _heading(f"How the main game ends: {main.deals:,} deals")
        yield Padding(_distribution(main), (0, 0, 0, 2))
    seconds = f"{main.seconds:.2f} s for the play, {solution.seconds_all:.2f} s for everything"
    yield Text(f"\nBy {main.method}: {seconds}.\nRules hash {rules.hash}", style="dim")


def _heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _main(solution: Solution) -> Table:
    main = solution.main
    unit = solution.rules.required[0].label
    antes = listed([wager.label for wager in solution.rules.required])
    rows: list[tuple[str, str, str]] = [
        ("expectation a round", f"{float(main.ev):+.6f} × {unit}", str(main.ev)),
        ("house edge", _percent(main.house_edge), f"of {antes}"),
        ("average wager", f"{float(main.average_wager):.6f} × {unit}", str(main.average_wager)),
        ("element of risk", _percent(main.element_of_risk), "of all that is staked"),
        ("standard deviation", f"{main.standard_deviation:.5f} × {unit}", "a round"),
        ("wins", _percent(main.chance(1)), ""),
        ("pushes", _percent(main.chance(0)), ""),
        ("loses", _percent(main.chance(-1)), ""),
    ]
    return _figures(rows)


def _figures(rows: Sequence[tuple[str, str, str]]) -> Table:
    shown = Table.grid(padding=(0, 3, 0, 0))
    shown.add_column()
    shown.add_column(justify="right")
    shown.add_column(style="dim", overflow="fold")
    for row in rows:
        shown.add_row(*(escape(cell) for cell in row))
    return shown


def _legend(short: dict[str, str], main: Main) -> str:
    ways = Counter[str]()
    for start in main.starts.values():
        ways[start.best] += start.ways
    total = ways.total()
    parts = [
        f"{mark} = {name} {_percent(Fraction(ways[name], total), 1)}"
        for name, mark in short.items()
    ]
    return "Suited above the diagonal. " + ", ".join(parts)


def _sides(sides: dict[str, SideReturn]) -> Table:
    shown = Table(box=None, padding=(0, 3, 0, 0))
    shown.add_column("")
    for title in ("house edge", "deviation", "hits"):
        shown.add_column(title, justify="right")
    shown.add_column("expectation", style="dim", overflow="fold")
    for side in sides.values():
        shown.add_row(
            escape(side.label),
            _percent(side.house_edge),
            f"{side.standard_deviation:.5f}",
            _percent(side.hit),
            str(side.ev),
        )
    return shown


def _progressive(side: ProgressiveReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    rows = [
        ("fixed prizes return", _percent(side.fixed_return), str(side.fixed_return)),
        ("royal flush", _one_in(side.royal_flush), ""),
        ("straight flush", _one_in(side.straight_flush), ""),
        ("four of a kind", _one_in(side.four_of_a_kind), ""),
        ("envy, each other player", _percent(side.envy[1]), str(side.envy[1])),
    ]
    yield Padding(_figures(rows), (0, 0, 0, 2))
    if side.break_even_meter:
        top = "a meter" if side.top == "meter" else f"a {side.top} meter"
        others = Table.grid(padding=(0, 2, 0, 0))
        others.add_row("other players", *(str(n) for n in range(len(side.break_even_meter))))
        sums = (dollars(round(cents / 100) * 100) for cents in side.break_even_meter)
        others.add_row(f"fair at {top} of", *sums)
        yield Padding(others, (0, 0, 0, 2))


def _spin(side: SpinReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    mean = f"${float(side.mean_spin) / 100:,.2f}"
    rows = [
        ("a spin is earned", _one_in(side.hit), ""),
        ("a spin brings on average", mean, f"{side.mean_spin} cents"),
        ("community pay, each other player", _percent(side.community[1]), str(side.community[1])),
    ]
    yield Padding(_figures(rows), (0, 0, 0, 2))


def _returns(side: SideReturn) -> Table:
    shown = Table(box=None, padding=(0, 3, 0, 0))
    shown.add_column("hand")
    for title in ("pays", "combinations", "probability", "return"):
        shown.add_column(title, justify="right")
    for line in side.lines:
        shown.add_row(
            escape(line.name),
            line.pays,
            f"{line.combinations:,}",
            f"{float(line.probability):.10f}",
            f"{float(line.returns):+.8f}",
        )
    shown.add_row("[bold]all[/bold]", "", f"{side.deals:,}", "", f"{float(side.ev):+.8f}")
    return shown


def _distribution(main: Main) -> Table:
    shown = Table(box=None, padding=(0, 3, 0, 0))
    shown.add_column("net")
    for title in ("combinations", "probability"):
        shown.add_column(title, justify="right")
    shown.add_column("")
    most = max(main.distribution.values())
    for net, deals in main.distribution.items():
        bar = "█" * round(BAR * deals / most) or "▏"
        chance = f"{deals / main.deals:.10f}"
        shown.add_row(net_name(net), f"{deals:,}", chance, f"[green]{bar}[/green]")
    return shown


def _percent(share: Fraction, digits: int = 4) -> str:
    return f"{float(share) * 100:.{digits}f} %"


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.1f}" if chance else "never"
