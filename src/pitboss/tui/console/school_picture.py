"""The school's screen as lines of text: a table, a question about it, the score."""

from typing import Final

from rich.text import Text

from pitboss.tui.bars import WIDE
from pitboss.tui.block import Block, above, block, line, padded, room
from pitboss.tui.cards import SIZES, short
from pitboss.tui.console.asked import question_lines
from pitboss.tui.console.picture import keys_line
from pitboss.tui.console.scene import DealScene
from pitboss.tui.console.school_scene import SchoolScene
from pitboss.tui.console.seats import seats_block, seats_of
from pitboss.tui.felt import felt_block, felt_size
from pitboss.tui.look import HEADING, MUTED, ON_CHROME, ON_FELT, ON_RAIL, STRONG, YOURS
from pitboss.tui.picture import LEAST_HEIGHT, LEAST_WIDTH, styled, too_small

KEYS: Final = {
    "Enter": ("answer, go on", "app.enter"),
    "↑ ↓": ("choose, scroll", "app.move(1)"),
    "^L": ("lesson", "app.lesson"),
    "^R": ("rules", "app.rules"),
    "Esc": ("end", "app.leave"),
}
MARGIN: Final = 2
RAIL: Final = (42, 84)
"""How wide the question is beside a table, at least and at most."""


def school_picture(scene: SchoolScene, width: int, height: int) -> list[Text]:
    """The screen, line by line."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return too_small(width, height)
    top = styled(_top(scene, width), ON_CHROME)
    low = styled(block([keys_line(KEYS, width)], width), ON_CHROME)
    left = height - len(top) - len(low)
    if width < WIDE:
        asked = question_lines(scene, width - 2 * MARGIN)
        least = _compact(scene.table, width).height + 1
        high = min(len(asked) + 1, left - least)
        table = styled(_table(scene.table, width, left - high), ON_FELT)
        return [*top, *table, *styled(_panel(scene, asked, width, high), ON_RAIL), *low]
    wide = min(RAIL[1], max(RAIL[0], width * 35 // 100))
    table = styled(_table(scene.table, width - wide, left), ON_FELT)
    asked = [Text(), *question_lines(scene, wide - 2 * MARGIN)]
    panel = styled(_panel(scene, asked, wide, left), ON_RAIL)
    return [*top, *(line(*both) for both in zip(table, panel, strict=True)), *low]


def _top(scene: SchoolScene, width: int) -> Block:
    """The game, the subject, and how it goes."""
    study, question = scene.study, scene.question
    number = len(study.answered) + (scene.judged is None)
    parts = [Text(scene.syllabus.card.name, style=HEADING)]
    if question is not None:
        parts.append(Text(question.subject.words, style=MUTED))
        if scene.again:
            parts.append(Text("again", style=YOURS))
    score = line(
        (f"question {number}   ", MUTED),
        (f"{study.right} right", STRONG),
    )
    made = line(" ", Text("   ").join(parts))
    return block([line(padded(made, width - score.cell_len - 1), score, " ")], width)


def _panel(scene: SchoolScene, lines: list[Text], width: int, height: int) -> Block:
    """The question, scrolled where it is longer than its room."""
    shown = lines
    if len(lines) > height:
        start = min(scene.scroll, len(lines) - height + 1)
        words = "↑ ↓ more" if start else "↓ more"
        shown = [*lines[start : start + height - 1], Text(words, style=YOURS)]
    inset = block((line(" " * MARGIN, text) for text in shown), width)
    return block(list(inset.lines) + [Text()] * (height - inset.height), width)


def _table(scene: DealScene, width: int, height: int) -> Block:
    """The felt with the seats below; where there is no room for it, the cards in a line."""
    seats = seats_block(scene, width)
    upper = height - seats.height - 1
    for size in SIZES:
        felt = felt_size(scene, size)
        if felt.width <= width - 2 * MARGIN and felt.height <= upper:
            cards = room(felt_block(scene, size), width, upper)
            return room(above([cards, block([Text()], width), seats]), width, height, "left")
    return room(_compact(scene, width), width, height, "left")


def _compact(scene: DealScene, width: int) -> Block:
    """The table's cards by name in a line, and the seats."""
    lies = scene.round.cards if scene.round else {}
    row = Text(" ")
    for place in scene.card.layout.places:
        if place.name in lies:
            row.append(f"{place.label} ", style=MUTED)
            row.append_text(Text(" ").join(short(card) for card in lies[place.name]))
            row.append("   ")
    seats = seats_block(scene, width) if seats_of(scene) else block([], width)
    return above([block([row], width), seats], "left")
