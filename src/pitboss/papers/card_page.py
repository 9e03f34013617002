"""A rules card as a page: to read on a screen, to print on two sheets, to hang beside a table."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.card_drawing import seat_drawing, table_drawing
from pitboss.papers.card_style import STYLE
from pitboss.papers.page import Kind, element, foot, page, table, text
from pitboss.papers.tables import ShownTable, ShownWheel, limits_text, shown_tables, shown_wheels
from pitboss.papers.wagers import WagerCard
from pitboss.papers.words import listed, sentence

PAY_COLUMNS: Final[tuple[tuple[str, Kind], ...]] = (
    ("Hand", "text"), ("Pays", "figure"), ("Clause", "clause"),
)  # fmt: skip


def card_page(card: Card) -> str:
    """The whole card, as one file."""
    return page(
        f"{card.name}: rules of the game",
        "\n".join(_parts(card)),
        STYLE + foot(card.named),
    )


def _parts(card: Card) -> Iterator[str]:
    yield _header(card)
    yield f'<main>\n<div class="opening">\n<div>{_steps(card)}\n{_cards(card)}{_limit(card)}</div>'
    yield f"{_drawings(card)}\n</div>\n{_wagers(card)}"
    if pays := list(_pays(card)):
        yield '<section class="pay">\n<h2>What the wagers pay</h2>'
        one = " one" if len(pays) == 1 else ""
        yield f'<div class="pays{one}">\n{"".join(pays)}\n</div>\n</section>'
    yield f"{_readings(card)}\n</main>"
    yield _footer(card)


def _header(card: Card) -> str:
    return (
        f'<header>\n<p class="by"><span class="operator">{text(card.filed_by)}</span> '
        f'<span class="edition">{text(card.edition if card.rulebook else "")}</span></p>\n'
        f"<h1>{text(card.name)}</h1>\n</header>\n"
        f'<p class="story">{text(card.story)}</p>'
    )


def _steps(card: Card) -> str:
    steps = "\n".join(
        f"<li><b>{text(step.title)}</b> {text(step.text)}{_cited(card, step.clause)}</li>"
        for step in card.steps
    )
    return f"<section>\n<h2>How a round goes</h2>\n<ol>\n{steps}\n</ol>\n</section>"


def _cards(card: Card) -> str:
    deck = [f"Dealt from {card.deck}"] if card.deck else []
    said = "\n".join(f"<p>{text(words)}</p>" for words in (*deck, *card.rankings))
    return f"<section>\n<h2>Cards and hands</h2>\n{said}\n</section>\n" if said else ""


def _drawings(card: Card) -> str:
    clauses = dict.fromkeys(place.clause for place in card.layout.places)
    cited = "".join(_cited(card, clause) for clause in clauses)
    return (
        "<section>\n<h2>The layout</h2>\n"
        f"<figure>{table_drawing(card)}\n<figcaption>The cards on the table{cited}</figcaption>"
        f"</figure>\n<figure>{seat_drawing(card)}\n"
        "<figcaption>Your betting spots</figcaption></figure>\n</section>"
    )


def _wagers(card: Card) -> str:
    columns: tuple[tuple[str, Kind], ...] = (
        ("Wager", "text"), ("Limits", "figure"), ("How it is paid", "text"), ("Clause", "clause"),
    )  # fmt: skip
    rows = []
    for _, group in groupby(card.wagers, key=lambda wager: (wager.how, limits_text(wager))):
        wagers = list(group)
        labels = listed(wager.label for wager in wagers)
        limits = limits_text(wagers[0])
        cited = "\n".join(filter(None, (_clauses(card, wager) for wager in wagers)))
        rows.append((labels, limits, wagers[0].how, cited))
    body = table(columns, rows, kind="wagers")
    return f"<section>\n<h2>The wagers</h2>\n{body}\n</section>"


def _clauses(card: Card, wager: WagerCard) -> str:
    """Where a wager is allowed, and where it is paid, unless its table says so."""
    paid = wager.table_clause if wager.table_clause and not wager.lines else ""
    return f"{_short(card, wager.clause)} {_short(card, paid)}".strip()


def _limit(card: Card) -> str:
    signs = "<br>".join(
        f"{text(sign.text)}{_cited(card, sign.clause)}" for sign in card.layout.signs
    )
    if card.payout_limit is None:
        return f'<section class="limit">\n<p>{signs}</p>\n</section>' if signs else ""
    return (
        f'<section class="limit">\n<strong>{dollars(card.payout_limit)}</strong>\n'
        f"<p>{signs}<br>It counts what {text(listed(card.payout_limit_wagers))} win."
        f"{_cited(card, card.payout_limit_clause)}</p>\n</section>"
    )


def _pays(card: Card) -> Iterator[str]:
    for shown in shown_tables(card):
        yield _paytable(card, shown)
    if card.meters:
        rows = [
            (sentence(m.name), dollars(m.start), dollars(m.reset), m.rate, _short(card, m.clause))
            for m in card.meters
        ]
        columns: tuple[tuple[str, Kind], ...] = (
            ("Meter", "text"), ("Start", "figure"), ("Reset", "figure"), ("Share", "figure"),
            ("Clause", "clause"),
        )  # fmt: skip
        yield table(columns, rows, caption="Meters")
    for wheel in shown_wheels(card):
        yield _wheel(card, wheel)


def _paytable(card: Card, shown: ShownTable) -> str:
    rows = [(sentence(x.name), x.pays, _short(card, x.clause)) for x in shown.lines]
    caption = f"{text(shown.title)}{_cited(card, shown.clause)}"
    return table(PAY_COLUMNS, rows, head=False, caption=caption)


def _wheel(card: Card, wheel: ShownWheel) -> str:
    rows = [
        (
            sentence(s.symbol),
            f"{s.stops:,}",
            s.prize,
            dollars(s.community) if s.community else "–",
            _short(card, s.clause),
        )
        for s in wheel.stops
    ]
    columns: tuple[tuple[str, Kind], ...] = (
        ("Symbol", "text"), ("Stops", "figure"), ("Pays", "figure"),
        ("Others", "figure"), ("Clause", "clause"),
    )  # fmt: skip
    return table(columns, rows, caption=f"{text(wheel.title)}, {wheel.total:,} stops")


def _readings(card: Card) -> str:
    if not card.readings:
        return ""
    readings = "\n".join(
        f"<div><dt>{text(reading.question)}{_cited(card, reading.clause)}</dt>"
        f"<dd>{text(reading.meaning)}</dd></div>"
        for reading in card.readings
    )
    across = len(card.readings) if len(card.readings) in (1, 3) else 2
    return (
        "<section>\n<h2>How unclear points are read here</h2>\n"
        f'<dl class="readings" style="--across: {across}">\n{readings}\n</dl>\n</section>'
    )


def _facts(card: Card) -> str:
    of = card.table
    facts = (
        ("Table limits", f"{dollars(of.minimum)} to {dollars(of.maximum)}", ""),
        ("Smallest chip", dollars(of.chip), ""),
        ("Positions per player", str(of.boxes_per_player), ""),
        ("Dealing", sentence(of.dealing), _cited(card, card.dealing_clause)),
        ("Shuffler", sentence(of.shuffler), ""),
        ("Decks in rotation", str(of.decks), ""),
    )
    rows = "\n".join(
        f"<div><dt>{text(name)}{clause}</dt> <dd>{text(value)}</dd></div>"
        for name, value, clause in facts
    )
    return f'<dl class="facts">\n{rows}\n</dl>'


def _footer(card: Card) -> str:
    rulebook = f"{text(card.rulebook)}, {text(card.edition)}"
    cited = f"Small figures are clauses of the rulebook {rulebook}. " if card.rulebook else ""
    return f"<footer>\n{_facts(card)}\n<p>{cited}Rules hash {card.hash}</p>\n</footer>"


def _short(card: Card, clause: str) -> str:
    """A clause of the card's own rulebook, which the foot of the page names once."""
    return clause.removeprefix(f"{card.rulebook} ")


def _cited(card: Card, clause: str | None) -> str:
    """A citation that stays beside the word before it."""
    return "&nbsp;" + element("small", text(_short(card, clause))) if clause else ""
