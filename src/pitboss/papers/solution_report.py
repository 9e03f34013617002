"""A solution and the effects of readings, for the terminal, as JSON and as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.game_parts import FOLD, Required, Side, stake_multiple
from pitboss.games.grammar import Game
from pitboss.games.paytables import Odds
from pitboss.lab.advice import Advice
from pitboss.lab.reading_effects import ChoiceEffect, PaytableEdges, QuestionEffects
from pitboss.lab.results import MainGame
from pitboss.lab.side_returns import ProgressiveReturn, SideReturn, SpinReturn
from pitboss.lab.solution import Solution, fraction_texts, solution_json
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.finder import has_strategy
from pitboss.lab.strategy.first_decision import first_decision_shares, lowest_hand_list
from pitboss.money import dollars
from pitboss.papers.wording import (
    edge_wager_names,
    example_phrases,
    format_percent,
    game_command_argument,
    join_words,
    no_choices_sentence,
    not_counted_sentence,
)
from pitboss.submission import Rules, complete_submission

CSV_COLUMNS = ("wager", "hand", "pays", "combinations", "probability", "return")
MAIN_GAME_KEY = "main"


def returns_csv(solution: Solution) -> str:
    """Return all return tables as CSV, the main game first.

    The returns of a wager add up to its expected value.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(_main_game_rows(solution.main))
    for key, side in solution.sides.items():
        for line in side.lines:
            writer.writerow(
                (
                    key,
                    line.name,
                    line.pays,
                    line.combinations,
                    _decimal_text(line.probability),
                    _decimal_text(line.returns),
                )
            )
    return text.getvalue()


def _main_game_rows(main: MainGame) -> Iterator[tuple[str, ...]]:
    for net, deals in main.distribution.items():
        chance = Fraction(deals, main.deals)
        yield (
            MAIN_GAME_KEY,
            net_result_phrase(net),
            str(net),
            str(deals),
            _decimal_text(chance),
            _decimal_text(chance * net),
        )


def net_result_phrase(net: Odds) -> str:
    """Describe a net result in units of one required wager."""
    return f"wins {net}" if net > 0 else f"loses {-net}" if net else "pushes"


def _decimal_text(value: Fraction) -> str:
    return f"{float(value):.15g}"


BAR_WIDTH = 24
"""The width of the longest bar of a distribution."""


def solution_text(
    game: Game,
    solution: Solution,
    submission: Mapping[str, Any],
    *,
    tables: bool = False,
    changes: Sequence[str] = (),
) -> RenderableType:
    """Return a solution for the terminal; with ``tables``, every return table and distribution.

    ``submission`` is the complete submission that was solved, ``changes`` are changes of pay.
    """
    return Group(
        Text(game.name, style="bold"),
        Text(rules_description(game, submission, changes), style="dim"),
        *_solution_parts(game, solution, tables),
    )


def rules_description(game: Game, submission: Mapping[str, Any], changes: Sequence[str]) -> str:
    """Describe in one line the choices and changes that make up the rules."""
    about = [game.edition, *example_phrases(submission), *choice_phrases(game, submission)]
    return "; ".join([*about, *(f"what if {change}" for change in changes)])


def choice_phrases(game: Game, submission: Mapping[str, Any]) -> list[str]:
    """List the choices of a complete submission that figures depend on."""
    phrases = [f"{key} = {choice}" for key, choice in submission.get("readings", {}).items()]
    for wager in game.wagers:
        choices = submission["wagers"].get(wager.key, {})
        if choices.get("offered", True):
            options = [key for key in ("paytable", "pays_on") if key in choices]
            phrases += [f"{wager.label} {key} {choices[key]}" for key in options]
    return phrases


def _solution_parts(game: Game, solution: Solution, tables: bool) -> Iterator[RenderableType]:
    rules, main = solution.rules, solution.main
    yield _heading("The main game with optimal play")
    yield Padding(_main_game_table(solution), (0, 0, 0, 2))
    if chart_ranks(main.starts):
        yield _heading("The first decision")
        short = decision_marks(rules)
        yield Padding(Text(_chart_legend(short, main), style="dim"), (0, 0, 0, 2))
        chart = start_chart(rules, {name: start.best for name, start in main.starts.items()})
        yield Padding(chart, (0, 0, 0, 2))
    elif rules.streets:
        yield _heading("The first decision")
        yield Padding(Text("\n".join(_first_decision_sentences(game, solution))), (0, 0, 0, 2))
    yield from _wager_parts(solution, "Required wagers by themselves", rules.required)
    yield from _wager_parts(solution, "Side wagers", rules.sides)
    for side in solution.sides.values():
        match side:
            case ProgressiveReturn():
                yield from _progressive_parts(solution.rules, side)
            case SpinReturn():
                yield from _spin_parts(side)
            case _:
                pass
    if tables:
        for side in (*solution.required.values(), *solution.sides.values()):
            yield _heading(f"{side.label}: {side.deals:,} deals")
            yield Padding(_return_table(side), (0, 0, 0, 2))
        yield _heading(f"How the main game ends: {main.deals:,} deals")
        yield Padding(_distribution_table(main), (0, 0, 0, 2))
    limit = "The payout limit is not included: it depends on the stakes.\n"
    yield Text(
        f"\n{limit if rules.limit.scope else ''}"
        f"Method: {main.method}. Solved in {main.seconds:.2f} s, with side wagers in "
        f"{solution.seconds_all:.2f} s.\nRules hash {rules.hash}",
        style="dim",
    )


def _wager_parts(
    solution: Solution, title: str, wagers: Sequence[Required | Side]
) -> Iterator[RenderableType]:
    """Yield the figures of some wagers, and why others have none."""
    every_return = solution.required | solution.sides
    returns = {wager.key: every_return[wager.key] for wager in wagers if wager.key in every_return}
    reasons = [solution.uncounted[x.key] for x in wagers if x.key in solution.uncounted]
    if returns or reasons:
        yield _heading(title)
    if returns:
        yield Padding(_side_wagers_table(returns), (0, 0, 0, 2))
    for reason in reasons:
        yield Padding(Text(not_counted_sentence(reason)), (0, 0, 0, 2))


def _heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _main_game_table(solution: Solution) -> Table:
    main = solution.main
    unit = solution.rules.required[0].label
    rows: list[tuple[str, str, str]] = [
        ("expected net result", f"{float(main.ev):+.6f} × {unit}", str(main.ev)),
        ("house edge", format_percent(main.house_edge), f"of {edge_wager_names(solution.rules)}"),
        ("average wager", f"{float(main.average_wager):.6f} × {unit}", str(main.average_wager)),
        ("element of risk", format_percent(main.element_of_risk), "of everything staked"),
        ("standard deviation", f"{main.standard_deviation:.5f} × {unit}", "per round"),
        ("wins", format_percent(main.chance_of_sign(1)), ""),
        ("pushes", format_percent(main.chance_of_sign(0)), ""),
        ("loses", format_percent(main.chance_of_sign(-1)), ""),
    ]
    return _figures_table(rows)


def _figures_table(rows: Sequence[tuple[str, str, str]]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim", overflow="fold")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    return table


SUITED_NOTE: Final = "Suited above the diagonal."
"""How to read a chart of starting hands."""


def _chart_legend(short: dict[str, str], main: MainGame) -> str:
    ways = Counter[str]()
    for start in main.starts.values():
        ways[start.best] += start.ways
    total = ways.total()
    parts = [
        f"{mark} = {name} {format_percent(Fraction(ways[name], total), 1)}"
        for name, mark in short.items()
        if ways[name]
    ]
    return f"{SUITED_NOTE} {', '.join(parts)}"


def _first_decision_sentences(game: Game, solution: Solution) -> Iterator[str]:
    """Say how often each decision is best and with which hands, as far as that is known."""
    rules, main = solution.rules, solution.main
    if shares := first_decision_shares(rules, main):
        best = ", ".join(
            f"{name} with {format_percent(share, 2)}" for name, share in shares.items()
        )
        yield f"Of all hands dealt: {best}."
    if rule_list := lowest_hand_list(rules, main):
        from pitboss.papers.strategy_rules import rule_list_lines

        yield from rule_list_lines(rules, rule_list)
    elif has_strategy(rules, main):
        yield f"pitboss strategy {game_command_argument(game)} has rules for every decision."
    else:
        command = f"pitboss advise {game_command_argument(game)}"
        yield f"{command} has the value of each decision with a hand."


def _side_wagers_table(sides: dict[str, SideReturn]) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column("")
    for title in ("house edge", "deviation", "hits"):
        table.add_column(title, justify="right")
    table.add_column("expectation", style="dim", overflow="fold")
    for side in sides.values():
        table.add_row(
            escape(side.label),
            format_percent(side.house_edge),
            f"{side.standard_deviation:.5f}",
            format_percent(side.hit_chance),
            str(side.ev),
        )
    return table


def _progressive_parts(rules: Rules, side: ProgressiveReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    rows = [
        ("wager", dollars(side.wager), ""),
        *(
            (f"{x.name} meter" if x.name != "meter" else "meter", dollars(x.start), "")
            for x in rules.meters.values()
            if x.name in side.shares
        ),
        ("fixed prizes return", format_percent(side.fixed_return), str(side.fixed_return)),
        *(
            (name, _format_one_in(chance), "")
            for name, chance in (
                ("royal flush", side.royal_flush),
                ("straight flush", side.straight_flush),
                ("four of a kind", side.four_of_a_kind),
            )
            if chance
        ),
        ("envy, per other player", format_percent(side.envy[1]), str(side.envy[1])),
    ]
    yield Padding(_figures_table(rows), (0, 0, 0, 2))
    if side.break_even_meter:
        top = "a meter" if side.top == "meter" else f"a {side.top} meter"
        if not any(side.break_even_meter):
            yield Padding(
                "The prizes that this meter does not pay already return 100%.", (0, 0, 0, 2)
            )
            return
        rest = "" if len(side.shares) == 1 else ", the other meters at their reset"
        yield Padding(f"Break-even for a single winner{rest}: {top} of", (0, 0, 0, 2))
        others = Table.grid(padding=(0, 2, 0, 0))
        others.add_row("other players", *(str(n) for n in range(len(side.break_even_meter))))
        sums = (dollars(round(cents / 100) * 100) for cents in side.break_even_meter)
        others.add_row("", *sums)
        yield Padding(others, (0, 0, 0, 2))


def _spin_parts(side: SpinReturn) -> Iterator[RenderableType]:
    yield _heading(f"{side.label}, meters at their start")
    mean = f"${float(side.mean_spin) / 100:,.2f}"
    rows = [
        ("a spin is earned", _format_one_in(side.hit_chance), ""),
        ("average prize per spin", mean, f"{side.mean_spin} cents"),
        (
            "community pay, per other player",
            format_percent(side.community[1]),
            str(side.community[1]),
        ),
    ]
    yield Padding(_figures_table(rows), (0, 0, 0, 2))


def _return_table(side: SideReturn) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("symbol" if isinstance(side, SpinReturn) else "hand")
    for title in ("pays", "combinations", "probability", "return"):
        table.add_column(title, justify="right")
    for line in side.lines:
        table.add_row(
            escape(line.name),
            line.pays,
            f"{line.combinations:,}",
            f"{float(line.probability):.8f}",
            f"{float(line.returns):+.6f}",
        )
    table.add_row("[bold]all[/bold]", "", f"{side.deals:,}", "", f"{float(side.ev):+.6f}")
    return table


def _distribution_table(main: MainGame) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column("net")
    for title in ("combinations", "probability"):
        table.add_column(title, justify="right")
    table.add_column("")
    most = max(main.distribution.values())
    for net, deals in main.distribution.items():
        bar = "█" * round(BAR_WIDTH * deals / most) or "▏"
        chance = f"{deals / main.deals:.10f}"
        table.add_row(net_result_phrase(net), f"{deals:,}", chance, f"[green]{bar}[/green]")
    return table


def _format_one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.1f}" if chance else "never"


def solved_json(
    game: Game, submission: Mapping[str, Any], pay: Sequence[str], solution: Solution
) -> dict[str, Any]:
    """Return what ``pitboss solve --json`` prints: a solution with the rules it is for."""
    complete, _ = complete_submission(game, submission)
    return solution_json(solution) | {"pay": list(pay), "submission": complete}


def readings_json(
    game: Game, questions: Sequence[QuestionEffects], paytables: Sequence[PaytableEdges]
) -> dict[str, Any]:
    """Return what ``pitboss readings --effect --json`` prints."""
    return {
        "game": game.key,
        "readings": effects_json(questions),
        "paytables": paytables_json(paytables),
    }


def advice_json(advice: Advice) -> dict[str, Any]:
    """Return what ``pitboss advise --json`` prints."""
    return {"decisions": fraction_texts(advice.decisions), "best": advice.best}


DECISION_STYLES = ("", "green", "cyan", "bold yellow")
"""Styles of decisions, starting with the smallest stake."""


def starting_hand_name(ranks: str, row: int, column: int) -> str:
    """Return the starting hand of a cell of a chart with these ranks."""
    high, low = ranks[min(row, column)], ranks[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def decision_marks(rules: Rules) -> dict[str, str]:
    """Return a mark for each first decision, with as few letters as keep them distinct."""
    names = list(rules.streets[0].choices)
    for length in range(1, max(map(len, names)) + 1):
        short = {name: name[:length] for name in names}
        if len(set(short.values())) == len(names):
            return short
    return {name: name for name in names}


def first_decisions(rules: Rules) -> list[str]:
    """Return the names of the first decisions, folding first, then by what they stake."""
    choices = rules.streets[0].choices
    return sorted(
        choices, key=lambda name: -1 if choices[name] == FOLD else stake_multiple(choices[name])
    )


def start_chart(rules: Rules, decisions: Mapping[str, str]) -> Table:
    """Return the chart of first decisions for the terminal."""
    choices = rules.streets[0].choices
    style = {
        name: "dim" if choices[name] == FOLD else DECISION_STYLES[min(at, len(DECISION_STYLES) - 1)]
        for at, name in enumerate(first_decisions(rules))
    }
    short = decision_marks(rules)
    chart = Table.grid(padding=(0, 1, 0, 0))
    width = max(map(len, short.values()))
    ranks = chart_ranks(decisions)
    chart.add_row("", *(Text(rank.rjust(width), style="dim") for rank in ranks))
    for row, rank in enumerate(ranks):
        cells = [decisions[starting_hand_name(ranks, row, column)] for column in range(len(ranks))]
        chart.add_row(
            Text(rank, style="dim"),
            *(Text(short[name].rjust(width), style=style[name]) for name in cells),
        )
    return chart


NO_CHANGE_MARK = "–"


def effects_json(questions: Sequence[QuestionEffects]) -> list[dict[str, Any]]:
    """Return the effects of each choice as JSON values, with exact numbers as fractions."""
    return [
        {
            "id": question.id,
            "kind": question.kind,
            "clause": question.clause,
            "question": question.question,
            "filed": question.filed,
            "choices": {effect.choice: _effect_fields(effect) for effect in question.effects},
        }
        for question in questions
    ]


def _effect_fields(effect: ChoiceEffect) -> dict[str, Any]:
    return {
        "ev": str(effect.ev),
        "house_edge": float(effect.house_edge),
        "change": str(effect.change),
        "wagers": {
            key: {"ev": str(ev), "change": str(change)}
            for key, (ev, change) in effect.wagers.items()
        },
    }


def paytables_json(paytables: Sequence[PaytableEdges]) -> dict[str, Any]:
    """Return the paytables of each side wager as JSON values."""
    return {
        choice.wager: {
            "filed": choice.filed,
            "choices": {
                letter: None if ev is None else {"ev": str(ev), "house_edge": float(-ev)}
                for letter, ev in choice.expectations.items()
            },
        }
        for choice in paytables
    }


def effects_text(
    game: Game,
    questions: Sequence[QuestionEffects],
    submission: Mapping[str, Any],
    paytables: Sequence[PaytableEdges] = (),
) -> RenderableType:
    """Return the effects for the terminal; ``submission`` is the complete submission."""
    about = ", ".join([game.edition, *example_phrases(submission)])
    parts: list[RenderableType] = [f"[bold]{escape(game.name)}[/bold], {about}"]
    if not questions and not paytables:
        parts.append(f"{no_choices_sentence(game)} There is nothing to compare.")
    parts += _question_parts(game, questions)
    parts += (part for choice in paytables for part in _paytable_parts(choice))
    return Group(*parts)


def _paytable_parts(choice: PaytableEdges) -> Iterator[RenderableType]:
    yield ""
    yield f"[bold]{escape(choice.label)}[/bold]"
    yield Padding("Which paytable? The operator chooses.", (0, 0, 0, 2))
    table = Table(box=None, padding=(0, 3, 0, 0))
    table.add_column("")
    table.add_column("edge", justify="right")
    table.add_column("expectation", style="dim", no_wrap=True)
    for letter, ev in choice.expectations.items():
        mark = " (as filed)" if letter == choice.filed else ""
        edge = "not counted" if ev is None else format_percent(-ev)
        table.add_row(f"[bold]{letter}[/bold]{mark}", edge, "" if ev is None else str(ev))
    yield Padding(table, (0, 0, 0, 2))


def _question_parts(game: Game, questions: Sequence[QuestionEffects]) -> Iterator[RenderableType]:
    if not questions:
        return
    labels = {wager.key: wager.label for wager in game.wagers}
    edge_wagers = join_words(labels[key] for key in game.edge_of or [x.key for x in game.required])
    yield (
        f"[dim]The edge of the main game with optimal play, as a share of {escape(edge_wagers)}; "
        "below it, the side wagers that move.[/dim]"
    )
    for question in questions:
        yield ""
        yield f"[bold]{question.id}[/bold]  {question.clause}"
        yield Padding(escape(question.question), (0, 0, 0, 2))
        table = Table(box=None, padding=(0, 3, 0, 0))
        table.add_column("")
        table.add_column("edge", justify="right")
        table.add_column("change", justify="right")
        table.add_column("expectation", style="dim", no_wrap=True)
        for effect in question.effects:
            mark = " (as filed)" if effect.choice == question.filed else ""
            table.add_row(
                f"[bold]{effect.choice}[/bold]{mark}",
                format_percent(effect.house_edge),
                _edge_change(effect),
                str(effect.ev),
            )
            for key, (ev, change) in effect.wagers.items():
                edge_change = format_percent(-change, sign="+")
                table.add_row(f"  {escape(labels[key])}", format_percent(-ev), edge_change, str(ev))
        yield Padding(table, (0, 0, 0, 2))


def _edge_change(effect: ChoiceEffect) -> str:
    """Return the change of the house edge in percent."""
    edge = -effect.change * (effect.house_edge / -effect.ev if effect.ev else Fraction(1))
    return format_percent(edge, sign="+") if edge else NO_CHANGE_MARK
