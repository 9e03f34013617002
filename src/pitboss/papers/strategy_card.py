"""A strategy as a pocket card, to fold and carry: the chart on one side, the rules on the other."""

from collections.abc import Iterator
from html import escape
from typing import Final

from pitboss.games.grammar import Game
from pitboss.lab.strategy.found import Strategy
from pitboss.papers.page import element, page, text
from pitboss.papers.start_chart import DOWN, marks, start_name
from pitboss.papers.strategy_shades import decision_shades
from pitboss.papers.strategy_words import list_words, note_words, street_titles
from pitboss.papers.words import percent
from pitboss.submission.rules import Rules

STYLE: Final = """
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


def card_page(game: Game, rules: Rules, found: Strategy, changed: str) -> str:
    """One file that prints on two sides of a card; ``changed`` says what is not as usual."""
    body = "\n".join(_parts(game, rules, found, changed))
    return page(f"{game.name}: a pocket card", body, STYLE)


def _parts(game: Game, rules: Rules, found: Strategy, changed: str) -> Iterator[str]:
    head = f"<h1>{text(game.name)}</h1>{element('p', text(changed), 'changed')}"
    yield f"<main>\n<section>\n{head}"
    if found.chart:  # where a hand has two cards
        title = street_titles(rules)[rules.streets[0].name]
        yield f"<h2>{text(title)}</h2>\n{_chart(rules, found)}\n</section>"
        yield f"<section>\n{head}"
    for label, lines in lists(rules, found):
        rows = "\n".join(f"<li>{text(line)}</li>" for line in lines)
        yield f"<h2>{text(label)}</h2>\n<ol>\n{rows}\n</ol>"
    yield f'<p class="note">{text(note_words(rules, found.shape))}</p>'
    yield f'<p class="cost">{text(cost_words(rules, found))}</p>\n</section>\n</main>'


def lists(rules: Rules, found: Strategy) -> Iterator[tuple[str, list[str]]]:
    """Each later street by its label, line by line."""
    titles = street_titles(rules)
    for street in found.streets:
        yield titles[street.list.street], list_words(rules, found.shape, street.list)


def cost_words(rules: Rules, found: Strategy) -> str:
    """What playing by the card costs."""
    required = len(rules.edge_of)
    edge, best = (percent(-ev / required, 3) for ev in (found.ev, found.best))
    return (
        f"House edge by this card {edge}, by best play {best}. Rules {rules.hash[:12]}, "
        "found and costed exactly by pitboss strategy."
    )


def _chart(rules: Rules, found: Strategy) -> str:
    short, shade = marks(rules), decision_shades(rules)
    head = "".join(f'<th scope="col">{rank}</th>' for rank in DOWN)
    rows = []
    for row, rank in enumerate(DOWN):
        cells = []
        for column in range(len(DOWN)):
            name = start_name(row, column)
            colour, ink = shade[found.chart[name]]
            cells.append(
                f'<td style="background:{colour};color:{ink}" title="{name}: '
                f'{escape(found.chart[name])}">{text(short[found.chart[name]])}</td>'
            )
        rows.append(f'<tr><th scope="row">{rank}</th>{"".join(cells)}</tr>')
    played = set(found.chart.values())
    key = "".join(
        f'<span><b style="background:{colour};color:{ink}">{text(short[name])}</b> '
        f"{text(name)}</span>"
        for name, (colour, ink) in shade.items()
        if name in played
    )
    return (
        f'<table class="chart">\n<thead><tr><th scope="col"><span hidden>rank</span></th>{head}'
        f"</tr></thead>\n<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table>\n"
        f'<p class="key">{key}<span>suited above, pairs across</span></p>'
    )
