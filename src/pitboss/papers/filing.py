"""What the Commission receives: one value, shown as Markdown here and as a page elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.grammar import Game
from pitboss.papers.card import rules_card
from pitboss.papers.filing_sections import Section, sections
from pitboss.papers.words import columns_in_use
from pitboss.submission import completed, example, is_example, omissions

BLANK: Final = r"\_" * 40
"""A line to write on."""
BLANKS: Final = {"reference": "–", "date": "–"}
"""Of an approval that is still to come."""


class Filing(Struct, frozen=True, kw_only=True):
    """A filed submission, whole."""

    operator: str
    example: bool
    name: str
    edition: str
    hash: str
    sections: tuple[Section, ...]
    approval: tuple[str, ...] = ("Name", "Title", "Signature", "Date")
    """What the Commission fills in by hand."""

    @property
    def title(self) -> str:
        """What the document calls itself."""
        return f"{'Example submission' if self.example else 'Submission'} of rules: {self.name}"


def filing(game: Game, submission: Mapping[str, Any] | None = None) -> Filing:
    """The filing of a table that plays by this submission; a faulty one is refused."""
    given = submission or example(game)
    card = rules_card(game, given)  # which refuses a faulty one
    whole, _ = completed(game, given)
    needed, approvals = whole["approvals"], given.get("approvals", {})
    # An approval that is still to come is left open, and not taken from the example.
    whole["approvals"] = {name: {**BLANKS, **approvals.get(name, {})} for name in needed}
    partial = any(not one.path.startswith("approvals.") for one in omissions(game, given))
    card = replace(card, example=partial or is_example(whole))
    return Filing(
        operator=card.filed_by,
        example=card.example,
        name=card.name,
        edition=card.edition,
        hash=card.hash,
        sections=tuple(sections(game, card, whole)),
    )


def filing_markdown(filed: Filing) -> str:
    """The filing as Markdown."""
    parts = [f"# {_plain(filed.title)}"]
    for section in filed.sections:
        parts.append(f"## {_plain(section.title)}")
        if section.rows:
            parts.append(_table(section))
        if section.note:
            parts.append(_plain(section.note))
    parts.append("## Approval")
    parts.append(f"Of the rules with the hash {filed.hash}")
    parts += [f"{name}: {BLANK}" for name in filed.approval]
    return "\n\n".join(parts) + "\n"


def _table(section: Section) -> str:
    used = columns_in_use(section.columns, section.rows)
    rules = ["---:" if section.columns[at][1] == "figure" else "---" for at in used]
    lines = [_row([section.columns[at][0] for at in used]), f"| {' | '.join(rules)} |"]
    return "\n".join(lines + [_row([row[at] for at in used]) for row in section.rows])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_plain(cell) for cell in cells)} |"


def _plain(words: str) -> str:
    """Words that Markdown leaves as they are."""
    return re.sub(r"([\\`*_\[\]<>&|~])", r"\\\1", words)
