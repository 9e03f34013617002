"""A strategy that a person can play by: a pocket card as HTML and PDF, as text and as JSON."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from html import escape
from typing import Any, Final

from msgspec import to_builtins
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games.grammar import Game
from pitboss.lab.pay_changes import ChangeableLine, changeable_lines
from pitboss.lab.starting_hands import chart_ranks
from pitboss.lab.strategy.finder import Strategy
from pitboss.papers.html import escape_html, html_document, html_element
from pitboss.papers.par_sheet.plots import DECISION_SHADES, INK_COLOR, pick_shades
from pitboss.papers.solution_report import (
    SUITED_NOTE,
    choice_phrases,
    decision_marks,
    first_decisions,
    start_chart,
    starting_hand_name,
)
from pitboss.papers.strategy_rules import counting_note, rule_list_lines, street_titles
from pitboss.papers.typesetting import compile_typst, typst_string
from pitboss.papers.wording import edge_wager_names, example_phrases, format_percent, join_words
from pitboss.submission import default_submission, resolve
from pitboss.submission.rules import Rules

MAX_CHANGED_LINES: Final = 6
"""The most changes that a card lists; its rules hash covers all of them."""


def describe_differences(game: Game, rules: Rules, submission: Mapping[str, Any]) -> str:
    """Describe the choices and paytable lines that differ from the defaults; empty if none does.

    ``submission`` is the complete submission, which may be an example. Lines of ``rules`` may pay
    something else than it says.
    """
    example = [f"For an {words}." for words in example_phrases(submission)]
    usual = choice_phrases(game, default_submission(game, {}))
    choices = [words for words in choice_phrases(game, submission) if words not in usual]
    changes = [*choices, *_pay_changes(resolve(game, submission), rules)]
    if not changes:
        return "".join(example)
    rest = len(changes) - MAX_CHANGED_LINES
    more = [f"and {rest} more"] if rest > 0 else []
    return " ".join(
        [*example, f"For changed rules: {'; '.join([*changes[:MAX_CHANGED_LINES], *more])}."]
    )


def _pay_changes(before: Rules, after: Rules) -> Iterator[str]:
    """Describe the lines whose pay differs, with wagers that pay the same together."""
    old_lines = _lines_by_key(before)
    groups: dict[tuple[str, str], list[str]] = {}
    for key, (wager, line) in _lines_by_key(after).items():
        if line.odds != old_lines[key][1].odds:
            groups.setdefault((line.label, line.pays), []).append(wager)
    for (hand, pays), wagers in groups.items():
        yield f"{hand} {pays} on {join_words(wagers)}"


def _lines_by_key(rules: Rules) -> dict[str, tuple[str, ChangeableLine]]:
    """Return the paytable lines by key, each with the label of its wager."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    return {
        line.key: (labels[wager], line)
        for wager, lines in changeable_lines(rules).items()
        for line in lines
    }


LIGHTEST_SHADE: Final = DECISION_SHADES[0]


def decision_shades(rules: Rules) -> dict[str, tuple[str, str]]:
    """Return the background and ink of each first decision, starting with the smallest stake."""
    order = first_decisions(rules)
    return {
        name: (ground, LIGHTEST_SHADE if ground == DECISION_SHADES[-1] else INK_COLOR)
        for name, ground in zip(order, pick_shades(len(order)), strict=True)
    }


POCKET_CARD_STYLE: Final = """
@page { size: 105mm 148mm; margin: 7mm; }
main { display: grid; gap: 1rem; max-width: 26rem; margin: 0 auto; }
section { break-after: page; }
section:last-child { break-after: auto; }
h1 { font-size: 1.35rem; }
h2 { margin: .8rem 0 .35rem; }
.chart { table-layout: fixed; text-align: center; font-size: .8rem; }
.chart th, .chart td { padding: .2rem 0; border: 1px solid #fff; line-height: 1.25; }
.chart thead th, .chart tbody th { color: var(--quiet); text-align: center; border-bottom: 0; }
.key { display: flex; flex-wrap: wrap; gap: .3rem .9rem; font-size: .85rem; margin-top: .5rem; }
.key b { display: inline-block; min-width: 1.5em; text-align: center; border: 1px solid #0f4a43; }
ol { padding-left: 1.4rem; }
li { margin: .25rem 0; }
.changed { font-size: .8rem; font-weight: 600; margin-top: .3rem; }
.note { margin-top: .8rem; font-size: .9rem; }
.cost { color: var(--quiet); font-size: .8rem; margin-top: .8rem; }
"""


def pocket_card_html(game: Game, rules: Rules, result: Strategy, differences: str) -> str:
    """Return an HTML document that prints on two sides of a card."""
    body = "\n".join(_html_parts(game, rules, result, differences))
    return html_document(f"{game.name}: a pocket card", body, POCKET_CARD_STYLE)


def _html_parts(game: Game, rules: Rules, result: Strategy, differences: str) -> Iterator[str]:
    head = (
        f"<h1>{escape_html(game.name)}</h1>{html_element('p', escape_html(differences), 'changed')}"
    )
    yield f"<main>\n<section>\n{head}"
    if result.chart:  # only for hands of two cards
        title = street_titles(rules)[rules.streets[0].name]
        yield f"<h2>{escape_html(title)}</h2>\n{_html_chart(rules, result)}\n</section>"
        yield f"<section>\n{head}"
    for label, lines in street_lists(rules, result):
        rows = "\n".join(f"<li>{escape_html(line)}</li>" for line in lines)
        yield f"<h2>{escape_html(label)}</h2>\n<ol>\n{rows}\n</ol>"
    yield f'<p class="note">{escape_html(counting_note(rules))}</p>'
    yield f'<p class="cost">{escape_html(cost_sentence(rules, result))}</p>\n</section>\n</main>'


def street_lists(rules: Rules, result: Strategy) -> Iterator[tuple[str, list[str]]]:
    """Yield the label and the rule lines of each street with rules."""
    titles = street_titles(rules)
    for street in result.streets:
        yield titles[street.list.street], rule_list_lines(rules, street.list)


def cost_sentence(rules: Rules, result: Strategy) -> str:
    """Say what playing by the card costs."""
    wager_count = len(rules.edge_of)
    edge, best = (format_percent(-ev / wager_count, 3) for ev in (result.ev, result.best))
    return (
        f"House edge with this card {edge}, with best play {best}. Rules {rules.hash[:12]}, "
        "computed exactly by pitboss strategy."
    )


def _html_chart(rules: Rules, result: Strategy) -> str:
    short, shade = decision_marks(rules), decision_shades(rules)
    ranks = chart_ranks(result.chart)
    head = "".join(f'<th scope="col">{rank}</th>' for rank in ranks)
    rows = []
    for row, rank in enumerate(ranks):
        cells = []
        for column in range(len(ranks)):
            name = starting_hand_name(ranks, row, column)
            color, ink = shade[result.chart[name]]
            cells.append(
                f'<td style="background:{color};color:{ink}" title="{name}: '
                f'{escape(result.chart[name])}">{escape_html(short[result.chart[name]])}</td>'
            )
        rows.append(f'<tr><th scope="row">{rank}</th>{"".join(cells)}</tr>')
    decisions = set(result.chart.values())
    key = "".join(
        f'<span><b style="background:{color};color:{ink}">{escape_html(short[name])}</b> '
        f"{escape_html(name)}</span>"
        for name, (color, ink) in shade.items()
        if name in decisions
    )
    return (
        f'<table class="chart">\n<thead><tr><th scope="col"><span hidden>rank</span></th>{head}'
        f"</tr></thead>\n<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table>\n"
        f'<p class="key">{key}<span>suited above, pairs on the diagonal</span></p>'
    )


FIXED_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of every PDF, so that the same card is always the same file."""
TYPST_PREAMBLE = """#set page(width: 105mm, height: 148mm, margin: 8mm)
#set text(font: "Libertinus Serif", size: 9pt, lang: "en")
#show heading.where(level: 1): set text(size: 13pt, fill: rgb("#0f4a43"))
#show heading.where(level: 2): set text(size: 10pt, fill: rgb("#0f4a43"))
"""


def pocket_card_pdf(game: Game, rules: Rules, result: Strategy, differences: str) -> bytes:
    """Return a PDF with the two sides of a card."""
    return compile_typst(
        TYPST_PREAMBLE + "\n".join(_typst_parts(game, rules, result, differences)), FIXED_DATE
    )


def _typst_parts(game: Game, rules: Rules, result: Strategy, differences: str) -> Iterator[str]:
    yield f"#set document(title: {typst_string(f'{game.name}: a pocket card')})"
    head = f"= #{typst_string(game.name)}"
    if differences:
        head += f"\n#text(size: 8pt, {typst_string(differences)})"
    if result.chart:  # only for hands of two cards
        yield f"{head}\n== #{typst_string(rules.streets[0].label)}\n{_typst_chart(rules, result)}"
        yield "#pagebreak()"
    yield head
    for label, lines in street_lists(rules, result):
        yield f"== #{typst_string(label)}"
        yield from (f"+ #{typst_string(line)}" for line in lines)
    yield f"#v(1em)\n#text(size: 8pt, {typst_string(counting_note(rules))})"
    cost = typst_string(cost_sentence(rules, result))
    yield f'#v(1fr)\n#text(size: 7pt, fill: rgb("#5c6764"), {cost})'


def _typst_chart(rules: Rules, result: Strategy) -> str:
    ranks = chart_ranks(result.chart)
    short, shade = decision_marks(rules), decision_shades(rules)
    cells = [
        "[]",
        *(f'[#text(fill: rgb("#5c6764"), {typst_string(rank)})]' for rank in ranks),
    ]
    for row, rank in enumerate(ranks):
        cells.append(f'[#text(fill: rgb("#5c6764"), {typst_string(rank)})]')
        for column in range(len(ranks)):
            decision = result.chart[starting_hand_name(ranks, row, column)]
            ground, ink = shade[decision]
            mark = f'text(fill: rgb("{ink}"), {typst_string(short[decision])})'
            cells.append(f'table.cell(fill: rgb("{ground}"), {mark})')
    decisions = set(result.chart.values())
    key = ", ".join(f"{short[name]} {name}" for name in shade if name in decisions)
    columns = f"(0.6fr, {', '.join(['1fr'] * len(ranks))})"
    return (
        f'#table(columns: {columns}, inset: 3pt, align: center, stroke: 0.4pt + rgb("#c9d6d1"), '
        f"{', '.join(cells)})\n"
        f"#text(size: 8pt, {typst_string(f'{key}; suited above, pairs on the diagonal')})"
    )


_OPEN_ADVICE_NOTE = "Where other advice says nothing, best play is assumed."


def strategy_text(
    game: Game, rules: Rules, result: Strategy, others: Mapping[str, Fraction], subject: str
) -> RenderableType:
    """Return a strategy for the terminal; ``subject`` describes the rules."""
    parts: list[RenderableType] = [Text(game.name, style="bold"), Text(subject, style="dim")]
    titles = street_titles(rules)
    if result.chart:
        parts.append(_heading(titles[rules.streets[0].name]))
        short = [f"{mark} = {name}" for name, mark in decision_marks(rules).items() if mark != name]
        legend = f"{SUITED_NOTE} {', '.join(short)}".rstrip()
        parts.append(_indent(Text(legend, style="dim")))
        parts.append(_indent(start_chart(rules, result.chart)))
    for street in result.streets:
        parts.append(_heading(titles[street.list.street]))
        lines = Table.grid(padding=(0, 2, 0, 0))
        for at, words in enumerate(rule_list_lines(rules, street.list), 1):
            lines.add_row(Text(f"{at}.", style="dim"), words)
        parts.append(_indent(lines))
        parts.append(_indent(Text(f"gives up {_format_cost(street.cost)} on its own", style="dim")))
    parts.append(_heading("How to count"))
    parts.append(_indent(Text(counting_note(rules))))
    unit = rules.required[0].label
    parts.append(_heading(f"What it costs, in units of one {unit}"))
    parts.append(_indent(_cost_table(rules, result, others)))
    if others:
        parts.append(_indent(Text(_OPEN_ADVICE_NOTE, style="dim")))
    return Group(*parts)


def _cost_table(rules: Rules, result: Strategy, others: Mapping[str, Fraction]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    wager_count = len(rules.edge_of)
    if wager_count < len(rules.required):
        of = f", of {edge_wager_names(rules)}"
    else:
        every = "both" if wager_count == 2 else f"all {wager_count}"
        of = "" if wager_count == 1 else f", of {every} required wagers"
    table.add_row("", Text("per round", style="dim"), Text(f"house edge{of}", style="dim"))
    table.add_row("best play", "", format_percent(-result.best / wager_count))
    edge = format_percent(-result.ev / wager_count)
    table.add_row("this card", _format_cost(result.cost), edge, style="bold")
    for name, cost in others.items():
        table.add_row(name, _format_cost(cost), format_percent((cost - result.best) / wager_count))
    return table


def _format_cost(cost: Fraction) -> str:
    return f"{float(cost):.6f}"


def _heading(words: str) -> RenderableType:
    return Padding(Text(words, style="bold"), (1, 0, 0, 0))


def _indent(what: RenderableType) -> RenderableType:
    return Padding(what, (0, 0, 0, 2))


def strategy_json(rules: Rules, result: Strategy, others: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return a strategy as JSON values, with exact numbers as fractions."""
    titles = street_titles(rules)
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "unit": rules.required[0].key,
        "shape": result.shape,
        "best": str(result.best),
        "ev": str(result.ev),
        "cost": str(result.cost),
        "house_edge": float(-result.ev / len(rules.edge_of)),
        "first": result.chart,
        "streets": [
            {
                "label": titles[street.list.street],
                **to_builtins(street.list),
                "words": rule_list_lines(rules, street.list),
                "cost": str(street.cost),
            }
            for street in result.streets
        ],
        "note": counting_note(rules),
        "compared": {name: str(cost) for name, cost in others.items()},
    }
