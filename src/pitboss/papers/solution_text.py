"""A solution for the terminal: the figures that people ask for, each with its exact value."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.first_decision import first_shares, lowest_hands
from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.results import Main
from pitboss.lab.returns import SideReturn
from pitboss.lab.shapes import shape_of
from pitboss.lab.solution import Solution
from pitboss.lab.spins import SpinReturn
from pitboss.money import dollars
from pitboss.papers.returns_csv import net_name
from pitboss.papers.start_chart import marks, start_chart
from pitboss.papers.words import edge_wagers, example_words, game_argument, not_counted, percent
from pitboss.submission import Rules

BAR = 24
"""The width of the longest bar of a distribution."""


def solution_text(
    game: Game,
    solution: Solution,
    filed: Mapping[str, Any],
    *,
    tables: bool = False,
    changes: Sequence[str] = (),
) -> RenderableType:
    """The whole of it; with ``tables``, every return table and the distribution.

    ``filed`` is the whole submission that was solved, ``changes`` what was asked beyond it.
    """
    return Group(
        Text(game.name, style="bold"),
        Text(solved_words(game, filed, changes), style="dim"),
        *_parts(game, solution, tables),
    )


def solved_words(game: Game, filed: Mapping[str, Any], changes: Sequence[str]) -> str:
    """Which rules these are: what somebody chose, in a line."""
    chosen = chosen_words(game, filed)
    about = [game.edition, *example_words(filed), *chosen]
    return "; ".join([*about, *(f"what if {x}" for x in changes)])


def chosen_words(game: Game, filed: Mapping[str, Any]) -> list[str]:
    """What can be chosen about the rules that figures are for, as a whole submission has it."""
    chosen = [f"{key} = {choice}" for key, choice in filed.get("readings", {}).items()]
    for wager in game.wagers:
        given = filed["wagers"].get(wager.key, {})
        if given.get("offered", True):
            picked = [f"{key} {given[key]}" for key in ("paytable", "pays_on") if key in given]
            chosen += [f"{wager.label} {x}" for x in picked]
    return chosen


def _parts(game: Game, solution: Solution, tables: bool) -> Iterator[RenderableType]:
    rules, main = solution.rules, solution.main
    yield _heading("The main game under the best play")
    yield Padding(_main(solution), (0, 0, 0, 2))
    if len(main.starts) == 169:
        yield _heading("The first decision")
        short = marks(rules)
        yield Padding(Text(_legend(short, main), style="dim"), (0, 0, 0, 2))
        chart = start_chart(rules, {name: start.best for name, start in main.starts.items()})
        yield Padding(chart, (0, 0, 0, 2))
    elif rules.streets:
        yield _heading("The first decision")
        yield Padding(Text("\n".join(_first_decision(game, solution))), (0, 0, 0, 2))
    if solution.required:
        yield _heading("Required wagers by themselves")
        yield Padding(_sides(solution.required), (0, 0, 0, 2))
    if solution.rules.sides:
        yield _heading("Side wagers")
    if solution.sides:
        yield Padding(_sides(solution.sides), (0, 0, 0, 2))
    for why in solution.uncounted.values():
        yield Padding(Text(not_counted(why)), (0, 0, 0, 2))
    for side in solution.sides.values():
        match side:
            case ProgressiveReturn():
                yield from _progressive(solution.rules, side)
            case SpinReturn():
                yield from _spin(side)
            case _:
                pass
    if tables:
        for side in (*solution.required.values(), *solution.sides.values()):
            yield _heading(f"{side.label}: {side.deals:,} deals")
            yield Padding(_returns(side), (0, 0, 0, 2))
        yield _heading(f"How the main game ends: {main.deals:,} deals")
        yield Padding(_distribution(main), (0, 0, 0, 2))
    limit = "The payout limit is not counted: it depends on the stakes.\n"
    yield Text(
        f"\n{limit if rules.limit.scope else ''}"
        f"Method: {main.method}. Solved in {main.seconds:.2f} s, all of it in "
        f"{solution.seconds_all:.2f} s.\nRules hash {rules.hash}",
        style="dim",
    )


def _heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _main(solution: Solution) -> Table:
    main = solution.main
    unit = solution.rules.required[0].label
    rows: list[tuple[str, str, str]] = [
        ("expectation a round", f"{float(main.ev):+.6f} × {unit}", str(main.ev)),
        ("house edge", percent(main.house_edge), f"of {edge_wagers(solution.rules)}"),
        ("average wager", f"{float(main.average_wager):.6f} × {unit}", str(main.average_wager)),
        ("element of risk", percent(main.element_of_risk), "of all that is staked"),
        ("standard deviation", f"{main.standard_deviation:.5f} × {unit}", "a round"),
        ("wins", percent(main.chance(1)), ""),
        ("pushes", percent(main.chance(0)), ""),
        ("loses", percent(main.chance(-1)), ""),
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
        f"{mark} = {name} {percent(Fraction(ways[name], total), 1)}"
        for name, mark in short.items()
        if ways[name]
    ]
    return "Suited above the diagonal. " + ", ".join(parts)


def _first_decision(game: Game, solution: Solution) -> Iterator[str]:
    """Say how often each decision is best and with which hands, as far as that is known."""
    rules, main = solution.rules, solution.main
    if shares := first_shares(rules, main):
        best = ", ".join(f"{name} with {percent(share, 2)}" for name, share in shares.items())
        yield f"Of all hands dealt: {best}."
    if found := lowest_hands(rules, main):
        from pitboss.papers.strategy_words import list_words

        yield from list_words(rules, "duel", found)
    elif shape_of(rules):
        yield f"pitboss strategy {game_argument(game)} has rules for every decision."
    else:
        yield f"pitboss advise {game_argument(game)} has the value of each decision with a hand."


def _sides(sides: dict[str, SideReturn]) -> Table:
    shown = Table(box=None, padding=(0, 3, 0, 0))
    shown.add_column("")
    for title in ("house edge", "deviation", "hits"):
        shown.add_column(title, justify="right")
    shown.add_column("expectation", style="dim", overflow="fold")
    for side in sides.values():
        shown.add_row(
            escape(side.label),
            percent(side.house_edge),
            f"{side.standard_deviation:.5f}",
            percent(side.hit),
            str(side.ev),
        )
    return shown


def _progressive(rules: Rules, side: ProgressiveReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    rows = [
        ("wager", dollars(side.wager), ""),
        *(
            (f"{x.name} meter" if x.name != "meter" else "meter", dollars(x.start), "")
            for x in rules.meters.values()
            if x.name in side.shares
        ),
        ("fixed prizes return", percent(side.fixed_return), str(side.fixed_return)),
        ("royal flush", _one_in(side.royal_flush), ""),
        ("straight flush", _one_in(side.straight_flush), ""),
        ("four of a kind", _one_in(side.four_of_a_kind), ""),
        ("envy, each other player", percent(side.envy[1]), str(side.envy[1])),
    ]
    yield Padding(_figures(rows), (0, 0, 0, 2))
    if side.break_even_meter:
        top = "a meter" if side.top == "meter" else f"a {side.top} meter"
        if not any(side.break_even_meter):
            yield Padding("The prizes that no such meter pays return everything.", (0, 0, 0, 2))
            return
        rest = "" if len(side.shares) == 1 else ", the other meters at their reset"
        yield Padding(f"Fair to an only winner{rest}: {top} of", (0, 0, 0, 2))
        others = Table.grid(padding=(0, 2, 0, 0))
        others.add_row("other players", *(str(n) for n in range(len(side.break_even_meter))))
        sums = (dollars(round(cents / 100) * 100) for cents in side.break_even_meter)
        others.add_row("", *sums)
        yield Padding(others, (0, 0, 0, 2))


def _spin(side: SpinReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    mean = f"${float(side.mean_spin) / 100:,.2f}"
    rows = [
        ("a spin is earned", _one_in(side.hit), ""),
        ("a spin brings on average", mean, f"{side.mean_spin} cents"),
        ("community pay, each other player", percent(side.community[1]), str(side.community[1])),
    ]
    yield Padding(_figures(rows), (0, 0, 0, 2))


def _returns(side: SideReturn) -> Table:
    shown = Table(box=None, padding=(0, 2, 0, 0))
    shown.add_column("symbol" if isinstance(side, SpinReturn) else "hand")
    for title in ("pays", "combinations", "probability", "return"):
        shown.add_column(title, justify="right")
    for line in side.lines:
        shown.add_row(
            escape(line.name),
            line.pays,
            f"{line.combinations:,}",
            f"{float(line.probability):.8f}",
            f"{float(line.returns):+.6f}",
        )
    shown.add_row("[bold]all[/bold]", "", f"{side.deals:,}", "", f"{float(side.ev):+.6f}")
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


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.1f}" if chance else "never"
