"""The pocket card as PDF, made by typst: two small pages, the same bytes on every machine."""

from collections.abc import Iterator
from datetime import UTC, datetime

from pitboss.games.grammar import Game
from pitboss.lab.strategy.found import Strategy
from pitboss.papers.par.pdf import pdf_of
from pitboss.papers.par.typst import string
from pitboss.papers.start_chart import DOWN, marks, start_name
from pitboss.papers.strategy_card import cost_words, lists
from pitboss.papers.strategy_shades import decision_shades
from pitboss.papers.strategy_words import note_words
from pitboss.submission.rules import Rules

UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""A card is good as long as its rules are; so the same card is the same file."""
HEAD = """#set page(width: 105mm, height: 148mm, margin: 8mm)
#set text(font: "Libertinus Serif", size: 9pt, lang: "en")
#show heading.where(level: 1): set text(size: 13pt, fill: rgb("#0f4a43"))
#show heading.where(level: 2): set text(size: 10pt, fill: rgb("#0f4a43"))
"""


def card_pdf(game: Game, rules: Rules, found: Strategy, changed: str) -> bytes:
    """Two pages; ``changed`` says what is not as usual."""
    return pdf_of(HEAD + "\n".join(_parts(game, rules, found, changed)), UNDATED)


def _parts(game: Game, rules: Rules, found: Strategy, changed: str) -> Iterator[str]:
    yield f"#set document(title: {string(f'{game.name}: a pocket card')})"
    head = f"= #{string(game.name)}"
    if changed:
        head += f"\n#text(size: 8pt, {string(changed)})"
    if found.chart:  # where a hand has two cards
        yield f"{head}\n== #{string(rules.streets[0].label)}\n{_chart(rules, found)}"
        yield "#pagebreak()"
    yield head
    for label, lines in lists(rules, found):
        yield f"== #{string(label)}"
        yield from (f"+ #{string(line)}" for line in lines)
    yield f"#v(1em)\n#text(size: 8pt, {string(note_words(rules, found.shape))})"
    yield f'#v(1fr)\n#text(size: 7pt, fill: rgb("#5c6764"), {string(cost_words(rules, found))})'


def _chart(rules: Rules, found: Strategy) -> str:
    short, shade = marks(rules), decision_shades(rules)
    cells = ["[]", *(f'[#text(fill: rgb("#5c6764"), {string(rank)})]' for rank in DOWN)]
    for row, rank in enumerate(DOWN):
        cells.append(f'[#text(fill: rgb("#5c6764"), {string(rank)})]')
        for column in range(len(DOWN)):
            decision = found.chart[start_name(row, column)]
            ground, ink = shade[decision]
            mark = f'text(fill: rgb("{ink}"), {string(short[decision])})'
            cells.append(f'table.cell(fill: rgb("{ground}"), {mark})')
    played = set(found.chart.values())
    key = ", ".join(f"{short[name]} {name}" for name in shade if name in played)
    columns = f"(0.6fr, {', '.join(['1fr'] * len(DOWN))})"
    return (
        f'#table(columns: {columns}, inset: 3pt, align: center, stroke: 0.4pt + rgb("#c9d6d1"), '
        f"{', '.join(cells)})\n#text(size: 8pt, {string(f'{key}; suited above, pairs across')})"
    )
