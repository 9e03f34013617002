"""A filing as the Commission receives it: its sections, as Markdown and as an HTML page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.game_parts import Side, switch_of
from pitboss.games.grammar import Game
from pitboss.games.paytables import Sum, prize_text
from pitboss.money import dollars
from pitboss.papers.html import (
    ColumnKind,
    escape_html,
    html_document,
    html_element,
    html_table,
    page_footer_style,
)
from pitboss.papers.rules_card.card import (
    CardPaytable,
    CardWheel,
    RulesCard,
    build_rules_card,
    card_paytables,
    card_wheels,
    format_limits,
)
from pitboss.papers.wording import capitalize, join_words, used_columns
from pitboss.submission import complete_submission, example_filing, is_example, omissions
from pitboss.submission.defaults import payoff_of
from pitboss.submission.schema import (
    approval_clauses,
    paytable_clause,
    paytable_letters,
    regulator,
    submission_schema,
)

FilingColumn = tuple[str, ColumnKind]
FilingRow = tuple[str, ...]


class FilingSection(Struct, frozen=True):
    """A section of a filing: a heading, a table, and perhaps a note."""

    title: str
    columns: tuple[FilingColumn, ...]
    rows: tuple[FilingRow, ...]
    note: str = ""


def filing_sections(
    game: Game, card: RulesCard, submission: Mapping[str, Any]
) -> Iterator[FilingSection]:
    """Yield the sections of a filing in order; ``submission`` is the complete submission."""
    yield _parties_section(card)
    options = _options_section(game, submission)
    if options.rows:
        yield options
    yield _wagers_section(card)
    yield from map(_paytable_section, card_paytables(card))
    if card.meters:
        yield _meters_section(card)
    wheels = card_wheels(card)
    for wheel in wheels:
        yield _wheel_section(wheel, wheel.title if len(wheels) > 1 else "Wheel")
    if card.payout_limit is not None:
        yield _limit_section(card, card.payout_limit)
    if card.rulebook or card.readings:
        yield _readings_section(card)
    yield _equipment_section(game, card)
    yield _round_section(card)
    yield _layout_section(card)
    yield _approvals_section(game, submission)


def _make_columns(*names: str, figures: tuple[str, ...] = ()) -> tuple[FilingColumn, ...]:
    """Make columns of text, apart from those with figures and the one with clauses."""
    return tuple((name, _column_kind(name, figures)) for name in names)


def _column_kind(name: str, figures: tuple[str, ...]) -> ColumnKind:
    if name == "Clause":
        return "clause"
    return "figure" if name in figures else "text"


def _parties_section(card: RulesCard) -> FilingSection:
    rulebook = (("Edition", card.edition), ("Rulebook", card.rulebook))
    rows = (
        ("Operator", card.operator_title),
        ("Game", card.name),
        *(rulebook if card.rulebook else (("Rulebook", "none"),)),
        ("Rules hash", card.hash),
    )
    note = "Two submissions with the same hash have exactly the same rules."
    return FilingSection("What is filed", _make_columns("", ""), rows, note)


def _options_section(game: Game, submission: Mapping[str, Any]) -> FilingSection:
    """List what the rulebook leaves to the operator: options, boxes, side wagers, paytables."""
    rows: list[FilingRow] = [
        (option.question, option.choices[choice], _citation(game, option.clause))
        for wager in game.required
        for option in wager.options
        for choice in [submission["wagers"][wager.key][option.key]]
    ]
    if game.boxes.most > 1:
        boxes = str(submission["table"]["boxes_per_player"])
        rows.append(("Positions per player", boxes, _citation(game, game.boxes.clause)))
    for side in game.sides:
        rows += _offer_rows(game, side, submission["wagers"][side.key])
    return FilingSection("Options chosen", _make_columns("Option", "Choice", "Clause"), tuple(rows))


def _offer_rows(game: Game, side: Side, choices: Mapping[str, Any]) -> Iterator[FilingRow]:
    state = "Offered" if choices["offered"] else "Not offered"
    yield side.label, state, _citation(game, side.clause)
    if not choices["offered"]:
        return
    if switch_of(side.pays):
        table = f"{choices['paytable']} (one of {join_words(paytable_letters(side))})"
        yield f"{side.label}: paytable", table, _citation(game, paytable_clause(side))
    pays = payoff_of(side, choices.get("paytable"))
    if pays.fixed_prize:
        prize = prize_text(Sum(choices["fixed_prize"], choices.get("merchandise", "")))
        yield f"{side.label}: fixed prize", prize, _citation(game, pays.fixed_prize.clause)
    if "top_symbol" in choices:
        clause = _citation(game, pays.clause)
        yield f"{side.label}: top symbol", choices["top_symbol"], clause


def _wagers_section(card: RulesCard) -> FilingSection:
    rows = []
    for wager in card.wagers:
        clauses = dict.fromkeys(c for c in (wager.clause, wager.table_clause) if c)
        limits = format_limits(wager)
        rows.append((wager.label, wager.kind, limits, wager.how, ", ".join(clauses)))
    columns = _make_columns(
        "Wager", "Kind", "Limits", "How it is paid", "Clause", figures=("Limits",)
    )
    return FilingSection("Wagers and their limits", columns, tuple(rows))


def _paytable_section(paytable: CardPaytable) -> FilingSection:
    rows = tuple((capitalize(line.name), line.pays, line.clause) for line in paytable.lines)
    columns = _make_columns("Hand", "Pays", "Clause", figures=("Pays",))
    note = f"Per {paytable.clause}." if paytable.clause else ""
    letter = f" {paytable.letter}" if paytable.letter else ""
    return FilingSection(f"Paytable{letter}: {paytable.name}", columns, rows, note)


def _meters_section(card: RulesCard) -> FilingSection:
    labels = {wager.key: wager.label for wager in card.wagers}
    figures = ("Starts at", "Reset to", "Floor", "Share of each wager")
    rows = tuple(
        (
            capitalize(meter.name),
            labels[meter.wager],
            *map(dollars, (meter.start, meter.reset, meter.least)),
            meter.rate,
            meter.clause,
        )
        for meter in card.meters
    )
    return FilingSection(
        "Meters", _make_columns("Meter", "Wager", *figures, "Clause", figures=figures), rows
    )


def _wheel_section(wheel: CardWheel, title: str) -> FilingSection:
    figures = ("Stops", "Pays", "Each other player")
    rows = tuple(
        (
            capitalize(stop.symbol),
            f"{stop.stops:,}",
            stop.prize,
            dollars(stop.community) if stop.community else "–",
            stop.clause,
        )
        for stop in wheel.stops
    )
    columns = _make_columns("Symbol", *figures, "Clause", figures=figures)
    return FilingSection(title, columns, rows, f"{wheel.total:,} stops in all.")


def _limit_section(card: RulesCard, limit: int) -> FilingSection:
    row = dollars(limit), join_words(card.payout_limit_wagers), card.payout_limit_clause
    return FilingSection(
        "Payout limit", _make_columns("Amount", "Wagers it covers", "Clause"), (row,)
    )


def _readings_section(card: RulesCard) -> FilingSection:
    rows = tuple(
        (
            reading.question,
            reading.meaning,
            f"{reading.id} = {reading.choice}",
            "default" if reading.is_default else "not the default",
            reading.clause,
        )
        for reading in card.readings
    )
    note = "" if rows else "The rulebook leaves no points open to interpretation."
    columns = _make_columns("Question", "Reading", "Key and choice", "", "Clause")
    return FilingSection("Readings in force", columns, rows, note)


CARDS_PHRASE: Final = "Physical: people shuffle and deal them, and enter those turned over"
"""What papers say of a table with a physical deck; a virtual one needs no mention."""


def _equipment_section(game: Game, card: RulesCard) -> FilingSection:
    keys, table = submission_schema(game, {})["table"], card.table
    rows = (
        ("Table minimum", dollars(table.minimum), ""),
        ("Table maximum", dollars(table.maximum), ""),
        ("Smallest chip", dollars(table.chip), ""),
        ("Dealing", capitalize(table.dealing), card.dealing_clause),
        ("Shuffler", capitalize(table.shuffler), _citation(game, keys["shuffler"].clause)),
        ("Decks in rotation", str(table.decks), _citation(game, keys["decks"].clause)),
        *((("Cards", CARDS_PHRASE, ""),) if table.is_physical else ()),
        *((("Cards in a deck", card.deck, ""),) if card.deck else ()),
        *(("Ranking of hands", words, "") for words in card.rankings),
    )
    return FilingSection("Table and equipment", _make_columns("", "", "Clause"), rows)


def _round_section(card: RulesCard) -> FilingSection:
    rows = tuple((step.title, step.text, step.clause) for step in card.steps)
    return FilingSection("How a round is played", _make_columns("", "", "Clause"), rows)


def _layout_section(card: RulesCard) -> FilingSection:
    places = [(p.label, p.inscription or "–", str(p.cards), p.clause) for p in card.layout.places]
    signs = [("Sign", sign.text, "–", sign.clause) for sign in card.layout.signs]
    columns = _make_columns("Place", "Inscription", "Cards", "Clause", figures=("Cards",))
    return FilingSection("Layout and signs", columns, tuple(places + signs))


def _approvals_section(game: Game, submission: Mapping[str, Any]) -> FilingSection:
    clauses = approval_clauses(game)
    rows = tuple(
        (capitalize(name), approval["reference"], approval["date"], _citation(game, clauses[name]))
        for name, approval in submission["approvals"].items()
    )
    columns = _make_columns("Approval", "Reference", "Date", "Clause")
    return FilingSection(f"Approvals by {regulator(game)}", columns, rows)


def _citation(game: Game, clause: str | None) -> str:
    return game.cite(clause) or ""


BLANK_FIELD: Final = r"\_" * 40
"""A line to write on."""
EMPTY_APPROVAL: Final = {"reference": "–", "date": "–"}
"""The fields of an approval that is still pending."""


class Filing(Struct, frozen=True, kw_only=True):
    """A filing: the whole document that the Commission receives."""

    operator: str
    example: bool
    name: str
    edition: str
    hash: str
    sections: tuple[FilingSection, ...]
    approval: tuple[str, ...] = ("Name", "Title", "Signature", "Date")
    """What the Commission fills in by hand."""

    @property
    def title(self) -> str:
        """The title of the document."""
        return f"{'Example rules' if self.example else 'Rules'} submission: {self.name}"


def build_filing(game: Game, submission: Mapping[str, Any] | None = None) -> Filing:
    """Build the filing of a table that plays by this submission; refuse an invalid one."""
    choices = submission or example_filing(game)
    card = build_rules_card(game, choices)  # refuses an invalid submission
    complete, _ = complete_submission(game, choices)
    approvals = choices.get("approvals", {})
    # A pending approval is left open instead of being taken from the example.
    complete["approvals"] = {
        name: {**EMPTY_APPROVAL, **approvals.get(name, {})} for name in complete["approvals"]
    }
    is_partial = any(
        not omission.path.startswith("approvals.") for omission in omissions(game, choices)
    )
    card = replace(card, example=is_partial or is_example(complete))
    return Filing(
        operator=card.operator_title,
        example=card.example,
        name=card.name,
        edition=card.edition,
        hash=card.hash,
        sections=tuple(filing_sections(game, card, complete)),
    )


def filing_markdown(filing: Filing) -> str:
    """Return the filing as Markdown."""
    parts = [f"# {_escape_markdown(filing.title)}"]
    for section in filing.sections:
        parts.append(f"## {_escape_markdown(section.title)}")
        if section.rows:
            parts.append(_markdown_table(section))
        if section.note:
            parts.append(_escape_markdown(section.note))
    parts.append("## Approval")
    parts.append(f"For the rules with the hash {filing.hash}")
    parts += [f"{name}: {BLANK_FIELD}" for name in filing.approval]
    return "\n\n".join(parts) + "\n"


def _markdown_table(section: FilingSection) -> str:
    columns = used_columns(section.columns, section.rows)
    rules = ["---:" if section.columns[at][1] == "figure" else "---" for at in columns]
    lines = [_markdown_row([section.columns[at][0] for at in columns]), f"| {' | '.join(rules)} |"]
    return "\n".join(lines + [_markdown_row([row[at] for at in columns]) for row in section.rows])


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escape_markdown(cell) for cell in cells)} |"


def _escape_markdown(words: str) -> str:
    """Escape plain text for Markdown."""
    return re.sub(r"([\\`*_\[\]<>&|~])", r"\\\1", words)


FILING_STYLE: Final = """
@page { margin: 16mm 17mm 18mm; }
body { font-size: .9375rem; }
header { border-bottom: 3px double var(--brass); padding-bottom: .8rem; }
header p { font-family: var(--serif); color: var(--quiet); overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin-bottom: .3rem; }
h2 { font-size: 1.1rem; letter-spacing: 0; text-transform: none; border: 0; padding: 0;
  margin: 1.5rem 0 .3rem; }
.short { break-inside: avoid; }
table { border-top: 1px solid var(--brass); border-bottom: 1px solid var(--brass); }
.pairs tbody th { width: 24%; }
.pairs td { overflow-wrap: anywhere; }
.beside { columns: 2; column-gap: 2.2rem; }
.beside section { padding-top: .1rem; break-inside: avoid; }
.beside h2 { margin-top: 1.2rem; }
tbody th { font-weight: 500; }
main > section tbody th { min-width: 7rem; }
td:nth-child(3):not(.figure, .clause), td:nth-child(4):not(.figure, .clause) { min-width: 5rem; }
td.figure + td:not(.figure, .clause), th.figure + th:not(.figure, .clause) { padding-left: .5rem; }
.note { font-size: .8125rem; color: var(--quiet); margin-top: .35rem; }
.approval { break-inside: avoid; break-before: avoid; border: 3px double var(--brass);
  margin: 1.8rem 0 0; padding: .9rem 1.4rem 1.2rem; }
.approval h2 { margin-top: 0; }
.approval dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.4rem; }
.approval dt { font-size: .75rem; color: var(--quiet); padding-top: .2rem; }
.approval dd { height: 2.3rem; border-bottom: 1px solid var(--ink); }
.approval dl > div { display: flex; flex-direction: column-reverse; }
.approval p { font-size: .8125rem; color: var(--quiet); overflow-wrap: anywhere; }
@media print { html { font-size: 14px; } th, td { padding-top: .22rem; padding-bottom: .22rem; } }
@media screen and (max-width: 44rem) {
  section { overflow-x: auto; } .beside { columns: 1; } .approval dl { grid-template-columns: 1fr; }
}
"""

MAX_UNBROKEN_ROWS: Final = 16
"""The most rows of a table that is kept on one page."""


def filing_html(filing: Filing) -> str:
    """Return the whole filing as an HTML document."""
    origin = ", ".join(filter(None, (filing.operator, filing.edition)))
    body = (
        f"<header>\n<h1>{escape_html(filing.title)}</h1>\n"
        f"<p>{escape_html(origin)}</p>\n</header>\n<main>\n"
        + "\n".join(_section_groups(filing))
        + f"\n{_approval_html(filing)}\n</main>"
    )
    style = FILING_STYLE + page_footer_style(
        f"{', '.join(filter(None, (filing.name, filing.edition)))}. Rules hash {filing.hash}"
    )
    return html_document(f"{filing.title}, {filing.operator}", body, style)


def _section_groups(filing: Filing) -> Iterator[str]:
    """Yield the sections as HTML, with narrow tables side by side."""
    for is_narrow, group in groupby(filing.sections, key=_is_narrow):
        sections = "\n".join(map(_section_html, group))
        yield html_element("div", sections, "beside") if is_narrow else sections


def _is_narrow(section: FilingSection) -> bool:
    return [kind for _, kind in section.columns] == ["text", "figure", "clause"]


def _section_html(section: FilingSection) -> str:
    kind = ' class="short"' if len(section.rows) <= MAX_UNBROKEN_ROWS else ""
    has_head = any(name for name, kind in section.columns if kind != "clause")
    table_kind = "" if has_head else "pairs"
    body = html_table(section.columns, section.rows, head=has_head, kind=table_kind)
    note = html_element("p", escape_html(section.note), "note")
    return (
        f"<section{kind}>\n<h2>{escape_html(section.title)}</h2>\n"
        f"{body if section.rows else ''}\n{note}\n</section>"
    )


def _approval_html(filing: Filing) -> str:
    places = "\n".join(
        f"<div><dt>{escape_html(name)}</dt><dd></dd></div>" for name in filing.approval
    )
    return (
        '<section class="approval">\n<h2>Approval</h2>\n'
        f"<p>For the rules with the hash {filing.hash}</p>\n<dl>\n{places}\n</dl>\n</section>"
    )
